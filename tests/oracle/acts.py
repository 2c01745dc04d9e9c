"""The acts of a recorded hand, unpacked: ``kind | seat << 6 | round << 10 | value << 15``."""

from __future__ import annotations

from typing import NamedTuple

TABLE = 15

_NAMED = {
    0: "ante small_blind big_blind straddle dead_blind check bet raise call fold peder_bet peder_raise "
    "forced_payment buy_card paid_draw stake match_pot sent_out returned bring_in",
    32: "deal_closed deal_open deal_unseen lay_closed lay_open turn_board turn_own throw "
    "pass_right pass_left declare in out claim doubt swap keep roll "
    "take lose_life play_card play_trump pass must_stay",
}
KINDS = {code: kind for start, names in _NAMED.items() for code, kind in enumerate(names.split(), start)}
CODES = {kind: code for code, kind in KINDS.items()}
DECLARED = {1: "low", 2: "both", 3: "high"}


class RuleBroken(Exception):  # noqa: N818
    """A record holds what the rules don't allow; the message says where and why."""


class Act(NamedTuple):
    """One act: `value` is the chips that it puts into the pot, a card's code, or what is declared."""

    kind: str
    seat: int
    round: int
    value: int

    def __str__(self) -> str:
        who = "the table" if self.seat == TABLE else f"seat {self.seat}"
        return f"round {self.round}, {who}: {self.kind} {self.value}"


def unpack(packed: int) -> Act:
    """One act of a record."""
    kind = KINDS.get(packed & 63)
    if kind is None:
        raise RuleBroken(f"{packed} isn't an act: there is no kind {packed & 63}")
    return Act(kind, packed >> 6 & 15, packed >> 10 & 31, packed >> 15)


def pack(act: Act) -> int:
    """The integer of one act."""
    return CODES[act.kind] | act.seat << 6 | act.round << 10 | act.value << 15
