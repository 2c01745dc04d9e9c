"""Contradictions in a game: a deal that needs cards that aren't there, rules that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from engine.cards.card import JOKER_SET, card_set, pack_of
from engine.catalogue.additions import wild_words
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
from language import tr

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


def _running(game: Variant) -> Iterator[tuple[str, str]]:
    """Yield steps that need cards that aren't there yet."""
    closed = laid = 0
    for step in game.steps:
        row = operation_of(step)
        closed += row.closed * step.cards
        laid += row.laid * step.cards
        if laid < 0:
            yield "deal", tr("more common cards are turned than lie closed: lay them with 5 common down")
            return
        if row.hands_on and step.count + step.other * (step.op is Op.PASS) > closed:
            yield "deal", tr("more cards are exchanged or passed on than a player holds closed then")
            return
        if closed < 0:
            yield "deal", tr("more cards are opened or thrown away than a player holds closed then")
            return
    if laid:
        yield "deal", tr("{n} common cards are never turned: write turn for each, or {n} common", n=laid)


_AFTER_ORDER = (Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.DECLARE)
_WITH_UNSEEN = (Op.DEAL_UNSEEN, Op.TURN_OWN, Op.TURN_BOARD, Op.BET, Op.CHASE)


def _out_of_order(game: Variant) -> Iterator[tuple[str, str]]:
    """Yield steps that can't follow the steps before them."""
    ops = [step.op for step in game.steps]
    first_bet = ops.index(Op.BET) if Op.BET in ops else len(ops)
    if Op.BET in ops and not any(op in DEALS for op in ops[:first_bet]):
        yield "deal", tr("deal cards of their own to the players before the first bet")
    if any(
        step.op is Op.BET and step.other and Op.DRAW not in ops[:place]
        for place, step in enumerate(game.steps)
    ):
        yield "deal", tr("bet if drawn follows an exchange")
    if ops.count(Op.DECLARE) > 1 or (Op.DECLARE in ops and ops.index(Op.DECLARE) < first_bet):
        yield "deal", tr("players declare once, after a betting round")
    if Op.DEAL_UNSEEN in ops and not set(ops) <= {*_WITH_UNSEEN, Op.LAY_OPEN, Op.LAY_CLOSED}:
        yield "deal", tr("with cards unseen all own cards are unseen, and are turned own")
    if Op.ORDER in ops:
        after = ops[ops.index(Op.ORDER) + 1 :]
        if not set(after) <= set(_AFTER_ORDER):
            yield "deal", tr("after order only turn own, turn, bet and declare can follow")
        held = closed_cards(list(game.steps[: ops.index(Op.ORDER)]))
        if (
            held > MAX_ORDERED
            or after.count(Op.TURN_OWN) != held
            or (Op.DECLARE in after and after[-1] is Op.DECLARE)
        ):
            text = tr(
                "after order come as many turn own as there are closed cards, {most} at the most",
                most=MAX_ORDERED,
            )
            yield "deal", text
    if Op.TURN_OWN in ops and Op.DEAL_UNSEEN not in ops and Op.ORDER not in ops[: ops.index(Op.TURN_OWN)]:
        yield "deal", tr("turn own follows order, or cards unseen")
    opened = next((place for place, op in enumerate(ops) if op in (Op.DEAL_OPEN, Op.CHOOSE_OPEN)), len(ops))
    if any(operation_of(step).while_closed for step in game.steps[opened:]):
        yield (
            "deal",
            tr("cards are exchanged, passed on, thrown away and ordered while all own cards are closed"),
        )
    sold = next((place for place, step in enumerate(game.steps) if step.price), None)
    if sold is not None and (sold < max(first_bet, opened) or game.betting.limit is not Limit.HOUSE):
        yield (
            "deal",
            tr(
                "a card is bought up or down after the first bet, once cards lie open, with the house's betting"
            ),
        )
    if sold is not None and game.buys:
        yield "buys", tr("cards are bought for a card, or by a step of the deal, not both")
    if Op.DEAL_OPEN in ops and Op.CHOOSE_OPEN in ops:
        yield "deal", tr("cards are dealt up, or players choose one to open, not both")


def contradictions(game: Variant) -> Iterator[tuple[str, str]]:
    """Yield the contradictions of a game: the key at fault, and the reason."""
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


def _amounts(counts: _Counts) -> Iterator[tuple[str, str]]:
    """Too many or too few rounds and cards."""
    if not counts.rounds:
        yield "deal", tr("nobody bets: write bet after the cards of each round")
    if counts.rounds > MAX_ROUNDS:
        yield (
            "deal",
            tr("{n} betting rounds are too many: {most} at the most", n=counts.rounds, most=MAX_ROUNDS),
        )
    if counts.own > MAX_OWN or counts.board > MAX_BOARD:
        text = tr("at most {own} cards for each player and {board} in common", own=MAX_OWN, board=MAX_BOARD)
        yield "deal", text
    if counts.own < 1:
        yield "deal", tr("the players get no cards of their own: write such as 2 down")


def _use(game: Variant, counts: _Counts) -> Iterator[tuple[str, str]]:
    """Yield cards that make no hand, and places of the board that don't exist."""
    use, size = game.use, game.ranking.size
    most = max((len(line) for line in use.lines), default=counts.board)
    usable = min(counts.own, use.own_exactly or use.own_at_most or counts.own) + most
    if usable < size and not _chase(game):
        text = tr("a hand has {size} cards, and a player gets {n} to make it from", size=size, n=usable)
        yield "deal", text
    if game.ranking is Ranking.DEUCE_SEVEN and counts.own != size:
        yield "deal", tr("deuce to seven low is played with five cards of one's own")
    if use.own_exactly and not (
        1 <= use.own_exactly <= min(4, counts.own) and most >= size - use.own_exactly
    ):
        yield (
            "hand",
            tr("with exactly {n} of your own the rest of five must lie on the board", n=use.own_exactly),
        )
    if use.own_exactly and use.own_at_most:
        yield "hand", tr("write exactly or at most, not both")
    if any(place >= counts.board for line in use.lines for place in line):
        yield "lines", tr("there are {n} common cards, and a line names another place", n=counts.board)
    places = {int(cell) for row in game.layout for cell in row if cell.strip()}
    if game.layout and places != set(range(1, counts.board + 1)):
        yield "layout", tr("the layout must show the places 1 to {n}, each once", n=counts.board)


def _hand(game: Variant, counts: _Counts) -> Iterator[tuple[str, str]]:
    """Hands that can't win together, and declarations without a step or the other way round."""
    if game.ranking is not Ranking.MELDS:
        if game.wild_cards or game.wild:
            yield "wild", tr("a hand that isn't the best five cards knows no wild cards")
        if game.share is not Sharing.HIGH or ((game.spade or game.counted) and game.ranking.lowball):
            yield (
                "hand",
                tr("a game for low alone, or for another order of hands, can't be shared with another hand"),
            )
        if game.use != Use() or game.short_order:
            yield "hand", tr("a game for low alone, or for another order of hands, uses any of the cards")
        if counts.board and game.ranking.lowball:
            yield "hand", tr("a game for low alone is played without common cards")
    if game.spade and game.counted:
        yield "hand", tr("half of the pot goes to a spade in the hole or by a count, not both")
    if game.counted and not game.counted & card_set(pack_of(game.pack)):
        yield "hand", tr("no card that counts is in the pack")
    if game.openers is not None and not _can_ask_openers(game):
        text = tr(
            "opens is for a game with the house's betting, in which closed cards alone are dealt before the first bet, "
            "and the best five win"
        )
        yield "opens", text
    declares = any(step.op is Op.DECLARE for step in game.steps)
    if game.share.declared != declares:
        yield (
            "deal",
            (
                tr("declared high and low needs a step declare in the deal")
                if game.share.declared
                else tr('declare needs hand = "high and low, declared"')
            ),
        )


def _wild_rules(game: Variant, counts: _Counts) -> Iterator[tuple[str, str]]:
    """Rules on wild cards that exclude each other or speak of cards that aren't dealt, and the chase."""
    kinds, chase = {rule.kind for rule in game.wild}, _chase(game)
    personal = [kind for kind in kinds if kind >= WildKind.LAST_OWN]
    if len(personal) > 1:
        yield "wild", tr("only one rule can make cards wild for a single player")
    if (
        kinds & {WildKind.LOWEST_BOARD, WildKind.BOARD, WildKind.CANCELLED, WildKind.SPLIT_BOARD}
        and not counts.board
    ):
        yield "wild", tr("a rule speaks of common cards, and there are none")
    if kinds & {WildKind.FOLLOWER, WildKind.SPLIT_OPEN} and not counts.opened:
        yield "wild", tr("a rule speaks of open cards, and all are closed")
    if WildKind.KEPT_CLOSED in kinds and counts.closed != 1:
        yield "wild", tr("the card kept closed is one: {n} are closed at the end", n=counts.closed)
    if WildKind.LOWEST_CLOSED in kinds and not counts.closed:
        yield "wild", tr("a rule speaks of closed cards, and all are open")
    unseen = sum(step.count for step in game.steps if step.op is Op.DEAL_UNSEEN)
    if chase and (len(game.steps) != 2 or not unseen or game.all_in):
        yield "deal", tr("the chase follows cards unseen, and nothing else: 7 unseen, chase")
    if WildKind.BOTTOM in kinds and not chase:
        yield "wild", tr("the bottom card is that of a pile, which the chase alone has")
    if chase and (game.share is not Sharing.HIGH or game.ranking is not Ranking.MELDS):
        yield "hand", tr("the chase is for the best five cards alone")


def _cards(game: Variant, counts: _Counts) -> Iterator[tuple[str, str]]:
    """Yield cards that aren't in the pack, and effects that cards can't have in this deal."""
    pack = card_set(pack_of(game.pack))
    if game.wild_cards & JOKER_SET and not pack & JOKER_SET:
        yield "wild", tr("a pack of {n} cards has no jokers: write pack = 54", n=game.pack)
    for key, cards in (
        ("wild", game.wild_cards), ("sends_out", game.sent_out), ("redeals", game.redeals), ("buys", game.buys),
        ("gives", game.extra),
    ):  # fmt: skip
        if absent := cards & ~(pack | JOKER_SET):
            named = " ".join(wild_words(absent))
            yield key, tr("{cards} isn't in the pack of {n} cards", cards=named, n=game.pack)
    if pack & JOKER_SET and not game.wild_cards & JOKER_SET:
        yield "wild", tr('a pack of {n} cards has jokers, which must be wild: write "jokers"', n=game.pack)
    if game.buys and not game.buy_price:
        yield "buys", tr("cards that may be bought need a price: write price = 5")
    if (game.sent_out or game.buys) and not counts.opened:
        yield "deal", tr("no card lies open, so none can send out or be bought for")
    if game.redeals and (
        game.betting.limit is not Limit.HOUSE or not any(s.op is Op.DEAL_OPEN for s in game.steps)
    ):
        yield (
            "redeals",
            tr("cards are dealt again for a card that is dealt up, in a game with the house's betting"),
        )
    if (game.levy or game.charge or game.extra) and not (counts.board or _chase(game)):
        yield "deal", tr("there are no common cards that could cost or give a card")
    if game.short_order and (game.pack not in (32, 33) or counts.board):
        yield "short_order", tr("the short pack's order needs a pack of 32 or 33 cards, and no common cards")


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


def _betting_contradictions(game: Variant) -> Iterator[tuple[str, str]]:
    bets = game.betting
    first = [step.op for step in game.steps]
    before = first[: first.index(Op.BET)] if Op.BET in first else first
    if bets.bring_in and (
        Op.DEAL_OPEN not in before or bets.limit is not Limit.FIXED or bets.bring_in > bets.big_blind
    ):
        text = tr(
            "a bring-in needs an open card before the first round, a limit, and is no more than the small bet"
        )
        yield "bring_in", text
    if bets.limit is Limit.HOUSE:
        for key, chips in (("ante", bets.ante), ("max_raise", bets.max_raise)):
            if not chips:
                yield key, tr("write a whole number from {least} to {most}", least=1, most=MAX_CHIPS)
    if bets.limit is not Limit.HOUSE and not (bets.big_blind or bets.bring_in):
        yield "blinds", tr("a limit needs blinds, such as blinds = [1, 2]")
    if (
        bets.limit is not Limit.HOUSE
        and any(step.op is Op.DEAL_OPEN for step in game.steps)
        and not bets.bring_in
    ):
        yield "betting", tr("with a limit the open cards need a bring-in, such as bring_in = 1")
    if bets.button_blind and bets.limit is Limit.HOUSE:
        yield "button_blind", tr("a blind needs a limit")
    if game.reentry and (game.steps != _COME_BACK or bets.limit is not Limit.HOUSE):
        yield (
            "may_come_back",
            tr("players may come back at the draw of five cards with one exchange of five alone"),
        )
    if game.anticlockwise and not game.reentry:
        yield "anticlockwise", tr("only a game in which players may come back is played anticlockwise")
