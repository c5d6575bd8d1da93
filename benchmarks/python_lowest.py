"""The quickest Python strategy there can be: the lowest legal card. What is left is the engine's own cost."""

from hearts_bench import Strategy, View


class PythonLowest(Strategy):
    """Passes its lowest cards and plays its lowest legal one, computed with Python's own integers."""

    def choose_pass(self, view: View) -> int:
        """Pass the lowest cards."""
        rest = view.hand
        for _ in range(view.pass_count):
            rest &= rest - 1
        return view.hand ^ rest

    def play(self, view: View) -> int:
        """Play the lowest legal card."""
        legal = view.legal
        return (legal & -legal).bit_length() - 1
