"""Input that was cut, swapped, flipped, doubled: a sentence, or a night and a session that add up."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import polars as pl

from engine.api import VARIANTS, HandColumn, SeatColumn, describe, play, read_definition, write_definition
from engine.errors import PederError
from pipeline.formats.pokernow.log import import_log
from pipeline.night.journal import journal_place
from pipeline.night.service import NightService
from tests.pipeline.formats.logs import SAMPLE

LINES = (Path(__file__).parents[1] / "pipeline" / "night" / "every_game.txt").read_text().splitlines()
LINES = [line for line in LINES if line.strip() and not line.startswith("#")]
NIGHT = ["players Anna, Bo, Carl, Dorte, Erik, Ester", "banker c", "chip 25 øre", "loan 20p"]
ODD = "\0\x1b\u202e\ud800[]{}()\"'=+-*/;:,.%&?!#@0123456789999999999 øÆ♠️🂡\t"
LINES_A_NIGHT = 250
JOURNALS_A_NIGHT = 100


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


def lines(first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Feed mutated lines to nights of 250: how many there were, the night, what is wrong."""
    for number in range(first // LINES_A_NIGHT, -(-count // LINES_A_NIGHT)):
        draw = random.Random(number)
        faults = []
        with tempfile.TemporaryDirectory() as folder, NightService(Path(folder), "n1") as service, no_disk():
            for line in NIGHT:
                service.enter(line)
            for _ in range(min(LINES_A_NIGHT, count - number * LINES_A_NIGHT)):
                line = mutated(draw.choice(LINES), draw)
                try:
                    service.enter(line)
                except PederError:
                    pass
                except Exception as error:
                    faults.append(f"the line {line[:200]!r}: {error!r:.300}")
            faults += _amiss(service)
        yield min((number + 1) * LINES_A_NIGHT, count), f"night {number}", faults


def _amiss(service: NightService) -> Iterator[str]:
    """The hands in which chips appear or vanish."""
    for hand in service.night.hands:
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


def imports(first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Read mutated logs of PokerNow: a sentence, or hands whose chips add up."""
    head, *rows = SAMPLE.read_bytes().splitlines(keepends=True)
    whole = head + b"".join(rows[-220:])  # the first hands: quick to read
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "log.csv"
        for number in range(first, count):
            file.write_bytes(damaged(whole, random.Random(number)))
            faults = []
            try:
                found = import_log(file)
                odd = found.seats.group_by("hand_no").agg(pl.sum("net")).join(
                    found.hands.filter(status="confirmed"), on="hand_no"
                ).filter(pl.col("net") != 0)  # fmt: skip
                if odd.height:
                    faults = [f"hands that don't add up: {odd['hand_no'].to_list()}"]
            except PederError:
                pass
            except Exception as error:
                faults = [f"{error!r:.300}"]
            yield number + 1, f"import {number}", faults


def games(first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Read mutated definitions of games: sentences with lines, or a game that is described, written and played."""
    texts = [file.read_text() for file in sorted((Path(__file__).parents[1] / "games").glob("*.toml"))]
    texts += [write_definition(replace(game, name=f"My {game.name}", name_da="", aliases=()))
              for game in VARIANTS.values() if not game.kernel]  # fmt: skip
    for number in range(first, count):
        draw = random.Random(number)
        text = draw.choice(texts)
        text = mutated(text, draw) if number % 2 else _with_another_line(text, draw.choice(texts), draw)
        faults: list[str] = []
        try:
            variant, wrong, _ = read_definition(text)
            if (variant is None) != bool(wrong) or not all(
                1 <= fault.line <= len(text.splitlines()) + 1 for fault in wrong
            ):
                faults = [f"{text!r:.300}: {[str(fault) for fault in wrong]}"]
            elif variant is not None:
                describe(variant)
                if read_definition(write_definition(variant)).variant is None:
                    faults = [f"{text!r:.300} isn't read as it is written"]
                ask = {"players": variant.players[draw.randrange(2)], "hands": 3, "seed": number}
                for _, record in play(variant, **ask, profiles=["plain-steady"]):  # type: ignore[arg-type]
                    went_in = record.hand[:, HandColumn.POT_IN] + record.seat[:, :, SeatColumn.PAID].sum(
                        axis=1
                    )
                    came_out = record.hand[:, HandColumn.POT_OUT] + record.seat[:, :, SeatColumn.WON].sum(
                        axis=1
                    )
                    if (went_in != came_out).any():
                        faults = [f"{text!r:.300}: hands that don't add up"]
        except Exception as error:
            faults = [f"{text!r:.300}: {error!r:.300}"]
        yield number + 1, f"game {number}", faults


def _with_another_line(text: str, other: str, draw: random.Random) -> str:
    """A definition with a line of another in place of its own of that key, if it has one."""
    line = draw.choice([line for line in other.splitlines() if "=" in line and not line.startswith("name")])
    key = line.split("=")[0]
    return "".join(f"{mine}\n" for mine in text.splitlines() if mine.split("=")[0] != key) + f"{line}\n"


def journals(first: int, count: int) -> Iterator[tuple[int, str, list[str]]]:
    """Open nights with mutated journals: a sentence, or a night that adds up."""
    with no_disk():
        for number in range(first, count):
            draw = random.Random(number)
            if number % JOURNALS_A_NIGHT == 0 or number == first:
                whole = _journal(random.Random(-1 - number // JOURNALS_A_NIGHT))
            faults = []
            with tempfile.TemporaryDirectory() as folder:
                place = journal_place(Path(folder), "n1")
                place.parent.mkdir(parents=True)
                place.write_bytes(damaged(whole, draw))
                try:
                    with NightService(Path(folder), "n1") as service:
                        faults += _amiss(service)
                except PederError:
                    pass
                except Exception as error:
                    faults.append(f"{error!r:.300}")
            yield number + 1, f"journal {number}", faults


def _journal(draw: random.Random) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        with NightService(Path(folder), "n1") as service:
            for line in [*NIGHT, *draw.choices(LINES, k=40)]:
                service.enter(line)
        return journal_place(Path(folder), "n1").read_bytes()


@contextmanager
def no_disk() -> Iterator[None]:
    """Let nothing wait for a disk: what is tried here isn't what reaches it."""
    fsync, os.fsync = os.fsync, lambda file: None  # type: ignore[assignment]
    try:
        yield
    finally:
        os.fsync = fsync
