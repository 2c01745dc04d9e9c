"""Tables derived from journals, when a night is closed or the store is read.

A session records how far its journal had come. A journal that is ahead of its tables, because its logger is
running or was killed, is derived by the next reader. Usually none is ahead, so the replay is imported lazily.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

from engine.api import PederError
from language import tr
from pipeline.store.files import readable_errors
from pipeline.store.manifest import JOURNALS, KEY, journal_is_ahead, journal_state, session_faults
from pipeline.store.progress import Progress
from pipeline.store.session_names import session_folder
from pipeline.store.store import Store


def derive_night(store: Path, name: str, *, repair: bool = False, with_luck: bool = False) -> None:
    """Derive a night's tables if its journal is ahead of them; with `repair` also if they are damaged. `with_luck`
    also computes the luck of the cards, for which the first page would have to wait. Raises JournalError for a
    journal that can't be read, StoreError if the tables can't be written.

    >>> import shutil
    >>> _ = shutil.copytree(logged / "journal", tmp / "one" / "journal")  # a journal without tables
    >>> derive_night(tmp / "one", "2026-11-27")
    >>> Store(tmp / "one").read("hands", "2026-11-27")["pot"].to_list()
    [45, 64, 32, 48]
    """
    from pipeline.night.journal import journal_place, read_journal
    from pipeline.night.replay import replay_night

    place, folder = journal_place(store, name), session_folder(name)
    with readable_errors(store):
        state = journal_state(place)  # read before the entries: a line added meanwhile is derived next time
        if state and (journal_is_ahead(store, folder) or (repair and any(session_faults(store, folder)))):
            from pipeline.night.tables import enter_players, write_night

            night = replay_night(read_journal(place).entries, Store(store).catalogue)
            if night.players:
                enter_players(Store(store), night.players)
                write_night(Store(store), name, night, state)
                if with_luck:
                    from pipeline.analysis.derived import derive_luck

                    derive_luck(Store(store), only=[name])


def has_no_players(store: Path, name: str) -> bool:
    """Return whether a night has no players, by its journal: it has no tables then, and needs none.

    >>> from pipeline.night.service import NightService
    >>> with NightService(tmp / "begun", "2026-11-28") as service:
    ...     answer = service.enter("chip 25 øre")
    >>> has_no_players(tmp / "begun", "2026-11-28"), has_no_players(logged, "2026-11-27")
    (True, False)
    """
    from pipeline.night.journal import journal_place, read_journal
    from pipeline.night.replay import replay_night

    with suppress(PederError):
        entries = read_journal(journal_place(store, name)).entries
        return not replay_night(entries, Store(store).catalogue).players
    return False


def derive_nights(store: Path, progress: Progress | None = None) -> Iterable[str]:
    """Derive the tables of every night whose journal is ahead; yields a sentence for each night that fails.

    `progress` receives the night, the number done and the total.

    >>> import shutil
    >>> _ = shutil.copytree(logged / "journal", tmp / "all" / "journal")  # a journal without tables
    >>> list(derive_nights(tmp / "all", progress=lambda *numbers: print(*numbers)))
    2026-11-27 0 1
    []
    """
    ahead = [
        place
        for place in sorted((store / JOURNALS).glob("*.jsonl"))
        if journal_is_ahead(store, KEY + place.stem)
    ]
    for number, place in enumerate(ahead):
        name = unquote(place.stem)
        if progress:
            progress(name, number, len(ahead))
        try:
            derive_night(store, name)
        except PederError as error:
            yield tr(
                "The tables of {night_name} are older than its journal: {error}",
                night_name=name,
                error=error,
            )
        except Exception as error:
            yield tr(
                "The tables of {night_name} are older than its journal, which peder can't turn into tables "
                "({name}: {error}): report this, with the journal.",
                night_name=name,
                name=type(error).__name__,
                error=error,
            )
