"""A hand bet by bet and card by card: simulated hands written as lines replay as they were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from engine.cards.card import cards_text
from engine.catalogue import TRAINED, VARIANTS, Catalogue, Variant
from engine.catalogue.additions import parse_additions
from engine.catalogue.calls import call
from engine.catalogue.reading import read_definition
from engine.kernel.actions import TABLE, Act, Action, unpack
from engine.kernel.record import HandColumn, SeatColumn
from pipeline.night.entries import Entry
from pipeline.night.hand.deal import Hand
from pipeline.night.hand.open_hand import guide
from pipeline.night.night import Night
from pipeline.night.replay import replay_night
from tests.engine.replayed import Hand as Played, played

AT = datetime(2026, 3, 14, 20, tzinfo=UTC)
NAMES = ("a", "b", "c", "d", "e", "f")
GAMES = Path(__file__).parents[2] / "games"
CARD_GAMES = [variant for variant in TRAINED.values() if not variant.kernel]


def night(*lines: str, games: Catalogue = VARIANTS) -> Night:
    entries = [Entry(n=n, at=AT + timedelta(minutes=n), line=line) for n, line in enumerate(lines, 1)]
    return replay_night(entries, games)


def table(players: int) -> str:
    return "players " + ", ".join(f"{name.upper()}={name}/{name}" for name in NAMES[:players])


# --- simulated hands, written as lines


class Teller:
    """Turns the acts of a recorded hand into the lines that a logger would write."""

    def __init__(self, variant: Variant, hand: Played, players: int, stacks: Sequence[int] | None) -> None:
        self.variant = variant
        self.left = list(stacks) if stacks is not None else [10**9] * players
        self.hand = hand
        self.acts = [unpack(act) for act in hand.acts]
        self.handle = [NAMES[(seat + 1) % players] for seat in range(players)]  # the first player deals
        self.put = [0] * players
        self.lines: list[str] = [f": {variant.id} {variant.additions}"]
        self.place = 0

    def tell(self) -> list[str]:
        round_no = 1
        while self.place < len(self.acts):
            act = self.acts[self.place]
            if act.kind in BETS and act.round_no != round_no:
                round_no, self.put = act.round_no, [0] * len(self.put)
            self.place += 1
            self._one(act)
        return [*self.lines, f": {self._ending()}"]

    def _one(self, act: Action) -> None:
        who = "" if act.seat == TABLE else self.handle[act.seat]
        card = cards_text([act.value]) if act.kind.has_card else ""
        match act.kind:
            case Act.ANTE:
                return
            case Act.SMALL_BLIND | Act.BIG_BLIND | Act.STRADDLE:
                self.put[act.seat] += act.value
                self.left[act.seat] -= act.value
                return
            case Act.BRING_IN:  # who opens brings in
                self.put[act.seat] += act.value
                self.left[act.seat] -= act.value
                self._say(f"{who}.")
            case Act.LAY_CLOSED | Act.RETURNED:
                return  # the card isn't known to the table, the chips go back by themselves
            case Act.CHECK:
                self._say(f"{who}.")
            case Act.CALL | Act.BET | Act.RAISE:
                self.put[act.seat] += act.value
                self.left[act.seat] -= act.value
                if self.left[act.seat] == 0:
                    self._say(f"{who} alt {self.put[act.seat]}")
                else:
                    self._say(f"{who}." if act.kind is Act.CALL else f"{who}={self.put[act.seat]}")
            case Act.PEDER_BET | Act.PEDER_RAISE:
                self.put[act.seat] += act.value
                self._say(f"{who}*")
            case Act.FOLD:
                self._say(f"{who}-")
            case Act.DEAL_CLOSED | Act.DEAL_UNSEEN:
                self._say(f"{who} ({card} / )")
            case Act.DEAL_OPEN:
                self._say(f"{who} ( / {card})")
            case Act.TURN_OWN:
                self._say(f"{who} ( / {card})")
            case Act.LAY_OPEN | Act.TURN_BOARD:
                self._say(f"bord ({card})")
            case Act.BUY_CARD:
                self.left[act.seat] -= act.value
                self._say(f"{who} køb {act.value}")
            case Act.FORCED_PAYMENT:
                self._say(f"{who} betal {act.value}")
            case Act.SENT_OUT:
                self._say(f"{who}!")
            case Act.DECLARE:
                self._say(f"{who} {('lo', 'begge', 'hi')[act.value - 1]}")
            case Act.PAID_DRAW | Act.THROW:
                self._throw(act, who)
            case Act.PASS_RIGHT | Act.PASS_LEFT:
                self._say(f"{who} ({card} / )" if act.kind is Act.PASS_RIGHT else f"{who} ( / {card})")
            case _:
                raise AssertionError(act.kind)

    def _throw(self, act: Action, who: str) -> None:
        """An exchange: what is thrown, and drawn for it; or a card thrown away."""
        if act.kind is Act.PAID_DRAW:
            self.left[act.seat] -= act.value
        thrown = [act.value] if act.kind is Act.THROW else []
        while self._next(Act.THROW, act.seat):
            thrown.append(self._take())
        if not any(step.op.name == "DRAW" for step in self.variant.steps):
            self._say(f"{who} ({cards_text(thrown)})")
            return
        drawn = []
        while self._next(Act.DEAL_CLOSED, act.seat) and len(drawn) < len(thrown):
            drawn.append(self._take())
        self._say(f"{who} byt ({cards_text(thrown)} / {cards_text(drawn)})")

    def _next(self, kind: Act, seat: int) -> bool:
        return self.place < len(self.acts) and (self.acts[self.place].kind, self.acts[self.place].seat) == (
            kind,
            seat,
        )

    def _take(self) -> int:
        self.place += 1
        return self.acts[self.place - 1].value

    def _say(self, words: str) -> None:
        self.lines.append(f": {words}")

    def _ending(self) -> str:
        """The winners as the record has them: pot by pot, equal shares."""
        pots: dict[int, list[str]] = {}
        for pot_no, half, seat, _ in self.hand.shares:
            direction = {"high": " hi", "low": " lo", "spade": " spar", "whole": ""}[half]
            pots.setdefault(pot_no, []).append(f"+{self.handle[seat]}{direction}")
        return " side ".join(" ".join(pot) for pot in pots.values()) or "++"


BETS = {
    Act.CHECK, Act.BET, Act.RAISE, Act.CALL, Act.FOLD, Act.PEDER_BET, Act.PEDER_RAISE,
}  # fmt: skip


def replayed_hands(
    variant: Variant, players: int, hands: int, seed: int, stacks: Sequence[int] | None = None
) -> Iterator[tuple[Played, Hand]]:
    chips = np.asarray(stacks, np.int64) if stacks is not None else None
    for hand in played(
        variant, players, hands, seed, profiles=("plain-loose", "plain-steady", "plain-tight"), stacks=chips
    ):
        if hand.row[HandColumn.POT_IN]:
            continue  # the hand before it carried
        lines = Teller(variant, hand, players, stacks).tell()
        games = Catalogue([variant]) if variant.family == "own" else VARIANTS
        replayed = night(table(players), *lines, games=games)
        assert not replayed.faults, (replayed.faults, lines)
        assert replayed.open_hand is None
        yield hand, replayed.hands[-1]


@pytest.mark.parametrize("variant", CARD_GAMES, ids=lambda variant: variant.id)
def test_a_simulated_hand_written_line_by_line_is_the_same_hand(variant: Variant) -> None:
    players = min(4, variant.players[1])
    pairs = list(replayed_hands(variant, players, 4, seed=17))
    assert pairs
    for hand, replayed in pairs:
        same(variant, hand, replayed)


@pytest.mark.parametrize("game", ["texas-holdem", "omaha", "pineapple", "texas-2-step"])
@pytest.mark.parametrize("limit", ["no limit", "pot", "straddle"])
def test_all_in_with_side_pots_written_line_by_line(game: str, limit: str) -> None:
    variant = call(VARIANTS[game], parse_additions([limit]))
    pairs = list(replayed_hands(variant, 5, 12, seed=3, stacks=[17, 9, 40, 25, 60]))
    for hand, replayed in pairs:
        same(variant, hand, replayed)
    assert any(len({share.pot_no for share in replayed.shares}) > 1 for _, replayed in pairs)


def same(variant: Variant, hand: Played, replayed: Hand) -> None:
    assert replayed.pot_in == 0
    assert replayed.pot == hand.row[HandColumn.POT]
    assert replayed.pot_out == hand.row[HandColumn.POT_OUT]
    assert replayed.rounds_played == hand.row[HandColumn.ROUNDS]
    for number, seat in enumerate(replayed.seats):
        row = hand.seats[number]
        assert seat.paid == row[SeatColumn.PAID]
        assert seat.won == row[SeatColumn.WON]
        assert (seat.folded_round or 0) == row[SeatColumn.FOLDED]
        if variant.betting.peder:
            assert seat.peder_used == bool(row[SeatColumn.PEDER])
        assert set(seat.held.cards) == set(cards_of(int(row[SeatColumn.CARDS])))
    assert timeless(replayed.actions or ()) == timeless(
        act for act in hand.acts if unpack(act).kind is not Act.LAY_CLOSED
    )
    assert replayed.detail == (
        "cards" if all(seat.held for seat in replayed.seats if seat.stayed) else "actions"
    )


def timeless(acts: Iterable[int]) -> list[Action]:
    """Acts, but for the round in which an uncalled bet went back: that of the end, where nobody acts any
    more.
    """
    return [act._replace(round_no=0) if act.kind is Act.RETURNED else act for act in map(unpack, acts)]


def cards_of(mask: int) -> list[int]:
    return [card for card in range(64) if mask >> card & 1]


# --- by hand


def open_hand(*lines: str, games: Catalogue = VARIANTS) -> Night:
    return night(table(4), *lines, games=games)


def refused(*lines: str) -> str:
    replayed = open_hand(*lines)
    assert replayed.faults, replayed
    return replayed.faults[-1][1]


def test_antes_and_blinds_are_put_in() -> None:
    stud = open_hand(": 7s").open_hand
    assert stud is not None
    assert (stud.pot, guide(stud)) == (
        8,
        "2 cards closed each, 1 card open each. Betting round 1: the highest open hand opens.",
    )
    holdem = open_hand(": th").open_hand
    assert holdem is not None
    assert holdem.pot == 3
    assert guide(holdem).endswith("Betting round 1: D to act, 2 to call.")
    closed = open_hand(": sp vild 2").open_hand
    assert closed is not None
    assert guide(closed) == "5 cards closed each. Betting round 1: B to act."


def test_many_acts_on_a_line_and_a_dot_for_the_rest() -> None:
    replayed = open_hand(": sp", ": b. c2 d. a3 b- c. d.", ": +c")
    hand = replayed.hands[-1]
    assert hand.outcome == "showdown"
    assert [(seat.handle, seat.paid, seat.folded_round) for seat in hand.seats] == [
        ("b", 2, 1), ("c", 7, None), ("d", 7, None), ("a", 7, None),
    ]  # fmt: skip
    assert hand.detail == "actions"
    assert [unpack(act).kind.name for act in hand.actions or ()] == [
        "ANTE", "ANTE", "ANTE", "ANTE", "CHECK", "BET", "CALL", "RAISE", "FOLD", "CALL", "CALL",
    ]  # fmt: skip
    assert open_hand(": sp", ": .", ": +c").hands[-1].pot == 8


def test_the_peder_once_a_hand() -> None:
    hand = open_hand(": 3cd", ": b* c. d- a-", ": b byt 2 c byt 0", ": .", ": +b").hands[-1]
    assert [seat.peder_used for seat in hand.seats] == [True, False, False, False]
    assert hand.pot == 8 + 100
    assert "used the peder in this hand" in refused(": 3cd", ": b* .", ": b*")
    assert "without peders" in refused(": p32", ": d*")


def test_the_last_player_left_wins() -> None:
    replayed = open_hand(": 7s", ": b2 c- d- a-")
    assert replayed.open_hand is not None
    assert guide(replayed.open_hand) == "B is the only one left: end with +b."
    hand = open_hand(": 7s", ": b2 c- d- a-", ": +b").hands[-1]
    assert (hand.outcome, hand.rounds_played, hand.pot) == ("last_standing", 1, 10)


def test_baseball_sells_cards_and_sends_players_out() -> None:
    lines = (": baseball", ": b ( / 4d) b køb c ( / 7s) c! d ( / 2h) a ( / 3h)", ": b2 d. a.", ": +a")
    hand = open_hand(*lines).hands[-1]
    assert [(seat.handle, seat.paid, seat.folded_round) for seat in hand.seats] == [
        ("b", 9, None), ("c", 2, 1), ("d", 4, None), ("a", 4, None),
    ]  # fmt: skip
    kinds = [unpack(act).kind for act in hand.actions or ()]
    assert Act.BUY_CARD in kinds
    assert Act.SENT_OUT in kinds


@pytest.fixture
def low_hole() -> Variant:
    """The game of a group whose last card may be bought open."""
    variant = read_definition((GAMES / "low-hole.toml").read_text()).variant
    assert variant is not None
    return variant


def test_a_card_is_bought_the_other_way_up(low_hole: Variant) -> None:
    lines = [": low hole", ": b ( / 9c)"]
    for _ in range(4):
        lines += [": b. c. d. a."]
    games = Catalogue([low_hole])
    state = open_hand(*lines, games=games)
    assert state.open_hand is not None
    assert "A closed card each, or an open one for 5 chips (a buys)." in guide(state.open_hand)
    hand = open_hand(
        *lines, ": b køb", ": b ( / 9s)", ": c (3d)", ": b. c. d. a.", ": +b", games=games
    ).hands[-1]
    acts = [unpack(act) for act in hand.actions or ()]
    assert [(act.kind.name, act.seat) for act in acts if act.kind.has_card or act.kind is Act.BUY_CARD] == [
        ("DEAL_OPEN", 0), ("BUY_CARD", 0), ("DEAL_OPEN", 0), ("DEAL_CLOSED", 1),
    ]  # fmt: skip
    assert [seat.paid for seat in hand.seats] == [7, 2, 2, 2]
    pairs = list(replayed_hands(low_hole, 4, 40, seed=17))
    assert sum(unpack(act).kind is Act.BUY_CARD for _, hand in pairs for act in hand.actions or ()) >= 5
    for played_hand, replayed in pairs:
        same(low_hole, played_hand, replayed)


def test_cards_that_are_dealt_without_a_slash_go_where_the_street_puts_them() -> None:
    hand = open_hand(": 7s", ": b (As Kd 9h) c (2c)", ": b- c. d. a.", ": +c").hands[-1]
    acts = [unpack(act) for act in hand.actions or ()]
    assert [act.kind.name for act in acts if act.kind.has_card] == [
        "DEAL_CLOSED",
        "DEAL_CLOSED",
        "DEAL_OPEN",
        "DEAL_OPEN",
    ]
    assert [seat.held.cards for seat in hand.seats if seat.handle == "c"] == [(0,)]


def test_guts_and_seven_twenty_seven() -> None:
    hand = open_hand(": guts", ": alle indskud 2", ": b ind c ind d ude a ude", ": c match 8", ": +b").hands[
        -1
    ]
    assert (hand.pot_out, [seat.won for seat in hand.seats]) == (8, [8, 0, 0, 0])
    assert [seat.folded_round for seat in hand.seats] == [None, None, 1, 1]
    counted = open_hand(": 727", ": d2 a. b. c.", ": d byt", ": +b hi +c lo")
    assert "Nobody draws now" in counted.faults[-1][1]
    hand = open_hand(": 727", ": d2 a. b. c.", ": c3 d. a. b-", ": +c hi +d lo").hands[-1]
    assert hand.pot == 8 + 8 + 9
    assert hand.rounds_played == 2


def test_shared_pots_and_spoilt_hands_end_a_detailed_hand_too() -> None:
    assert (
        open_hand(": 7s hilo", ": .", ": a hi b lo c begge", ": +a hi +b lo").hands[-1].seats[0].declared
        == "low"
    )
    assert open_hand(": 7s", ": ++").hands[-1].pot_out == 8
    spoilt = open_hand(": 7s", ": b (As Kd 9h)", ": !nd !fejl c fik et åbent kort for meget").hands[-1]
    assert (spoilt.outcome, spoilt.errors[0][0]) == ("new_deal", "open_for_closed")


def test_dropped_hands_leave_nothing() -> None:
    replayed = open_hand(": 7s", ": b2 .", ": drop", "7s 9 +a")
    assert replayed.faults == ()
    assert [hand.hand_no for hand in replayed.hands] == [1]


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((":",), "Which game is it?"),
        ((": 7s 14 +a",), "comes too early"),
        ((": p32 d-",), None),
        ((": ratfuck", ": x2"), "Nobody here is 'x'"),
        ((": sp", ": c2"), "It isn't C's turn: B acts (b)"),
        ((": sp", ": b2 b."), "has answered the last bet already"),
        ((": sp", ": b- b."), "is out of this hand"),
        ((": sp", ": b7"), "1 to 5 chips, or a peder"),
        ((": sp", ": b2 c=1 c."), "is all-in"),
        ((": sp", ": .", ": b2"), "no betting round left"),
        ((": sp", ": b"), "What does 'b' do"),
        ((": sp", ": b vrøvl"), "What does 'b' do"),
        ((": sp", ": ?"), "isn't an act"),
        ((": sp", ": b (As)", ": c (As)"), "is with B already"),
        ((": sp", ": b (As As)"), "named twice"),
        ((": cin", ": bord (As)", ": b (As)"), "is with the table already"),
        ((": sp", ": b køb"), "No cards are for sale"),
        ((": sp", ": b betal"), "How many chips?"),
        ((": th", ": d alt"), "All-in with how much"),
        ((": 3cd", ": .", ": b byt 4"), "may exchange 3 cards here, not 4"),
        ((": 3cd", ": .", ": b byt"), "How many cards?"),
        ((": sp", ": +b14 c3"), "what was put in is known from the bets"),
        ((": sp", "7s 14 +a"), "A hand is open bet by bet"),
        ((": sp", "slut"), "A hand is open bet by bet"),
        ((": sp", ": +b ; note ; more"), None),
        ((": sp", ": b2 ; note"), "come at the end of the hand"),
        ((": sp", ": bord"), "come cards in parentheses"),
        ((": sp", ": b,c (As)"), "one player at a time"),
    ],
)
def test_an_act_that_can_t_be_logged_gets_a_sentence(lines: tuple[str, ...], sentence: str | None) -> None:
    replayed = open_hand(*lines)
    why = [fault for _, fault in replayed.faults] + [hand.why for hand in replayed.hands if hand.why]
    if sentence is None:
        assert why == []
    else:
        assert sentence in why[-1]


def test_a_bet_out_of_turn_stays_in_the_pot_and_bars_from_raising() -> None:
    """PR: the chips can't be taken back, and who bet before the turn can't raise any more."""
    night = open_hand(": sp", ": b2", ": d før 3", ": c. d. a.")
    assert night.faults == ()
    assert night.open_hand
    assert night.open_hand.state.paid == [4, 4, 5, 4]  # the ante and the bet; the third chip stays
    barred = open_hand(": sp", ": b2", ": d før 3", ": c. d3")
    assert "may not raise" in barred.faults[-1][1]


def test_the_error_of_a_bet_out_of_turn_goes_with_the_hand() -> None:
    night = open_hand(": sp", ": c før 2", ": b1 c. d. a.", ": +c")
    assert [(kind, seat, text) for kind, seat, text in night.hands[-1].errors] == [
        ("out_of_turn", 1, "uden for tur")
    ]
