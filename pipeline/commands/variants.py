"""`peder variants`, `show`, `rulings` and `meld`: the catalogue, and what a hand is worth."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.errors import PederError
from language import tr, trn
from pipeline.commands import JsonOption, NamedStoreOption, games_of, print_json, print_rows, run_plain, say

if TYPE_CHECKING:
    from engine.api import Catalogue, Variant, Worth

COMPILE_FROM = 5_000
"""Hands in a batch from which on compiling the ranking, which takes seconds, is worth its time."""

AddOption = Annotated[
    list[str] | None,
    typer.Option("--add", help="What the dealer adds: wild 2, one-eyed, hilo, psy, draw 4, spade…"),
]
"""For a command's parameter `add: AddOption = None`: the words of `engine.catalogue.additions`."""


def find_variant(games: Catalogue, game: str, add: Iterable[str] | None) -> Variant:
    """The game of a name with what the dealer adds: in `add`, or after a plus (``hold'em+hilo``). Raises
    VariantError and CallError.
    """
    from engine.api import call, parse_additions

    name, _, added = game.partition("+")
    return call(games.find(name), parse_additions([*(add or ()), added]))


# --- the catalogue ---


def variants(
    store: NamedStoreOption,
    search: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SEARCH", help="Part of a name, or a family: stud, hold'em…", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the games, or the games that match a search: name, family, wild cards, betting rounds, players."""
    from engine.api import FAMILIES, wild_text
    from pipeline.store.reference import variant_rows

    games = games_of(store)
    current = {variant.id for variant in games.current()}
    rows = [row for row in variant_rows(games) if row["variant_id"] in current]
    if search:
        matching = {variant.id for variant in games.search(" ".join(search))}
        rows = [row for row in rows if row["variant_id"] in matching]
    if as_json:
        print_json(rows)
        return
    table = [
        {
            "id": row["variant_id"],
            tr("name"): row["name"],
            tr("family"): tr(FAMILIES[row["family"]]),
            tr("wild"): wild_text(games[row["variant_id"]]),
            tr("rounds"): row["rounds"],
            tr("players"): f"{row['players_min']}–{row['players_max']}",
        }
        for row in rows
    ]
    print_rows(table, as_json=False)


def show(
    store: NamedStoreOption,
    game: Annotated[
        list[str], typer.Argument(metavar="GAME", help="A game's id, name or alias.", show_default=False)
    ],
    add: AddOption = None,
    as_json: JsonOption = False,
) -> None:
    """Describe a game in plain words: how it is played, what is wild, who wins, which rulings apply."""
    from engine.api import describe

    variant = find_variant(games_of(store), " ".join(game), add)
    if as_json:
        print_json(describe(variant))
    else:
        print_game(variant)


def print_game(variant: Variant) -> None:
    """Print a game in plain words."""
    from engine.api import describe

    rules = describe(variant)
    typer.echo(rules["name"] + (f", {rules['additions']}" if rules["additions"] else ""))
    if rules["summary"] != rules["name"]:
        typer.echo(_wrapped(rules["summary"]))
    also = [tr("also {names}", names=", ".join(rules["aliases"]))] if rules["aliases"] else []
    typer.echo(_wrapped(f"({'; '.join([rules['variant_id'], *also])})"))
    print_rules(rules_of(variant))
    heading = tr("Rulings (`peder rulings NUMBER` shows one)")
    print_rules({heading: "\n".join(_wrapped(_heading(ruling), "  ") for ruling in rules["rulings"])})


def rules_of(variant: Variant) -> dict[str, str]:
    """The rules of a game by their headings, as lines for the terminal."""
    from engine.api import describe

    rules = describe(variant)
    listed = {
        tr("The deal"): rules["course"],
        tr("Wild"): [rules["wild"] or tr("nothing")],
        tr("Turns"): rules["turns"],
        tr("Rules of its own"): rules["own_rules"],
        tr("Who wins"): rules["winning"],
        tr("Stakes"): [rules["stakes"]],
        tr("Table"): [rules["table"]],
    }
    texts = {heading: "\n".join(_wrapped(line, "  ") for line in lines) for heading, lines in listed.items()}
    if rules["board"]:
        texts[tr("The deal")] += f"\n\n{tr('Board (numbered as laid and turned; * is wild)')}\n"
        texts[tr("The deal")] += "\n".join(f"  {row}" for row in rules["board"])
    return texts


def print_rules(texts: Mapping[str, str]) -> None:
    """Print rules under their headings; those without a text are left out."""
    for heading, text in texts.items():
        if text:
            typer.echo(f"\n{heading}\n{text}")


def _heading(ruling: dict[str, Any]) -> str:
    return f"{ruling['number']:>2} {ruling['title']} ({', '.join(ruling['sources'])})"


def _wrapped(text: str, indent: str = "") -> str:
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent + "  ")


def rulings(
    number: Annotated[int | None, typer.Argument(help="One ruling's number.", show_default=False)] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page docs/rulings.md.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the rulings, or one of them, with the sources and the games of each."""
    from engine.api import RULINGS, cases_of, find_ruling, games_of, rulings_page

    if markdown:
        typer.echo(rulings_page(), nl=False)
        return
    wanted = RULINGS if number is None else (find_ruling(number),)
    rows: list[dict[str, Any]] = [
        {
            "number": ruling.number,
            "title": tr(ruling.title),
            "sources": list(ruling.sources),
            "text": tr(ruling.text),
            "option": tr(ruling.option) or None,
            "word": ruling.word or None,
            "games": games_of(ruling),
            "cases": cases_of(ruling),
        }
        for ruling in wanted
    ]
    if as_json:
        print_json(rows)
        return
    for place, (ruling, row) in enumerate(zip(wanted, rows, strict=True)):
        typer.echo(("\n" if place else "") + _heading(row).strip())
        typer.echo(_wrapped(row["text"], indent="  "))
        typer.echo(_wrapped(tr("Games: {games}.", games=row["games"]), indent="  "))
        for case in cases_of(ruling):
            typer.echo(_wrapped(f"- {case}", indent="  "))
        if ruling.option:
            choice = tr(
                "A house may decide: {option} Write {word!r}.", option=row["option"], word=ruling.word
            )
            typer.echo(_wrapped(choice, indent="  "))


# --- what a hand is worth ---


def meld(
    store: NamedStoreOption,
    game: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="A game's id, name or alias.", show_default=False),
    ] = None,
    own: Annotated[
        str, typer.Option(help="Your closed cards, as dealt or in the order chosen: 'As Td 9h'.")
    ] = "",
    open_: Annotated[str, typer.Option("--open", help="Your open cards, as dealt.")] = "",
    board: Annotated[str, typer.Option(help="The common cards, as laid; ? is one not turned yet.")] = "",
    up: Annotated[
        str,
        typer.Option(
            help="All open cards at the table, as dealt, for games in which the card after another is wild."
        ),
    ] = "",
    add: AddOption = None,
    batch: Annotated[
        Path | None,
        typer.Option(
            help="A file of hands, one JSON object a line; - is standard input.", show_default=False
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Rank a hand in a game: which cards are wild, which five count and what they make."""
    if bool(game) == (batch is not None):
        raise typer.BadParameter(tr("name a game and its cards, or --batch FILE"))
    if batch is not None:
        _print_batch(batch, games_of(store))
        return
    run_plain()
    name = " ".join(game or ())
    question = {"variant": name, "own": own, "open": open_, "board": board, "up": up, "add": add}
    answer = answer_of(question, partial(find_variant, games_of(store)))
    if as_json:
        print_json(answer)
        return
    typer.echo(_capital(answer["text"]))
    typer.echo(
        f"  {' '.join(answer['five'])}" + (f"; wild: {' '.join(answer['wild'])}" if answer["wild"] else "")
    )
    if answer.get("low"):
        typer.echo(f"Low {answer['low']['text']}\n  {' '.join(answer['low']['five'])}")


def answer_of(question: dict[str, Any], find: Callable[[str, tuple[str, ...]], Variant]) -> dict[str, Any]:
    """The answer to one hand: `variant`, and maybe `own`, `open`, `board`, `up`, `add`; `find` finds the game.

    Raises PederError for a hand that can't be.
    """
    from engine.api import read_held_cards, worth

    for key in ("variant", "own", "open", "board", "up"):
        if not isinstance(question.get(key) or "", str):
            example = "texas-holdem" if key == "variant" else "As Td"
            raise PederError(tr("{key!r} must be text, such as {example!r}.", key=key, example=example))
    if not question.get("variant"):
        raise PederError(tr("No 'variant': name a game, such as texas-holdem."))
    add = question.get("add") or ()
    words = (add,) if isinstance(add, str) else add
    if not isinstance(words, (list, tuple)) or not all(isinstance(word, str) for word in words):
        raise PederError(tr("'add' must be text, such as 'wild 2 hilo', or a list of texts."))
    hand = read_held_cards(**{key: question.get(key) or "" for key in ("own", "open", "board", "up")})
    return _as_row(worth(find(question["variant"], tuple(words)), hand))


def _as_row(answer: Worth) -> dict[str, Any]:
    row: dict[str, Any] = {
        key: getattr(answer, key) for key in ("category", "ranks", "score", "wild", "five", "text")
    }
    if answer.low is not None:
        row["low"] = {key: getattr(answer.low, key) for key in row}
    return row


def _print_batch(path: Path, games: Catalogue) -> None:
    text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if len(lines) < COMPILE_FROM:
        run_plain()
    else:
        say(trn("compiling the ranking for {n} hand …", "compiling the ranking for {n} hands …", len(lines)))
    wrong = 0
    for answer in _answers(lines, games):
        wrong += "error" in answer
        typer.echo(json.dumps(answer, ensure_ascii=False))
    if wrong:
        say(
            trn(
                "{n} line of {lines} has an error.",
                "{n} lines of {lines} have an error.",
                wrong,
                lines=len(lines),
            )
        )


def _answers(lines: Iterable[str], games: Catalogue) -> Iterator[dict[str, Any]]:
    find = lru_cache(maxsize=256)(partial(find_variant, games))
    for line in lines:
        try:
            question = json.loads(line)
            if not isinstance(question, dict):
                raise PederError(
                    tr('A line is a JSON object, such as {"variant": "sp", "own": "As Ks Qs Js Ts"}.')
                )
            yield answer_of(question, find)
        except json.JSONDecodeError as error:
            yield {"error": tr("Not JSON: {msg} at column {colno}.", msg=error.msg, colno=error.colno)}
        except PederError as error:
            yield {"error": str(error)}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
