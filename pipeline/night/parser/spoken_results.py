"""Hands said by what each won and lost: ``holdem: anna +24, bo -10, carl -10, dorte -4``, ``7s, anna won 24 from bo 20 and dorte 4``."""

from __future__ import annotations

import re

from engine.api import Catalogue
from language import tr
from pipeline.bank.money import CHIPS, parse_chips
from pipeline.night.parser.hands import exact_game
from pipeline.night.parser.lines import LogError
from pipeline.night.parser.marking import Players
from pipeline.night.parser.sentence import Sentence
from pipeline.night.parser.spoken_facts import HandFacts
from pipeline.night.parser.spoken_game import game_words, take_call
from pipeline.night.parser.spoken_questions import Missing, Question
from pipeline.night.parser.spoken_words import AND, ONE, WHO, WINS, C, one_of

_LOSES = one_of("lost", "loses", "lose", "taber", "tabte")
_SIGNED = rf"{WHO}:? ?[+−–-]? ?{CHIPS}"
_SIGNS = re.compile(rf"(?=.*[−–-] ?\d){_SIGNED}(?:{AND}{_SIGNED})+")
_EACH_SIGN = re.compile(r"<(\w+)>:? ?([+−–-]?) ?" + C)
_FROM = re.compile(
    rf"{ONE} {WINS} {C}(?: ,)?(?: (?:from|off|fra|af)|:) ({WHO} {CHIPS}(?:{AND}{WHO} {CHIPS})*)"
)
_LOST = re.compile(rf"({WHO} {_LOSES} {CHIPS}(?:{AND}{WHO} {_LOSES} {CHIPS})+){AND}{ONE} {WINS}(?: {C})?")
_EACH_LOST = re.compile(rf"{ONE}(?: {_LOSES})? {C}")


def results(said: str, players: Players, games: Catalogue, carried: int) -> Sentence | None:
    """The hand whose results these are, or a question on who isn't named, where it isn't said what was won in all: if it is,
    they put nothing in. Who won is taken to have put in as much as the largest loss, since the rest of a bet came back.
    `carried` is what lay in the pot from the hands before. Raises LogError for results that don't add up, or that fit
    several hands.
    """
    call, rest = take_call(said, games)
    game = exact_game(game_words(call.split()), games)
    nets = _nets(rest.strip(" ,:"))
    if game is None or not nets:
        return None
    if (total := sum(nets.values())) != carried:
        raise LogError(
            tr(
                "These results add up to {total} instead of {carried}: write the right ones.",
                total=total,
                carried=carried,
            )
        )
    level = -min(nets.values())
    winners = [who for who, net in nets.items() if net > 0]
    has_one_hand = not game[0].matches_pot and (len(winners) == 1 or not game[0].all_in)
    if not has_one_hand or (0 in nets.values() and len(winners) > 1):
        raise LogError(
            tr("These results fit several hands: write what each put in and won, such as 7s 20 b4 +a30 +c14.")
        )
    # without an ante, a fold before the first bet costs nothing
    nothing = "-" if game[0].betting.ante else "0"
    unnamed = tuple(who for who in HandFacts(players).dealt_in if who not in nets)
    is_whole = bool(re.search(rf"{WINS} \d|[+−–-]", rest)) or not unnamed
    every = nets | dict.fromkeys(unnamed if is_whole else (), 0)
    lost = [f"{who}{-net or nothing}" for who, net in sorted(every.items()) if -level < net <= 0]
    won = [f"+{who}{net + level if len(winners) > 1 else ''}" for who, net in nets.items() if net > 0]
    line = " ".join([call, str(level), *lost, *won])
    return Sentence((line,)) if is_whole else Sentence(question=Question(Missing.STAKE, line, unnamed))


def _nets(said: str) -> dict[str, int]:
    """What each won, or lost below zero, by handle; nothing if the words aren't results."""
    if _SIGNS.fullmatch(said):
        signed = _EACH_SIGN.findall(said)
        nets = {who: parse_chips(chips) * (1 if sign in ("", "+") else -1) for who, sign, chips in signed}
        return nets if len(nets) == len(signed) else {}
    if said_from := _FROM.fullmatch(said):
        winner, won, losses = said_from.groups()
    elif said_lost := _LOST.fullmatch(said):
        losses, winner, won = said_lost.groups()
    else:
        return {}
    each = _EACH_LOST.findall(losses)
    lost = {who: -parse_chips(chips) for who, chips in each}
    if len(lost) < len(each) or winner in lost:
        return {}
    return lost | {winner: parse_chips(won) if won else -sum(lost.values())}
