"""Contradictions in a game: a deal that needs cards that aren't there, rules that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.cards.card import JOKER_SET, card_set, pack_of
from engine.catalogue.additions import wild_words
from engine.catalogue.mistakes import Mistake, MistakeKind
from engine.catalogue.model import (
    DEALS,
    Op,
    Step,
    Use,
    Variant,
    WildKind,
    cards_needed,
    closed_cards,
    common_cards,
    largest_table,
    operation_of,
)
from engine.terms import Limit, Ranking, Sharing

MAX_STEPS, MAX_ROUNDS, MAX_OWN, MAX_BOARD, MAX_LINES = 60, 30, 14, 8, 8
"""The limits of a compiled programme (`engine.kernel.program`)."""
MAX_ORDERED = 7
"""The most closed cards that players put in order; they have 5,040 orders."""
MAX_CHIPS = 1000
FEWEST_PLAYERS, MOST_PLAYERS = 2, 10
_COME_BACK = (Step(Op.DEAL_CLOSED, 5), Step(Op.BET, 1), Step(Op.DRAW, 5), Step(Op.BET, 1))


def most_players(game: Variant) -> int:
    """Return the greatest number of players: as many as the pack allows, if the last of several deals may be cut
    short (ruling 8).
    """
    each, board = cards_needed(game)
    deals = [step.count for step in game.steps if step.op in (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)]
    if len(deals) == 1:
        return min(MOST_PLAYERS, (game.pack - board) // each)
    return largest_table(replace(game, players=(FEWEST_PLAYERS, MOST_PLAYERS)))


class _Counts(NamedTuple):
    """Totals of a deal: own cards, closed and open ones among them, common cards, betting rounds."""

    own: int
    closed: int
    opened: int
    board: int
    rounds: int


def _counts(game: Variant) -> _Counts:
    rows = [(operation_of(step), step.cards) for step in game.steps]
    closed = sum(row.closed * count for row, count in rows)
    opened = sum(row.opened * count for row, count in rows)
    rounds = sum(step.op in (Op.BET, Op.CHASE) for step in game.steps)
    return _Counts(closed + opened, closed, opened, common_cards(game.steps), rounds)


def _running(game: Variant) -> Iterator[tuple[str, Mistake]]:
    """Yield steps that need cards that aren't there yet."""
    closed = laid = 0
    for step in game.steps:
        row = operation_of(step)
        closed += row.closed * step.cards
        laid += row.laid * step.cards
        if laid < 0:
            yield "deal", Mistake.of(MistakeKind.TURNED_BEFORE_LAID)
            return
        if row.hands_on and step.count + step.other * (step.op is Op.PASS) > closed:
            yield "deal", Mistake.of(MistakeKind.EXCHANGED_TOO_MANY)
            return
        if closed < 0:
            yield "deal", Mistake.of(MistakeKind.OPENED_TOO_MANY)
            return
    if laid:
        yield "deal", Mistake.of(MistakeKind.NEVER_TURNED, n=laid)


_AFTER_ORDER = (Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.DECLARE)
_WITH_UNSEEN = (Op.DEAL_UNSEEN, Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.CHASE)


def _out_of_order(game: Variant) -> Iterator[tuple[str, Mistake]]:
    """Yield steps that can't follow the steps before them."""
    ops = [step.op for step in game.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    if Op.BET in ops and not any(op in DEALS for op in ops[:first_bet]):
        yield "deal", Mistake.of(MistakeKind.BET_BEFORE_CARDS)
    if any(
        step.op is Op.BET and step.other and Op.DRAW not in ops[:place]
        for place, step in enumerate(game.steps)
    ):
        yield "deal", Mistake.of(MistakeKind.BET_IF_DRAWN_FIRST)
    if ops.count(Op.DECLARE) > 1 or (Op.DECLARE in ops and ops.index(Op.DECLARE) < first_bet):
        yield "deal", Mistake.of(MistakeKind.DECLARED_TWICE_OR_EARLY)
    if Op.DEAL_UNSEEN in ops and not set(ops) <= {*_WITH_UNSEEN, Op.LAY_OPEN, Op.LAY_CLOSED}:
        yield "deal", Mistake.of(MistakeKind.UNSEEN_WITH_SEEN)
    if Op.ORDER in ops:
        after = ops[ops.index(Op.ORDER) + 1 :]
        if not set(after) <= set(_AFTER_ORDER):
            yield "deal", Mistake.of(MistakeKind.STEP_AFTER_ORDER)
        held = closed_cards(list(game.steps[: ops.index(Op.ORDER)]))
        if (
            held > MAX_ORDERED
            or after.count(Op.TURN_OWN) != held
            or (Op.DECLARE in after and after[-1] is Op.DECLARE)
        ):
            mistake = Mistake.of(
                MistakeKind.ORDERED_NOT_TURNED,
                most=MAX_ORDERED,
            )
            yield "deal", mistake
    if Op.TURN_OWN in ops and Op.DEAL_UNSEEN not in ops and Op.ORDER not in ops[: ops.index(Op.TURN_OWN)]:
        yield "deal", Mistake.of(MistakeKind.TURNED_OWN_FIRST)
    opened = next((place for place, op in enumerate(ops) if op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN)), len(ops))
    if any(operation_of(step).while_closed for step in game.steps[opened:]):
        yield (
            "deal",
            Mistake.of(MistakeKind.EXCHANGED_AFTER_OPEN),
        )
    sold = next((place for place, step in enumerate(game.steps) if step.price), None)
    if sold is not None and (sold < max(first_bet, opened) or game.betting.limit is not Limit.HOUSE):
        yield (
            "deal",
            Mistake.of(MistakeKind.BOUGHT_TOO_EARLY),
        )
    if sold is not None and game.buys:
        yield "buys", Mistake.of(MistakeKind.BOUGHT_TWICE)
    if Op.DEAL_OPEN in ops and Op.CHOOSE_OPEN in ops:
        yield "deal", Mistake.of(MistakeKind.DEALT_UP_AND_CHOSEN)


def contradictions(game: Variant) -> Iterator[tuple[str, Mistake]]:
    """Yield the contradictions of a game: the key at fault, and the mistake."""
    counts = _counts(game)
    yield from _running(game)
    yield from _out_of_order(game)
    yield from _amounts(counts)
    yield from _use(game, counts)
    yield from _hand(game, counts)
    yield from _wild_rules(game, counts)
    yield from _cards(game, counts)
    yield from _betting_contradictions(game)


def _chase(game: Variant) -> bool:
    return any(step.op is Op.CHASE for step in game.steps)


def _amounts(counts: _Counts) -> Iterator[tuple[str, Mistake]]:
    """Too many or too few rounds and cards."""
    if not counts.rounds:
        yield "deal", Mistake.of(MistakeKind.NO_BET)
    if counts.rounds > MAX_ROUNDS:
        yield (
            "deal",
            Mistake.of(MistakeKind.TOO_MANY_ROUNDS, n=counts.rounds, most=MAX_ROUNDS),
        )
    if counts.own > MAX_OWN or counts.board > MAX_BOARD:
        mistake = Mistake.of(MistakeKind.TOO_MANY_CARDS, own=MAX_OWN, board=MAX_BOARD)
        yield "deal", mistake
    if counts.own < 1:
        yield "deal", Mistake.of(MistakeKind.NO_OWN_CARDS)


def _use(game: Variant, counts: _Counts) -> Iterator[tuple[str, Mistake]]:
    """Yield cards that make no hand, and places of the board that don't exist."""
    use, size = game.use, game.ranking.size
    most = max((len(line) for line in use.lines), default=counts.board)
    usable = min(counts.own, use.own_exactly or use.own_at_most or counts.own) + most
    if usable < size and not _chase(game):
        mistake = Mistake.of(MistakeKind.HAND_TOO_SMALL, size=size, n=usable)
        yield "deal", mistake
    if game.ranking is Ranking.DEUCE_SEVEN and counts.own != size:
        yield "deal", Mistake.of(MistakeKind.DEUCE_SEVEN_CARDS)
    if use.own_exactly and not (
        1 <= use.own_exactly <= min(4, counts.own) and most >= size - use.own_exactly
    ):
        yield (
            "hand",
            Mistake.of(MistakeKind.EXACTLY_TOO_MANY, n=use.own_exactly),
        )
    if use.own_exactly and use.own_at_most:
        yield "hand", Mistake.of(MistakeKind.EXACTLY_AND_AT_MOST)
    if any(place >= counts.board for line in use.lines for place in line):
        yield "lines", Mistake.of(MistakeKind.LINE_OFF_BOARD, n=counts.board)
    places = {int(cell) for row in game.layout for cell in row if cell.strip()}
    if game.layout and places != set(range(1, counts.board + 1)):
        yield "layout", Mistake.of(MistakeKind.LAYOUT_PLACES, n=counts.board)


def _hand(game: Variant, counts: _Counts) -> Iterator[tuple[str, Mistake]]:
    """Hands that can't win together, and declarations without a step or the other way round."""
    if game.ranking is not Ranking.MELDS:
        if game.wild_cards or game.wild:
            yield "wild", Mistake.of(MistakeKind.WILD_IN_OTHER_ORDER)
        if game.share is not Sharing.HIGH or ((game.spade or game.counted) and game.ranking.lowball):
            yield (
                "hand",
                Mistake.of(MistakeKind.SHARED_IN_OTHER_ORDER),
            )
        if game.use != Use() or game.short_order:
            yield "hand", Mistake.of(MistakeKind.USE_IN_OTHER_ORDER)
        if counts.board and game.ranking.lowball:
            yield "hand", Mistake.of(MistakeKind.LOWBALL_WITH_BOARD)
    if game.spade and game.counted:
        yield "hand", Mistake.of(MistakeKind.SPADE_AND_COUNT)
    if game.counted and not game.counted & card_set(pack_of(game.pack)):
        yield "hand", Mistake.of(MistakeKind.COUNTED_CARD_ABSENT)
    if game.openers is not None and not _can_ask_openers(game):
        mistake = Mistake.of(MistakeKind.OPENERS_NEED_CLOSED_DEAL)
        yield "opens", mistake
    declares = any(step.op is Op.DECLARE for step in game.steps)
    if game.share.declared != declares:
        yield (
            "deal",
            (
                Mistake.of(MistakeKind.DECLARE_STEP_MISSING)
                if game.share.declared
                else Mistake.of(MistakeKind.DECLARED_HAND_MISSING)
            ),
        )


def _wild_rules(game: Variant, counts: _Counts) -> Iterator[tuple[str, Mistake]]:
    """Rules on wild cards that exclude each other or speak of cards that aren't dealt, and the chase."""
    kinds, chase = {rule.kind for rule in game.wild}, _chase(game)
    personal = [kind for kind in kinds if kind >= WildKind.LAST_OWN]
    if len(personal) > 1:
        yield "wild", Mistake.of(MistakeKind.TWO_PERSONAL_RULES)
    if (
        kinds & {WildKind.LOWEST_BOARD, WildKind.BOARD, WildKind.CANCELLED, WildKind.SPLIT_BOARD}
        and not counts.board
    ):
        yield "wild", Mistake.of(MistakeKind.RULE_NEEDS_COMMON)
    if kinds & {WildKind.FOLLOWER, WildKind.SPLIT_OPEN} and not counts.opened:
        yield "wild", Mistake.of(MistakeKind.RULE_NEEDS_OPEN)
    if WildKind.KEPT_CLOSED in kinds and counts.closed != 1:
        yield "wild", Mistake.of(MistakeKind.RULE_NEEDS_ONE_CLOSED, n=counts.closed)
    if WildKind.LOWEST_CLOSED in kinds and not counts.closed:
        yield "wild", Mistake.of(MistakeKind.RULE_NEEDS_CLOSED)
    unseen = sum(step.count for step in game.steps if step.op is Op.DEAL_UNSEEN)
    if chase and (len(game.steps) != 2 or not unseen or game.all_in):
        yield "deal", Mistake.of(MistakeKind.CHASE_WITH_OTHER_STEPS)
    if WildKind.BOTTOM in kinds and not chase:
        yield "wild", Mistake.of(MistakeKind.BOTTOM_WITHOUT_CHASE)
    if chase and (game.share is not Sharing.HIGH or game.ranking is not Ranking.MELDS):
        yield "hand", Mistake.of(MistakeKind.CHASE_FOR_OTHER_HAND)


def _cards(game: Variant, counts: _Counts) -> Iterator[tuple[str, Mistake]]:
    """Yield cards that aren't in the pack, and effects that cards can't have in this deal."""
    pack = card_set(pack_of(game.pack))
    if game.wild_cards & JOKER_SET and not pack & JOKER_SET:
        yield "wild", Mistake.of(MistakeKind.JOKERS_ABSENT, n=game.pack)
    for key, cards in (
        ("wild", game.wild_cards), ("sends_out", game.sent_out), ("redeals", game.redeals), ("buys", game.buys),
        ("gives", game.extra),
    ):  # fmt: skip
        if absent := cards & ~(pack | JOKER_SET):
            named = " ".join(wild_words(absent))
            yield key, Mistake.of(MistakeKind.CARDS_ABSENT, cards=named, n=game.pack)
    if pack & JOKER_SET and not game.wild_cards & JOKER_SET:
        yield "wild", Mistake.of(MistakeKind.JOKERS_NOT_WILD, n=game.pack)
    if game.buys and not game.buy_price:
        yield "buys", Mistake.of(MistakeKind.NO_PRICE)
    if (game.sent_out or game.buys) and not counts.opened:
        yield "deal", Mistake.of(MistakeKind.NO_OPEN_CARD)
    if game.redeals and (
        game.betting.limit is not Limit.HOUSE or not any(s.op is Op.DEAL_OPEN for s in game.steps)
    ):
        yield (
            "redeals",
            Mistake.of(MistakeKind.REDEAL_WITHOUT_OPEN_CARD),
        )
    if (game.levy or game.charge or game.extra) and not (counts.board or _chase(game)):
        yield "deal", Mistake.of(MistakeKind.NO_COMMON_CARD)
    if game.short_order and (game.pack not in (32, 33) or counts.board):
        yield "short_order", Mistake.of(MistakeKind.SHORT_ORDER_PACK)


def _can_ask_openers(game: Variant) -> bool:
    """Whether, before the first bet, all players can see from their own cards whether they can open."""
    ops = [step.op for step in game.steps]
    before = ops[: ops.index(Op.BET)] if Op.BET in ops else ops
    return (
        game.betting.limit is Limit.HOUSE
        and game.ranking is Ranking.MELDS
        and game.use == Use()
        and not (game.short_order or game.reentry)
        and set(before) == {Op.DEAL_CLOSED}
    )


def _betting_contradictions(game: Variant) -> Iterator[tuple[str, Mistake]]:
    bets = game.betting
    first = [step.op for step in game.steps]
    before = first[: first.index(Op.BET)] if Op.BET in first else first
    if bets.bring_in and (
        Op.DEAL_OPEN not in before or bets.limit is not Limit.FIXED or bets.bring_in > bets.big_blind
    ):
        mistake = Mistake.of(MistakeKind.BRING_IN_NEEDS)
        yield "bring_in", mistake
    if bets.limit is Limit.HOUSE:
        for key, chips in (("ante", bets.ante), ("max_raise", bets.max_raise)):
            if not chips:
                yield key, Mistake.of(MistakeKind.NOT_A_NUMBER, least=1, most=MAX_CHIPS)
    if bets.limit is not Limit.HOUSE and not (bets.big_blind or bets.bring_in):
        yield "blinds", Mistake.of(MistakeKind.NO_BLINDS)
    if (
        bets.limit is not Limit.HOUSE
        and any(step.op is Op.DEAL_OPEN for step in game.steps)
        and not bets.bring_in
    ):
        yield "betting", Mistake.of(MistakeKind.NO_BRING_IN)
    if bets.button_blind and bets.limit is Limit.HOUSE:
        yield "button_blind", Mistake.of(MistakeKind.BLIND_WITHOUT_LIMIT)
    if game.reentry and (game.steps != _COME_BACK or bets.limit is not Limit.HOUSE):
        yield (
            "may_come_back",
            Mistake.of(MistakeKind.COME_BACK_DEAL),
        )
    if game.anticlockwise and not game.reentry:
        yield "anticlockwise", Mistake.of(MistakeKind.ANTICLOCKWISE_ALONE)
