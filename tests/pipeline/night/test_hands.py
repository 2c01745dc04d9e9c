"""Hands as they are logged: who put in what, pots that carry, side pots, halves, shadow."""

from __future__ import annotations

import pytest

from engine.catalogue import VARIANTS
from engine.catalogue.table_errors import TABLE_ERRORS
from language import speaking, tr
from pipeline.night.service import NightService
from tests.pipeline.night.helpers import draft, kept, seat, won


def test_a_hand_as_a_line(service: NightService) -> None:
    answer = service.enter("7s 14 b3 c7 +d hus")
    assert answer.text == (
        "1 Seven Card Stud, Anna dealt: Dorte wins 66 = 1 peder 16 with a full house; Bo folded at "
        "3 and Carl at 7."
    )
    hand = service.night.hands[-1]
    assert [seat.handle for seat in hand.seats] == ["b", "c", "d", "e", "es", "a"]  # from the dealer's left
    assert (hand.pot_in, hand.pot, hand.pot_out, hand.outcome) == (0, 66, 0, "showdown")
    assert (seat(hand, "b").folded_round, seat(hand, "d").folded_round) == (0, None)
    assert (seat(hand, "d").announced, seat(hand, "d").meld, seat(hand, "d").showed) == (
        "full_house",
        "full_house",
        True,
    )


def test_the_deal_goes_round_and_passes_over_players_sitting_out(service: NightService) -> None:
    dealers = []
    for line in (
        "7s 9 +a",
        ". 9 +b",
        "d:. 9 c2 +d",
        ". 9 e- +d",
        "pause es",
        ". 9 +e",
        "tilbage es",
        ". 9 +a",
    ):
        before = len(service.night.hands)
        kept(service, line)
        if len(service.night.hands) > before:
            dealers.append(service.night.names[service.night.hands[-1].dealer_id or ""])
    assert dealers == ["Anna", "Bo", "Dorte", "Ester", "Anna", "Bo"]  # Erik sat out when it was his turn
    kept(service, "giver e", ". 9 +a")
    assert service.night.hands[-1].dealer_id == "erik"


def test_the_same_game_again_takes_its_additions_along(service: NightService) -> None:
    refused_hand = draft(service, ". 9 +a", "No hand has been played yet: begin with a game")
    assert refused_hand.variant is None
    kept(service, "sp vild 2 9 +a")
    assert kept(service, ". 9 +b").additions == "wild 2"
    assert kept(service, ". psy 9 +b").additions == "wild 2 psy"
    assert kept(service, "7s 9 +b").additions == ""


def test_a_pot_that_carries_makes_a_chain(service: NightService) -> None:
    first = kept(service, "7s 10 ++")
    assert (first.outcome, first.pot_out, first.chain_no) == ("carried", 60, 1)
    spoilt = kept(service, "3cd 2 !nd !fejl b fik et kort for lidt, nyt spil")
    assert (spoilt.pot_in, spoilt.pot_out, spoilt.outcome, spoilt.chain_no) == (60, 72, "new_deal", 1)
    assert spoilt.errors == (("too_few", 5, "fik et kort for lidt, nyt spil"),)
    last = kept(service, "7s 9 +d")
    assert (last.pot_in, last.pot, last.chain_no, won(last)) == (72, 126, 1, {"d": 126})
    assert kept(service, "7s 9 +d").chain_no == 4


@pytest.mark.parametrize("ending", ["++", "!nd", "!om", "!Redeal"])
def test_a_draft_that_ends_without_a_winner_leaves_the_pot(service: NightService, ending: str) -> None:
    kept(service, "7s 10 ++")
    spoilt = draft(service, f"7s 4 x9 {ending}", "")
    assert spoilt.variant is None
    last = kept(service, "7s 9 +d")
    assert (last.pot_in, last.chain_no) == (60, 1)


def test_an_error_by_its_name_is_confirmed_once_in_any_language(service: NightService) -> None:
    fault = next(one for one in TABLE_ERRORS if one.kind == "large_flop")
    for language in ("en", "da"):
        with speaking(language):
            name = str(tr(fault.name))
            text = service.enter(f"holdem 4 +a !fejl {name}").text
            assert text.count(name) == 1


def test_an_error_at_the_table_is_known_by_the_name_that_the_rulings_give_it(service: NightService) -> None:
    for fault in TABLE_ERRORS:
        game = next(game for game in VARIANTS.values() if game.steps and fault.applies(game))
        hand = kept(service, f"{game.id} 4 +a !fejl {fault.words[0]}")
        assert hand.errors == ((fault.kind, None, fault.words[0]),)


def test_dealt_again_by_the_same_dealer_without_a_new_ante(service: NightService) -> None:
    kept(service, "th 2 a1 b,c,d,e0 !om")
    again = kept(service, "7s 0 b0 +d")
    assert again.dealer_id == "anna"
    assert won(again) == {"d": 3}


def test_the_pot_can_be_counted_instead_of_the_level(service: NightService) -> None:
    hand = kept(service, "7s =66 b3 c7 +d")
    assert seat(hand, "a").paid == 14
    draft(service, "7s =67 b3 c7 +d", "isn't the same for each of the 4 others")
    draft(service, "7s 14 b3 c7 +d =67", "counted to be 67, and the line makes 66")
    assert kept(service, "ok").pot == 66
    assert kept(service, "7s 14 +d", "=84").pot == 84
    answer = service.enter("=80")
    assert answer.status == "draft"
    assert "counted to be 80" in service.night.hands[-1].why


def test_guts_from_deal_to_deal(service: NightService) -> None:
    first = kept(service, "guts 2 +a b! c!")
    assert (first.pot, first.pot_out, won(first)) == (36, 24, {"a": 12})
    assert (seat(first, "b").paid, seat(first, "d").folded_round) == (14, 1)
    tie = kept(service, "guts ++ a! b!")
    assert (tie.pot_in, tie.pot_out, tie.chain_no) == (24, 72, 1)
    nobody = kept(service, ". ++")
    assert (nobody.pot_in, nobody.pot_out, nobody.outcome) == (72, 72, "carried")
    capped = kept(service, "guts loft 20 +a b!")
    assert (capped.pot_out, seat(capped, "b").paid) == (20, 20)
    exact = kept(service, ". +a b!7 c!")
    assert exact.pot_out == 27
    assert won(kept(service, ". +e")) == {"e": 27}
    draft(service, "guts +a", "How much did each put in")
    draft(service, "7s 14 +a b!", "belongs to guts")


def test_side_pots(service: NightService) -> None:
    hand = kept(service, "th 20 a0 b1 c2 d=12 +d side +e")
    assert won(hand) == {"d": 39, "e": 16}
    assert [(share.pot_no, share.chips) for share in hand.shares] == [(0, 39), (1, 16)]
    alone = kept(service, "th 20 a0 b1 c2 d=12 e0 +d")
    assert won(alone) == {"d": 27}  # the uncalled 8 go back
    assert alone.returned == {"ester": 8}
    draft(service, "th 20 a0 b1 c2 d=12 +d", "Who wins the side pot of 16 between Erik and Ester")
    draft(service, "th 20 a0 b1 c2 +d side +e", "there is no side pot")
    draft(service, "th 20 a0 b1 c2 d=12 +e side +d", "Dorte isn't in that side pot")
    exact = kept(service, "d:th 20 e0 es1 a2 b=12 +b39 +c16")
    assert won(exact) == {"b": 39, "c": 16}
    assert [share.pot_no for share in exact.shares] == [0, 1]
    bought = kept(service, "2step 20 a=30 b0 c2 d2 +e")  # paid exchanges need no match
    assert won(bought) == {"e": 74}
    assert len(won(kept(service, "7s 14 b=10 +d"))) == 1  # shadow, not side pots (ruling 37)


def test_run_twice(service: NightService) -> None:
    hand = kept(service, "th no limit 25 a0 b1 c2 d2 +e igen +es")
    assert hand.boards == 2
    assert won(hand) == {"e": 28, "es": 27}  # the first board has the odd chip
    both = kept(service, "th no limit 40 a=20 b,c0 d2 +a side +e igen +e side +es")
    assert won(both) == {"a": 31, "e": 20 + 31, "es": 20}
    draft(service, "th no limit 40 a=20 b,c0 d2 +a igen +e", "Who wins the side pot of 40 between")


def test_high_and_low(service: NightService) -> None:
    hand = kept(service, "7s hilo 14 b3 +d hi fl +e lo 6-4 a begge")
    assert won(hand) == {"d": 37, "e": 36}  # Dorte sits nearer the dealer's left
    assert (seat(hand, "d").declared, seat(hand, "a").declared) == ("high", "both")
    assert won(kept(service, ". 14 +d begge")) == {"d": 84}
    assert won(kept(service, ". 14 +d lo +e lo +b hi")) == {"d": 21, "e": 21, "b": 42}
    draft(service, "7s 14 +d hi", "isn't played high/low")
    draft(service, "7s hilo 14 +d", "write hi or lo")
    draft(service, "7s hilo 14 +d +e lo", "without a direction")
    draft(service, "7s 14 +d +e spar", "only where the dealer says so")
    assert won(kept(service, "7s spade 14 b3 +d +e spar")) == {"d": 37, "e": 36}


def test_exact_shares_and_the_odd_chip(service: NightService) -> None:
    assert won(kept(service, "7s 12 +a10 +b62")) == {"a": 10, "b": 62}
    assert won(kept(service, "7s 12 +a10 +b")) == {"a": 10, "b": 62}
    draft(service, "7s 12 +a10 +b60", "The shares make 70 and the pot is 72")
    draft(service, "7s 12 +a72 +b", "nothing is left for Bo")
    assert won(kept(service, "giver a", "7s 14 b3 +d +e")) == {"d": 37, "e": 36}
    draft(service, "a:7s 14 b3 +d36 +e37", "The odd chip is Dorte's")
    assert won(kept(service, "ok")) == {"d": 36, "e": 37}


def test_shadow_is_owed_to_who_won_it(service: NightService) -> None:
    kept(service, "7s 14 a/4 b12/3 +a")
    accounts = service.night.accounts
    assert accounts["anna"].owing == -3  # a winner's own shadow is part of the win (PR)
    assert accounts["bo"].owing == 3
    kept(service, "betal b a 3")
    assert service.night.accounts["bo"].owing == 0
    kept(service, "7s 9 e/5 ++", "7s 9 +d36 +b")  # it stays with a pot that carries
    owed = {name: account.owing for name, account in service.night.accounts.items() if account.owing}
    assert owed == {"erik": 5, "dorte": -2, "bo": -3}
    draft(service, "7s 14 a/15 +b", "15 in shadow of the 14 put in")
    draft(service, "th 14 b0 a/4 +c", "doesn't know (ruling 37)")
    kept(service, "skygge a d 4")
    assert service.night.accounts["anna"].owing == 4


def test_stacks_follow_the_bank(service: NightService) -> None:
    hand = kept(service, "7s 14 b3 +d")
    assert (hand.stacks["anna"], hand.stacks.get("carl")) == (150, None)  # Carl has the bank
    hand = kept(service, "køb a 1p", ". 9 +b")
    assert hand.stacks["anna"] == 150 - 14 + 50
