"""Tables that follow from journals: derived when a night is left, or when somebody reads the store.

A session states how far its journal had come (`pipeline.store.contents`). A journal that is ahead of that,
because its logger is at work or was killed, is derived by whoever reads the tables next. Mostly none is, so
what tells a night is imported where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from engine.api import PederError
from language import tr
from pipeline.progress import Progress
from pipeline.store.contents import JOURNALS, KEY, journal_is_ahead, journal_state, session_faults
from pipeline.store.parts import in_words, session_folder
from pipeline.store.store import Store


def derive_night(store: Path, name: str, *, mend: bool = False) -> None:
    """Have a night's tables follow its journal where it is ahead; to `mend`, also where they aren't as
    written.

    Raises JournalError for a journal that can't be read, StoreError where the tables can't be written.
    """
    from pipeline.beside import write_beside
    from pipeline.night.course import night_of
    from pipeline.night.journal import journal_place, read_journal
    from pipeline.night.tables import enter_players, write_night
    from pipeline.night.told import keep_told

    place, folder = journal_place(store, name), session_folder(name)
    with in_words(store):
        state = journal_state(place)  # before the entries are read: who comes next sees what was added since
        if state and (journal_is_ahead(store, folder) or (mend and any(session_faults(store, folder)))):
            data = place.read_bytes()
            night = night_of(read_journal(place).entries)
            if night.players:
                enter_players(Store(store), night.players)
                write_night(Store(store), name, night, state)
                keep_told(store, name, night, data)
                write_beside(Store(store), only=name)


def derive_nights(store: Path, progress: Progress | None = None) -> Iterable[str]:
    """Have the tables of every night follow; a sentence for each where that can't be.

    `progress` hears a night, how many are done, of how many that are late.
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
