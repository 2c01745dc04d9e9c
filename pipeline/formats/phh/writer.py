"""Hands in the PHH format, so that other programs replay them to the same stacks.

A hand that PHH has no words for is refused, or with `extra` described in fields of our own (`_session`, …), which
the specification leaves to the user. Such a hand has no `variant` and no `actions`, so that no program takes it
for one of the eleven games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from engine.api import TABLE, Outcome, card_text, unpack
from language import tr
from pipeline.formats.output import (
    ExportError,
    SeatNames,
    first_reasons,
    hands_of,
    opened,
    sessions_to_export,
)
from pipeline.formats.phh.games import GAMES, PhhGame
from pipeline.formats.phh.notation import Notation, NotationError, plain_amount
from pipeline.formats.tables import limit_of
from pipeline.store.people import Registry
from pipeline.store.progress import Progress
from pipeline.store.store import Store


def export_phh(
    store: Store,
    sessions: Sequence[str],
    out: Path,
    *,
    skip: bool = False,
    extra: bool = False,
    progress: Progress | None = None,
) -> tuple[int, Counter[str]]:
    """Write the hands of sessions, or of the whole store if none is named. Returns the number of hands written, and
    the numbers left out by reason if `skip` allows that. With `extra` fields of our own describe what PHH has no
    field for, and whole hands that PHH has no words for.

    Raises StoreError for an unknown session, NotationError for a hand that PHH can't describe, ExportError if no hand
    can be written.

    >>> written, left_out = export_phh(online, [], tmp / "online.phhs", skip=True)
    >>> written, left_out.most_common(1)
    (26, [("omaha pot is none of PHH's games", 6)])
    """
    chosen = sessions_to_export(store, sessions)
    names = SeatNames(Registry.of(store))
    left_out: Counter[str] = Counter()
    written = 0
    with opened(out) as file:
        for number, name in enumerate(chosen):
            if progress:
                progress(tr("writing {name}", name=name), number, len(chosen))
            session = store.session_row(name)
            for hand, seats in hands_of(store, name):
                try:
                    text = phh_text(session, hand, seats, names, extra=extra)
                except NotationError as error:
                    if not skip:
                        raise NotationError(
                            tr(
                                "{name}, hand {hand}: {error}; --skip leaves such hands out.",
                                name=name,
                                hand=hand["hand_no"],
                                error=error,
                            )
                        ) from None
                    left_out[str(error)] += 1
                    continue
                written += 1
                file.write(f"[{written}]\n{text}\n".encode())
        if not written:
            raise ExportError(
                tr(
                    "There is no hand that PHH can tell ({why}), so no file was written.",
                    why=first_reasons(left_out),
                )
            )
    return written, left_out


def phh_text(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    names: SeatNames,
    *,
    extra: bool,
) -> str:
    """A hand as the lines of a PHH table. Raises NotationError."""
    if hand["status"] != "confirmed" or not Outcome(hand["outcome"]).played:
        raise NotationError(tr("it is a draft, or was spoilt"))
    seats = sorted(seats, key=lambda seat: seat["seat"])
    scale = session["chip_value"] if session["kind"] == "import" and session["chip_value"] else Decimal(1)
    played: dict[str, object] = {}
    why = ""
    try:
        played = _played(hand, seats, scale, extra=extra)
    except NotationError as error:
        if not extra:
            raise
        why = str(error)
    fields = played | _about(session, hand, seats, names, scale)
    if extra:
        fields |= _own_fields(session, hand, seats, scale, why)
    return "".join(f"{key} = {toml_text(value)}\n" for key, value in fields.items())


def _played(
    hand: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], scale: Decimal, *, extra: bool
) -> dict[str, object]:
    """The fields by which other programs replay a hand. Raises NotationError if there are none."""
    game = _game(hand)
    _refuse(hand, extra=extra)
    notation = Notation(game, hand, seats, scale)
    notation.write()
    unit = notation.amount(hand["unit"])
    fields: dict[str, object] = {
        "variant": game.code,
        "ante_trimming_status": len(set(notation.antes)) == 1,
        "antes": notation.of_each(notation.antes),
    }
    if game.stud:
        fields["bring_in"] = notation.amount(notation.bring_in)
    else:
        fields["blinds_or_straddles"] = notation.of_each(notation.posted)
    if game.fixed:
        fields |= {"small_bet": unit, "big_bet": notation.amount(2 * hand["unit"])}
    else:
        fields["min_bet"] = unit
    return fields | {"actions": notation.actions}


def _about(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    names: SeatNames,
    scale: Decimal,
) -> dict[str, object]:
    """Who sat there with what, where and when."""
    stacks = [seat["stack_before"] for seat in seats]
    fields: dict[str, object] = {
        "starting_stacks": [Decimal("inf") if stack is None else stack * scale for stack in stacks]
    }
    if session["place"]:
        fields["event"] = session["place"]
    if at := hand["started_at"] or session["started_at"]:
        fields |= {"time": at.time().replace(microsecond=0), "time_zone": "UTC"}
        fields |= {"day": at.day, "month": at.month, "year": at.year}
    fields["hand"] = hand["hand_no"]
    fields["players"] = names.of(seats)
    if None not in stacks:
        fields["finishing_stacks"] = [(seat["stack_before"] + seat["net"]) * scale for seat in seats]
    if session["currency"] and session["kind"] == "import":
        fields["currency"] = session["currency"]
    return fields


def _game(hand: Mapping[str, Any]) -> PhhGame:
    limit, words = limit_of(hand["variant_id"], hand["additions"])
    for game in GAMES.values():
        if (game.variant_id, game.limit) == (hand["variant_id"], limit) and not words - {"straddle"}:
            return game
    call = f"{hand['variant_id']} {hand['additions']}".strip()
    raise NotationError(tr("{said} is none of PHH's games", said=call))


def _refuse(hand: Mapping[str, Any], *, extra: bool) -> None:
    """Raise NotationError for what no field holds."""
    if hand["actions"] is None:
        raise NotationError(tr("what was done in it isn't kept (the session holds results alone)"))
    if hand["pot_in"] or hand["pot_out"]:
        raise NotationError(tr("a pot was carried, which PHH can't express"))
    if hand["boards"] > 1 and not extra:
        raise NotationError(tr("the pot was run twice, for which PHH has no action"))


def _own_fields(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    scale: Decimal,
    why: str,
) -> dict[str, object]:
    """The fields of our own. `why` is the reason that PHH can't describe the hand, "" if it can."""
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


def toml_text(value: object) -> str:
    """A value of TOML: a boolean, a number, a text in quotes, or an array of them."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        return plain_amount(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Sequence):
        return f"[{', '.join(toml_text(part) for part in value)}]"
    return str(value)
