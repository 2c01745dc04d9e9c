"""The two lines under the prompt: the table, the deal, the pot."""

from __future__ import annotations

from pipeline.night.night import Night
from pipeline.night.state import Place, state


def toolbar(night: Night) -> str:
    """Two lines: everybody's handle and chips (of the banker, who has the rest, the result); the deal, the
    pot, the chips that the bank has out, the drafts.
    """
    if not night.players:
        return " Who plays? players Anna, Bo, Carl "
    now = state(night)
    parts = [
        f"hand {now.hand_no}, {now.dealer or 'nobody'} deals",
        f"pot {now.pot}",
        f"bank out {now.bank_out}",
    ]
    if now.drafts:
        parts.append(f"{len(now.drafts)} draft{'s' if len(now.drafts) > 1 else ''} ?")
    return f" {'  '.join(map(_place, now.table))}\n {' · '.join(parts)} "


def _place(place: Place) -> str:
    chips = f"{place.chips:+d}" if place.keeps_bank else str(place.chips)
    mark = "*" if place.keeps_bank else ""
    return f"{place.handle} {place.name}{mark} {chips}{' (pause)' if place.pauses else ''}"
