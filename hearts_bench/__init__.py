"""hearts_bench: pit strategies for the card game Hearts against each other, and know which is stronger."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hearts_bench._jit import leaf, routine
    from hearts_bench.registry import register
    from hearts_bench.rules import Rules
    from hearts_bench.strategy import Strategy, StrategyRef
    from hearts_bench.view import View

__version__ = "0.1.0"
__all__ = ["Rules", "Strategy", "StrategyRef", "View", "__version__", "leaf", "register", "routine"]

_HOMES = {
    "Rules": "rules",
    "Strategy": "strategy",
    "StrategyRef": "strategy",
    "View": "view",
    "leaf": "_jit",
    "register": "registry",
    "routine": "_jit",
}


def __getattr__(name: str) -> Any:
    """Import public names at their first use: `hearts-bench --help` must not wait for numba."""
    if name not in _HOMES:
        msg = f"module 'hearts_bench' has no attribute {name!r}"
        raise AttributeError(msg)
    import importlib  # noqa: PLC0415

    return getattr(importlib.import_module(f"hearts_bench.{_HOMES[name]}"), name)
