"""Calling a strategy by its address, and reading the clock, from compiled and from interpreted code."""

import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

# In interpreted runs an "address" is a key of this table, and so is the address of parameters.
_interpreted: dict[int, Any] = {}


def interpreted_address(thing: Any) -> int:
    """Return a number that stands for a method or a strategy instance in an interpreted run."""
    key = len(_interpreted) + 1
    _interpreted[key] = thing
    return key


def call_strategy(method: int, parameters: int, view: Any) -> int:
    """Ask the strategy method at an address, with the parameters at another, for its answer to a view."""
    return int(_interpreted[int(method)](_interpreted[int(parameters)], view))


@intrinsic
def _call_address(_typing: Any, _method: Any, _parameters: Any, view: Any) -> Any:
    signature = types.int64(types.int64, types.int64, view)

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        method, parameters, view_pointer = arguments
        parameter_pointer = builder.inttoptr(parameters, cgutils.voidptr_t)
        function_type = ir.FunctionType(ir.IntType(64), [parameter_pointer.type, view_pointer.type])
        return builder.call(builder.inttoptr(method, function_type.as_pointer()), [parameter_pointer, view_pointer])

    return signature, generate


@overload(call_strategy, strict=False)
def _compiled_call(method: Any, parameters: Any, view: Any) -> Any:  # noqa: ARG001
    return lambda method, parameters, view: _call_address(method, parameters, view)


def nanoseconds() -> int:
    """Return a clock that only goes forward, in nanoseconds."""
    return time.perf_counter_ns()


@intrinsic
def _monotonic_clock(_typing: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        number = ir.IntType(64)
        timespec = cgutils.alloca_once(builder, ir.ArrayType(number, 2))
        function_type = ir.FunctionType(ir.IntType(32), [ir.IntType(32), timespec.type])
        function = cgutils.get_or_insert_function(builder.module, function_type, "clock_gettime")
        builder.call(function, [ir.Constant(ir.IntType(32), time.CLOCK_MONOTONIC), timespec])
        seconds, nanos = (builder.extract_value(builder.load(timespec), index) for index in (0, 1))
        return builder.add(builder.mul(seconds, number(1_000_000_000)), nanos)

    return types.int64(), generate


@overload(nanoseconds, strict=False)
def _compiled_nanoseconds() -> Any:
    return lambda: _monotonic_clock()
