"""Hands in the PHH format: what its eleven codes hold, so that others play them to the same stacks.

A hand is followed act by act along the programme of its game, for the notation also says what a store
needn't: who stood pat, cards that nobody knows, what was shown. What it can't say is refused by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from engine.api import VARIANTS, Outcome
from language import tr
from pipeline.exports.out import ExportError, opened
from pipeline.exports.phh_own import own_fields
from pipeline.exports.phh_story import PhhStory, UntellableError
from pipeline.exports.toml import toml_text
from pipeline.imports.phh.games import GAMES, PhhGame
from pipeline.limits import limit_of
from pipeline.people import Registry
from pipeline.store.parts import read_parts
from pipeline.store.schemas import HANDS, SEATS
from pipeline.store.store import Store, StoreError, session_folder


def export_phh(
    store: Store,
    sessions: Sequence[str],
    out: Path,
    *,
    skip: bool = False,
    extra: bool = False,
    progress: Callable[[str, int, int], None] | None = None,
) -> tuple[int, Counter[str]]:
    """Write the hands of sessions, all of the store where none is named; returns how many, and how many were
    left out by reason, where `skip` allows that. With `extra` fields of the user's own (`_session`, …) say
    what PHH has no field for, and all of a hand that PHH has no words for.

    Raises StoreError where there is no such session, UntellableError for a hand that can't be told.
    """
    for name in sessions:
        if not store.has(name):
            raise StoreError(
                tr("There is no session {name!r} in the store {path}.", name=name, path=store.path)
            )
    names = list(dict.fromkeys(sessions)) or store.session_ids()
    registry = Registry.of(store)
    left_out: Counter[str] = Counter()
    written = 0
    with opened(out) as file:
        for number, name in enumerate(names):
            if progress:
                progress(tr("writing {name}", name=name), number, len(names))
            session = store.read("sessions", name).row(0, named=True)
            for hand, seats in _hands(store, name):
                try:
                    text = phh_text(session, hand, seats, registry, extra=extra)
                except UntellableError as error:
                    if not skip:
                        raise UntellableError(
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
            raise ExportError(tr("There is no hand that PHH can tell, so no file was written."))
    return written, left_out


def _hands(store: Store, name: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each hand of a session with its seats."""
    for part in sorted((store.path / "hands" / session_folder(name)).glob("part-*[0-9].parquet")):
        seats: dict[int, list[dict[str, Any]]] = {}
        of_part = read_parts([store.path / "seats" / part.parent.name / part.name], SEATS)
        for seat in of_part.iter_rows(named=True):
            seats.setdefault(seat["hand_no"], []).append(seat)
        for hand in read_parts([part], HANDS).iter_rows(named=True):
            yield hand, seats.get(hand["hand_no"], [])


def phh_text(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    registry: Registry,
    *,
    extra: bool = False,
) -> str:
    """A hand as the lines of a PHH table. Raises UntellableError."""
    if hand["status"] != "confirmed" or not Outcome(hand["outcome"]).played:
        raise UntellableError(tr("it is a draft, or was spoilt"))
    seats = sorted(seats, key=lambda seat: seat["seat"])
    scale = session["chip_value"] if session["kind"] == "import" and session["chip_value"] else Decimal(1)
    told: dict[str, object] = {}
    why = ""
    try:
        told = _played(hand, seats, scale, extra=extra)
    except UntellableError as error:
        if not extra:
            raise
        why = str(error)
    fields = told | _about(session, hand, seats, registry, scale)
    if extra:
        fields |= own_fields(session, hand, seats, scale, why)
    return "".join(f"{key} = {toml_text(value)}\n" for key, value in fields.items())


def _played(
    hand: Mapping[str, Any], seats: Sequence[Mapping[str, Any]], scale: Decimal, *, extra: bool
) -> dict[str, object]:
    """The fields by which others play a hand. Raises UntellableError where there are none."""
    game = _game(hand)
    _refuse(hand, extra=extra)
    story = PhhStory(game, hand, seats, scale)
    story.tell()
    unit = story.amount(hand["unit"])
    fields: dict[str, object] = {
        "variant": game.code,
        "ante_trimming_status": len(set(story.antes)) == 1,
        "antes": story.of_each(story.antes),
    }
    if game.stud:
        fields["bring_in"] = story.amount(story.bring_in)
    else:
        fields["blinds_or_straddles"] = story.of_each(story.posted)
    if game.fixed:
        fields |= {"small_bet": unit, "big_bet": story.amount(2 * hand["unit"])}
    else:
        fields["min_bet"] = unit
    return fields | {"actions": story.actions}


def _about(
    session: Mapping[str, Any],
    hand: Mapping[str, Any],
    seats: Sequence[Mapping[str, Any]],
    registry: Registry,
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
    fields["players"] = [_name(seat, registry) for seat in seats]
    if None not in stacks:
        fields["finishing_stacks"] = [(seat["stack_before"] + seat["net"]) * scale for seat in seats]
    if session["currency"] and session["kind"] == "import":
        fields["currency"] = session["currency"]
    return fields


def _game(hand: Mapping[str, Any]) -> PhhGame:
    limit, words = limit_of(VARIANTS[hand["variant_id"]], hand["additions"])
    for game in GAMES.values():
        if (game.variant_id, game.limit) == (hand["variant_id"], limit) and not words - {"straddle"}:
            return game
    said = f"{hand['variant_id']} {hand['additions']}".strip()
    raise UntellableError(tr("{said} is none of PHH's games", said=said))


def _refuse(hand: Mapping[str, Any], *, extra: bool) -> None:
    """Raise UntellableError for what no field holds."""
    if hand["actions"] is None:
        raise UntellableError(tr("what was done in it isn't kept (the session holds results alone)"))
    if hand["pot_in"] or hand["pot_out"]:
        raise UntellableError(tr("a pot was carried, of which PHH knows nothing"))
    if hand["boards"] > 1 and not extra:
        raise UntellableError(
            tr("the pot was run twice, for which PHH has no action (--extra writes it all the same)")
        )


def _name(seat: Mapping[str, Any], registry: Registry) -> str:
    """What a player is called; a simulated one by the profile."""
    if seat["player_id"] is None:
        return f"{seat['profile']} {seat['seat'] + 1}"
    person = registry.people.get(registry.leads_to(seat["player_id"]))
    return person.name if person else str(seat["player_id"])
