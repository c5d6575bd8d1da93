"""The exceptions that hearts_bench raises: one class per cause, all below `HeartsBenchError`."""


class HeartsBenchError(Exception):
    """Any failure that hearts_bench explains in a sentence; the command line prints it without a traceback."""


class CardError(HeartsBenchError):
    """A text or number does not name a card."""


class RulesError(HeartsBenchError):
    """Rule options are unknown, out of range or contradict each other."""


class ConfigError(HeartsBenchError):
    """A request or configuration file asks for something impossible."""


class RecordError(HeartsBenchError):
    """A run folder cannot be written, or what was found there is not a run."""


class DealFileError(HeartsBenchError):
    """A file of deals is not in our format, or what it says is no deal of its rules."""


class MismatchError(HeartsBenchError):
    """What is on record was damaged, is of other rules or deals, or does not come out of a replay again."""


class StrategyError(HeartsBenchError):
    """A strategy cannot be found, loaded, made or compiled."""


class UnknownStrategyError(StrategyError):
    """No strategy goes by the given name."""


class StrategyFault(HeartsBenchError):  # noqa: N818 - "fault" is the field's word for a strategy's misdeed
    """A strategy misbehaved at the table: it raised, or it chose what the rules forbid.

    `position` is that of the strategy in the line-up, None if nobody knows which one it was.
    """

    position: int | None = None


class IllegalPlayError(StrategyFault):
    """A strategy answered with a card, or with cards to pass, that the rules do not allow."""
