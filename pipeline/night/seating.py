"""Who sits at the table: players in their order, their handles, whose deal it is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from language import tr
from pipeline.bank.records import replace
from pipeline.night.hand.deal import Player
from pipeline.night.parser.lines import LogError, PlayerSpec
from pipeline.night.parser.words import is_reserved
from pipeline.store.people import slug


def new_handle(name: str, taken: Collection[str]) -> str:
    """The shortest beginning of a name that nobody has and that is no word of the log."""
    letters = "".join(char for char in name.casefold() if char.isalpha()) or "x"
    for end in range(1, len(letters) + 1):
        if letters[:end] not in taken and not is_reserved(letters[:end]):
            return letters[:end]
    return next(
        handle for extra in _letters() if (handle := letters + extra) not in taken and not is_reserved(handle)
    )


def _letters() -> Iterable[str]:
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    yield from alphabet
    yield from (one + other for one in alphabet for other in alphabet)


def seat_players(specs: Sequence[PlayerSpec], before: Sequence[Player]) -> tuple[Player, ...]:
    """The players as named, in that order; who sat here before keeps the handle, and who isn't named any more
    is gone.
    """
    known = {player.player_id: player for player in before}
    wanted = {spec.handle for spec in specs if spec.handle}
    seated: list[Player] = []
    for spec in specs:
        seated.append(_seat(spec, known, [player.handle for player in (*before, *seated)], wanted))
        if [player.player_id for player in seated].count(seated[-1].player_id) > 1:
            raise LogError(
                tr(
                    "{name} is named twice: name everybody once, a second Anna as Anna B.",
                    name=seated[-1].name,
                )
            )
    handles = [player.handle for player in seated]
    gone = [
        replace(player, status="gone")
        for player in before
        if player.player_id not in {p.player_id for p in seated}
    ]
    for player in gone:
        if player.handle in handles:
            raise LogError(
                tr(
                    "The handle {handle!r} is {name}'s, who sat here tonight: take another.",
                    handle=player.handle,
                    name=player.name,
                )
            )
    return (*seated, *gone)


def join(spec: PlayerSpec, after: str | None, before: Sequence[Player]) -> tuple[Player, ...]:
    """The table with one more player, or one who is back."""
    known = {player.player_id: player for player in before}
    player = _seat(spec, known, [other.handle for other in before], set())
    if player.player_id in known and known[player.player_id].status != "gone":
        raise LogError(tr("{name} sits at the table already.", name=player.name))
    if spec.handle and any(
        other.handle == spec.handle and other.player_id != player.player_id for other in before
    ):
        raise LogError(
            tr(
                "The handle {handle!r} is taken tonight: give {name} another.",
                handle=spec.handle,
                name=player.name,
            )
        )
    rest = [other for other in before if other.player_id != player.player_id]
    place = next((number + 1 for number, other in enumerate(rest) if other.handle == after), len(rest))
    return (*rest[:place], player, *rest[place:])


def _seat(
    spec: PlayerSpec, known: dict[str, Player], taken: Collection[str], wanted: Collection[str]
) -> Player:
    player_id = spec.player_id or slug(spec.name)
    old = known.get(player_id)
    handle = spec.handle or (old.handle if old else new_handle(spec.name, {*taken, *wanted}))
    if is_reserved(handle):
        other = new_handle(spec.name, taken)
        raise LogError(
            tr(
                "{handle!r} is a word of the log and can't be {name}'s handle: give another, such as "
                "{name}={other}.",
                handle=handle,
                name=spec.name,
                other=other,
            )
        )
    mine = old.handle if old else None
    if handle in taken and handle != mine:
        other = new_handle(spec.name, [*taken, handle])
        raise LogError(
            tr(
                "The handle {handle!r} is taken: give {name} another, such as {name}={other}.",
                handle=handle,
                name=spec.name,
                other=other,
            )
        )
    return Player(player_id=player_id, name=spec.name, handle=handle)


def next_dealer(players: Sequence[Player], last: str | None, out: Collection[str] = ()) -> Player | None:
    """Whose deal it is after `last` (a player id): the next to the left who plays and isn't `out` of this
    hand.
    """
    ids = [player.player_id for player in players]
    start = ids.index(last) + 1 if last in ids else 0
    order = [*players[start:], *players[:start]]
    return next((player for player in order if player.status == "playing" and player.handle not in out), None)


def seats_from(players: Sequence[Player], dealer_id: str, out: Collection[str]) -> list[Player]:
    """Who is dealt in, from the dealer's left around to the dealer."""
    ids = [player.player_id for player in players]
    start = ids.index(dealer_id) + 1 if dealer_id in ids else 0
    order = [*players[start:], *players[:start]]
    return [player for player in order if player.status == "playing" and player.handle not in out]
