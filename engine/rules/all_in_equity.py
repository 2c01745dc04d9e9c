"""All-in equity: the expected winnings of the players of a hand once no player can act any more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.cards.card import UNKNOWN_CARD
from engine.catalogue.model import Op, Variant
from engine.kernel.actions import Act, unpack
from engine.rules.equity import Expected, expected_of, has_equities, own_cards
from engine.rules.later_cards import COMING, has_later_cards
from engine.rules.replay import CARDS, DEALT, Replay

_DECIDED = {act for act in Act if act.voluntary} | {
    Act.CHECK, Act.FOLD, Act.BUY_CARD, Act.PAID_DRAW, Act.FORCED_PAYMENT, Act.THROW, Act.PASS_RIGHT, Act.PASS_LEFT, Act.DECLARE,
}  # fmt: skip
_CHOICES = {Op.DRAW, Op.PASS, Op.CHOOSE_OPEN, Op.THROW, Op.DECLARE}


def has_all_ins(variant: Variant) -> bool:
    """Whether nothing but cards can come once all chips are in: no cards that cost, no declarations.

    >>> from engine.catalogue import VARIANTS
    >>> has_all_ins(VARIANTS["texas-holdem"])
    True
    """
    return has_later_cards(variant) and not (variant.levy or variant.share.declared or variant.reentry)


def all_in_equities(
    variant: Variant,
    acts: Sequence[int],
    held: Sequence[int],
    live: Sequence[int],
    pots: Sequence[tuple[int, int]],
    runs: int = 1,
) -> tuple[int, list[Expected]] | None:
    """Return the number of common cards after the last decision of a hand, and the expected winnings from `pots` at
    that moment of each of the seats `live`, which stayed to the end. None if one of their cards is unknown, no card
    was to come, or a decision was still to come.

    `held` are the sets of cards that seats showed, 0 for the others. They are enough in a game in which players keep
    their first cards to the end; in other games the actions say which cards a player had when. Cards of players who
    folded may come, unless the actions contain all players' cards. The cards were run `runs` times, each for a part
    of the pots.

    >>> from engine.cards.card import card_set, parse_cards
    >>> from engine.catalogue import VARIANTS
    >>> from engine.kernel.actions import TABLE, pack
    >>> flop = [pack(Act.TURN_BOARD, TABLE, 1, card) for card in parse_cards("7s 8s 9d")]
    >>> shown = [card_set(parse_cards(cards)) for cards in ("Ah Kh", "2c 2d")]
    >>> bet = [pack(Act.BET, 0, 2, 50), pack(Act.CALL, 1, 2, 50)]
    >>> cards, won = all_in_equities(VARIANTS["texas-holdem"], flop + bet, shown, [0, 1], [(100, 0b11)])
    >>> cards, [round(player.chips, 1) for player in won]
    (3, [29.1, 70.9])
    """
    hand = Replay(variant, [0] * len(held))
    recorded = [unpack(packed) for packed in acts]
    last = max((place for place, act in enumerate(recorded) if act.kind in _DECIDED), default=-1)
    dealt: Counter[int] = Counter()
    for act in recorded[: last + 1]:
        if act.kind not in CARDS:
            hand.apply(act)
            dealt[act.seat] -= act.kind is Act.THROW
        elif act.kind in DEALT:
            dealt[act.seat] += 1
            if act.value != UNKNOWN_CARD:
                hand.place(act)
        else:
            hand.place(act)
    all_known = all(own.bit_count() == dealt[seat] > 0 for seat, own in enumerate(hand.held))
    hand.live = [*live]
    if has_equities(variant):
        dealt = Counter(dict.fromkeys(live, own_cards(variant)))
        hand.held = [own or shown for own, shown in zip(hand.held, held, strict=True)]
    if not all_known:
        hand.held = [own if seat in live else hand.open[seat] for seat, own in enumerate(hand.held)]
    known = [*hand.held, hand.thrown, *(1 << card for card in hand.board)]
    rest = {step.op for step in variant.steps[hand.row + 1 :]}
    if (
        any(hand.held[seat].bit_count() != dealt[seat] or not dealt[seat] for seat in live)
        or len({dealt[seat] for seat in live}) > 1
        or sum(cards.bit_count() for cards in known) != (sum(known)).bit_count()
        or rest.isdisjoint(COMING)
        or not rest.isdisjoint(_CHOICES)
    ):
        return None
    return len(hand.board), expected_of(variant, hand.standing(), pots, runs=runs)
