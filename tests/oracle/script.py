"""Records of hands written by hand, for tests: lines of text to packed acts.

antes                       two chips from each seat
round 1                     the acts from here on fall in that round
closed As Kd | 2c 3c | -    these cards to seat 0, 1, 2…, a player's together (also: open, unseen)
lay closed 5h 6h            common cards (also: lay open, turn)
turned As | 2c | -          each turns, lays open, throws, passes right or left: turned, thrown, right, left
0 bet 3, 1 call 3, 2 fold   acts of players
"""

from __future__ import annotations

from tests.oracle.acts import TABLE, Act, pack
from tests.oracle.cards import card, to_code

EACH = {
    "closed": "deal_closed", "open": "deal_open", "unseen": "deal_unseen",
    "turned": "turn_own", "thrown": "throw", "right": "pass_right", "left": "pass_left",
}  # fmt: skip
COMMON = {"lay closed": "lay_closed", "lay open": "lay_open", "turn": "turn_board"}
DECLARATIONS = {"low": 1, "both": 2, "high": 3}


def record(text: str, players: int) -> list[int]:
    """The acts of a hand at a table of `players`."""
    acts: list[Act] = []
    round_no = 0
    for line in filter(None, (line.split("#")[0].strip() for line in text.splitlines())):
        word, _, rest = line.partition(" ")
        common = next((name for name in COMMON if line.startswith(name + " ")), None)
        if word == "round":
            round_no = int(rest)
        elif word == "antes":
            acts += [Act("ante", seat, round_no, 2) for seat in range(players)]
        elif common:
            acts += [
                Act(COMMON[common], TABLE, round_no, to_code(card(one)))
                for one in line.removeprefix(common).split()
            ]
        elif word in EACH:
            for seat, hand in enumerate(rest.split("|")):
                acts += [
                    Act(EACH[word], seat, round_no, to_code(card(one))) for one in hand.split() if one != "-"
                ]
        else:
            acts += [_act(one.split(), round_no) for one in line.split(",")]
    return [pack(act) for act in acts]


def _act(words: list[str], round_no: int) -> Act:
    """``0 bet 3``, ``1 throw As``, ``2 declare both``, ``0 fold``."""
    seat, kind, value = int(words[0]), words[1], (words[2:] or ["0"])[0]
    if kind == "declare":
        return Act(kind, seat, round_no, DECLARATIONS[value])
    return Act(kind, seat, round_no, int(value) if value.isdigit() else to_code(card(value)))
