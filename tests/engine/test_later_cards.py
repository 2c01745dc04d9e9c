"""The luck of later cards: what one can count, and that it is 0 on average over the cards that may come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import mean, stdev

import pytest

from engine.api import (
    TRAINED,
    VARIANTS,
    HandColumn,
    SeatColumn,
    Variant,
    guesses_hands,
    has_later_cards,
    play,
    read_definition,
    streets,
)
from engine.cards.card import card_set, cards_in, pack_of, parse_cards
from engine.kernel.actions import TABLE, Act, pack, unpack
from engine.rules.equity import DRAWN, Standing, equities, forecast
from engine.rules.replay import Replay
from engine.rules.rollout import PlayerColumn
from tests.engine.replayed import played
from tests.oracle.cards import from_code
from tests.oracle.melds import best_high

GAMES = Path(__file__).parents[1] / "games"
HOLDEM = VARIANTS["texas-holdem"]
SEEDS = range(16)


def acts(*told: tuple[Act, int, str | int]) -> list[int]:
    """Packed acts of (kind, seat, chips or cards)."""
    return [
        pack(kind, seat, 1, value)
        for kind, seat, what in told
        for value in (parse_cards(what) if isinstance(what, str) else [what])
    ]


def laid(cards: str) -> tuple[Act, int, str]:
    return Act.TURN_BOARD, TABLE, cards


def later_luck(game: Variant, told: list[int], held: list[int], pot_in: int, seed: int) -> list[float] | None:
    found = streets(game, told, held, pot_in, seed)
    return found and found.luck


DEALT = [(Act.DEAL_CLOSED, 0, "As Ah"), (Act.DEAL_CLOSED, 1, "Kd Kc"), (Act.DEAL_CLOSED, 2, "Kh 3d")]
BETS = [(Act.BET, 0, 20), (Act.CALL, 1, 20), (Act.CALL, 2, 2), (Act.FOLD, 2, 0)]


def test_the_river_that_one_counts() -> None:
    """A pot of 44, of which a king that 1 in 42 cards is gives all: two are dealt, and one folded."""
    before = acts(*DEALT, laid("2c 7d 9h 3s"), *BETS)
    unknown = later_luck(HOLDEM, [*before, *acts(laid("Qs"))], [0] * 3, 2, 1)
    saved = later_luck(HOLDEM, [*before, *acts(laid("Ks"))], [0] * 3, 2, 1)
    before_it = later_luck(HOLDEM, before, [0] * 3, 2, 1)  # of the two chips that were carried in
    assert unknown is not None
    assert saved is not None
    assert before_it is not None
    assert [luck - so_far for luck, so_far in zip(unknown, before_it, strict=True)] == pytest.approx(
        [44 / 42, -44 / 42, 0]
    )
    assert [luck - so_far for luck, so_far in zip(saved, before_it, strict=True)] == pytest.approx(
        [-44 * 41 / 42, 44 * 41 / 42, 0]
    )


def test_chances_go_with_the_cards_and_the_players_who_are_in() -> None:
    """Kings against aces: of the 44 cards that one doesn't see at the turn, a king that is left wins the pot."""
    check = (Act.CHECK, 0, 0)
    told = acts(*DEALT, check, laid("2c 7d 9h"), *BETS, laid("3s"), check, laid("Ks"))
    found = streets(HOLDEM, told, [0] * 3, 2, 1)
    assert found is not None
    assert [chances.acts for chances in found.chances] == [6, 10, 14, 15, 17]
    assert [sorted(chances.parts) for chances in found.chances] == [[0, 1, 2]] * 2 + [[0, 1]] * 3
    assert all(sum(chances.parts.values()) == pytest.approx(1) for chances in found.chances)
    assert found.chances[3].parts == pytest.approx({0: 41 / 42, 1: 1 / 42})
    assert found.chances[4].parts == {0: 0, 1: 1}
    assert found.luck == streets(HOLDEM, told, [0] * 3, 2, 1).luck  # type: ignore[union-attr]


def test_unknown_hands_are_dealt_at_random() -> None:
    """Aces win 85.2 % against any hand before the flop, and a set of aces 94 % and more after it."""
    told = acts((Act.SMALL_BLIND, 0, 1), (Act.BIG_BLIND, 1, 2), (Act.CALL, 0, 1), (Act.CHECK, 1, 0), laid("Ad 7c 2s"),
                (Act.CHECK, 1, 0), (Act.CHECK, 0, 0), laid("7h"), (Act.CHECK, 1, 0), (Act.CHECK, 0, 0), laid("3d"))  # fmt: skip
    aces = card_set(parse_cards("As Ah"))
    found = [streets(HOLDEM, told, [aces, 0], 0, seed << 8, unknown=2) for seed in SEEDS]
    paths = [[parts for _, parts in each.chances] for each in found if each]
    assert len(paths) == len(SEEDS)
    first, flop, *_ = (mean(parts[0] for parts in street) for street in zip(*paths, strict=True))
    assert first == pytest.approx(0.852, abs=4 * 0.36 / (DRAWN * len(SEEDS)) ** 0.5)
    assert flop > 0.94
    assert all(parts[0] + parts[1] == pytest.approx(1) for path in paths for parts in path)
    assert streets(HOLDEM, told, [aces, 0], 0, 1) is None  # without it, all cards have to be known
    assert [name for name in ("texas-holdem", "omaha", "five-card-stud", "three-card-draw", "guts") if guesses_hands(VARIANTS[name])] == [
        "texas-holdem", "omaha",
    ]  # fmt: skip


def rivers(game: str, dealt: list[tuple[Act, int, str]], board: str) -> Iterator[list[float]]:
    """The luck of each card that may come."""
    known = parse_cards(" ".join([*(cards for *_, cards in dealt), board]))
    before = acts(*dealt, (Act.CHECK, 0, 0), laid(board), *BETS)
    so_far = later_luck(VARIANTS[game], before, [0] * 3, 0, 1)
    assert so_far is not None
    for river in cards_in(card_set(pack_of(52)) & ~card_set(known)):
        luck = later_luck(VARIANTS[game], [*before, pack(Act.TURN_BOARD, TABLE, 2, river)], [0] * 3, 0, 1)
        assert luck is not None
        assert sum(luck) == pytest.approx(0)
        yield [after - before for after, before in zip(luck, so_far, strict=True)]


MORE = ["2s 4d 8d Tc", "Qd 8c Td 6s", "Jh Jc 5c 6h"]


@pytest.mark.parametrize(
    ("game", "own", "board"),
    [
        ("texas-holdem", 2, "2c 7d 9h 3s"),
        ("omaha", 4, "2c 7d 9h 3s"),
        ("cincinnati", 5, "2c 7d 9h 3s"),
        ("criss-cross", 5, "2c 7d 9h 3s"),  # the last one's rank is wild
        ("lunatic", 5, "2c 7d 9h 3s"),  # twos and threes and nines are no more
        ("cool-hand-luke", 2, "4h 7d 9h 3s"),  # the lowest is wild
        ("karrusel", 4, "Qc 7d 9h 3s 8s"),  # six lines, wild where a rank is on both sides
        ("omaha-high-low", 4, "2c 7d 9h Ts"),  # halves are declared
    ],
)
def test_over_all_cards_that_may_come_it_is_nothing(game: str, own: int, board: str) -> None:
    hands = [[*cards.split(), *more.split()][:own] for (*_, cards), more in zip(DEALT, MORE, strict=True)]
    dealt = [(Act.DEAL_CLOSED, seat, " ".join(cards)) for seat, cards in enumerate(hands)]
    lucks = list(rivers(game, dealt, board))
    assert [sum(column) for column in zip(*lucks, strict=True)] == pytest.approx([0, 0, 0], abs=1e-9)
    assert max(max(luck) for luck in lucks) > 8


STUD = [
    (Act.DEAL_CLOSED, 0, "As Ah"), (Act.DEAL_CLOSED, 1, "Kd 9c"), (Act.DEAL_OPEN, 0, "4s"),
    (Act.DEAL_OPEN, 1, "Ts"), (Act.BET, 0, 5), (Act.CALL, 1, 5),
]  # fmt: skip


def mean_over(game: str, before: list[int], kind: Act, seat: int, known: int) -> list[float]:
    """The luck of each card that may come to a seat, less what it was before; its mean lies near 0."""
    left = cards_in(card_set(pack_of(52)) & ~known)
    so_far = [later_luck(VARIANTS[game], before, [0, 0], 0, card << 8) for card in left]
    after = [
        later_luck(VARIANTS[game], [*before, pack(kind, seat, 2, card)], [0, 0], 0, card << 16)
        for card in left
    ]
    results = [new[seat] - mean(old[seat] for old in so_far if old) for new in after if new]
    assert len(results) == len(left)
    drawn = 10 * (4 * 0.25 / DRAWN) ** 0.5  # the deviation of what is drawn, in both
    assert abs(mean(results)) < 4 * drawn / len(results) ** 0.5
    return results


@pytest.mark.parametrize("game", ["follow-the-queen", "baseball"])
def test_open_cards_that_name_wild_ones_or_send_out(game: str) -> None:
    """After a queen whatever comes next is wild; at baseball a three sends its holder out."""
    before = acts(*STUD, (Act.DEAL_OPEN, 0, "Qh"))
    known = card_set(parse_cards("As Ah Kd 9c 4s Ts Qh"))
    result = mean_over(game, before, Act.DEAL_OPEN, 1, known)
    assert (min(result) < -4) == (game == "baseball")


def test_cards_that_were_passed_are_weighed_where_they_are() -> None:
    """Bo passes his kings away; what comes next finds them with Anna."""
    dealt = [(Act.DEAL_CLOSED, 0, "As 3d 5h 8c 9s"), (Act.DEAL_CLOSED, 1, "Kd Kc Ks Qd 2h")]
    passed = [(Act.PASS_RIGHT, 0, "3d 5h 8c"), (Act.PASS_RIGHT, 1, "Kd Kc Ks")]
    before = acts(*dealt, (Act.BET, 0, 5), (Act.CALL, 1, 5), *passed)
    hand = Replay(VARIANTS["chicago-seven"], [0, 0])
    for act in map(unpack, before):
        (hand.place if act.kind is Act.DEAL_CLOSED else hand.apply)(act)
    assert hand.held == [card_set(parse_cards("As 9s Kd Kc Ks")), card_set(parse_cards("3d 5h 8c Qd 2h"))]
    worth = forecast(VARIANTS["chicago-seven"], hand.standing(), hand.pots_now(0), 1)
    assert worth[0] > 7
    assert sum(worth) == pytest.approx(10)


@pytest.mark.parametrize("game", ["seven-eleven", "three-card-draw", "midnight-baseball", "poker-33"])
def test_what_is_expected_at_the_end_is_what_is_won(game: str) -> None:
    """Of simulated hands: with the last card each gets what the table gave; on average cards did nothing."""
    variant = VARIANTS[game]
    lucks = []
    for _, batch in play(variant, players=4, hands=150, seed=706, profiles=("plain-steady",), detail="cards"):
        for row, (start, end) in enumerate(pairwise(batch.action_ends[: len(batch.hand) + 1])):
            told = batch.actions[start:end].tolist()
            pot_in = int(batch.hand[row, HandColumn.POT_IN])
            luck = later_luck(variant, told, [0] * 4, pot_in, row << 8)
            assert luck is not None
            lucks.append(luck)
            if batch.hand[row, HandColumn.SHOWDOWN]:
                won = batch.seat[row, :, SeatColumn.WON]
                assert at_the_end(variant, told, pot_in) == pytest.approx(won[won >= 0], abs=1)
    for seat in zip(*lucks, strict=True):
        assert abs(mean(seat)) < 3.5 * stdev(seat) / len(seat) ** 0.5


def at_the_end(variant: Variant, told: list[int], pot_in: int) -> list[float]:
    """What each seat gets of the pots when no card is to come."""
    hand = Replay(variant, [0] * 4)
    for act in map(unpack, told):
        dealt = act.kind in (Act.DEAL_CLOSED, Act.DEAL_OPEN) or (act.kind is Act.TURN_OWN and hand.piles)
        (hand.place if dealt else hand.apply)(act)
    standing = replace(hand.standing(), step=len(variant.steps))
    for player in standing.players:
        player[PlayerColumn.UNSEEN] = 0  # unturned cards
    gets = dict(zip(hand.live, forecast(variant, standing, hand.pots_now(pot_in), 1), strict=True))
    return [gets.get(seat, 0.0) for seat in range(4)]


def rows(own: list[int], owed: list[int]) -> list[list[int]]:
    """Players who hold some cards, none open, and get some more."""
    return [[cards, 0, 0, cards.bit_count(), -1, 0, more, 0] for cards, more in zip(own, owed, strict=True)]


def near(found: list[float], chips: float) -> bool:
    """Whether means of `DRAWN` ways each are within 4 standard errors of what is counted."""
    return abs(mean(found) - chips) < 4 * stdev(found) / len(found) ** 0.5


def test_ways_that_are_drawn_give_the_mean_of_all() -> None:
    """One common card lies, so that 178,365 boards are left; and one of two has a card to come at stud."""
    held = [parse_cards("As Ah"), parse_cards("Kd Qd")]
    exact = equities(HOLDEM, held, parse_cards("Jd"), [(100, 0b11)])[0].chips
    own, lying = [card_set(cards) for cards in held], card_set(parse_cards("Jd"))
    left = card_set(pack_of(52)) & ~(sum(own) | lying)
    standing = Standing(rows(own, [0, 0]), parse_cards("Jd"), left, len(HOLDEM.steps), 4)
    some = [forecast(HOLDEM, standing, [(100, 0b11)], seed)[0] for seed in SEEDS]
    assert near(some, exact)
    assert 1 < stdev(some) < 100 * (0.25 / DRAWN) ** 0.5 * 1.5

    held = [parse_cards("2s 7d 9h 9c 3s Kd Qc"), parse_cards("Ah Kh Th 4h 2d 8s")]
    own = [card_set(cards) for cards in held]
    left = card_set(pack_of(52)) & ~sum(own)
    best = best_high([from_code(card) for card in held[0]])
    wins = [best_high([from_code(card) for card in [*held[1], last]]) > best for last in cards_in(left)]
    stud = VARIANTS["seven-card-stud"]
    standing = Standing(rows(own, [0, 1]), [], left, len(stud.steps))
    assert forecast(stud, standing, [(100, 3)], 1)[1] == pytest.approx(100 * mean(wins))


def test_a_draw_is_weighed_by_the_cards_not_thrown() -> None:
    """Who keeps four of a suit gains by the fifth what all other cards cost on average."""
    pat, kept = "2s 2d 7h 9c Kd", "3h 5h 9h Jh"
    dealt = [(Act.DEAL_CLOSED, 0, pat), (Act.DEAL_CLOSED, 1, f"{kept} 8c")]
    before = acts(*dealt, (Act.BET, 0, 5), (Act.CALL, 1, 5), (Act.THROW, 1, "8c"))
    left = cards_in(card_set(pack_of(52)) & ~card_set(parse_cards(f"{pat} {kept} 8c")))
    game = VARIANTS["three-card-draw"]
    lucks = [
        later_luck(game, [*before, pack(Act.DEAL_CLOSED, 1, 1, card)], [0, 0], 0, card << 8) for card in left
    ]
    mine = [luck[1] for luck in lucks if luck]
    assert len(mine) == len(left) == 42
    drawn = 10 * (0.2 / DRAWN) ** 0.5  # the deviation of what is drawn
    assert abs(mean(mine)) < 4 * drawn / len(mine) ** 0.5
    flush = [
        luck for luck, card in zip(mine, left, strict=True) if card in parse_cards("2h 4h 6h 8h Th Qh Kh Ah")
    ]
    assert min(flush) > 4


def test_later_luck_is_unknown_where_cards_are() -> None:
    before = acts(*DEALT, laid("2c 7d 9h 3s"), *BETS)
    for river in ("Kd", "2c"):  # dealt already
        assert later_luck(HOLDEM, [*before, *acts(laid(river))], [0] * 3, 0, 1) is None
    nameless = acts(*DEALT[:2], laid("2c 7d 9h 3s"), *BETS, laid("Qs"))
    assert later_luck(HOLDEM, nameless, [0] * 3, 0, 1) is None
    told = later_luck(HOLDEM, nameless, [0, 0, card_set(parse_cards("Kh 3d"))], 0, 1)
    assert told == later_luck(HOLDEM, [*before, *acts(laid("Qs"))], [0] * 3, 0, 1)
    twice = [*before, *acts(laid("Ks"), laid("Qs"))]  # two boards, as was agreed before they came
    assert later_luck(HOLDEM, twice, [0] * 3, 0, 1) == [0, 0, 0]


def test_games_that_have_it() -> None:
    """All that are dealt and bet, but those to which no card comes after the first."""
    none = {name for name, game in TRAINED.items() if not game.kernel and not has_later_cards(game)}
    assert none == {"straight-poker", "last-chance", "mississippi-ratfuck"}
    assert not has_later_cards(VARIANTS["guts"])
    limited = VARIANTS.with_additions("texas-holdem", "no-limit")
    assert limited is not None
    assert has_later_cards(limited)


def test_a_missing_card_is_noticed() -> None:
    """Anna has the fifth card of stud, and Bo acts as if he had one, too."""
    told = acts(*STUD, (Act.DEAL_OPEN, 0, "Qh"), (Act.BET, 0, 5), (Act.CALL, 1, 5))
    assert later_luck(VARIANTS["seven-card-stud"], told, [0, 0], 0, 1) is None


def test_a_card_that_costs_sends_out_in_the_middle_of_a_street() -> None:
    """Carl won't pay for the three; the street goes on."""
    levied = [(Act.FOLD, 2, 0), (Act.FORCED_PAYMENT, 0, 2), (Act.FORCED_PAYMENT, 1, 2)]
    paid = [(Act.BET, 0, 2), (Act.CALL, 1, 2)]
    told = acts(*DEALT, *paid, (Act.CALL, 2, 2), laid("3c"), *levied, laid("7d 9h"), *paid)
    luck = later_luck(VARIANTS["texas-league"], told, [0] * 3, 0, 1)
    assert luck is not None
    assert sum(luck) == pytest.approx(0)


def test_luck_is_zero_on_average_where_a_card_is_bought() -> None:
    """Buying is a choice and no luck: the card that comes then is weighed against the cards that might have come."""
    game = read_definition((GAMES / "low-hole.toml").read_text()).variant
    assert game is not None
    lucks = []
    bought = 0
    for number, hand in enumerate(
        played(game, 4, 300, 5, profiles=("plain-loose", "plain-steady", "plain-tight"))
    ):
        bought += any(unpack(act).kind is Act.BUY_CARD for act in hand.acts)
        luck = later_luck(
            game, [int(act) for act in hand.acts], [0] * 4, int(hand.row[HandColumn.POT_IN]), number
        )
        assert luck is not None
        assert sum(luck) == pytest.approx(0, abs=1e-6)
        lucks.append(luck)
    assert bought > 20
    for seat in zip(*lucks, strict=True):
        assert abs(mean(seat)) < 3.5 * stdev(seat) / len(seat) ** 0.5
