"""`peder log`: a night at the table, a line a hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from language import tr, trn
from pipeline.commands import FolderOption, JsonOption, TonightArgument, print_json, say

if TYPE_CHECKING:
    from pipeline.night.service import BadLine, NightService


FileOption = Annotated[
    str | None,
    typer.Option("--from", metavar="FILE", help="Read the lines from a file (- for standard input)."),
]
KeepGoingOption = Annotated[
    bool, typer.Option("--keep-going", help="Of a file log the lines that are valid.")
]
PlayersOption = Annotated[
    str | None, typer.Option("--players", help="For a new night: 'Anna, Bo, Carl', clockwise.")
]
BankerOption = Annotated[
    str | None, typer.Option("--banker", help="For a new night: who keeps the bank, by handle.")
]
ChipOption = Annotated[
    str | None, typer.Option("--chip", help="For a new night: what a small chip is worth.")
]
LoanOption = Annotated[
    str | None, typer.Option("--loan", help="For a new night: the loan to start with, such as 2p50.")
]
SeasonOption = Annotated[
    str | None, typer.Option("--season", metavar="SEASON", help="The season that the night belongs to.")
]
PlaceOption = Annotated[str | None, typer.Option("--place", help="Where you play.")]
HistoryOption = Annotated[bool, typer.Option("--history", help="Show every entry, undos and edits too.")]
RepairOption = Annotated[
    bool, typer.Option("--repair", help="Set damaged lines of the journal aside, and keep the rest.")
]


def log(
    store: FolderOption,
    night: TonightArgument = None,
    file: FileOption = None,
    keep_going: KeepGoingOption = False,
    players: PlayersOption = None,
    banker: BankerOption = None,
    chip: ChipOption = None,
    loan: LoanOption = None,
    season: SeasonOption = None,
    place: PlaceOption = None,
    history: HistoryOption = False,
    repair: RepairOption = False,
    as_json: JsonOption = False,
) -> None:
    """Log a night, a line a hand: open a new night or continue one.

    Type ? in the log for help; docs/logging.md has the grammar.
    """
    from pipeline.night.journal import tonight

    night = night or tonight(store)
    if history:
        _history(store, night, as_json=as_json)
        return
    if repair:
        _repair(store, night)
        return
    settings = {"players": players, "banker": banker, "chip": chip, "loan": loan}
    about = {"season": season, "place": place}
    from pipeline.night.parser.lines import LogError
    from pipeline.night.service import NightService

    source = file if file is not None else None if sys.stdin.isatty() else "-"
    typed = _read(source) if source is not None else None
    with NightService(store, night) as service:
        if file is not None and typed is not None:
            _check_not_empty(typed, file)
        lines = _lines_of(service, settings, about)
        if typed is not None:
            for warning in service.warnings:
                say(warning)
            lines += typed
            is_right = _read_in(
                service, lines, len(lines) - len(typed), source or "-", keep_going=keep_going, as_json=as_json
            )
            if is_right or keep_going:
                _rest(service, with_luck=False)
            if not is_right:
                raise typer.Exit(1)
            return
        from pipeline.night.prompt.app import run

        for line in lines:
            answer = service.enter(line)
            if answer.status == "refused":
                raise LogError(answer.text)
            typer.echo(answer.text)
        run(service, typer.echo)
        _rest(service)


def _rest(service: NightService, *, with_luck: bool = True) -> None:
    """Bring the tables up to date with the journal, and back up a night that has ended; say what fails."""
    if late := service.update_tables(with_luck=with_luck):
        say(late)
    if service.night.ended_at is not None:
        from pipeline.store.backup.regular import back_up_after_night

        back_up_after_night(service.store.path, say)


def _lines_of(
    service: NightService, settings: dict[str, str | None], about: dict[str, str | None]
) -> list[str]:
    """The options as lines of the log; those for a new night are passed over where it goes on."""
    given = {word: text for word, text in settings.items() if text}
    if given and service.night.players:
        say(
            tr(
                "{night} goes on: {options} is for a new night and passed over.",
                night=service.name,
                options=", ".join(f"--{word}" for word in given),
            )
        )
        given = {}
    details = {word: text for word, text in about.items() if text and text != getattr(service.night, word)}
    return [f"{word} {text}" for word, text in {**given, **details}.items()]


def _read(source: str) -> list[str]:
    """The lines of a file, or of standard input. Raises LogError for one that isn't text."""
    from pipeline.formats.files import read_bytes
    from pipeline.night.parser.lines import LogError

    try:
        return read_bytes(Path(source)).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise LogError(
            tr(
                "{source} isn't text in UTF-8 (byte {start}): save it as such and read it again.",
                source=source,
                start=error.start,
            )
        ) from error


def _check_not_empty(lines: list[str], source: str) -> None:
    """Raise LogError for a file without a line of the log."""
    from pipeline.night.parser.lines import LogError
    from pipeline.night.service import pasted_lines

    if not pasted_lines("\n".join(lines)):
        name = tr("standard input") if source == "-" else source
        raise LogError(
            tr("{name} has no line to log: write a line a hand in it; docs/logging.md shows how.", name=name)
        )


def _read_in(
    service: NightService, lines: list[str], extra: int, source: str, *, keep_going: bool, as_json: bool
) -> bool:
    """Read lines in, tell what came of them, and return whether all are right. The first `extra` are options."""
    if service.has_file(lines):
        say(
            tr(
                "{name} has these lines already: nothing was read twice, and the tables follow.",
                name=service.name,
            )
        )
        lines = []
    hands = len(service.night.hands)
    answers, faults = service.enter_file(lines, keep_going=keep_going)
    is_written = not faults or keep_going
    name = tr("standard input") if source == "-" else source
    listed = [{"line": fault.number - extra, "text": fault.line, "fault": fault.why} for fault in faults]
    if as_json:
        new = len(service.night.hands) - hands
        print_json(
            {
                "night": service.name,
                "kept": is_written,
                "hands": new,
                "drafts": len(service.night.drafts),
                "faults": listed,
            }
        )
    elif is_written:
        for answer in filter(None, answers):
            typer.echo(answer)
    for fault in faults:
        say(f"{_where(fault, extra, name)}: {_quoted(fault.line)!r}: {fault.why}")
    if faults and not keep_going:
        say(
            trn(
                "{n} line isn't right, so nothing was logged: correct it, or add --keep-going for the others.",
                "{n} lines aren't right, so nothing was logged: correct them, or add --keep-going for the others.",
                len(faults),
            )
        )
    return not faults


def _quoted(line: str) -> str:
    """A line as it was written, but for one that is longer than any of the log."""
    from engine.api import shortened
    from pipeline.night.parser.grammar import LONGEST_LINE

    return line if len(line) <= LONGEST_LINE else shortened(line)


def _where(fault: BadLine, extra: int, name: str) -> str:
    return (
        tr("{name}, line {number}", name=name, number=fault.number - extra)
        if fault.number > extra
        else tr("an option")
    )


def _repair(store: Path, night: str) -> None:
    from pipeline.night.derive import derive_night
    from pipeline.night.repair import repair

    sentences = repair(_journal_of(store, night))
    derive_night(store, night, repair=True)
    for sentence in sentences or [tr("The journal of {night} is sound: nothing was set aside.", night=night)]:
        typer.echo(sentence)


def _journal_of(store: Path, night: str) -> Path:
    """Where the journal of a night lies. Raises PederError where there is none."""
    from pipeline.night.journal import journal_place
    from pipeline.night.parser.lines import LogError
    from pipeline.store.session_names import check_may_be_logged, check_night_name, session_folder

    place = journal_place(store, night)
    if not place.exists():
        check_may_be_logged(store, session_folder(night))
        check_night_name(night)
        raise LogError(
            tr(
                "There is no night {night!r} in the store {store}: peder log {night!r} begins it.",
                night=night,
                store=store,
            )
        )
    return place


def _history(store: Path, night: str, *, as_json: bool) -> None:
    from pipeline.night.journal import read_journal
    from pipeline.night.prompt.views import history_rows, history_text
    from pipeline.night.replay import Replay
    from pipeline.store.games import catalogue_of

    contents = read_journal(_journal_of(store, night))
    replay = Replay(contents.entries, catalogue_of(store))
    if as_json:
        print_json(list(history_rows(replay)))
    else:
        typer.echo(history_text(replay))
    if contents.torn:
        say(
            tr(
                "The journal ends in {n} bytes that were never confirmed; the next logger sets them aside.",
                n=len(contents.torn),
            )
        )
