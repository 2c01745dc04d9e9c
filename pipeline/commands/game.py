"""`peder game`: games that a group defines itself."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr, trn
from pipeline.commands import JsonOption, StoreOption, confirm, games_of, print_json, print_rows, say
from pipeline.commands.usage import Application
from pipeline.commands.variants import print_game, print_rules, rules_of

if TYPE_CHECKING:
    from engine.api import Catalogue, Variant
    from engine.catalogue.mistakes import Fault

GameFile = Annotated[Path, typer.Argument(metavar="FILE", help="A game as a TOML file.", show_default=False)]
Game = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, name or alias.", show_default=False)]


group = Application(help="Define games of your own, check them and deal an example.", no_args_is_help=True)


@group.command("new")
def new(
    store: StoreOption,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Write a file instead of adding the game.", show_default=False),
    ] = None,
) -> None:
    """Define a game by answering a few questions; it is described in plain words as it grows."""
    from engine.api import read_definition
    from pipeline.store.games import definition_text

    answers: dict[str, str] = {}
    while True:
        _ask(answers, games_of(store))
        text = definition_text(answers)
        read = read_definition(text, other_names=games_of(store).own_names)
        if read.variant is not None:
            typer.echo()
            print_game(read.variant)
            if confirm(tr("Is this the game?"), default=True):
                break
        _print_faults(read.faults)
        say(tr("Once more; Enter keeps an answer."))
    assert read.variant is not None
    if out is not None:
        _write(out, text, read.variant)
    else:
        _add(store, read.variant, text, replace=False)


@group.command("add")
def add(
    file: GameFile,
    store: StoreOption,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the rules of an existing game.")
    ] = False,
) -> None:
    """Add a game from a file: from then on you can log and simulate it like any other."""
    variant = _read(file, games_of(store))
    _add(store, variant, file.read_text(encoding="utf-8-sig"), replace=replace)


@group.command("check")
def check(file: GameFile, store: StoreOption, as_json: JsonOption = False) -> None:
    """Check a game's file: list every mistake with its line, or else describe the game."""
    from engine.api import describe

    variant = _read(file, games_of(store), as_json=as_json)
    if as_json:
        print_json({"file": str(file), "faults": [], "game": describe(variant)})
        return
    print_game(variant)
    say(tr("{file} is right: `peder game add {file}` makes it a game of yours.", file=file))


@group.command("share")
def share(
    game: Game,
    store: StoreOption,
    out: Annotated[Path, typer.Option("--out", help="The file to write; - is standard output.")] = Path("-"),
) -> None:
    """Write a game as a file for friends: one of yours, or one of the catalogue to start from."""
    from engine.api import write_definition
    from pipeline.store.games import games_folder

    variant = games_of(store).find(game)
    own = games_folder(store) / f"{variant.id.partition('@')[0]}.toml"
    if variant.family == "own" and own.exists():
        text = own.read_text(encoding="utf-8-sig")
    elif variant.family == "own" or variant.kernel:  # a kernel's game is refused, by its own name
        text = write_definition(variant)
    else:  # whose names no other game can have
        mine = tr("My {name}", name=variant.name)
        text = write_definition(dataclasses.replace(variant, name=mine, name_da="", aliases=()))
    if str(out) == "-":
        typer.echo(text, nl=False)
        return
    _write(out, text, variant)


@group.command("deal")
def deal(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, or a game's file.", show_default=False)
    ],
    store: StoreOption,
    players: Annotated[int, typer.Option("--players", min=2, max=10, help="Number of players.")] = 4,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Another seed deals another hand.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Deal an example hand in which no one folds: each player's cards, who wins and why."""
    from pipeline.analysis.example_hand import example_hand

    path = Path(game)
    games = games_of(store)
    variant = _read(path, games) if path.suffix == ".toml" and path.exists() else games.find(game)
    hand = example_hand(variant, players, seed)
    if as_json:
        print_json(hand)
        return
    typer.echo(hand["title"])
    for line in hand["lines"]:
        typer.echo(f"  {line}")
    typer.echo(hand["result"])


@group.command("list")
def list_games(store: StoreOption, as_json: JsonOption = False) -> None:
    """List your own games, with the hands played by each version."""
    rows = [
        {
            "id": variant.id.partition("@")[0],
            tr("version"): variant.id.partition("@")[2],
            tr("name"): variant.name,
            tr("players"): f"{variant.players[0]}–{variant.players[1]}",
            tr("hands"): hands,
            tr("state"): tr("earlier rules, the same game")
            if variant.counts_as
            else tr("earlier rules")
            if variant.superseded
            else tr("played"),
        }
        for variant, hands in _with_hands(store)
    ]
    if not rows and not as_json:
        say(tr("No game of your own yet: `peder game new` makes one."))
        return
    print_rows(rows, as_json=as_json)


@group.command("merge")
def merge(
    game: Game,
    store: StoreOption,
    version: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="VERSION", help="A version, or another game; all if left out.", show_default=False
        ),
    ] = None,
) -> None:
    """Count the hands of earlier versions together with the game's own."""
    from pipeline.store.games import GameError, set_versions

    variant = _own_game(game, games_of(store))
    word = variant.id.partition("@")[0]
    own = games_of(store).own
    old = [one.id for one in own.values() if one.superseded]
    wanted = [text if "@" in text else f"{word}@{text}" for text in version or ()]
    for text in wanted:
        if text not in old:
            raise GameError(
                tr("{version} isn't an earlier version: `peder game list` lists them.", version=text)
            )
    merged = [text for text in old if own[text].counts_as == variant.id]
    of_game = [text for text in old if text.partition("@")[0] == word]
    versions = list(dict.fromkeys([*merged, *(wanted or of_game)]))
    if not versions:
        raise GameError(tr("{name} has no earlier version.", name=variant.name))
    set_versions(store, word, versions)
    named = ", ".join(versions)
    say(tr("{name} counts the hands of {versions} as its own.", name=variant.name, versions=named))


@group.command("split")
def split(game: Game, store: StoreOption) -> None:
    """Count the hands of each version of a game separately again."""
    from pipeline.store.games import set_versions

    variant = _own_game(game, games_of(store))
    set_versions(store, variant.id.partition("@")[0], [])
    say(tr("Each version of {name} counts apart.", name=variant.name))


@group.command("retire")
def retire(game: Game, store: StoreOption) -> None:
    """Retire a game of your own: its hands stay; a game without hands is deleted."""
    from pipeline.store.games import VERSIONS, games_folder, is_logged, load_games

    variant = _own_game(game, games_of(store))
    played = {one.id: hands for one, hands in _with_hands(store)}
    folder, word = games_folder(store), variant.id.partition("@")[0]
    (folder / f"{word}.toml").unlink()
    hands = 0
    for version, count in played.items():
        if version.partition("@")[0] == word:
            hands += count
            if not (count or is_logged(store, version)):
                (folder / VERSIONS / f"{version}.toml").unlink(missing_ok=True)
    load_games(store)
    say(
        trn(
            "{name} is retired; {n} hand of it stays.",
            "{name} is retired; {n} hands of it stay.",
            hands,
            name=variant.name,
        )
        if hands
        else tr("{name} is gone; no hand was played.", name=variant.name)
    )


def _own_game(name: str, games: Catalogue) -> Variant:
    """One of the group's own games, as it is played now. Raises GameError for another."""
    from pipeline.store.games import GameError

    variant = games.find(name)
    if variant.family != "own" or variant.superseded:
        raise GameError(tr("{name} isn't a game of yours: `peder game list` lists them.", name=variant.name))
    return variant


def _ask(answers: dict[str, str], games: Catalogue) -> None:
    """Ask for each part of the game, and show the rules that an answer makes or changes. An answer with a fault is asked
    for again; the same answer again is accepted, because a later answer may put it right.
    """
    from engine.api import read_definition
    from pipeline.store.games import QUESTIONS, answer_faults, definition_text

    shown: dict[str, str] = {}
    for key, question in QUESTIONS.items():
        while True:
            before = answers.get(key) or ("-" if key != "name" else None)
            answers[key] = typer.prompt(tr(question), default=before, err=True, prompt_suffix=" ").strip()
            faults = answer_faults(answers, key, games)
            if not faults or answers[key] == before:
                break
            _print_faults(faults)
        variant = read_definition(definition_text(answers), other_names=games.own_names).variant
        if variant is not None and key != list(QUESTIONS)[-1]:  # after the last the whole game is shown
            rules = rules_of(variant)
            print_rules({heading: text for heading, text in rules.items() if shown.get(heading) != text})
            typer.echo()
            shown = rules


def _print_faults(faults: Iterable[Fault]) -> None:
    for fault in faults:
        say(_ended(fault.text[:1].upper() + fault.text[1:]))


def _ended(text: str) -> str:
    """A sentence with its full stop; a question has its mark."""
    return text if text.endswith("?") else f"{text}."


def _read(file: Path, games: Catalogue, *, as_json: bool = False) -> Variant:
    """The game of a file; prints every fault, and ends with exit code 1."""
    from pipeline.store.games import game_id, read_game

    word = game_id(file)
    read = read_game(file, {name: other for name, other in games.own_names.items() if other != word})
    if read.variant is not None:
        return read.variant
    if as_json:
        faults = [
            {
                "line": fault.line,
                "text": fault.text,
                "kind": fault.mistake.kind.name.lower(),
                "key": fault.key,
            }
            for fault in read.faults
        ]
        print_json({"file": str(file), "faults": faults, "game": None})
    for fault in read.faults:
        say(_ended(f"{file.name}, {fault}"))
    raise typer.Exit(1)


def _add(store: Path, variant: Variant, text: str, *, replace: bool) -> None:
    from pipeline.store.games import add_game

    if not add_game(store, variant, text, replace=replace):
        say(tr("{name} is a game of yours already.", name=variant.name))
        return
    say(
        tr(
            "{name} is a game of yours: `peder show {word}` reads it back, `peder game deal {word}` deals a hand.",
            name=variant.name,
            word=variant.id.partition("@")[0],
        )
    )


def _write(out: Path, text: str, variant: Variant) -> None:
    from pipeline.formats.output import opened

    with opened(out) as file:
        file.write(text.encode())
    say(tr("{what} written to {file}.", what=variant.name, file=out))


def _with_hands(store: Path) -> list[tuple[Variant, int]]:
    """The own games with the number of hands that each was played in, those played now first."""
    import polars as pl

    from pipeline.store.store import Store

    own = list(games_of(store).own.values())
    if not own:
        return []
    hands = Store(store).read("hands").group_by("variant_id").agg(pl.len())
    counts = dict(hands.rows())
    return [(variant, counts.get(variant.id, 0)) for variant in own]
