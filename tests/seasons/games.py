"""Steps with the games of a group's own: added, changed, retired, versions counted together or apart."""

from __future__ import annotations

from random import Random

from tests.seasons.checks import check_nights, same
from tests.seasons.evening import kill_somewhere
from tests.seasons.world import FaultError, World, chance

WILD = ('"5", "T"', '"2"', '"K", "J", "7"')


def own_game(world: World, draw: Random) -> None:
    """A game of the group's own is added, or changed."""
    world.shut(tables=chance(draw, 0.5))
    file = world.folder / "woolworth.toml"
    file.write_text(f'name = "Woolworth"\nlike = "seven-card-stud"\nwild = [{draw.choice(WILD)}]\n')
    words = ["game", "add", str(file)]
    if world.games:
        words.append("--replace")
    done = world.peder(*words, code=None, kill_at=kill_somewhere(world, draw))
    if done.code == -9:
        world.peder(*words, *([] if "--replace" in words else ["--replace"]), code=None)
    world.games, world.had_games = ["woolworth"], True


def retire_game(world: World, draw: Random) -> None:
    """The game is played no more: its hands stay."""
    if not world.games:
        return
    hands = _before(world, draw)
    if world.peder("game", "retire", "woolworth", kill_at=kill_somewhere(world, draw)).code == -9:
        world.peder("game", "retire", "woolworth", code=None)
    world.games = []
    world.peder("game", "retire", "woolworth", code=1)
    _after(world, hands)


def merge_games(world: World, draw: Random) -> None:
    """Hands by earlier rules of the game count as its own, or apart again."""
    if not world.games:
        return
    hands = _before(world, draw)
    versions = [row for row in world.peder("game", "list", "--json").json() if row["id"] == "woolworth"]
    is_merged = chance(draw, 0.6)
    words = ["game", "merge" if is_merged else "split", "woolworth"]
    code = int(is_merged and len(versions) < 2)
    if world.peder(*words, code=code, kill_at=kill_somewhere(world, draw)).code == -9:
        world.peder(*words, code=code)
    _after(world, hands)
    query = "select count(distinct variant_id) as games, count(distinct version_id) as versions from mart_hands where version_id like 'woolworth@%'"
    (row,) = world.peder("sql", query, "--json").json()
    if not code and row["games"] != (min(1, row["versions"]) if is_merged else row["versions"]):
        raise FaultError("games counted together", f"{words}: {row}")


def _before(world: World, draw: Random) -> dict[str, int]:
    world.shut(tables=chance(draw, 0.5))
    world.peder("nights")
    return _hands(world)


def _after(world: World, hands: dict[str, int]) -> None:
    same("hands of games", "by version", _hands(world), hands)
    check_nights(world)


def _hands(world: World) -> dict[str, int]:
    """The number of hands in the store by the rules that they were played by."""
    query = (
        "select coalesce(version_id, variant_id, '') as game, count(*) as hands from stg_hands group by all"
    )
    return {row["game"]: row["hands"] for row in world.peder("sql", query, "--json").json()}
