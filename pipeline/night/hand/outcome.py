"""The outcome of a hand on one line: the chips put in, the pots, the winners, and the debts. Every chip is accounted
for.

`play_out` computes the outcome of a line and raises LogError for an impossible line. Possible but doubtful hands are
the subject of `pipeline.night.hand.doubts`. Seats count from the dealer's left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.api import (
    OTHER,
    Declared,
    Fee,
    Op,
    Outcome,
    Pot,
    Share,
    Variant,
    check_table,
    find_table_error,
    make_pots,
    uncalled,
)
from language import tr
from pipeline.bank.money import MOST_CHIPS, PEDER
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Deal, Hand, Seat
from pipeline.night.hand.shares import SeatWin, share_out
from pipeline.night.parser.lines import (
    NOTHING_SHOWN,
    Clause,
    HandLine,
    LogError,
    UnevenPotError,
    Win,
)

MOST_IN_POT = 10 * MOST_CHIPS
UNKNOWN_ROUND = 0
"""`folded_round` of a player who folded in a round that isn't logged."""


@dataclass(kw_only=True)
class _Play:
    """The computation of a hand."""

    deal: Deal
    line: HandLine
    place: Mapping[str, int]
    clause: Mapping[str, Clause]
    wins: Sequence[Win]
    paid: dict[int, int] = field(default_factory=dict)
    stayed: set[int] = field(default_factory=set)
    matched: dict[int, int] = field(default_factory=dict)
    returned: dict[int, int] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        return self.deal.variant


def check_seats(deal: Deal) -> None:
    """Raise CallError for a table of one player, or of more than the game allows. Two may play any game, whatever its
    rule text says.
    """
    if not 2 <= len(deal.seats) < deal.variant.players[0]:
        check_table(deal.variant, len(deal.seats))


def play_out(line: HandLine, deal: Deal, fees: Sequence[Fee] = ()) -> Hand:
    """The hand that a line describes, with its level filled in. `fees` are the paid draws, if they are known one by
    one.

    Raises LogError or another PederError if the line can't be.
    """
    check_seats(deal)
    winners = [win for board in line.wins for pot in board for win in pot]
    play = _Play(
        deal=deal,
        line=line,
        place={seat.handle: number for number, seat in enumerate(deal.seats)},
        clause={clause.handle: clause for clause in line.clauses if not clause.sat_out},
        wins=winners,
    )
    _check_dealt_in(play)
    level = _level(play)
    _pay(play, level)
    _match(play)
    _give_back(play, fees)
    pots = _pots(play, fees)
    shares = _shares(play, pots)
    seats = _seats(play, shares)
    paid = sum(seat.paid for seat in seats)
    won = sum(share.chips for share in shares)
    pot = deal.pot_in + paid
    _check_pot(pot)
    return Hand(
        entry_no=0,
        text="",
        variant=deal.variant,
        additions=deal.variant.additions,
        dealer_id=deal.dealer_id,
        seats=seats,
        returned={deal.seats[seat].player_id: chips for seat, chips in play.returned.items()},
        pot_in=deal.pot_in,
        pot=pot,
        played_for=pot - sum(play.matched.values()),
        pot_out=pot - won,
        outcome=_outcome(play),
        boards=len(line.wins),
        common=line.boards,
        shares=tuple(shares),
        errors=tuple(
            (_error_kind(error.text, deal.variant), play.place.get(error.handle or ""), error.text)
            for error in line.errors
        ),
        note=line.note,
        line=line if line.level == level else replace(line, level=level),
        deal=deal,
    )


def _check_dealt_in(play: _Play) -> None:
    """Raise LogError for a player of the line who isn't in the deal."""
    for handle in [*play.clause, *(win.handle for win in play.wins)]:
        if handle not in play.place:
            raise LogError(
                tr(
                    "{handle!r} isn't dealt in: after a pause or on coming back write back {handle} first.",
                    handle=handle,
                )
            )


def _check_pot(pot: int) -> None:
    """Raise LogError for more chips than a table has."""
    if pot > MOST_IN_POT:
        raise LogError(
            tr(
                "A pot of {pot} is more than a table holds: at most {most}; count again.",
                pot=pot,
                most=MOST_IN_POT,
            )
        )


def _level(play: _Play) -> int:
    """What each player who stayed put in: as written, or computed from the counted pot."""
    line = play.line
    if line.level is not None:
        return line.level
    if line.counted is None:
        if play.variant.matches_pot and play.deal.pot_in:
            return 0
        raise LogError(
            tr(
                "How much did each put in who stayed to the end? Write it after the game (7s 14 …), "
                "or the pot (7s =66 …)."
            )
        )
    if play.variant.matches_pot:
        known, payers = play.deal.pot_in, len(play.deal.seats)
    else:
        known = play.deal.pot_in + sum(clause.paid or 0 for clause in play.clause.values())
        payers = len(play.deal.seats) - sum(clause.paid is not None for clause in play.clause.values())
    if line.counted < known:
        raise LogError(
            tr(
                "A pot of {counted} is less than the {known} that is known to be in it, carried chips too: count again.",
                counted=line.counted,
                known=known,
            )
        )
    level, odd = divmod(line.counted - known, payers) if payers else (0, 1)
    if odd:
        raise UnevenPotError(
            tr(
                "A pot of {counted}, less the {known} that is known, isn't the same for each of the "
                "{payers} others: count again or write the level.",
                counted=line.counted,
                known=known,
                payers=payers,
            )
        )
    return level


def _pay(play: _Play, level: int) -> None:
    """Compute the chips that each player put in, and who is in at the end."""
    for number, seat in enumerate(play.deal.seats):
        clause = play.clause.get(seat.handle)
        wins = any(win.handle == seat.handle for win in play.wins)
        play.paid[number] = clause.paid if clause and clause.paid is not None else level
        folded = bool(clause and clause.folded) or (
            play.variant.in_or_out and not wins and not (clause and not clause.folded)
        )
        if not folded:
            play.stayed.add(number)
        elif wins:
            raise LogError(
                tr(
                    "{name} folded and can't win: if {name} stayed with other chips, write {handle}=12.",
                    name=seat.name,
                    handle=seat.handle,
                )
            )
    if not play.stayed and not play.variant.in_or_out:
        raise LogError(tr("Everybody folded: the last one standing wins, so write that one as winner."))


def _match(play: _Play) -> None:
    """Guts: losers match the pot, up to the house's cap."""
    pot = play.deal.pot_in + sum(play.paid.values())
    cap = play.variant.cap or pot
    for handle, clause in play.clause.items():
        if not clause.matched:
            continue
        if not play.variant.matches_pot:
            raise LogError(
                tr(
                    "{handle}! matches the pot, which belongs to guts and not to {name}.",
                    handle=handle,
                    name=play.variant.name,
                )
            )
        if any(win.handle == handle for win in play.wins):
            raise LogError(tr("{handle!r} can't both win the pot and match it.", handle=handle))
        if clause.folded:
            why = tr("{handle!r} was out and matches nothing: keep the chips or the !.", handle=handle)
            raise LogError(why)
        play.matched[play.place[handle]] = min(pot, cap) if clause.match is None else clause.match


def _give_back(play: _Play, fees: Sequence[Fee]) -> None:
    """Return an uncalled bet (ruling 37), unless the line gives shares to the chip or the game has payments that no
    player must call.
    """
    exact = any(win.chips is not None for win in play.wins)
    if not play.variant.all_in or not play.wins or exact or fees or _unmatched(play.variant):
        return
    if back := uncalled(_paid(play), play.stayed):
        seat, chips = back
        play.returned[seat] = chips
        play.paid[seat] -= chips


def _paid(play: _Play) -> list[int]:
    """What each seat put in, in the order of the seats."""
    return [play.paid[seat] for seat in range(len(play.deal.seats))]


def _unmatched(variant: Variant) -> bool:
    """Whether the game has payments that no other player must match: bought cards, paid draws, levies."""
    return bool(
        variant.levy or variant.sells or any(step.op is Op.DRAW and step.other for step in variant.steps)
    )


def _pots(play: _Play, fees: Sequence[Fee]) -> list[Pot]:
    """The pots before they are matched: with side pots if the game has all-ins (ruling 37)."""
    if play.variant.all_in and play.stayed:
        level = _level(play) if _unmatched(play.variant) and not fees else None
        return make_pots(_paid(play), play.stayed, play.deal.pot_in, reach=level, fees=fees)
    chips = play.deal.pot_in + sum(play.paid.values())
    return [Pot(chips, frozenset(play.stayed))]


def _shares(play: _Play, pots: list[Pot]) -> list[Share]:
    if not play.wins:
        return []
    names = {number: seat.name for number, seat in enumerate(play.deal.seats)}
    boards = [
        [
            [SeatWin(play.place[win.handle], win.chips, win.half, win.announced) for win in pot]
            for pot in board
        ]
        for board in play.line.wins
    ]  # fmt: skip
    for board in boards:  # a side pot of chips that went back has one player, and is none
        if len(board) == len(pots) + 1 and all(win.seat in play.returned for win in board[-1]):
            board.pop()
    return share_out(pots, boards, names)


def _outcome(play: _Play) -> Outcome:
    if play.line.ending is not None:
        return play.line.ending
    return Outcome.LAST_STANDING if len(play.stayed) == 1 and not play.matched else Outcome.SHOWDOWN


def _seats(play: _Play, shares: Sequence[Share]) -> tuple[Seat, ...]:
    won: dict[int, int] = {}
    for share in shares:
        won[share.seat] = won.get(share.seat, 0) + share.chips
    clauses: dict[str, list[Clause | Win]] = {}
    every: list[Clause | Win] = [*play.clause.values(), *play.wins]
    for one in every:
        clauses.setdefault(one.handle, []).append(one)
    peder_unsaid = _peder_unsaid(play)
    round_unsaid = _folded_round(play.variant)
    seats = []
    for number, player in enumerate(play.deal.seats):
        seat = Seat(
            player_id=player.player_id,
            handle=player.handle,
            name=player.name,
            paid=play.paid[number] + play.matched.get(number, 0),
            won=won.get(number, 0),
            peder_used=peder_unsaid,
            folded_round=None if number in play.stayed else round_unsaid,
        )
        mine = clauses.get(player.handle)
        seats.append(_with_line_facts(seat, mine, play.variant) if mine else seat)
    return tuple(seats)


def _with_line_facts(seat: Seat, clauses: Sequence[Clause | Win], variant: Variant) -> Seat:
    """A seat with what else the line says of its player."""
    shadow = max(one.shadow for one in clauses)
    if shadow > seat.paid:
        raise LogError(
            tr(
                "{name} has {shadow} in shadow of the {paid} put in: shadow is a part of it.",
                name=seat.name,
                shadow=shadow,
                paid=seat.paid,
            )
        )
    announced = next((one.announced for one in clauses if one.announced), None)
    held = next((one.held for one in clauses if one.held), NOTHING_SHOWN)
    return replace(
        seat,
        shadow=shadow,
        peder_used=True if variant.betting.peder and any(one.peder for one in clauses) else seat.peder_used,
        showed=True if announced or held else None,
        declared=_declared(clauses) if variant.share.declared else None,
        announced=announced.text if announced else None,
        meld=announced.category if announced else None,
        held=held,
    )


def _peder_unsaid(play: _Play) -> bool | None:
    """Whether a player of whom the line doesn't say so used the peder; None if a player paid that much and the line
    names no peder at all.
    """
    if not play.variant.betting.peder:
        return None
    marked = any(clause.peder for clause in play.clause.values()) or any(win.peder for win in play.wins)
    return None if not marked and max(play.paid.values()) >= play.variant.unit + PEDER else False


def _folded_round(variant: Variant) -> int:
    return 1 if variant.in_or_out or variant.rounds == 1 else UNKNOWN_ROUND


def _declared(clauses: Iterable[Clause | Win]) -> Declared | None:
    """The direction that a player declared."""
    directions = {one.half if isinstance(one, Win) else one.declared for one in clauses} - {None}
    known = [half for half in directions if isinstance(half, Declared)]
    return Declared.BOTH if len(known) > 1 else known[0] if known else None


def _error_kind(text: str, variant: Variant) -> str:
    """The kind of an error at the table (ruling 22) that a text describes."""
    error = find_table_error(text, variant) or find_table_error(text)
    return error.kind if error else OTHER


Debt = tuple[str, str, int]


def shadow_debts(hand: Hand, pot_shadow: Mapping[str, int]) -> tuple[list[Debt], dict[str, int]]:
    """The debts (debtor, creditor, chips) that a hand leaves, and the shadow that stays with a carried pot.

    `pot_shadow` is what lay with the pot from the hands before, by player.
    """
    owed = dict(pot_shadow)
    for seat in hand.seats:
        if seat.shadow:
            owed[seat.player_id] = owed.get(seat.player_id, 0) + seat.shadow
    won = {seat.player_id: seat.won for seat in hand.seats if seat.won}
    if not won:
        return [], owed
    debts: list[Debt] = []
    for debtor, chips in owed.items():
        left = chips - min(chips, won.get(debtor, 0))
        creditors = {player: share for player, share in won.items() if player != debtor}
        if left and creditors:
            debts += [(debtor, creditor, part) for creditor, part in _in_proportion(left, creditors)]
    return debts, {}


def _in_proportion(chips: int, won: Mapping[str, int]) -> Iterable[tuple[str, int]]:
    """Share whole chips in proportion to the shares of the pot; leftover chips go to the largest remainders."""
    total = sum(won.values())
    parts = {player: chips * share // total for player, share in won.items()}
    rest = chips - sum(parts.values())
    for player in sorted(won, key=lambda player: -(chips * won[player] % total))[:rest]:
        parts[player] += 1
    return ((player, part) for player, part in parts.items() if part)
