"""What a hand is worth in each game: random hands of all by the oracle, and hands one can check."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine.cards.card import JOKER_SET, card_set, pack_of, parse_cards
from engine.cards.guest_rankings import rank_hand
from engine.cards.high import CATEGORY_SHIFT
from engine.catalogue import TRAINED, VARIANTS, Variant
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.model import DESIGNATED, Op, WildKind, board_size
from engine.errors import CardError
from engine.kernel.value import rate
from engine.rules.hand_value import HeldCards, Worth, read_held_cards, worth
from engine.terms import Ranking
from tests.oracle import guests, melds as oracle
from tests.oracle.additions import parse as oracle_additions
from tests.oracle.cards import from_code
from tests.oracle.games import GAMES, Held, Place, View
from tests.oracle.showdown import usages
from tests.oracle.special import SHORT_CATEGORIES, best_eight, best_usage, lowest_usage, short_meld
from tests.oracle.table import Table

CARD_GAMES = [variant for variant in TRAINED.values() if not variant.kernel]
DEALS = 25


def ids(variant: Variant) -> str:
    return variant.id


def of(game: str, own: str = "", open: str = "", board: str = "", up: str = "", add: str = "") -> Worth:
    return worth(call(VARIANTS.find(game), parse_additions([add])), read_held_cards(own, open, board, up))


# --- the oracle ---


def _deal(variant: Variant, draw: random.Random) -> tuple[HeldCards, View]:
    """A whole deal at a table of three, for the engine and for the oracle; the first seat is asked about.

    Closed cards that the game turns are turned, in the order dealt. Common cards may still be closed.
    """
    pack = pack_of(variant.pack)
    draw.shuffle(pack)
    view = View(hands=[[] for _ in range(3)], turned=[[] for _ in range(3)], alone=variant.alone)
    turns = any(step.op in (Op.TURN_OWN, Op.CHASE) for step in variant.steps)
    for step in variant.steps:
        for _ in range(step.count if step.op.name.startswith(("DEAL", "LAY", "CHOOSE", "THROW")) else 0):
            if step.op.name.startswith("LAY"):
                view.board.append(Place(from_code(pack.pop()), turned=False))
                continue
            for hand in view.hands:
                closed = [held for held in hand if not held.open]
                if step.op is Op.CHOOSE_OPEN:
                    chosen = draw.choice(closed)
                    chosen.open = True
                    view.opened.append(chosen.card)
                elif step.op is Op.THROW:
                    hand.remove(draw.choice(closed))
                else:
                    hand.append(Held(from_code(pack.pop()), open=step.op is Op.DEAL_OPEN))
                    if step.op is Op.DEAL_OPEN:
                        view.opened.append(hand[-1].card)
    _add_extra_cards(variant, view, pack)
    if turns:
        for hand, turned in zip(view.hands, view.turned, strict=True):
            for held in hand:
                if not held.open:
                    held.turned = True
                    turned.append(held.card)
    count = draw.choice((board_size(variant), draw.randint(0, board_size(variant))))
    for place in view.board[:count]:
        place.turned = True
    mine = view.hands[0]
    codes = {from_code(card): card for card in pack_of(54)}
    return (
        HeldCards(
            own=[codes[held.card] for held in mine if not held.open],
            open=[codes[held.card] for held in mine if held.open],
            board=[codes[place.card] for place in view.board[:count]],
            up=[codes[card] for card in view.opened],
        ),
        view,
    )


def _add_extra_cards(variant: Variant, view: View, pack: list[int]) -> None:
    """The free card that a four brings, on top of the pile: it is turned next."""
    if not variant.extra or not any(step.op is Op.CHASE for step in variant.steps):
        return
    for hand in view.hands:
        place = 0
        while place < len(hand):
            if hand[place].card.rank == 4:
                hand.insert(place + 1, Held(from_code(pack.pop()), extra=True))
            place += 1


def _table(variant: Variant, view: View) -> Table:
    table = Table(GAMES[variant.id], oracle_additions(variant.additions), [150, 150, 150], [], 0)
    # a line with a card not yet turned is used with the others
    table.view = view
    shown = [place for place in view.board if place.turned]
    lines = [[place for place in line if place < len(shown)] for line in table.lines()]
    view.board = shown
    table.lines = lambda: lines  # type: ignore[method-assign]
    return table


def _calls() -> Iterator[tuple[str, str]]:
    for variant in CARD_GAMES:
        yield variant.id, ""
        if any(rule.kind in DESIGNATED for rule in variant.wild):
            yield variant.id, "alone"
    for game in ("seven-card-stud", "roll-them", "gammel-skagen", "lincoln", "tahoe"):
        yield game, "wild 2 one-eyed hilo"
        yield game, "jokers"


@pytest.mark.parametrize(("game", "add"), list(_calls()))
def test_random_hands_are_worth_what_the_oracle_says(game: str, add: str) -> None:
    variant = call(VARIANTS[game], parse_additions([add]))
    draw = random.Random(f"{game} {add}")
    for _ in range(DEALS):
        hand, view = _deal(variant, draw)
        if len(hand.board) < (5 if variant.use.lines else 3) and variant.use.own_exactly:
            continue  # two own cards and three of the board aren't there yet
        table = _table(variant, view)
        result = worth(variant, hand)
        if variant.ranking is not Ranking.MELDS:
            cards = [*view.own(0), *view.turned_common()]
            if len(cards) >= (4 if variant.ranking is Ranking.BADUGI else 5):
                assert result.category == guests.text(variant.ranking.value, cards)
            continue
        if variant.short_order:
            short = short_meld(view.own(0), table.fixed_wild)
            place = 8 if short.name == "royal_flush" else SHORT_CATEGORIES.index(short.name)
            assert result.score >> CATEGORY_SHIFT == 2 * place + short.without_joker
            assert result.ranks == ["??23456789TJQKA"[rank] for rank in short.announced]
            continue
        assert result.score == oracle.to_score(best_usage(usages(table, 0))), hand
        low = None
        whole = [usage for usage in usages(table, 0) if len(usage.cards) >= 5]
        if variant.share.endswith("eight"):
            low = best_eight(whole)
        elif variant.share == "declared" and whole:
            low = lowest_usage(whole)
        assert (result.low and result.low.ranks) == (
            low and ["?A23456789TJQK"[rank] for rank in low.announced]
        )


@pytest.mark.parametrize("variant", CARD_GAMES, ids=ids)
def test_the_five_cards_named_make_the_score(variant: Variant) -> None:
    draw = random.Random(variant.id)
    for _ in range(10):
        hand, _view = _deal(variant, draw)
        result = worth(variant, hand)
        five = parse_cards(" ".join(result.five))
        wild = card_set(parse_cards(" ".join(result.wild)))
        held = [*hand.own, *hand.open]
        assert set(five) <= {*held, *hand.board}
        if variant.ranking is not Ranking.MELDS:
            assert rank_hand(variant.ranking.code, card_set(five)) == result.score
            assert len(five) == 5 or variant.ranking is Ranking.BADUGI or len(held) + len(hand.board) < 5
            continue
        if not variant.use.lines and not variant.use.own_exactly:
            own = min(len(held), variant.use.own_at_most or len(held))
            assert len(five) == min(5, own + len(hand.board))
        if not variant.short_order:
            assert rate(card_set(five), wild, 0) == result.score
        if variant.use.own_exactly:
            assert len(set(five) & set(held)) == variant.use.own_exactly
        if variant.use.own_at_most:
            assert len(set(five) & set(held)) <= variant.use.own_at_most
        if variant.use.lines:
            used = {hand.board.index(card) for card in five if card in hand.board}
            assert any(used <= set(line) for line in variant.use.lines)


# --- wild cards, kind by kind ---


def test_the_card_kept_closed_makes_its_rank_wild() -> None:
    """PR, Shifting Sands."""
    result = of("shifting-sands", "9s", "As 9d Kh 5c")
    assert (result.category, result.wild) == ("three", ["9d", "9s"])
    with pytest.raises(CardError, match="name the card kept closed with own, the others with open"):
        of("shifting-sands", "9s As 9d Kh 5c")


def test_a_free_choice_may_be_none_but_a_picked_card_is_in_the_hand() -> None:
    """Fill the Hole picks among the hand's cards; a royal flush of natural cards is then spoilt."""
    royal = "As Ks Qs Js Ts"
    assert of("your-choise", royal).wild == []
    assert len(of("fill-the-hole", royal, board="2d 3d 4c 6h").wild) == 1


def test_a_rank_that_is_wild_already_may_be_picked() -> None:
    """Twos wild for all players: jacks needn't be wild, too, and the jack stays natural."""
    picked = of("fill-the-hole", "2h 2d Jc Kc Qc", board="7s 6h Ah 4d", add="wild 2")
    assert set(picked.wild) == {"2h", "2d"}


def test_follower_is_the_rank_after_the_latest_queen() -> None:
    """Ruling 10: in the order dealt around the table, folded players' cards too."""
    cards = {"own": "As Kd 3c", "open": "Qh 7s 2d 7c"}
    assert of("follow-the-queen", **cards, up="Qh 9c 9d 7s 2d 7c").wild == ["Qh"]
    assert of("follow-the-queen", **cards, up="Qh 7s 9c 9d 2d 7c").wild == ["7c", "Qh", "7s"]
    assert of("follow-the-queen", **cards, up="Qh 7s 9c 9d 2d 7c Qs").wild == ["Qh"]
    assert of("follow-the-queen", **cards).wild == ["7c", "Qh", "7s"]


def test_split_open_needs_a_card_on_each_side() -> None:
    """Ruling 11: all cards of the rank are then wild."""
    result = of("crs-surprise", "9s 9d 2c", "9h Ks Kd 4c")
    assert (result.category, result.ranks) == ("five", ["K"])
    assert of("crs-surprise", "9s 9d 2c", "7h Ks Kd 4c").wild == []
    with pytest.raises(CardError, match="name the closed cards with own"):
        of("crs-surprise", "9s 9d 2c 9h Ks Kd 4c")


def test_board_with_the_house_option_the_card_alone() -> None:
    """Ruling 1's option."""
    board = "9d 7h 6c Qs Ks"
    assert of("hayleys-komet", "9s Kd Kh 2c 4d", board=board, add="alone").wild == ["Ks"]


def test_lowest_board_can_change_until_the_river() -> None:
    """Ruling 14, ace high."""
    assert of("cool-hand-luke", "4s Kd", board="9d 4h Ac").wild == ["4h", "4s"]
    assert of("cool-hand-luke", "4s Kd", board="9d 4h Ac 3d").wild == ["3d"]
    assert of("cool-hand-luke", "4s Kd", board="Ad Ah Ac").wild == ["Ac", "Ad", "Ah"]


def test_bottom_of_the_pile_is_wild_once_turned() -> None:
    """Ruling 28; a four brings a card on top of the pile, so the bottom comes one card later."""
    assert of("narwidjan-munaeklips", "", "Kh Qc 8d 7d 6s Jd").wild == []
    assert of("narwidjan-munaeklips", "", "Kh Qc 8d 7d 6s Jd Ks").wild == ["Kh", "Ks"]
    assert of("narwidjan-munaeklips", "", "Kh 4c 8d 7d 6s Jd Ks").wild == []
    assert of("narwidjan-munaeklips", "", "Kh 4c 8d 7d 6s Jd 2d Ks").wild == ["Kh", "Ks"]


# --- what can't be ---


@pytest.mark.parametrize(
    ("game", "cards", "sentence"),
    [
        ("straight-poker", {}, "No own cards"),
        ("straight-poker", {"own": "As Ks Qs Js Ts 9s"}, "deals 5 cards to a player, not 6"),
        ("straight-poker", {"own": "As Ks", "board": "Qs"}, "has no common cards, not 1"),
        ("texas-holdem", {"own": "As Ks", "board": "2s 3s 4s 5s 6s 7s"}, "has 5 common cards, not 6"),
        ("texas-holdem", {"own": "As Ks", "board": "2s As"}, "As is named twice"),
        ("texas-holdem", {"own": "As Ks", "board": "2s ? 4s"}, "4s comes after a ?"),
        ("seven-card-stud", {"own": "As Ks", "open": "Ks"}, "Ks is named twice"),
        ("poker-32", {"own": "As Ks Qs Js 2s"}, "2s isn't in the pack of 32"),
        ("straight-poker", {"own": "As Ks Qs Js Jo"}, "Jo isn't in the pack of 52"),
        ("poker-33", {"own": "As Ks Qs Jo Jo"}, "Jo isn't in the pack of 33"),
        ("follow-the-queen", {"own": "As", "open": "Qs 2d", "up": "Qs 3d"}, "2d is open but not among"),
    ],
)
def test_a_hand_that_cannot_be_is_one_sentence(game: str, cards: dict[str, str], sentence: str) -> None:
    with pytest.raises(CardError, match=re.escape(sentence)) as caught:
        of(game, **cards)
    assert str(caught.value).endswith(".")


def test_extra_cards_may_be_more_than_dealt() -> None:
    assert of("baseball", "As Ks Qs 2c", "4h Js Ts 7d").category == "straight_flush"
    assert of("texas-league", "As Ks 7d", board="4d Qs Js Ts 2c").category == "straight_flush"


def test_every_kind_of_wild_card_is_in_some_game() -> None:
    assert {rule.kind for variant in CARD_GAMES for rule in variant.wild} == set(WildKind)
    assert JOKER_SET & VARIANTS.find("poker-33").wild_cards
