"""Every parser of a format takes time that grows as the input: a long line of any shape is no way to stop it.

Each line or document that a parser knows is stretched: at every place in it a fragment is repeated to 1, 4 and 16 kB.
Work that grows as the square would be 16 times as much, as the cube 64 times; so up to 8 times passes, twice as much as
the length.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from starlette.requests import Request

from engine.api import PederError, parse_cards
from engine.catalogue.reading import read_definition
from pipeline.bank.pay_to import link_of, page_text, with_amount
from pipeline.formats.csv.sheet import read_sheet
from pipeline.formats.csv.values import Amounts, Days
from pipeline.formats.json.reader import import_json
from pipeline.formats.ohh.reader import import_ohh
from pipeline.formats.phh.hand import read_hands
from pipeline.formats.pokernow.ledger import import_ledger
from pipeline.formats.pokernow.lines import _understand
from pipeline.serve.app import LARGEST, _body
from pipeline.serve.requests import RefusedError
from pipeline.store.store import Store

FRAGMENTS = (" ", "a1", "(", "[", '"', '" @ ', "\n", "A♣, ", " | ", " the player ", "jo", '{"a":')
SIZES = (1_000, 4_000, 16_000)
MOST = 8
NOISE = 0.0005
"""Seconds of processor time below which nothing can be said of growth."""

NOW = datetime(2026, 1, 16, tzinfo=UTC)
A, B = '"Ann @ x1"', '"Bob @ x2"'
LOG_LINES = (
    f"-- starting hand #1 (id: x1)  No Limit Texas Hold'em (dealer: {A}) --",
    "-- ending hand #1 --",
    f"Player stacks: #1 {A} (1.00) | #2 {B} (2.00)",
    "Your hand is A♣, K♣",
    f"{A} posts a missing small blind of 5 and go all in",
    f"{A} posts a bet of 5 (bomb pot bet) and go all in",
    f"{A} calls 5 and go all in",
    f"{A} raises to 5 and go all in",
    "Flop (second run):  [A♣, K♣, Q♣]",
    f"Uncalled bet of 5 returned to {A}",
    f"{A} shows a A♣, K♣.",
    f"{A} collected 5 from pot with Pair, A's on the second run (combination: A♣, A♦)",
    f"{A} wins 5 with Pair, A's (hand: A♣, A♦)",
    f"{A} paid 5 for the 7-2 bounty to {B}",
    f"The player {A} joined the game with a stack of 5.",
    f"The admin updated the player {A} stack from 5 to 6.",
    f"The player {A} is in the tournament with a stack of 5.",
    f"The player {A} changed the ID from x1 to x2 because authenticated login.",
    f"{A} collected 5 from the 7-2 bounty",
    f"{A} chooses to  not run it twice.",
    f"The player {A} passed the room ownership to {B}.",
    f"The admin {A} rejected the seat request from the player {B}.",
    f"{A} will be playing on table #1 (ID: x).",
    "IMPORTANT: the spectator mode is on",
    "Game Config Changes\n* Cents Mode: off » on",
)  # fmt: skip


def stretched(text: str, size: int, step: int) -> Iterator[tuple[str, str]]:
    """A text with fragments repeated at its places between words, each `step`th of all such texts."""
    places = sorted({0, len(text), *(match.start() for match in re.finditer(r"\b\w|[^\w\s]", text))})
    pairs = [(place, fragment) for place in places for fragment in FRAGMENTS]
    for place, fragment in pairs[::step]:
        more = fragment * (size // len(fragment))
        yield f"{fragment!r} at {place} of {text[:60]!r}", text[:place] + more + text[place:]


def fast_growing(
    parse: Callable[[str], Any], *texts: str, step: int = 1, sizes: Sequence[int] = SIZES
) -> list[str]:
    """The stretched texts for which work grows faster than it may."""

    def work(text: str) -> float:
        began = process_time()
        with suppress(PederError, ValueError):
            parse(text)
        return process_time() - began

    def grows(stretched: Sequence[str], times: int) -> bool:
        works = [max(min(work(text) for _ in range(times)), NOISE) for text in stretched]
        return any(more > MOST * less for less, more in pairwise(works))

    return [
        several[0][0]
        for text in texts
        for several in zip(*(stretched(text, size, step) for size in sizes), strict=True)
        if grows([text for _, text in several], 1) and grows([text for _, text in several], 4)
    ]


@pytest.mark.nightly  # of the measuring itself
def test_work_that_grows_as_the_square_is_seen() -> None:
    assert fast_growing(re.compile(" +x").search, "a b", step=len(FRAGMENTS)) != []


def test_lines_of_a_pokernow_log() -> None:
    assert fast_growing(lambda text: _understand(text, NOW, 1), *LOG_LINES, step=5) == []


GAME = """name = "Woolworth"
aliases = ["ww"]
like = "seven-card-stud"
wild = ["5", "T", "lowest hole card"]
deal = "2 down, 4 x (1 up, bet), 1 down, bet"
hand = "best five"
"""


def test_games_of_a_group() -> None:
    assert fast_growing(read_definition, GAME, step=3) == []


def test_how_players_are_paid() -> None:
    def read(text: str) -> None:
        page_text(text, is_public=False)
        with_amount(text, Decimal(12), "EUR")
        link_of(text)

    texts = ("IBAN DE89 3704 0044 0532 0130 00 Anna", "https://paypal.me/anna", "MobilePay +45 12 34 56 78")
    assert fast_growing(read, *texts, step=23) == []
    almost = ("DE89 ", "iban ", "DE89 3704 0044 0532 0130 01 ", "https://", "+45 ", "a.b")
    assert fast_growing(read, *almost, step=9) == []


def test_bodies_of_requests() -> None:
    """A body is read up to the longest, in whatever pieces it comes."""
    taken = 0

    async def piece() -> dict[str, Any]:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b" " * 100, "more_body": True}

    with pytest.raises(RefusedError, match="too long"):
        asyncio.run(_body(Request({"type": "http"}, piece)))
    assert taken == LARGEST // 100 + 1

    def read(text: str) -> None:
        async def whole() -> dict[str, Any]:
            return {"type": "http.request", "body": text.encode(), "more_body": False}

        with suppress(RefusedError):
            asyncio.run(_body(Request({"type": "http"}, whole)))

    assert fast_growing(read, '{"line": "7s 14 +a", "key": "x"}', step=7) == []


def test_cards() -> None:
    assert fast_growing(parse_cards, "As Kd", "Jo As") == []


def test_cells_of_a_spreadsheet() -> None:
    def read(text: str) -> None:
        Days.of([text]).read(text)
        Amounts.of([text]).read(text)

    cells = ("lør. 14-3-2026 19:30", "2026-03-14T19:30", "-1.200,50 kr.", "(1,200)")
    assert fast_growing(read, *cells) == []


LEDGER = """player_nickname,player_id,session_start_at,session_end_at,buy_in,buy_out,stack,net
Ann,x1,2026-01-16T19:00:00.000Z,,100,110.50,0,10.50
Bob,x2,2026-01-16T19:00:00.000Z,,100,89.50,0,-10.50
"""
SHEET = "date,player,net\n2026-03-14,Ann,12.50\n2026-03-14,Bob,-12.50\n"
PHH = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AhKh", "d dh p2 ????", "p2 cbr 6", "p1 f # folds"]
players = ["Ann", "Bob"]
"""
OHH = (
    '{"ohh": {"spec_version": "1.4.7", "site_name": "s", "game_type": "Holdem", "start_date_utc": '
    '"2026-03-14T20:00:00Z", "dealer_seat": 1, "game_number": "1", "players": [{"id": 0, "seat": 1, "name": "Ann", '
    '"starting_stack": 100}, {"id": 1, "seat": 2, "name": "Bob", "starting_stack": 100}], "rounds": [{"street": '
    '"Preflop", "cards": [], "actions": [{"player_id": 0, "action": "Post SB", "amount": 1}, {"player_id": 1, '
    '"action": "Post BB", "amount": 2}, {"player_id": 0, "action": "Fold"}]}], "pots": [{"amount": 2, '
    '"player_wins": [{"player_id": 1, "win_amount": 2}]}]}}'
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "file"


@pytest.mark.parametrize(
    ("read", "document"),
    [
        (import_ledger, LEDGER),
        (read_sheet, SHEET),
        (lambda path: read_hands(path.read_bytes(), "x"), PHH),
        (import_ohh, OHH),
        (lambda path: import_json(Store(path.with_name("store")), path), '{"type":"peder","version":1}\n'),
    ],
)
def test_documents(file: Path, read: Callable[[Path], Any], document: str) -> None:
    def parse(text: str) -> None:
        file.write_text(text)
        read(file)

    assert fast_growing(parse, document, step=1 + len(document) // 40) == []


@pytest.mark.parametrize(
    ("read", "document", "part"),
    [
        (import_ohh, OHH, OHH + "\n"),
        (import_ohh, "", "[" + OHH + "]\n"),
        (lambda path: read_hands(path.read_bytes(), "x"), "", "[{n}]\n" + PHH),
        (import_ledger, LEDGER, "Cat{n},x{n},,,0,0,0,0\n"),
        (read_sheet, SHEET, "2026-03-14,Ann {n},0\n"),
    ],
)
def test_files_of_many_hands_or_rows(
    file: Path, read: Callable[[Path], Any], document: str, part: str
) -> None:
    def work(count: int) -> float:
        file.write_text(document + "".join(part.replace("{n}", str(number)) for number in range(count)))
        began = process_time()
        read(file)
        return process_time() - began

    work(10)
    # a pause to collect garbage may fall into one of them: the best of four counts
    few, many = (min(work(count) for _ in range(4)) for count in (200, 800))
    assert many < MOST * max(few, NOISE)


def test_sheets_of_many_columns(file: Path) -> None:
    def work(count: int) -> float:
        header = "".join(f",Ann {number}" for number in range(count))
        file.write_text(f"date{header}\n2026-03-14{',5,-5' * (count // 2)}\n")
        began = process_time()
        read_sheet(file)
        return process_time() - began

    work(10)
    few, many = (min(work(count) for _ in range(4)) for count in (800, 3200))
    assert many < MOST * max(few, NOISE)
