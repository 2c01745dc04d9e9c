"""Reads Open Hand History (OHH, JSON, 1.2 to 1.4) as a session: hold'em, omaha and stud.

A file holds objects `{"ohh": {…}}`, after one another, in a list, or a line each. Programs differ in how they mean amounts:
the first of several readings by which every hand adds up is used (`ohh.events`). The rake
becomes a difference in the ledger of the player who won the pot, so that hands conserve chips.

At stud the last of the first three cards and those of the next three streets are open. The format has no word for
a bring-in but "other type of blind".
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from math import gcd
from pathlib import Path
from typing import Any

import msgspec

from engine.api import PederError
from language import tr
from pipeline.bank.ledger import in_money
from pipeline.formats.currency import currency_of_fields
from pipeline.formats.files import read_text
from pipeline.formats.hand_frames import hand_frames
from pipeline.formats.ohh.events import (
    READINGS,
    NumberedHand,
    add_known_cards,
    began_at,
    events_of,
    hundredths,
)
from pipeline.formats.ohh.model import OhhFile, OhhHand
from pipeline.formats.replay import Hand, replay, winner_remarks
from pipeline.formats.sessions import FileError, Imported
from pipeline.formats.site_ids import SiteIds
from pipeline.formats.tables import import_row, rake_entries, rake_remark, twice_remark
from pipeline.night.days import evening_of
from pipeline.store.bank_rows import bank_frame
from pipeline.store.people import Registry
from pipeline.store.player_names import slug


def _different_hands(path: Path) -> tuple[list[OhhHand], int]:
    """The hands of a file by their times, each once, and how many more were there. Raises FileError if there are none."""
    there = [*_hands(path)]
    different: dict[tuple[object, ...], OhhHand] = {}
    for place, hand in enumerate(there):
        identity = _identity(hand, place)
        if identity in different and _results(different[identity]) != _results(hand):
            raise FileError(
                tr(
                    "{name}: the hand {number!r:.40} is there twice, with different players, stacks or winnings: keep the right one.",
                    name=path.name,
                    number=hand.game_number,
                )
            )
        different[identity] = hand
    hands = sorted(different.values(), key=began_at)
    if not hands:
        raise FileError(
            tr("{name} holds no hand of the OHH format: there is nothing to import.", name=path.name)
        )
    return hands, len(there) - len(hands)


def import_ohh(
    path: Path,
    *,
    session_id: str | None = None,
    season: str | None = None,
    currency: str | None = None,
    players: Registry | None = None,
    without: Collection[int] = (),
) -> Imported:
    """Read a file of hands as a session, but those with the numbers `without`; `players` are known by their names.
    Raises FileError.

    A hand that is there twice, by site, table, number and time, counts once.
    """
    hands, repeated = _different_hands(path)
    if len({hand.tournament for hand in hands}) > 1:
        raise FileError(
            tr(
                "{name} has hands of a tournament and others: import each from a file of its own.",
                name=path.name,
            )
        )
    site = f"ohh-{slug(next((hand.site_name for hand in hands if hand.site_name), '') or 'site')}"
    ids = SiteIds(site, players)
    numbered = [
        NumberedHand(number, hand, ids.of_each([player.name for player in hand.players]))
        for number, hand in enumerate(hands, start=1)
    ]
    numbered = [hand for hand in numbered if hand.number not in without]
    played, by_player, chip = _replayed(path, numbered)
    digest = hashlib.sha256(msgspec.json.encode(hands)).hexdigest()[:6]
    began = began_at(hands[0])
    origin, name = (f"ohh-{day}-{digest}" for day in (f"{began:%Y-%m-%d}", evening_of(began)))
    chip_value = Decimal(chip) / 100
    rakes = {player: rake // chip for player, rake in by_player.items()}
    currency, of_currency = currency_of_fields(
        ((hand.currency, hand) for _, hand, _ in numbered),
        lambda hand: path.name + tr(", hand {hand}", hand=hand.game_number),
        currency,
    )
    hands_of, seats_of = hand_frames(played, chip)
    ended = played[-1].started_at
    return Imported(
        source=path,
        session=import_row(
            session_id or name,
            season=season,
            began=played[0].started_at,
            ended=ended,
            place=next((hand.site_name for hand in hands if hand.site_name), None),
            currency=currency,
            chip_value=chip_value,
            tournament=any(hand.tournament for hand in hands),
        ),
        hands=hands_of,
        seats=seats_of,
        bank=bank_frame(in_money(rake_entries(rakes, ended), chip_value), currency),
        names=_names(numbered),
        remarks=[
            *of_currency,
            *winner_remarks(played),
            *rake_remark(rakes, chip_value),
            *twice_remark(repeated),
            *ids.remarks(),
        ],
        origin=origin,
        is_named=session_id is not None,
    )


def _names(hands: Sequence[NumberedHand]) -> dict[str, list[str]]:
    """The names of each player, by id."""
    names: dict[str, dict[str, None]] = {}
    for hand in hands:
        for player_id, player in zip(hand.ids, hand.hand.players, strict=True):
            names.setdefault(player_id, {})[player.name] = None
    return {player_id: [*called] for player_id, called in names.items()}


def _results(hand: OhhHand) -> tuple[object, ...]:
    """Who played a hand, with which chips, and what each won."""
    stacks = sorted((player.name, player.starting_stack) for player in hand.players)
    names = {player.id: player.name for player in hand.players}
    wins = [win for pot in hand.pots for win in pot.player_wins]
    return stacks, sorted((names.get(win.player_id, ""), win.win_amount) for win in wins)


def _identity(hand: OhhHand, place: int) -> tuple[object, ...]:
    """Return the identity of a hand; for one without a number its place in the file."""
    number = hand.game_number if hand.game_number != "" else (place,)
    return hand.site_name, hand.network_name, hand.table_name, number, hand.start_date_utc


def _hands(path: Path) -> Iterator[OhhHand]:
    """The hands of a file. A field that is null is as one that is missing."""
    text = read_text(path)
    decoder, place = json.JSONDecoder(object_hook=_without_nulls), 0
    while True:
        while place < len(text) and (text[place].isspace() or text[place] == ","):
            place += 1
        if place == len(text):
            return
        began = place
        try:
            value, place = decoder.raw_decode(text, place)
            for one in value if isinstance(value, list) else [value]:
                hand = msgspec.convert(one, OhhFile, strict=False).ohh
                msgspec.json.encode(hand)  # raises for half of a surrogate pair
                yield hand
        except (ValueError, RecursionError, InvalidOperation) as error:
            reason = " ".join(str(error).split())[:120]
            if isinstance(error, UnicodeEncodeError):
                reason = tr("a text has half of a character")
            raise FileError(
                tr(
                    "{name}, line {line} isn't a hand of the OHH format ({said}).",
                    name=path.name,
                    line=text.count("\n", 0, began) + 1,
                    said=reason,
                )
            ) from error


def _without_nulls(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _replayed(path: Path, hands: Sequence[NumberedHand]) -> tuple[list[Hand], Counter[str], int]:
    """The hands as they add up in the first reading in which all do, the rake of each player, and the
    coarsest amount that all amounts are multiples of.
    """
    first: FileError | None = None
    for reading in READINGS:
        played: list[Hand] = []
        rakes: Counter[str] = Counter()
        chip = 0
        try:
            for numbered in hands:
                number, hand, _ = numbered
                try:
                    events, raked = events_of(numbered, reading)
                    done = replay(events, unit=hundredths(hand.big_blind_amount))
                except (PederError, KeyError) as error:
                    raise FileError(
                        tr(
                            "{name}, hand {number!r:.40}: {why}.",
                            name=path.name,
                            number=hand.game_number or number,
                            why=str(error).rstrip("."),
                        )
                    ) from error
                add_known_cards(done, numbered)
                played.append(done)
                amounts = [amount for event in events for amount in event.amounts]
                chip = gcd(chip, done.unit, *raked.values(), *amounts)
                rakes.update(raked)
        except FileError as error:
            first = first or error
            continue
        return played, rakes, chip or 1
    assert first is not None
    raise first
