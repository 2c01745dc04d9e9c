"""Bets over a limit are refused when they are written, and accepted in an old journal; what no player
called goes back; a player short of chips is offered the loan.
"""

from __future__ import annotations

from datetime import timedelta

from pipeline.night.entries import Entry
from pipeline.night.replay import replay_night
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import AT, draft, kept, refused, seat, won


def test_a_fixed_limit_bet_over_the_limit_names_no_limit(service: NightService) -> None:
    kept(service, ": th")
    refused(service, ": d5", "and not 5. If it is played so")
    refused(service, ": d5", "open the hand with no limit, or pot,")
    refused(service, ": d5", "written as b=7")
    kept(service, ": d2 e. es. a. b. c.")  # the flop: small bets again
    refused(service, ": b3", "is 2 at the fixed limit")
    kept(service, ": b2 c- d- e- es. a.")  # from the turn on it is twice as much
    refused(service, ": b5", "is 4 at the fixed limit")
    kept(service, ": b4 es. a.", ": b=9 es. a.", ": +b")  # what was put in all the same


def test_a_pot_limit_raise_is_bound_by_the_pot_after_the_call_or_by_the_letter_before_it(
    service: NightService,
) -> None:
    kept(service, ": omaha pot")  # blinds 1 and 2: with the call the pot is 5
    refused(service, ": d6", "at most the pot after the call here, 5, and not 6")
    kept(service, ": d5", ": drop", ": omaha pot by-letter")
    refused(service, ": d4", "at most the pot before the call here, 3, and not 4")
    kept(service, ": d3", ": drop")


def test_an_old_journal_with_a_bet_over_the_limit_reads() -> None:
    lines = ["players Anna, Bo, Carl", ": texas-holdem", ": a9 b- c.", ": ."]
    night = replay_night(
        [Entry(n=n, at=AT + timedelta(minutes=n), line=line) for n, line in enumerate(lines, 1)]
    )
    assert not night.faults
    assert night.open_hand
    assert max(night.open_hand.state.paid) == 11


def test_a_side_pot_of_uncalled_chips_may_be_named(service: NightService) -> None:
    hand = kept(service, "th 20 a0 b1 c2 d=12 es=0 +d side +e")
    assert won(hand) == {"d": 27}
    assert hand.returned == {"erik": 8}


def test_the_loan_that_completes_a_draft_is_offered_to_enter(service: NightService) -> None:
    kept(service, "sp 7 c=100 a=100 b2 d2 e2 es2 +c")
    draft(service, "sp 7 b2 c2 d2 e2 es2 a=51 +a", "Anna has 50 chips and puts in 51: loan a 50 and then ok")
    assert service.enter("sp 7 b2 c2 d2 e2 es2 a=151 +a").offer == "loan a 150"


def test_short_of_chips_in_guts_is_shadow_too(service: NightService) -> None:
    assert seat(kept(service, "guts 2 b=2/1 +a"), "b").shadow == 1
