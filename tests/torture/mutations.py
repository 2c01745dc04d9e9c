"""Input that was cut, swapped, flipped, doubled: a sentence, or a night and a session that add up."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl

from engine.errors import PederError
from pipeline.imports.pokernow.session import import_log
from pipeline.night.desk import Desk
from pipeline.night.journal import journal_place
from tests.pipeline.imports.logs import SAMPLE

LINES = (Path(__file__).parents[1] / "pipeline" / "night" / "every_game.txt").read_text().splitlines()
LINES = [line for line in LINES if line.strip() and not line.startswith("#")]
NIGHT = ["players Anna, Bo, Carl, Dorte, Erik, Ester", "banker c", "chip 25 øre", "loan 20p"]
ODD = "\0\x1b\u202e\ud800[]{}()\"'=+-*/;:,.%&?!#@0123456789999999999 øÆ♠️🂡\t"
LINES_A_NIGHT = 250


def mutated(text: str, draw: random.Random) -> str:
    """A text with one to three changes."""
    for _ in range(draw.randint(1, 3)):
        place = draw.randrange(len(text) + 1)
        other = draw.randrange(len(text) + 1)
        words = text.split(" ")
        match draw.randrange(8):
            case 0:
                text = text[:place]
            case 1:
                text = text[:place] + draw.choice(ODD) + text[place:]
            case 2:
                text = text[:place] + text[place + draw.randint(1, 3) :]
            case 3:
                draw.shuffle(words)
                text = " ".join(words)
            case 4:
                text = " ".join([*words, draw.choice(draw.choice(LINES).split())])
            case 5:
                text = text[:place] + text[other:]
            case 6:
                text = text[:place] + draw.choice("0123456789") * draw.choice((1, 3, 20, 5000)) + text[place:]
            case _:
                text = " ".join(draw.choice(words) for _ in words)
    return text


def lines(count: int, seed: int) -> Iterator[str]:
    """Feed mutated lines to nights; what is wrong, a sentence each."""
    draw = random.Random(seed)
    done = 0
    while done < count:
        with tempfile.TemporaryDirectory() as folder, Desk(Path(folder), "n1") as desk:
            for line in NIGHT:
                desk.enter(line)
            for _ in range(min(LINES_A_NIGHT, count - done)):
                line = mutated(draw.choice(LINES), draw)
                done += 1
                try:
                    desk.enter(line)
                except PederError:
                    pass
                except Exception as error:
                    yield f"the line {line[:200]!r}: {error!r:.300}"
            yield from (f"seed {seed}, before line {done}: {fault}" for fault in _amiss(desk))


def _amiss(desk: Desk) -> Iterator[str]:
    """The hands in which chips appear or vanish."""
    for hand in desk.night.hands:
        if hand.status == "confirmed":
            went_in = hand.pot_in + sum(seat.paid for seat in hand.seats)
            came_out = hand.pot_out + sum(seat.won for seat in hand.seats)
            if not hand.pot == went_in == came_out:
                yield f"hand {hand.hand_no}: {went_in} in, {hand.pot} in the pot, {came_out} out"


def damaged(data: bytes, draw: random.Random) -> bytes:
    """A file cut, with a bit flipped, lines swapped, doubled or taken out, or bytes in between."""
    place, other = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    rows = data.splitlines(keepends=True)
    match draw.randrange(7):
        case 0:
            return data[:place]
        case 1:
            return data[:place] + data[other:]
        case 2:
            return data[:place] + bytes([data[place - 1] ^ 1 << draw.randrange(8)]) + data[place + 1 :]
        case 3:
            one, two = draw.randrange(len(rows)), draw.randrange(len(rows))
            rows[one], rows[two] = rows[two], rows[one]
        case 4:
            rows.insert(draw.randrange(len(rows)), draw.choice(rows))
        case 5:
            del rows[draw.randrange(len(rows))]
        case _:
            return data[:place] + draw.randbytes(draw.randint(1, 40)) + data[place:]
    return b"".join(rows)


def imports(count: int, seed: int) -> Iterator[str]:
    """Read mutated logs of PokerNow: a sentence, or hands whose chips add up."""
    draw = random.Random(seed)
    head, *rows = SAMPLE.read_bytes().splitlines(keepends=True)
    whole = head + b"".join(rows[-220:])  # the first hands: quick to read
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "log.csv"
        for number in range(count):
            file.write_bytes(damaged(whole, draw))
            try:
                found = import_log(file)
            except PederError:
                continue
            except Exception as error:
                yield f"import {number} of seed {seed}: {error!r:.300}"
                continue
            odd = found.seats.group_by("hand_no").agg(pl.sum("net")).join(
                found.hands.filter(status="confirmed"), on="hand_no"
            ).filter(pl.col("net") != 0)  # fmt: skip
            if odd.height:
                yield f"import {number} of seed {seed}: hands that don't add up: {odd['hand_no'].to_list()}"


def journals(count: int, seed: int) -> Iterator[str]:
    """Open nights with mutated journals: a sentence, or a night that adds up."""
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        with Desk(Path(folder), "n1") as desk:
            for line in [*NIGHT, *draw.choices(LINES, k=40)]:
                desk.enter(line)
        whole = journal_place(Path(folder), "n1").read_bytes()
    for number in range(count):
        with tempfile.TemporaryDirectory() as folder:
            place = journal_place(Path(folder), "n1")
            place.parent.mkdir(parents=True)
            place.write_bytes(damaged(whole, draw))
            try:
                with Desk(Path(folder), "n1") as desk:
                    yield from (f"journal {number} of seed {seed}: {fault}" for fault in _amiss(desk))
            except PederError:
                pass
            except Exception as error:
                yield f"journal {number} of seed {seed}: {error!r:.300}"


def without_the_disk() -> None:
    """Let nothing wait for a disk: what is tried here isn't what reaches it."""
    os.fsync = lambda file: None  # type: ignore[assignment]
