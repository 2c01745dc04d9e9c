"""Games of a group's own, read from their files by plain code that shares nothing with the engine's reader.

It knows what the home games of the catalogue use, in English and Danish, and fails on anything else.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from tests.oracle import games
from tests.oracle.cards import Card
from tests.oracle.games import GAMES, Game, WildRule, all_of, common, follower_of, lowest_closed, these

RANKS = {text: rank for rank, text in enumerate("23456789TJQKA", start=2)}
STEPS = {
    "down": "D", "ned": "D", "up": "U", "op": "U", "unseen": "N", "common": "O", "common down": "C",
    "bet": "B", "runde": "B", "turn": "T", "exchange": "X", "discard": "W", "turn own": "V", "open one": "F",
    "åbn et": "F", "declare": "HL", "order": "",
}  # fmt: skip
RANKINGS = {
    "low": "ace-to-five", "ace to five low": "ace-to-five", "six four low": "ace-to-six", "three cards": "three-card",
    "two cards": "two-card",
}  # fmt: skip
KEYS = {"giv": "deal", "vilde": "wild", "spillere": "players", "navn": "name"}


def deal(text: str) -> str:
    """The oracle's programme of a deal."""
    while match := re.search(r"(\d+) x \(([^()]*)\)", text):
        text = text[: match.start()] + ", ".join([match[2]] * int(match[1])) + text[match.end() :]
    words: list[str] = []
    for step in (part.strip() for part in text.split(",")):
        number = int(match[0]) if (match := re.search(r"\d+", step)) else 1
        word = " ".join(re.sub(r"\d+", "", step).split())
        if bought := re.fullmatch(r"exchange (\d+) for (\d+)", step):
            words.append(f"X{bought[1]}@{bought[2]}")
        elif sold := re.fullmatch(r"1 (down or up|up or down) for (\d+)", step):
            words.append(f"{sold[1][0].upper()}1@{sold[2]}")
        elif passed := re.fullmatch(r"pass (right|left)", word):
            words.append(f"{passed[1][0].upper()}{number}")
        elif word in ("turn", "up", "op"):
            words += [f"{STEPS[word]}{'1' * (word != 'turn')}"] * number
        elif (name := STEPS.get(word, word.upper())) in ("B", "V", "F", "HL", ""):
            words += [name] if name else []
        else:
            words.append(f"{name}{number}")
    return " ".join(words)


def wild(words: list[str], board: int) -> tuple[tuple[int, ...], WildRule]:
    """The ranks that are wild, and the rules."""
    ranks: list[int] = []
    rules: list[WildRule] = []
    for word in words:
        if word in RANKS:
            ranks.append(RANKS[word])
        elif word in ("lowest hole card", "laveste lukkede kort"):
            rules.append(lowest_closed)
        elif word == "last common card":
            rules.append(common(board - 1))
        elif word == "lowest common card":
            rules.append(games.lowest_common)
        elif word.startswith("follow the "):
            rules.append(follower_of(RANKS[word[-1]]))
        else:
            rules.append(these([Card(RANKS[word[0]], word[1])]))
    return tuple(ranks), all_of(*rules)


def read_game(path: Path, variant_id: str) -> Game:
    """The game of a file, under the id that the engine gives it."""
    data: dict[str, Any] = {
        KEYS.get(key, key): value for key, value in tomllib.loads(path.read_text()).items()
    }
    like = GAMES.get(data.get("like", ""))
    programme = deal(data["deal"]) if "deal" in data else like.programme if like else ""
    board = sum(int(count) for count in re.findall(r"[CO](\d)", re.sub(r"5\*\(D1 C1\)", "D5 C5", programme)))
    board = board if "5 x (1 down, 1 common down)" not in data.get("deal", "") else 5
    ranks, rule = wild(data.get("wild", []), board)
    hand = data.get("hand", "")
    eight, declared = "eight or better" in hand, "declared" in hand
    least, most = (int(number) for number in re.findall(r"\d+", data.get("players", "3 to 7"))[:2])
    limit = data.get("betting", "")
    return Game(
        id=variant_id, programme=programme, ranks=ranks, wild=rule,
        lines=tuple(tuple(int(place) - 1 for place in line.split()) for line in data.get("lines", [])) or None,
        own="exactly 2" if "exactly 2" in hand else "any",
        pot="eight declared" if eight and declared else "eight" if eight else "declared" if declared else "high",
        blinds=bool(limit), doubled=data.get("doubles_from", 0), limit=limit.removesuffix("limit").strip() or "fixed", players=(least, most),
        ranking=RANKINGS.get(hand, "melds"),
        redeals=frozenset(Card(RANKS[word[0]], word[1]) for word in data.get("redeals", ())),
        counted=f"{match[1]} {match[2][0]}" if (match := re.search(r"(most|sum)(?: of)? (\w+)", hand)) else "",
        openers=RANKS["JQKA"["jqka".index(data["opens"][0])]] if "opens" in data else 0,
        spade=next((which for which in ("highest", "lowest") if f"{which} spade" in hand), ""),
    )  # fmt: skip
