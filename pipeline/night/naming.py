"""Resolves the players of a line to ids and handles, as the journal stores them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.api import Catalogue, fold_name, shortened
from language import join_words, tr
from pipeline.bank.currency import currency_of
from pipeline.bank.ledger import BankKind
from pipeline.bank.records import replace
from pipeline.night.bookings import other_currency, sharers
from pipeline.night.guards import payment_in_chips
from pipeline.night.hand.deal import Player
from pipeline.night.night import Night, is_namesake, join, seat_players
from pipeline.night.parser.lines import (
    ChipRequest,
    ChipValue,
    Decline,
    End,
    Expense,
    Join,
    Line,
    Loan,
    LogError,
    Owe,
    PayMoney,
    PlayerSpec,
    Rename,
    Seating,
    Trade,
)
from pipeline.night.parser.reserved import means_something_else
from pipeline.night.parser.words import is_reserved
from pipeline.store.people import Person, Registry

_CHIPS_PAID = re.compile(r"(?:back )?(?:in|ind)|(?:to|into|in|i|til) (?:the )?(?:pot|puljen|potten)", re.I)
"""What is no expense: ``bo paid 100 in``."""
_COINS = re.compile(r"(?:(?:og|and|&) )?\d+ ?(?:øre|ore|öre|cents?|c|¢|pence|kr|kroner)\b|\d+ ?,", re.I)
"""The rest of an amount in two parts, ``20 kr 50 øre``, or of digits in groups that aren't thousands, ``1,20,000``."""
LARGEST_TABLE = 60
"""The players that one line may seat; lines of older nights are read whatever they seat."""


def _check_purpose(expense: Expense) -> None:
    """Raise LogError if an expense names money or chips as what the money was for."""
    what = expense.what
    if _COINS.match(what):
        raise LogError(tr("{what!r} is money too: write one amount, such as 20,50 kr.", what=shortened(what)))
    if _CHIPS_PAID.fullmatch(what):
        raise LogError(
            tr(
                "{what!r} is chips: write buy {who} CHIPS for chips, or what the money was for, such as expense {who} "
                "{money:f} pizza.",
                what=what,
                who=expense.payer,
                money=expense.money,
            )
        )


def with_former_names(night: Night, registry: Registry, now: Night | None = None) -> Night:
    """The night with its players' other names: those that they had before, and in an older state of the night those that
    they have `now`. A name that another player has is no other's.
    """
    names_now = now.names if now else {}
    taken = {fold_name(name): player_id for player_id, name in (*names_now.items(), *night.names.items())}

    def others(player: Player) -> tuple[str, ...]:
        person = registry.people.get(registry.merged_id(player.player_id))
        names = (*player.also, names_now.get(player.player_id, ""), *(person.names if person else ()))
        return tuple(
            name
            for name in dict.fromkeys(names)
            if fold_name(name) not in ("", fold_name(player.name))
            and taken.get(fold_name(name), player.player_id) == player.player_id
            and (registry.find(name) or person) is person
            and not means_something_else(name, night.games)
        )

    return replace(night, players=tuple(replace(player, also=others(player)) for player in night.players))


def resolve_players(line: Line, night: Night, registry: Registry) -> Line:
    """Return the line as the journal stores it: players by id and handle, loans with all borrowers, money in a
    currency.

    Raises LogError if a player can't have that name or handle, and for money of another currency than the night's.
    """
    match line:
        case Seating(specs):
            return _seated(specs, night, registry)
        case Join(spec, after):
            one = _spec(spec, night, registry, (spec,))
            player = next(p for p in join(one, after, night.players) if p.player_id == one.player_id)
            return Join(PlayerSpec(player.name, player.handle, player.player_id), after)
        case Rename(handle, name):
            _check_name(name, night, night.handles[handle], registry)
        case ChipRequest(handle):
            if handle not in night.borrowers():
                raise LogError(
                    tr(
                        "The bank lends {name} nothing: the banker and players who have left can't ask for "
                        "chips.",
                        name=night.handles[handle].name,
                    )
                )
        case Decline(handle):
            if not night.open_request(night.handles[handle].player_id):
                raise LogError(tr("{name} asks for no chips.", name=night.handles[handle].name))
        case Loan((), chips):
            return Loan(tuple(night.borrowers()), chips)
        case ChipValue(_, currency):
            return replace(line, currency=currency_of(currency, night.currency))
        case PayMoney():
            return replace(line, currency=_currency(line.currency, night))
        case Expense(payer, currency=currency, handles=handles):
            _check_purpose(line)
            return replace(
                line, currency=_currency(currency, night), handles=handles or sharers(night, payer)
            )
        case Trade(BankKind.BUYBACK):
            return replace(line, part=True)
        case Owe(paid=True, bet=False):
            return payment_in_chips(
                line, replace(night, ended_at=None)
            )  # the line opens a night that has ended
        case End(sure, pot):
            if pot and not night.carried:
                raise LogError(tr("No pot is carried: end alone ends the night."))
            return End(sure, "bank") if sure and night.carried and not pot else line
    return line


def _seated(specs: Sequence[PlayerSpec], night: Night, registry: Registry) -> Seating:
    if len(specs) > LARGEST_TABLE:
        raise LogError(tr("{n} players in one line: at most {most}.", n=len(specs), most=LARGEST_TABLE))
    players: list[PlayerSpec] = []
    for spec in specs:
        players.append(_spec(spec, night, registry, (*players, *specs)))
    seated = seat_players(players, night.players)[: len(players)]
    return Seating(tuple(PlayerSpec(p.name, p.handle, p.player_id) for p in seated))


def check_no_word(name: str, games: Catalogue) -> None:
    """Raise LogError for a name that is a word of the log: lines with it say something else.

    >>> from engine.api import VARIANTS
    >>> check_no_word("all", VARIANTS)
    Traceback (most recent call last):
        ...
    pipeline.night.parser.lines.LogError: 'all' is a word of the log, so no player can be called that: write more of the name, such as all B.
    """
    if means_something_else(name, games):
        raise LogError(
            tr(
                "{name!r} is a word of the log, so no player can be called that: write more of the name, such as {name} B.",
                name=shortened(name),
            ),
            name,
        )


def _check_name(name: str, night: Night, player: Player, registry: Registry) -> None:
    """Raise LogError for a new name that another player has, or that is a word of the log."""
    check_no_word(name, night.games)
    if several := registry.namesakes_of(name):
        raise LogError(
            tr(
                "{name!r} may be {names}: give {who} a name of their own, such as {name} B.",
                name=name,
                names=join_words(several),
                who=player.name,
            ),
            name,
        )
    at_table = (one for one in night.players if fold_name(one.name) == fold_name(name))
    other = registry.find(name) or next(at_table, None)
    if other and other.player_id != player.player_id:
        raise LogError(
            tr(
                "{name!r} is another player of the store, {other}: give {who} a name of their own, such as "
                "{name} B; if the two are one person, `peder players merge` makes them one.",
                name=name,
                other=other.player_id,
                who=player.name,
            )
        )


def _currency(named: str | None, night: Night) -> str:
    """What money of the night is entered in; ``kr`` for kroner of any country. Raises LogError for another currency."""
    currency = currency_of(named, night.currency)
    if currency != night.currency:
        raise other_currency(night, currency)
    return "kr" if named != currency and currency_of("kr", currency) == currency else currency


def _spec(spec: PlayerSpec, night: Night, registry: Registry, together: Sequence[PlayerSpec]) -> PlayerSpec:
    """The player a name finds; who isn't of this night yet gets their usual handle if it is free and no namesake sits
    here or down with them.
    """
    by_handle = night.handles.get(spec.name.casefold())
    person = registry.find(spec.player_id or spec.name)
    wanted = fold_name(spec.name)
    here = next((p for p in night.players if fold_name(p.name) == wanted), None)
    here = here or next((p for p in night.players if wanted in map(fold_name, p.also)), None)
    has_name = person is not None and wanted in (fold_name(person.name), fold_name(person.player_id))
    if not (by_handle or here or has_name):
        check_no_word(spec.name, night.games)
    if by_handle and person is None:
        return PlayerSpec(by_handle.name, spec.handle or by_handle.handle, by_handle.player_id)
    if person is None:
        if here and not spec.player_id:
            return PlayerSpec(here.name, spec.handle, here.player_id)
        if not spec.player_id and (several := registry.namesakes_of(spec.name)):
            raise LogError(
                tr(
                    "{name!r} may be {names}: write which of them, or more of the name for somebody new, such as {name} B.",
                    name=spec.name,
                    names=join_words(several),
                ),
                spec.name,
            )
        return PlayerSpec(spec.name, spec.handle, spec.player_id or registry.new_id(spec.name))
    if merged := next((p for p in night.players if _is_merged(p.player_id, person, registry)), None):
        return PlayerSpec(merged.name, spec.handle, merged.player_id)
    name = " ".join(person.name.translate(str.maketrans("=/,;", "    ")).split()) or person.player_id
    handles = {player.handle for player in night.players if player.player_id != person.player_id}
    handles |= {one.handle for one in together if one.handle and one is not spec}
    others = {*(one.name for one in together), *night.names.values()} - {spec.name, name}
    sits_here = any(player.player_id == person.player_id for player in night.players)
    alone = not any(is_namesake(name, other) for other in others)
    is_new = alone and not sits_here  # the others keep the handle that the table knows
    free = person.handle and is_new and person.handle not in handles and not is_reserved(person.handle)
    return PlayerSpec(name, spec.handle or (person.handle if free else None), person.player_id)


def _is_merged(player_id: str, person: Person, registry: Registry) -> bool:
    """Whether an id is another one that was merged into a player."""
    return player_id != person.player_id and registry.merged_id(player_id) == person.player_id
