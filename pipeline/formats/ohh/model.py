"""The types of Open Hand History, 1.2 to 1.4, as far as Peder reads and writes it."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

Text = Annotated[str, Meta(max_length=1000)]
Cards = list[Annotated[str, Meta(max_length=3)]] | Annotated[str, Meta(max_length=0)]


class OhhPlayer(Struct, frozen=True, kw_only=True):
    """A player at the table, with the stack."""

    id: int
    seat: Annotated[int, Meta(ge=0, le=1000)]
    name: Annotated[str, Meta(max_length=200)]
    starting_stack: Decimal
    cards: Cards = []
    is_sitting_out: bool | None = False


class OhhAction(Struct, frozen=True, kw_only=True):
    """An action of a player."""

    player_id: int
    action: Text
    action_number: int | None = None
    amount: Decimal = Decimal(0)
    is_allin: bool | None = False
    cards: Cards | None = None


class Round(Struct, frozen=True, kw_only=True):
    """A street: the cards that are turned, and the acts."""

    street: Text
    id: int | None = None
    cards: Cards | None = None
    actions: list[OhhAction] = []


class PlayerWin(Struct, frozen=True, kw_only=True):
    """A player's winnings from a pot."""

    player_id: int
    win_amount: Decimal
    contributed_rake: Decimal | None = None
    cashout_amount: Decimal | None = None


class OhhPot(Struct, frozen=True, kw_only=True):
    """A pot, and the players' parts of it, without the rake and what goes to a jackpot."""

    amount: Decimal
    player_wins: list[PlayerWin]
    number: int | None = None
    rake: Decimal | None = None
    jackpot: Decimal | None = None


class BetLimit(Struct, frozen=True, kw_only=True):
    """How bets are limited."""

    bet_type: Text
    bet_cap: Decimal = Decimal(0)


class OhhHand(Struct, frozen=True, kw_only=True):
    """A hand; other fields are ignored."""

    spec_version: Text
    game_type: Text
    start_date_utc: Text
    dealer_seat: int
    players: Annotated[list[OhhPlayer], Meta(max_length=23)]
    rounds: Annotated[list[Round], Meta(max_length=50)]
    pots: list[OhhPot]
    site_name: Text = ""
    network_name: Text = ""
    internal_version: Text = ""
    game_number: Text | int = ""
    table_name: Text = ""
    table_size: int | None = None
    currency: Text = ""
    small_blind_amount: Decimal = Decimal(0)
    big_blind_amount: Decimal = Decimal(0)
    ante_amount: Decimal = Decimal(0)
    bet_limit: BetLimit | None = None
    tournament: bool = False
    hero_player_id: int | None = None


class OhhFile(Struct, frozen=True, kw_only=True):
    """The object around a hand."""

    ohh: OhhHand


def ohh_schema() -> dict[str, Any]:
    """Our JSON Schema of the format, made of the types; it has no official one. Fields that may be missing may be null."""
    schema = msgspec.json.schema(OhhFile)
    for one in schema["$defs"].values():
        one["properties"] = {
            name: field if name in one["required"] else _or_null(field)
            for name, field in one["properties"].items()
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A hand in Open Hand History 1.4, as far as Peder reads and writes it",
        **schema,
    }


def _or_null(field: dict[str, Any]) -> dict[str, Any]:
    """A field's schema that allows null as well."""
    default = {"default": field["default"]} if "default" in field else {}
    kinds = field.get("anyOf") or [{name: value for name, value in field.items() if name != "default"}]
    return {"anyOf": [*kinds, *([] if _NULL in kinds else [_NULL])], **default}


_NULL = {"type": "null"}
