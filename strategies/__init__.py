"""The built-in strategies: one file each, written and found exactly as a user's plug-in would be."""
