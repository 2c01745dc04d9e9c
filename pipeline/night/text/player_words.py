"""What stands with a player in a hand's line: marks, a direction, a meld, cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.api import parse_cards
from language import tr
from pipeline.bank.money import parse_chips
from pipeline.night.text.lines import Announced, Held, LogError, Part
from pipeline.night.text.tokens import MARK, ONLY_CHIPS
from pipeline.night.text.words import HALVES, read_meld


@dataclass(frozen=True)
class Words:
    """What follows a player: a direction, a meld."""

    half: Part | None
    announced: Announced | None


def read_marks(text: str, token: str) -> dict[str, object]:
    """The marks right after a player: the peder (`peder`), shadow, a pot that is matched (chips, or True)."""
    found: dict[str, object] = {}
    for mark in MARK.finditer(text):
        if mark[0] == "*":
            name: str = "peder"
            value: object = True
        elif mark["shadow"]:
            name, value = "shadow", parse_chips(mark["shadow"])
        else:
            name, value = "matched", parse_chips(mark["match"]) if mark["match"] else True
        if name in found:
            if name == "peder":
                raise LogError(tr("{token!r}: a player has one peder a hand (*), not two.", token=token))
            raise LogError(tr("{token!r}: a player has one {mark!r}, not two.", token=token, mark=mark[0][0]))
        found[name] = value
    return found


def read_words(tokens: list[str], whose: str) -> tuple[Words, Held]:
    """The direction, the meld and the cards that follow a player."""
    words = [token for token in tokens if not token.startswith("(")]
    groups = [token for token in tokens if token.startswith("(")]
    if len(groups) > 1:
        raise LogError(tr("{whose!r} has cards twice: write them in one pair of parentheses.", whose=whose))
    held = _held(groups[0], whose) if groups else Held()
    direction = len(words) == 1 and words[0].casefold() in HALVES
    announced = read_meld(" ".join(words)) if words and not direction else None
    half = None
    if words and announced is None:
        halves = [place for place, word in enumerate(words) if word.casefold() in HALVES]
        if len(halves) > 1:
            raise LogError(
                tr(
                    "{whose!r} has two directions: {words!r}; for both write begge.",
                    whose=whose,
                    words=" ".join(words),
                )
            )
        if halves:
            half = HALVES[words.pop(halves[0]).casefold()]
        announced = read_meld(" ".join(words)) if words else None
        if words and announced is None:
            raise LogError(_no_meld(words))
    return Words(half, announced), held


def _no_meld(words: list[str]) -> str:
    text = " ".join(words)
    if all(ONLY_CHIPS.fullmatch(word) for word in words):
        return tr(
            "{text!r} stands alone: write it right after the player, as in +b{word} or b{word}.",
            text=text,
            word=words[0],
        )
    return tr(
        "{text!r} is no player here and no meld such as par, 2par, 3ens, straight, fl, hus, 4ens or 6-4.",
        text=text,
    )


def read_cards(group: str, whose: str) -> tuple[int, ...]:
    """The cards in a pair of parentheses, at least one."""
    if not group.endswith(")"):
        raise LogError(tr("The parenthesis after {whose!r} isn't closed: (As Ad).", whose=whose))
    cards = tuple(parse_cards(group[1:-1]))
    if not cards:
        raise LogError(tr("There are no cards in the parentheses after {whose!r}: (As Ad).", whose=whose))
    return cards


def _held(group: str, whose: str) -> Held:
    """Cards, the closed ones first where they are parted from the open ones by a slash."""
    if group.count("/") > 1:
        raise LogError(
            tr("The cards after {whose!r} have two slashes: write (closed / open) with one.", whose=whose)
        )
    closed, slash, _ = group.strip("()").partition("/")
    cards = read_cards(group.replace("/", " "), whose)
    return Held(cards, len(parse_cards(closed)) if slash else None)
