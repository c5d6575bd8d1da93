"""What a search tries, its arms: what it notes of each, and how it says so."""

from typing import Any

from hearts_bench import routine

MOST_ARMS = 64
NOTES = 5  # worlds, sums of their worth and points, moons, and how many worlds were solved rather than played out


@routine
def fill_options(options: Any, order: Any, answers: Any, shoots: Any, results: Any) -> int:
    """Fill in the arms as options, in the order of their numbers in `order`; return how many there are.

    Of each arm there is its answer, whether it is the beginning of a moon, and a row of NOTES in `results`.
    """
    arms = len(order)
    for place in range(arms):
        arm, option = order[place], options[place]
        worlds = max(1.0, results[arm, 0])
        option.answer = answers[arm]
        option.moon = shoots[arm]
        option.playouts = int(results[arm, 0])
        option.payoff = results[arm, 1] / worlds
        option.points = results[arm, 2] / worlds
        option.moons = results[arm, 3] / max(1.0, worlds - results[arm, 4])
    return arms
