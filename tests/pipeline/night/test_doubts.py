"""What is doubtful about a hand makes it a draft: the table's rules, announced melds against the cards."""

from __future__ import annotations

import pytest

from pipeline.night.service import NightService
from tests.pipeline.night.helpers import draft, kept, seat


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7s 14 b1 +d", "Bo put in 1, and the ante is 2"),
        ("7s 500 +d", "unusually large for Seven Card Stud, where 77 is much"),
        ("sp 18 +d", "unusually large"),
        ("syn 21 +d", "unusually large"),
        ("7s 14 b20 +d", "Bo folded at 20, more than the 14"),
        ("7s 14 b* +d", "used the peder and put in only 14"),
        ("p32 14 e,es- b* +d", "played without"),
        ("7s 14 b (As Jo) +d", "Jo isn't in the pack"),
        ("7s 14 b2 c2 d2 e2 es2 a2 +d", "Dorte folded and can't win"),
        ("7s 14 b2 c2 d2 e2 es2 a2 ++", "Everybody folded"),
        ("7s 14 a- b- c- d- e- +es", "Seven Card Stud takes 3 to 7 players, not 1"),
        ("p32 14 +d", "Poker with 32 cards takes 3 to 4 players, not 6"),
        ("ratfuck hilo 14 +d hi", "it is played high/low as it is"),
        ("sp byt 3 14 +d", "no cards are exchanged"),
        ("syn 8 a/2 +d", "shadow"),
        ("th 1 +d", "less than the big blind"),
    ],
)
def test_the_rules_make_drafts(service: NightService, line: str, why: str) -> None:
    draft(service, line, why)


def test_a_large_level_is_usual_with_peders(service: NightService) -> None:
    hand = kept(service, "7s 64 b* a2 +d")
    assert [seat(hand, handle).peder_used for handle in "abd"] == [False, True, False]
    unknown = kept(service, "7s 60 a2 +d")  # a peder is in it, and the line doesn't say whose
    assert seat(unknown, "b").peder_used is None


CARDS = "bord (2c 3c 9d 9h Ks)"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) 3ens", None),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) par", None),  # below the cards: counts as announced
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) hus", "full house isn't there: Dorte can't win with it"),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h) 3ens-K", None),
        ("7s 14 +d (Qs Qd Qc Kd 9c 2d 3h) 3ens-A", "isn't there"),
        ("7s 14 +d (As Ad) hus", None),  # not all cards are named: nothing is known
        (
            "7s 14 a (Ks Kh Kc Qd 9h 2c 3d) +d (Qs Qh Qc Jd 9c 2d 3h)",
            "Anna shows three of a kind, kings with Q 9",
        ),
        ("7s 14 a (Ks Kh Kc Qd 9h 2c 3d) par +d (Qs Qh Qc Jd 9c 2d 3h)", None),  # announced too low
        ("7s 14 a (As Ad Qc 9d 7h 3c 2d) +d (Ks Kh Jc Jd 7d 4c 2s) par", "which beats Dorte's a pair, kings"),
        ("7s 14 a (Ks Kd Qc 9d 7h 3c 2d) +d (As Ah Jc Jd 7d 4c 2s) par", None),  # the pair of aces
        (
            "7s 14 a (Ks Kd Qc 9d 7h 3c 2d) +d (As Ah Jc Jd 7d 4c 2s) par-J",
            "which beats Dorte's a pair, jacks",
        ),
        ("7s 14 a (As Ad Ac 9d 7h 3c 2d) par +d (Ks Kh Qc 9h 7d 4c 2s)", "Anna shows a pair, aces"),
        ("7s 14 a (Ks Kh Kc Qd 9h 2c 3d) hus +d (Qs Qh Qc Jd 9c 2d 3h)", "Anna loses the claim"),
        ("7s 14 +d (As Ad Ac Kd 9c 2d 3h 4h)", "leaves a player 7"),
        ("7s vild 2 14 +d (As Ad Ac Kd 9c 2d 3h) 4ens", None),
        (f"th 14 a (Ah Ad) +d (9c 9s) 4ens {CARDS}", None),
        (f"th 14 a (Ah Ad) +d (Kc 9s) 4ens {CARDS}", "isn't there"),
        (f"om 14 a (Ah Ad 4c 4d) +d (Kc Kd 5h 6h) hi hus-K {CARDS}", None),
        ("crs 14 +d (9c 2d / 9s 3h 4h Kd Qd) 4ens", "isn't there"),
        ("crs 14 +d (9c 2d Qs / 9s 3h 4h Kd) par", None),
        ("7bs 14 +d (As 2d 3h 5c 7d 9s Jh) 5ens", None),  # which card came last isn't known
    ],
)
def test_announced_melds_against_the_cards(service: NightService, line: str, why: str | None) -> None:
    if why is None:
        kept(service, line)
    else:
        draft(service, line, why)
