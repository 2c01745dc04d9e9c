"""Reads Open Hand History (OHH, JSON, 1.2 to 1.4) as a session: hold'em, omaha and stud.

A file holds objects `{"ohh": {…}}`, after one another, in a list, or a line each. By the format a call's amount is
what is added, and a raise's the total of the street. Some programs write all amounts as totals, or all as added;
some leave an uncalled bet in the pot. The first of these readings by which every hand adds up is used. The rake
becomes a difference in the ledger of the player who won the pot, so that hands conserve chips.

At stud the last of the first three cards and those of the next three streets are open. The format has no word for
a bring-in but "other type of blind".
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from math import gcd
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta, Struct

from engine.api import PederError, parse_cards
from language import tr, trn
from pipeline.formats.files import read_text
from pipeline.formats.replay import Event, Hand, hand_frames, replay
from pipeline.formats.sessions import FileError, Imported, evening_of
from pipeline.formats.site_ids import SiteIds
from pipeline.formats.tables import bank_frame, import_row, rake_entries, rake_remark
from pipeline.store.people import Registry, slug

Text = Annotated[str, Meta(max_length=1000)]
Cards = list[Annotated[str, Meta(max_length=3)]] | Annotated[str, Meta(max_length=0)]


class OhhPlayer(Struct, frozen=True, kw_only=True):
    """Who sits at the table, with which stack."""

    id: int
    seat: Annotated[int, Meta(ge=0, le=1000)]
    name: Annotated[str, Meta(max_length=200)]
    starting_stack: Decimal
    cards: Cards = []
    is_sitting_out: bool | None = False


class OhhAction(Struct, frozen=True, kw_only=True):
    """What a player does."""

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
    """What a player has of a pot."""

    player_id: int
    win_amount: Decimal
    contributed_rake: Decimal | None = None


class OhhPot(Struct, frozen=True, kw_only=True):
    """A pot, and who has what of it; the rake isn't in what they have."""

    amount: Decimal
    player_wins: list[PlayerWin]
    number: int | None = None
    rake: Decimal | None = None


class BetLimit(Struct, frozen=True, kw_only=True):
    """How bets are limited."""

    bet_type: Text
    bet_cap: Decimal = Decimal(0)


class OhhHand(Struct, frozen=True, kw_only=True):
    """A hand; what isn't named here is passed over."""

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
    """Our JSON Schema of the format, made of the types; it has no official one."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A hand in Open Hand History 1.4, as far as Peder reads and writes it",
        **msgspec.json.schema(OhhFile),
    }


_GAMES = {
    "Holdem": "Texas Hold'em", "Omaha": "Omaha Hi", "OmahaHiLo": "Omaha Hi/Lo 8 or Better",
    "Stud": "7 Card Stud", "StudHiLo": "7 Card Stud Hi/Lo",
}  # fmt: skip
_CLOSED_FIRST, _HOLE = 2, 7
"""Of stud: the closed cards before the first open one, and all cards, of which the last is closed."""
_LIMITS = {"NL": "No Limit ", "PL": "Pot Limit ", "FL": "Limit "}
_ACTS = {
    "post sb": "small_blind", "post bb": "big_blind", "post ante": "ante", "straddle": "straddle",
    "post dead": "missing_small", "post extra blind": "missed_big", "fold": "fold", "check": "check",
    "bet": "bet", "raise": "raise", "call": "call",
}  # fmt: skip
_STUD_ACTS = _ACTS | {"post extra blind": "bring_in"}
_NO_ACTS = {
    "dealt cards", "mucks cards", "shows cards", "added chips", "added to pot", "sits down", "stands up",
}  # fmt: skip
_LARGEST = Decimal(10) ** 12


class _Reading(NamedTuple):
    """How a program means its amounts: calls as totals of the street, raises as increments."""

    calls_to: bool
    raises_by: bool


_READINGS = [_Reading(calls_to, raises_by) for raises_by in (False, True) for calls_to in (False, True)]


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
    there = [*_hands(path)]
    hands = sorted({_identity(hand, place): hand for place, hand in enumerate(there)}.values(), key=_began)
    if not hands:
        raise FileError(
            tr("{name} holds no hand of the OHH format: there is nothing to import.", name=path.name)
        )
    site = f"ohh-{slug(next((hand.site_name for hand in hands if hand.site_name), '') or 'site')}"
    ids = SiteIds(site, players)
    numbered = [
        _Numbered(number, hand, ids.of_each([player.name for player in hand.players]))
        for number, hand in enumerate(hands, start=1)
    ]
    numbered = [hand for hand in numbered if hand.number not in without]
    played, by_player, chip = _replayed(path, numbered)
    digest = hashlib.sha256(msgspec.json.encode(hands)).hexdigest()[:6]
    began = _began(hands[0])
    origin, name = (f"ohh-{day}-{digest}" for day in (f"{began:%Y-%m-%d}", evening_of(began)))
    chip_value = Decimal(chip) / 100
    rakes = {player: rake // chip for player, rake in by_player.items()}
    currency = currency or next((hand.currency for hand in hands if len(hand.currency) == 3), None)
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
        bank=bank_frame(rake_entries(rakes, ended), chip_value, currency),
        names=_names(numbered),
        remarks=[*rake_remark(rakes, chip_value), *_twice_remark(len(there) - len(hands))],
        origin=origin,
        is_named=session_id is not None,
    )


class _Numbered(NamedTuple):
    """A hand with its number in the session and the ids of its players."""

    number: int
    hand: OhhHand
    ids: Sequence[str]


def _names(hands: Sequence[_Numbered]) -> dict[str, list[str]]:
    """The names of each player, by id."""
    names: dict[str, dict[str, None]] = {}
    for hand in hands:
        for player_id, player in zip(hand.ids, hand.hand.players, strict=True):
            names.setdefault(player_id, {})[player.name] = None
    return {player_id: [*called] for player_id, called in names.items()}


def _identity(hand: OhhHand, place: int) -> tuple[object, ...]:
    """What makes a hand the same; of one without a number its place in the file."""
    number = hand.game_number if hand.game_number != "" else (place,)
    return hand.site_name, hand.network_name, hand.table_name, number, hand.start_date_utc


def _twice_remark(count: int) -> list[str]:
    """A remark on hands that are in a file several times; none where none are."""
    if not count:
        return []
    return [
        trn("{n} hand is there twice, and counts once", "{n} hands are there twice, and count once", count)
    ]


def _hands(path: Path) -> Iterator[OhhHand]:
    """The hands of a file."""
    text = read_text(path)
    decoder, place = json.JSONDecoder(), 0
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
            said = " ".join(str(error).split())[:120]
            if isinstance(error, UnicodeEncodeError):
                said = tr("a text has half of a character")
            raise FileError(
                tr(
                    "{name}, line {line} is no hand of the OHH format ({said}).",
                    name=path.name,
                    line=text.count("\n", 0, began) + 1,
                    said=said,
                )
            ) from error


def _began(hand: OhhHand) -> datetime:
    try:
        at = datetime.fromisoformat(hand.start_date_utc)
    except ValueError as error:
        raise FileError(
            tr(
                "Hand {game_number!r:.40} begins {start_date_utc!r:.40}, which is no time.",
                game_number=hand.game_number,
                start_date_utc=hand.start_date_utc,
            )
        ) from error
    if not 1970 <= at.year <= 2200:
        raise FileError(
            tr(
                "Hand {game_number!r:.40} begins in the year {year}.",
                game_number=hand.game_number,
                year=at.year,
            )
        )
    return at.replace(tzinfo=at.tzinfo or UTC).astimezone(UTC)


def _replayed(path: Path, hands: Sequence[_Numbered]) -> tuple[list[Hand], Counter[str], int]:
    """The hands as they add up in the first reading in which all do, the rake of each player, and the
    coarsest amount that all amounts are multiples of.
    """
    first: FileError | None = None
    for reading in _READINGS:
        played: list[Hand] = []
        rakes: Counter[str] = Counter()
        chip = 0
        try:
            for numbered in hands:
                number, hand, _ = numbered
                try:
                    events, raked = _events(numbered, reading)
                    done = replay(events, unit=_hundredths(hand.big_blind_amount))
                except (PederError, KeyError) as error:
                    raise FileError(
                        tr(
                            "{name}, hand {number!r:.40}: {why}.",
                            name=path.name,
                            number=hand.game_number or number,
                            why=str(error).rstrip("."),
                        )
                    ) from error
                _tell_cards(done, numbered)
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


def _events(numbered: _Numbered, reading: _Reading) -> tuple[list[Event], dict[str, int]]:
    """A hand as events, amounts as totals of the street, and the rake by player."""
    number, hand, ids = numbered
    if hand.game_type not in _GAMES:
        raise FileError(
            tr(
                "it is a game of {game_type!r:.40}, and the import knows {games}",
                game_type=hand.game_type,
                games=", ".join(_GAMES),
            )
        )
    at = _began(hand)
    sitting = [player for player in hand.players if not player.is_sitting_out]
    players = {
        player.id: player_id
        for player_id, player in zip(ids, hand.players, strict=True)
        if not player.is_sitting_out
    }
    if len(players) != len(sitting) or len({player.name for player in sitting}) != len(players):
        raise FileError(tr("two players have the same name or number"))
    dealer = next((players[p.id] for p in sitting if p.seat == hand.dealer_seat), "")
    game = _LIMITS.get(hand.bet_limit.bet_type if hand.bet_limit else "NL", "") + _GAMES[hand.game_type]
    events = [
        Event(kind="start", text=tr("it begins"), at=at, player=dealer, number=number, game=game),
        Event(
            kind="stacks", text=tr("the stacks"), at=at,
            stacks=tuple((p.seat, players[p.id], p.name, _hundredths(p.starting_stack)) for p in sitting),
        ),
    ]  # fmt: skip
    stud = hand.game_type.startswith("Stud")
    acts = _STUD_ACTS if stud else _ACTS
    total: dict[str, int] = defaultdict(int)  # what may be called, over all streets
    dead = added = 0
    streets: set[str] = set()
    for number, street in enumerate(hand.rounds):
        cards = tuple(parse_cards(" ".join(street.cards or [])))
        put: dict[str, int] = defaultdict(int)
        if stud and number:
            events.append(Event(kind="street", text=street.street, at=at))
        if cards:
            run = int(street.street in streets)
            events.append(
                Event(kind="board", text=f"{street.street} {street.cards}", at=at, cards=cards, run=run)
            )
            streets.add(street.street)
        for act in street.actions:
            word = act.action.casefold()
            if word == "shows cards" and act.cards:
                shown = tuple(parse_cards(" ".join(act.cards)))
                events.append(
                    Event(
                        kind="show",
                        text=tr("it shows {cards}", cards=act.cards),
                        at=at,
                        player=players[act.player_id],
                        cards=shown,
                    )
                )
            if stud and word == "dealt cards" and act.cards and act.player_id in players:
                events += _dealt(players[act.player_id], tuple(parse_cards(" ".join(act.cards))), number, at)
            if word == "added to pot":
                added += _hundredths(act.amount)
            if word in _NO_ACTS:
                continue
            if word not in acts:
                raise FileError(tr("the act {action!r:.40} isn't part of the format", action=act.action))
            if act.player_id not in players:
                raise FileError(
                    tr("player {player_id} acts, and isn't at the table", player_id=act.player_id)
                )
            player, kind, amount = players[act.player_id], acts[word], _hundredths(act.amount)
            if kind in ("fold", "check"):
                amount = 0
            elif kind in ("ante", "missing_small"):
                dead += amount
            else:
                adds = {"raise": reading.raises_by, "call": not reading.calls_to}
                if adds.get(kind, kind == "bet"):
                    amount += put[player]
                if kind == "raise" and not any(put.values()):
                    kind = "bet"
                total[player] += amount - put[player]
                put[player] = amount
            events.append(
                Event(
                    kind=kind, text=f"{act.action} {act.amount}", at=at, player=player, name=player,
                    amount=amount,
                    all_in=bool(act.is_allin),
                )
            )  # fmt: skip
    raked = _collect(hand, events, players, total, dead, added)
    events.append(Event(kind="end", text=tr("it ends"), at=at, number=number))
    return events, raked


def _dealt(player: str, cards: Sequence[int], street: int, at: datetime) -> Iterator[Event]:
    """The cards of a player on a street of stud: closed ones, then open ones."""
    if street == 0:
        closed = min(len(cards), _CLOSED_FIRST) if len(cards) != 1 else 0
    else:
        closed = len(cards) if street == _HOLE - _CLOSED_FIRST - 1 else 0
    for kind, some in (("deal_closed", cards[:closed]), ("deal_open", cards[closed:])):
        if some:
            yield Event(kind=kind, text=f"{kind} {some}", at=at, player=player, cards=tuple(some))


def _collect(
    hand: OhhHand,
    events: list[Event],
    players: Mapping[int, str],
    total: Mapping[str, int],
    dead: int,
    added: int,
) -> dict[str, int]:
    """Add what came back uncalled and who won what, the rake with it; returns the rake by player, less what the site
    `added` to the pot.
    """
    at = events[0].at
    put_in = dead + sum(total.values())
    most = sorted(total.values(), reverse=True)
    uncalled = most[0] - most[1] if len(most) > 1 else sum(most)
    bettor = max(total, key=lambda player: total[player], default="")
    won: dict[str, int] = defaultdict(int)
    raked: dict[str, int] = defaultdict(int)
    for pot in hand.pots:
        wins = [(players[win.player_id], _hundredths(win.win_amount)) for win in pot.player_wins]
        for player, amount in wins:
            won[player] += amount
        stated = pot.rake or sum((win.contributed_rake or Decimal(0) for win in pot.player_wins), Decimal(0))
        rake = _hundredths(pot.amount) - sum(amount for _, amount in wins)
        if rake not in (0, _hundredths(stated)):
            raise FileError(
                tr(
                    "a pot of {amount} has a rake of {stated}, and {rake:g} is missing",
                    amount=pot.amount,
                    stated=stated,
                    rake=rake / 100,
                )
            )
        if rake and wins:
            raked[max(wins, key=lambda win: win[1])[0]] += rake
    if added and won:
        raked[max(won, key=lambda player: won[player])] -= added
    for player, rake in raked.items():
        won[player] += rake
    if sum(won.values()) == put_in and won.get(bettor, 0) >= uncalled:  # the uncalled bet is in the pot
        won[bettor] -= uncalled
    if uncalled:
        back = Event(
            kind="uncalled", text=tr("an uncalled bet"), at=at, player=bettor, name=bettor, amount=uncalled
        )
        events.append(back)
    for player, amount in won.items():
        if amount:
            events.append(
                Event(kind="collect", text=f"wins {amount}", at=at, player=player, name=player, amount=amount)
            )
    return raked


def _tell_cards(done: Hand, numbered: _Numbered) -> None:
    """Add known cards that were never shown."""
    _, hand, ids = numbered
    dealt = {
        player_id: player.cards for player_id, player in zip(ids, hand.players, strict=True) if player.cards
    }
    names = {player.id: player_id for player_id, player in zip(ids, hand.players, strict=True)}
    for street in hand.rounds:
        for act in street.actions:
            if act.action.casefold() == "dealt cards" and act.cards and act.player_id in names:
                dealt[names[act.player_id]] = act.cards
    for seat in done.seats:
        if not seat.cards and (texts := dealt.get(seat.player)):
            cards = tuple(parse_cards(" ".join(texts)))
            if len(cards) == done.hole_cards:
                seat.cards = cards


def _hundredths(amount: Decimal) -> int:
    """An amount in hundredths. Raises FileError for one that is no amount."""
    if (
        not amount.is_finite()
        or not 0 <= amount < _LARGEST
        or (whole := amount * 100) != whole.to_integral_value()
    ):
        raise FileError(
            tr("{amount!r} is no amount: a number with at most two decimals", amount=str(amount)[:40])
        )
    return int(whole)
