"""What PHH has no field for, in fields that begin with `_`, as its specification leaves them to the user.

Of a hand that PHH has no words for they say everything: no `variant` and no `actions` stand beside them, so
that nobody who plays hands out takes it for one of the eleven games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from engine.api import TABLE, card_text, unpack


def own_fields(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    scale: Decimal,
    why: str,
) -> dict[str, object]:
    """The fields of a hand; `why` PHH can't tell it, "" where it can. Amounts are chips times `scale`."""
    fields: dict[str, object] = {
        "_session": session["session_id"],
        "_game": f"{hand['variant_id']} {hand['additions']}".strip(),
        "_outcome": hand["outcome"],
        "_boards": hand["boards"],
        "_won": [seat["won"] * scale for seat in seats],
        "_note": hand["note"] or "",
    }
    if not why:
        return fields
    return fields | {
        "_why": why,
        "_paid": [seat["paid"] * scale for seat in seats],
        "_pot_in": hand["pot_in"] * scale,
        "_pot_out": hand["pot_out"] * scale,
        "_cards": [seat["cards"] or "" for seat in seats],
        "_shares": [_share(share, scale) for share in hand["shares"] or ()],
        **({} if hand["actions"] is None else {"_actions": [_act(act, scale) for act in hand["actions"]]}),
    }


def _share(share: Mapping[str, Any], scale: Decimal) -> str:
    """A share of a pot: `p2 whole 24`, with the pot or board where it isn't the first."""
    where = [f"{word} {share[f'{word}_no']}" for word in ("pot", "board") if share[f"{word}_no"]]
    return " ".join([f"p{share['seat'] + 1}", share["half"], f"{share['chips'] * scale:f}", *where])


def _act(packed: int, scale: Decimal) -> str:
    """An act in the store's words: `p2 deal_closed Ah`, `p1 bet 4`, `turn_board 7d`."""
    done = unpack(packed)
    who = [] if done.seat == TABLE else [f"p{done.seat + 1}"]
    if done.kind.has_card:
        value = [card_text(done.value)]
    elif done.kind.pays or done.value:
        value = [f"{done.value * scale:f}" if done.kind.pays else str(done.value)]
    else:
        value = []
    return " ".join([*who, done.kind.word, *value])
