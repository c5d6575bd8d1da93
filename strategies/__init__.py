"""The built-in strategies and the pieces they are made of, written and found exactly as a plug-in of yours would be."""
