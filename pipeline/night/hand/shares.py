"""How pots are shared among the winners that a line names; odd chips follow ruling 6 (`engine.rules.pots`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.api import (
    Declared,
    Half,
    Pot,
    Share,
    halve,
    split,
)
from language import text_by, tr, trn
from pipeline.night.parser.lines import (
    Announced,
    LogError,
    Part,
)

_FITS: dict[Half, tuple[Part | None, ...]] = {
    Half.WHOLE: (None,),
    Half.HIGH: (Declared.HIGH, Declared.BOTH),
    Half.LOW: (Declared.LOW, Declared.BOTH),
    Half.SPADE: (Half.SPADE,),
    Half.COUNT: (Half.COUNT,),
}
"""What a line may write after the winner of a half."""


def _half_of(part: Part | None) -> Half:
    """The half that a winner has by what the line writes."""
    return next(half for half, fits in _FITS.items() if part in fits)


@dataclass(frozen=True)
class SeatWin:
    """A winner of one pot by a line: with an exact share, or an equal one of a half (None: of the whole)."""

    seat: int
    chips: int | None = None
    half: Part | None = None
    announced: Announced | None = None


def share_pot(chips: int, wins: Sequence[SeatWin], names: Mapping[int, str]) -> list[tuple[Half, int, int]]:
    """The shares of one pot on one board, as (half, seat, chips). Raises LogError if the line doesn't share it."""
    exact = sum(win.chips for win in wins if win.chips is not None)
    if any(win.chips is not None for win in wins):
        return _exact(chips, wins, exact, names)
    side = [win.seat for win in wins if win.half in (Half.SPADE, Half.COUNT)]
    high = [win.seat for win in wins if win.half in _FITS[Half.HIGH]]
    low = [win.seat for win in wins if win.half in _FITS[Half.LOW]]
    whole = [win.seat for win in wins if win.half is None]
    for half in (side, high, low, whole):
        if len(set(half)) < len(half):
            twice = next(seat for seat in half if half.count(seat) > 1)
            raise LogError(tr("{name} wins the same part twice: name each winner once.", name=names[twice]))
    if whole and (high or low):
        raise LogError(
            tr(
                "{name} wins without a direction, and others win hi or lo: write hi or lo after each winner.",
                name=names[whole[0]],
            )
        )
    shares = []
    if side:
        rest = [*high, *low, *whole]
        to_side, chips = halve(chips, side, rest) if rest else (chips, 0)
        what = Half.COUNT if any(win.half == Half.COUNT for win in wins) else Half.SPADE
        shares += [(what, seat, won) for seat, won in split(to_side, side).items()]
    if high and low:
        to_high, to_low = halve(chips, high, low)
    else:
        to_high, to_low = (chips, 0) if high else (0, chips)
    parts = ((Half.HIGH, to_high, high), (Half.LOW, to_low, low), (Half.WHOLE, chips, whole))
    for half_won, part, winners in parts:
        if winners:
            shares += [(half_won, seat, won) for seat, won in split(part, winners).items()]
    return [share for share in shares if share[2]]


def _exact(
    chips: int, wins: Sequence[SeatWin], exact: int, names: Mapping[int, str]
) -> list[tuple[Half, int, int]]:
    """Exact shares; winners without chips share the rest."""
    open_ = [win for win in wins if win.chips is None]
    left = chips - exact
    if left < 0 or (left and not open_):
        raise LogError(
            tr(
                "The shares make {exact} and the pot is {chips}: correct the shares or what was put in.",
                exact=exact,
                chips=chips,
            )
        )
    if open_ and left < len(open_):
        raise LogError(
            tr(
                "The shares make {exact} of a pot of {chips}: nothing is left for {name}.",
                exact=exact,
                chips=chips,
                name=names[open_[0].seat],
            )
        )
    rest = split(left, [win.seat for win in open_]) if open_ else {}
    return [
        (_half_of(win.half), win.seat, rest[win.seat] if win.chips is None else win.chips)
        for win in wins
        if win.chips != 0
    ]


def share_out(
    pots: Sequence[Pot], boards: Sequence[Sequence[Sequence[SeatWin]]], names: Mapping[int, str]
) -> list[Share]:
    """All shares of a hand. `boards` are the winners by board, then by pot.

    If a line names winners of the main pot alone, a side pot goes to those of them who are in it, or to its only
    player. Raises LogError if a pot has no winner, or one who can't win it.
    """
    for pots_named in boards:
        if len(pots_named) > len(pots):
            count = (
                trn("{n} side pot", "{n} side pots", len(pots) - 1) if len(pots) > 1 else tr("no side pot")
            )
            raise LogError(
                tr(
                    "By what was put in there is {count}, but the line names winners of {named}.",
                    count=count,
                    named=len(pots_named) - 1,
                )
            )
    if (
        len(boards) == 1
        and len(boards[0]) == 1
        and len(pots) > 1
        and all(win.chips is not None for win in boards[0][0])
    ):
        return _over_all_pots(pots, boards[0][0])
    shares = []
    for pot_no, pot in enumerate(pots):
        half, odd = divmod(pot.chips, len(boards))
        for board_no, named in enumerate(boards):
            wins = named[pot_no] if pot_no < len(named) else _heirs(pot, named[-1], names)
            for win in wins:
                if win.seat not in pot.seats:
                    values = {"name": names[win.seat], "chips": pot.chips}
                    raise LogError(
                        tr("{name} isn't in that side pot of {chips} and can't win it.", **values)
                        if pot_no
                        else tr("{name} isn't in that pot of {chips} and can't win it.", **values)
                    )
            for half_won, seat, won in share_pot(half + (board_no < odd), wins, names):
                shares.append(Share(pot_no, board_no, half_won, seat, won, _meld(wins, seat, half_won)))
    return shares


def _meld(wins: Sequence[SeatWin], seat: int, half: Half) -> str | None:
    """The category that a winner announced for a half."""
    announced = next((win.announced for win in wins if win.seat == seat and win.half in _FITS[half]), None)
    return announced.category if announced else None


def _heirs(pot: Pot, before: Sequence[SeatWin], names: Mapping[int, str]) -> list[SeatWin]:
    """The winners of a side pot that the line doesn't name."""
    if len(pot.seats) == 1:
        return [SeatWin(next(iter(pot.seats)))]
    heirs = [SeatWin(win.seat, None, win.half, win.announced) for win in before if win.seat in pot.seats]
    if not heirs:
        rivals = [names[seat] for seat in sorted(pot.seats)]
        who = text_by(lambda: tr(" and ").join(rivals))
        raise LogError(
            tr("Who wins the side pot of {chips} between {who}? Add: side +WINNER.", chips=pot.chips, who=who)
        )
    return heirs


def _over_all_pots(pots: Sequence[Pot], wins: Sequence[SeatWin]) -> list[Share]:
    """Exact shares of all pots together: filled from the last side pot down."""
    total = sum(pot.chips for pot in pots)
    given = sum(win.chips or 0 for win in wins)
    if given != total:
        raise LogError(
            tr(
                "The shares make {given} and the pots are {total}: correct the shares or what was put in.",
                given=given,
                total=total,
            )
        )
    left: Counter[int] = Counter()
    for win in wins:
        left[win.seat] += win.chips or 0
    announced = {win.seat: win for win in wins}
    shares = []
    for pot_no in reversed(range(len(pots))):
        open_ = pots[pot_no].chips
        for seat in sorted(pots[pot_no].seats):
            won = min(open_, left[seat])
            if won:
                half = _half_of(announced[seat].half)
                shares.append(Share(pot_no, 0, half, seat, won, _meld(wins, seat, half)))
                open_ -= won
                left[seat] -= won
        if open_:
            raise LogError(
                tr(
                    "The shares leave {open} in a side pot that none of its players is given: correct the "
                    "shares.",
                    open=open_,
                )
            )
    return list(reversed(shares))
