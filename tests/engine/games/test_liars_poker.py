"""Liar's Poker: what claims name, who loses a marker, who opens, and the chances that the players reckon
with.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from engine.cards.card import pack_of
from engine.special.liars_poker.plan import (
    CLAIMS,
    FLUSH,
    NO_CLAIM,
    PAIR,
    STRAIGHT,
    TWO_PAIR,
    WEIGHED,
    claim_chances,
    claim_holds,
    named_card,
    surest_claim,
    weigh_claims,
)
from tests.engine.games.table import assert_share, held, rows
from tests.engine.games.transcript import claim_text
from tests.oracle.cards import PACK, from_code
from tests.oracle.liars_poker import LADDER, Claim, exists


def claim(category: int, *ranks: int) -> int:
    return LADDER.index(Claim(category, ranks))


def test_there_are_as_many_claims_as_can_be_named() -> None:
    assert len(LADDER) == CLAIMS
    assert [claim(1, 2), claim(2, 3, 2), claim(3, 5), claim(4, 6)] == [PAIR, TWO_PAIR, STRAIGHT, FLUSH]


def test_claims_in_words() -> None:
    assert claim_text(claim(0, 14)) == "a single A"
    assert claim_text(claim(1, 10)) == "a pair of T"
    assert claim_text(claim(2, 13, 7)) == "two pairs, K and 7"
    assert claim_text(claim(3, 5)) == "a straight to 5"
    assert claim_text(claim(4, 14)) == "a flush to A"


def test_an_ace_is_low_or_high_in_a_straight() -> None:
    assert claim_holds(held("Tc Jd Qh Ks Ac"), claim(3, 14))
    assert claim_holds(held("Ac 2d 3h 4s 5c"), claim(3, 5))
    assert not claim_holds(held("Qc Kd Ah 2s 3c"), claim(3, 5))


def test_a_flush_is_named_by_its_highest_card() -> None:
    pool = held("Ks Ts 8s 5s 2s Ad Ah")
    assert claim_holds(pool, claim(4, 13))
    assert not claim_holds(pool, claim(4, 14))
    assert not claim_holds(pool, claim(4, 10))
    assert claim_holds(held("Ks Qs Ts 8s 5s 2s"), claim(4, 12))
    assert claim_holds(held("2c 3c 4c 5c 6c"), claim(4, 6))


def test_claims_hold_as_the_oracle_says() -> None:
    rng = np.random.default_rng(5)
    pack = np.array(pack_of(52))
    counts = Counter()
    for size in (3, 6, 10, 20):
        for _ in range(40):
            cards = rng.choice(pack, size, replace=False)
            pool = sum(1 << int(card) for card in cards)
            for number, named in enumerate(LADDER):
                holds = claim_holds(pool, number)
                assert holds == exists([from_code(int(card)) for card in cards], named)
                counts[named.category, bool(holds)] += 1
    assert min(counts.values()) > 20
    assert len(counts) == 10


def rounds_of(row: Any) -> list[list[Any]]:
    results: list[list[Any]] = [[] for _ in range(row.hand["rounds"] + 1)]
    for act in row.acts:
        results[act.round].append(act)
    return results[1:]


def test_the_highest_claim_is_called() -> None:
    """Players who never doubt raise until the ace-high flush, and then must call."""
    for row in rows("liars-poker", 3, 40, names=("plain-caller",)):
        for acts in rounds_of(row):
            claims = [act.value for act in acts if act.kind == "claim"]
            assert claims == sorted(set(claims))
            assert claims[-1] == CLAIMS - 1


@pytest.mark.parametrize("own", ["As", "7c 7d", "Kh 2h", "Ac 5d"])
def test_the_chance_of_a_claim_is_exact(own: str) -> None:
    known, chances = held(own), np.zeros(WEIGHED)
    weigh_claims(claim_chances(), known, 2, 0, 1.0, NO_CLAIM, chances)
    rest = [card for card in pack_of(52) if not known >> card & 1]
    pools = [known | 1 << one | 1 << two for one, two in combinations(rest, 2)]
    for number in range(CLAIMS):
        exact = sum(claim_holds(pool, number) for pool in pools) / len(pools)
        assert chances[number] == pytest.approx(exact), claim_text(number)


def test_the_chance_of_a_flush_is_exact() -> None:
    table = claim_chances()
    for top in range(6, 15):
        ways = 4 * comb(top - 2, 4)
        assert table.flushes[5, claim(4, top) - FLUSH, 0] == pytest.approx(ways / comb(52, 5))
    chances = np.zeros(WEIGHED)
    weigh_claims(table, held("Ks 3s"), 3, 0, 1.0, NO_CLAIM, chances)
    assert chances[claim(4, 13)] == pytest.approx(comb(10, 3) / comb(50, 3))
    weigh_claims(table, held("Ks Ad"), 4, 0, 1.0, NO_CLAIM, chances)
    assert chances[claim(4, 13)] == pytest.approx(comb(11, 4) / comb(50, 4))


@pytest.mark.parametrize("drawn", [8, *(pytest.param(drawn, marks=pytest.mark.nightly) for drawn in (18,))])
def test_the_chance_of_a_claim_in_a_large_pool(drawn: int) -> None:
    rng = np.random.default_rng(drawn)
    known, chances, deals = held("Qs 6s"), np.zeros(WEIGHED), 4000
    weigh_claims(claim_chances(), known, drawn, 0, 1.0, NO_CLAIM, chances)
    rest = np.array([card for card in pack_of(52) if not known >> card & 1])
    seen = np.zeros(CLAIMS, int)
    for _ in range(deals):
        pool = known | sum(1 << int(card) for card in rng.choice(rest, drawn, replace=False))
        seen += [claim_holds(pool, number) for number in range(CLAIMS)]
    for number in range(CLAIMS):
        assert_share(int(seen[number]), deals, float(chances[number]))


def test_a_claim_makes_its_named_card_likelier() -> None:
    plain, trusting = np.zeros(WEIGHED), np.zeros(WEIGHED)
    own = held("9c 4d")
    named = named_card(claim(1, 13), own)
    weigh_claims(claim_chances(), own, 4, named, 0.0, NO_CLAIM, plain)
    weigh_claims(claim_chances(), own, 4, named, 0.9, NO_CLAIM, trusting)
    assert trusting[claim(1, 13)] > 2 * plain[claim(1, 13)]
    assert named_card(claim(4, 13), own) == 0
    assert named_card(claim(1, 9), held("9c 9d")) == held("9h")


def test_the_surest_claim_is_what_one_holds() -> None:
    chances = np.zeros(WEIGHED)
    weigh_claims(claim_chances(), held("9c 9d"), 4, 0, 1.0, NO_CLAIM, chances)
    assert surest_claim(-1, chances) == claim(1, 9)
    assert surest_claim(claim(1, 9), chances) != claim(1, 9)
    assert surest_claim(CLAIMS - 2, chances) == CLAIMS - 1


def test_the_pack_is_shuffled_for_every_round() -> None:
    dealt = Counter()
    for row in rows("liars-poker", 3, 800, seed=2):
        dealt.update(from_code(act.value) for act in row.of_kind("deal_closed") if act.round == 2)
    assert set(dealt) == set(PACK)
    total = sum(dealt.values())
    for count in dealt.values():
        assert_share(count, total, 1 / 52)
