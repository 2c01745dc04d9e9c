"""Announced melds at the showdown, compared with the shown cards (PR, "Annoncering af melding").

A meld announced too low counts as announced; one that isn't there loses the claim. Cards are checked if all are
named, and if their value doesn't depend on what a line can't say (which card came last, who had which open card
when).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.api import (
    CATEGORIES,
    OWN_ORDERS,
    RANKS,
    SHORT_ORDER,
    Declared,
    Half,
    HeldCards,
    Op,
    PederError,
    Variant,
    WildKind,
    board_size,
    meld_name,
    worth,
)
from language import tr
from language.melds import WITH_ARTICLE
from pipeline.night.hand.deal import Hand, Seat

_UNTOLD = {WildKind.FOLLOWER, WildKind.LAST_OWN, WildKind.BOTTOM}


@dataclass(frozen=True)
class Claim:
    """A meld that a player claims: its place in the game's order, the ranks as announced, the score if the cards
    make it.
    """

    place: int
    ranks: tuple[int, ...]
    score: int | None
    text: str
    is_there: bool = True

    def beats(self, other: Claim) -> bool:
        """Whether this claim is known to beat the other."""
        if self.place != other.place:
            return self.place > other.place
        if self.score is not None and other.score is not None:
            return self.score > other.score
        known = min(len(self.ranks), len(other.ranks))
        return self.ranks[:known] > other.ranks[:known]


def claim_doubts(hand: Hand, variant: Variant) -> Iterable[str]:
    """What the cards say against the announced melds and against the winners."""
    most = held_at_end(variant)
    for seat in hand.seats:
        if len(seat.held.cards) > most and not (variant.extra or variant.buys):
            yield (
                tr(
                    "{name} shows {n} cards, and {game} leaves a player {most}.",
                    name=seat.name,
                    n=len(seat.held.cards),
                    game=variant.name,
                    most=most,
                )
            )
    claims: dict[int, Claim] = {}
    for number, seat in enumerate(hand.seats):
        claim = _claim(seat, hand, variant)
        if not (seat.stayed and claim):
            continue
        if claim.is_there:
            claims[number] = claim
        else:
            values = {"name": seat.name, "cards": claim.text, "meld": _name(seat.meld)}
            yield (
                tr(
                    "{name}'s cards make {cards}, so {meld} isn't there: {name} can't win with it (PR).",
                    **values,
                )
                if seat.won
                else tr(
                    "{name}'s cards make {cards}, so {meld} isn't there: {name} loses the claim (PR).",
                    **values,
                )
            )
    yield from _beaten(hand, claims)


def _beaten(hand: Hand, claims: dict[int, Claim]) -> Iterable[str]:
    """The first winner of the main pot or its high half whose claim is beaten by a player without a share."""
    if hand.boards > 1:
        return
    highs = (Half.WHOLE, Half.HIGH)
    winners = {share.seat for share in hand.shares if share.pot_no == 0 and share.half in highs}
    for winner in sorted(winners & claims.keys()):
        for number, claim in claims.items():
            if (
                number in winners
                or hand.seats[number].declared == Declared.LOW
                or hand.seats[number].folded_round is not None
            ):
                continue
            if claim.beats(claims[winner]):
                yield (
                    tr(
                        "{name} shows {cards}, which beats {winner}'s {won_by}.",
                        name=hand.seats[number].name,
                        cards=claim.text,
                        winner=hand.seats[winner].name,
                        won_by=claims[winner].text,
                    )
                )
                return


def _claim(seat: Seat, hand: Hand, variant: Variant) -> Claim | None:
    """Return a seat's claim; None if its cards aren't all named or can't be ranked."""
    cards = _cards(seat, hand, variant)
    if cards is None:
        return None
    try:
        value = worth(variant, cards)
    except PederError:
        return None
    held = Claim(_place(value.category, variant), _ranks(value.ranks), value.score, value.text)
    if seat.meld not in CATEGORIES:
        return held
    _, *words = (seat.announced or "").split("-")
    ranks = _ranks(words)
    announced = Claim(_place(seat.meld, variant), ranks, None, _name(seat.meld))
    if announced.place == held.place and ranks == held.ranks[: len(ranks)]:
        return held
    if announced.beats(held):
        return Claim(held.place, held.ranks, held.score, held.text, is_there=False)
    return _best(announced, cards, variant) or announced


def _best(announced: Claim, cards: HeldCards, variant: Variant) -> Claim | None:
    """The best meld in some cards that is the one announced, below what they make: of ``pair`` with aces and jacks the
    pair of aces, its kickers too. None where no five of the cards make it.
    """
    every = [*((card, "own") for card in cards.own), *((card, "open") for card in cards.open)]
    every += [(card, "board") for card in cards.board]
    best: Claim | None = None
    for five in combinations(every, min(5, len(every))):
        held = HeldCards(
            **{where: tuple(card for card, lay in five if lay == where) for where in ("own", "open", "board")}
        )
        try:
            value = worth(variant, held)
        except PederError:
            continue
        claim = Claim(_place(value.category, variant), _ranks(value.ranks), value.score, value.text)
        words = announced.ranks
        if claim.place == announced.place and claim.ranks[: len(words)] == words:
            best = claim if best is None or claim.beats(best) else best
    return best


def _cards(seat: Seat, hand: Hand, variant: Variant) -> HeldCards | None:
    if not seat.held or any(rule.kind in _UNTOLD for rule in variant.wild):
        return None
    common = hand.common[0] if hand.common else ()
    if len(common) != board_size(variant) or len(seat.held.cards) < held_at_end(variant):
        return None
    closed = len(seat.held.cards) if seat.held.closed is None else seat.held.closed
    return HeldCards(own=seat.held.cards[:closed], open=seat.held.cards[closed:], board=common)


def held_at_end(variant: Variant) -> int:
    """Number of own cards that a player has at the showdown, without extra ones."""
    dealt = (Op.DEAL_CLOSED, Op.DEAL_OPEN, Op.DEAL_UNSEEN)
    return sum(
        step.count if step.op in dealt else -step.count
        for step in variant.steps
        if step.op in (*dealt, Op.THROW)
    )


def _place(category: str, variant: Variant) -> int:
    """A category's place in the game's order."""
    place = CATEGORIES.index(category)
    if order := OWN_ORDERS.get(variant.ranking):
        return order.index(place) if place in order else -1
    if variant.ranking.lowball:
        return -place
    return SHORT_ORDER.index(place) if variant.short_order else place


def _ranks(ranks: Sequence[str]) -> tuple[int, ...]:
    return tuple(RANKS.index(rank) for rank in ranks)


def _name(meld: str | None) -> str:
    if meld not in CATEGORIES:
        return tr("the meld")
    with_article = WITH_ARTICLE.get(meld)
    return tr(with_article) if with_article else meld_name(CATEGORIES.index(meld))
