"""The one door between the ops and what hands are worth.

Ranking is the largest part of the kernels, and whatever calls a compiled function is optimized together with
all of it. So `engine.kernel.value` is compiled once, as a C function under a name that the ops call: the
kernels compile in a quarter of the time and a value costs a nanosecond more.
"""

from __future__ import annotations

from typing import Any

from engine.compiled import CARD_GAMES, use_cache
from engine.jit import PLAIN, njit
from engine.kernel.state import STATE
from engine.kernel.value import HIGH, full_value
from engine.program import PROGRAM

_SYMBOL = "peder_value_of"

if PLAIN:
    value_of = full_value

    def link_values() -> None:
        """Nothing to link: kernels run as plain Python."""

else:
    import llvmlite.binding as llvm
    from numba import carray, cfunc, from_dtype, int64, intp, types

    _external = types.ExternalFunction(_SYMBOL, int64(intp, intp, int64, int64, int64, int64))

    def _value_at(st: Any, pg: Any, seat: int, own: int, closed: int, want: int) -> int:
        return full_value(carray(st, 1)[0], carray(pg, 1)[0], seat, own, closed, want)

    def link_values() -> None:
        """Compile or load the C function and give it its name. Call before the kernels are first run."""
        if llvm.address_of_symbol(_SYMBOL) is None:
            use_cache(CARD_GAMES)
            signature = int64(
                types.CPointer(from_dtype(STATE)),
                types.CPointer(from_dtype(PROGRAM)),
                int64,
                int64,
                int64,
                int64,
            )
            _linked.append(cfunc(signature, cache=True)(_value_at))
            llvm.add_symbol(_SYMBOL, _linked[0].address)

    _linked: list[Any] = []  # keeps the compiled function alive

    @njit(forceinline=True)
    def value_of(st: Any, pg: Any, seat: int, own: int, closed: int, want: int) -> int:
        """As `engine.kernel.value.full_value`."""
        return _external(st.address, pg.address, seat, own, closed, want)


@njit(forceinline=True)
def closed_cards(st: Any, seat: int) -> int:
    """The cards of a seat that count as closed: those that lie closed, and those that were until they were
    turned.
    """
    return st.own[seat] & ~st.open[seat] | st.turned[seat]


@njit(forceinline=True)
def high_value(st: Any, pg: Any, seat: int) -> int:
    """The score of the best high hand of what a seat can see, in the order of the game."""
    return value_of(st, pg, seat, st.own[seat], closed_cards(st, seat), HIGH)
