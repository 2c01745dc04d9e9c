"""Who is meant: the names of a line as the players they find, by id and handle."""

from __future__ import annotations

from engine.api import fold_name
from pipeline.bank.book import BankKind
from pipeline.night.night import Night
from pipeline.night.table import join, seat_players
from pipeline.night.text.lines import Join, Line, Loan, PlayerSpec, Seating, Trade
from pipeline.night.text.words import is_reserved
from pipeline.people import Registry
from pipeline.records import replace


def named(line: Line, night: Night, registry: Registry) -> Line:
    """A line with players known by id and handle, and loans by name, as the journal keeps it; chips
    handed back are a part of those that lie there.

    Raises LogError where somebody can't sit there under that name.
    """
    match line:
        case Seating(specs):
            found = tuple(_spec(spec, night, registry) for spec in specs)
            seated = seat_players(found, night.players)[: len(found)]
            return Seating(tuple(PlayerSpec(p.name, p.handle, p.player_id) for p in seated))
        case Join(spec, after):
            one = _spec(spec, night, registry)
            player = next(p for p in join(one, after, night.players) if p.player_id == one.player_id)
            return Join(PlayerSpec(player.name, player.handle, player.player_id), after)
        case Loan((), chips):
            return Loan(tuple(night.borrowers()), chips)
        case Trade(BankKind.BUYBACK):
            return replace(line, part=True)
    return line


def _spec(spec: PlayerSpec, night: Night, registry: Registry) -> PlayerSpec:
    """A name as the player it finds, with the handle that is theirs if it is free."""
    by_handle = night.handles.get(spec.name.casefold())
    person = registry.find(spec.player_id or spec.name)
    if by_handle and person is None:
        return PlayerSpec(by_handle.name, spec.handle or by_handle.handle, by_handle.player_id)
    if person is None:
        new = next((p for p in night.players if fold_name(p.name) == fold_name(spec.name)), None)
        player_id = spec.player_id or (new.player_id if new else registry.new_id(spec.name))
        return PlayerSpec(spec.name, spec.handle, player_id)
    name = " ".join(person.name.translate(str.maketrans("=/,;", "    ")).split()) or person.player_id
    taken = {player.handle for player in night.players if player.player_id != person.player_id}
    free = person.handle and person.handle not in taken and not is_reserved(person.handle)
    return PlayerSpec(name, spec.handle or (person.handle if free else None), person.player_id)
