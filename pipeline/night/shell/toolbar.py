"""The two lines under the prompt: the table, the deal, the pot."""

from __future__ import annotations

from language import tr, trn
from pipeline.night.night import Night
from pipeline.night.state import Place, state


def toolbar(night: Night) -> str:
    """Two lines: everybody's handle and chips (of the banker, who has the rest, the result); the deal, the
    pot, the chips that the bank has out, the drafts.
    """
    if not night.players:
        return tr(" Who plays? players Anna, Bo, Carl ")
    now = state(night)
    parts = [
        tr("hand {hand_no}, {name} deals", hand_no=now.hand_no, name=now.dealer or tr("nobody")),
        tr("pot {pot}", pot=now.pot),
        tr("bank out {bank_out}", bank_out=now.bank_out),
    ]
    if now.drafts:
        parts.append(trn("{n} draft ?", "{n} drafts ?", len(now.drafts)))
    return f" {'  '.join(map(_place, now.table))}\n {' · '.join(parts)} "


def _place(place: Place) -> str:
    pause = f" ({tr('pause')})" if place.pauses else ""
    chips = f"{place.chips:+d}" if place.keeps_bank else str(place.chips)
    mark = "*" if place.keeps_bank else ""
    return f"{place.handle} {place.name}{mark} {chips}{pause}"
