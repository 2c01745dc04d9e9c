"""`peder players`: names, aliases, handles; who is merged, who is hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from language import tr
from pipeline.commands import JsonOption, ReadOption, print_json, print_rows, printable, say
from pipeline.commands.usage import Application

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pipeline.store.people import Registry

Who = Annotated[str, typer.Argument(help="A player: name, alias or id.", show_default=False)]


group = Application(help="Manage players: names, aliases, merging and hiding.", invoke_without_command=True)


@group.callback()
def players(
    ctx: typer.Context,
    store: ReadOption,
    tag: Annotated[
        str | None, typer.Option("--tag", help="Only players with this tag.", show_default="all")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List the players; with a command, change one."""
    ctx.obj = store  # the store of a command that isn't given one
    if ctx.invoked_subcommand:
        return
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    registry = Registry.of(Store(store))
    rows: list[dict[str, object]] = []
    for person in registry.tagged(tag) if tag is not None else registry.people.values():
        row: dict[str, object] = {
            "player_id": person.player_id,
            "name": person.name,
            "aliases": list(person.aliases),
            "handle": person.handle,
            "hidden": person.hidden,
            "merged_into": person.merged_into,
            "pay_to": person.pay_to,
            "pay_public": person.pay_public,
        }
        shown: dict[str, object] = {
            "aliases": ", ".join(person.aliases),
            "hidden": "hidden" if person.hidden else None,
            "pay_public": "public" if person.pay_public else None,
            "merged_into": person.merged_into and registry.name_of(person.merged_into),
        }
        rows.append(row if as_json else row | shown)
    if not rows and not as_json and tag is not None:
        say(tr("No player has the tag {tag!r}: `peder players tag WHO {tag}` gives it.", tag=tag))
        return
    if not rows and not as_json:
        say(tr("There are no players yet: log a night, or import one."))
        return
    print_rows(rows, as_json=as_json)


def _change(store: Path, change: Callable[[Registry], Registry]) -> Registry:
    from pipeline.store.players import change_players
    from pipeline.store.store import Store

    return change_players(Store(store), change)


def _check_no_word(store: Path, name: str) -> None:
    from pipeline.night.naming import check_no_word
    from pipeline.store.games import catalogue_of

    check_no_word(" ".join(name.split()), catalogue_of(store))


@group.command("rename")
def rename(
    who: Who,
    name: Annotated[str, typer.Argument(help="The new name.", show_default=False)],
    store: ReadOption,
) -> None:
    """Give a player another name; the old one still finds them."""
    _check_no_word(store, name)
    registry = _change(store, lambda registry: registry.rename(who, name))
    say(tr("{who} is called {name} now.", who=who, name=registry.get(name).name))


@group.command("alias")
def alias(
    who: Who, name: Annotated[str, typer.Argument(help="The alias.", show_default=False)], store: ReadOption
) -> None:
    """Give a player an alias: another name that finds them."""
    _check_no_word(store, name)
    registry = _change(store, lambda registry: registry.alias(who, name))
    say(tr("{name!r} finds {other} too.", name=name, other=registry.get(who).name))


@group.command("handle")
def handle(
    who: Who,
    letters: Annotated[str, typer.Argument(help="Letters only.", show_default=False)],
    store: ReadOption,
) -> None:
    """Set the handle that a player gets in the log when it is free."""
    from pipeline.night.parser.words import is_reserved

    name = _change(store, lambda registry: registry.set_handle(who, letters, is_reserved)).get(who).name
    say(tr("{name} is {casefold} in the log, where that is free.", name=name, casefold=letters.casefold()))


@group.command("pay")
def pay(
    who: Who,
    text: Annotated[
        str,
        typer.Argument(
            metavar="HOW", help="A number, a link or any other text; '' for none.", show_default=False
        ),
    ],
    store: ReadOption,
    public: Annotated[
        bool, typer.Option("--public", help="An account number in it may be shown on pages, with a QR code.")
    ] = False,
) -> None:
    """Set how to pay a player, for the settlement: 'MobilePay 12345678', paypal.me/anna or an IBAN with its owner's
    name.
    """
    from pipeline.bank.pay_to import has_account

    registry = _change(store, lambda registry: registry.set_pay_to(who, text, is_public=public))
    person = registry.get(who)
    if person.pay_to:
        say(tr("How to pay {name}: {how}", name=person.name, how=registry.pay_to(person.player_id)))
        if has_account(person.pay_to) and not person.pay_public:
            say(tr("No page shows the account number unless you add --public."))
    else:
        say(tr("Nothing says any more how {name} is paid.", name=person.name))


@group.command("note")
def note(
    who: Who,
    store: ReadOption,
    text: Annotated[
        str | None, typer.Argument(metavar="TEXT", help="The note, in quotes.", show_default=False)
    ] = None,
    remove: Annotated[
        int | None,
        typer.Option(
            "--remove", metavar="NUMBER", help="Remove the note of this number.", show_default=False
        ),
    ] = None,
) -> None:
    """Note something on a player, for yourself: 'never bluffs the river'."""
    if (text is None) == (remove is None):
        raise typer.BadParameter(tr("give a note, or --remove and its number"), param_hint="TEXT")

    def change(registry: Registry) -> Registry:
        return registry.add_note(who, text) if text is not None else registry.remove_note(who, remove or 0)

    _print_card(_change(store, change), who)


@group.command("tag")
def tag(
    who: Who,
    tags: Annotated[
        list[str], typer.Argument(metavar="TAG", help="Words, such as calls-too-much.", show_default=False)
    ],
    store: ReadOption,
    remove: Annotated[bool, typer.Option("--remove", help="Take the tags off the player.")] = False,
) -> None:
    """Tag a player, for yourself; `peder players --tag TAG` lists who has a tag."""
    _print_card(
        _change(
            store,
            lambda registry: registry.remove_tags(who, tags) if remove else registry.add_tags(who, tags),
        ),
        who,
    )


@group.command("show")
def show(who: Who, store: ReadOption, as_json: JsonOption = False) -> None:
    """Show a player with your notes and tags, which no page shows."""
    from pipeline.store.people import Registry
    from pipeline.store.store import Store

    _print_card(Registry.of(Store(store)), who, as_json=as_json)


def _print_card(registry: Registry, who: str, *, as_json: bool = False) -> None:
    """Print what is known of a player, with notes and tags."""
    person = registry.get(who)
    notes, tags = registry.notes(person.player_id), registry.tags(person.player_id)
    if as_json:
        print_json(vars(person) | {"notes": notes, "tags": tags})
        return
    facts = [
        (tr("also"), ", ".join(person.aliases)),
        (tr("handle"), person.handle),
        (tr("paid"), person.pay_to),
        (tr("tags"), ", ".join(tags)),
    ]
    typer.echo(printable(f"{person.name} ({person.player_id})"))
    for label, value in facts:
        if value:
            typer.echo(printable(f"{label}: {value}"))
    for number, text in enumerate(notes, 1):
        typer.echo(printable(f"{number}. {text}"))
    if person.hidden:
        say(
            tr(
                "{name} is left out of reports: `peder players unhide {id}` shows them again.",
                name=person.name,
                id=person.player_id,
            )
        )


@group.command("merge")
def merge(
    who: Who,
    into: Annotated[str, typer.Argument(help="The player to merge them into.", show_default=False)],
    store: ReadOption,
) -> None:
    """Make two players one: WHO's hands count for INTO, whose name stays."""
    from pipeline.analysis.marts import follow_journals
    from pipeline.store.players import merge_players
    from pipeline.store.store import Store

    follow_journals(store)
    registry = merge_players(Store(store), who, into)
    say(tr("{who} is {name}: the hands of both are one player's.", who=who, name=registry.get(into).name))


@group.command("split")
def split(
    player_id: Annotated[str, typer.Argument(help="The merged player's id.", show_default=False)],
    store: ReadOption,
) -> None:
    """Undo a merge."""
    _change(store, lambda registry: registry.split(player_id))
    say(tr("{player_id} is a separate player again.", player_id=player_id))


@group.command("hide")
def hide(who: Who, store: ReadOption) -> None:
    """Leave a player out of reports."""
    registry = _change(store, lambda registry: registry.hide(who, hidden=True))
    say(tr("{name} is left out of reports.", name=registry.get(who).name))


@group.command("unhide")
def unhide(who: Who, store: ReadOption) -> None:
    """Show a player in reports again."""
    registry = _change(store, lambda registry: registry.hide(who, hidden=False))
    say(tr("{name} is in reports again.", name=registry.get(who).name))
