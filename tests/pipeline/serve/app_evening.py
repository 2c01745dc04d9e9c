"""An evening of forty hands on a phone without a laptop: tapped without a network, corrected, settled, and brought home."""

from __future__ import annotations

import statistics
from pathlib import Path

from language import speaking
from pipeline.night.incoming import read_copy, take_in
from pipeline.night.service import NightService
from pipeline.serve.app_folder import write_app
from pipeline.store.store import Store
from tests.pipeline.forty_hands import LINES, TABLE, spread
from tests.pipeline.night.helpers import kept
from tests.pipeline.serve.forty_taps import forty_taps
from tests.pipeline.serve.offered import AppPhone, Offered

NO_TIMES = ["session_id", "started_at", "ended_at", "at"]
MOST_TAPS = 5
"""Median of the taps a hand; a finger that slides from a game or over players to a number counts as one."""
TABLES = {
    "en": TABLE,
    "da": ("spillere Anna, Bo, Carl, Dorte, Erik, Frida", "bankør c", "chip 25 øre", "lån 10p"),
}
CORRECTION, UNDO = "edit 3 7s 15 +a", "u 5"  # understood in both languages


def forty_hands(folder: Path, language: str) -> list[str]:
    """Tap the forty hands offline, restart the browser, send the night, and import it; what is wrong with it.

    The store that comes of it has the rows of one where the same lines were typed, but for names and times.
    """
    write_app(folder / "site", None)
    with speaking("en"), NightService(folder / "typed", "n") as service:
        kept(service, *TABLE)
        handles = list(service.night.handles)
        kept(service, *LINES, CORRECTION, UNDO)
    with Offered(folder / "site") as offered:
        taps, faults = _tapped(folder / "profile", offered, language, handles)
        name, text, more = _continued(folder / "profile", offered, language)
    file = folder / name
    file.write_text(text, "utf-8")
    night = take_in(folder / "home", read_copy(file), None, file=file).night
    if name != f"{night}.jsonl":
        faults.append(f"the file {name} became the night {night}")
    if _rows(folder / "home", night) != _rows(folder / "typed", "n"):
        faults.append("the rows differ from those of the same lines typed")
    print(f"{language}: taps a hand: {spread(taps)}")
    if len(taps) != 40 or statistics.median(taps) > MOST_TAPS:
        faults.append(f"{len(taps)} hands, {statistics.median(taps)} taps in the median")
    return [*faults, *more]


def _tapped(
    profile: Path, offered: Offered, language: str, handles: list[str]
) -> tuple[list[int], list[str]]:
    phone = AppPhone(profile, language=language)
    try:
        phone.visit(offered)
        offered.stop()
        phone.offline(True)
        phone.call("Page.reload")
        phone.begin(*TABLES[language])
        taps = forty_taps(phone, handles)
        phone.write(CORRECTION)
        phone.settle()
        return taps, list(phone.problems)
    finally:
        phone.close()


def _continued(profile: Path, offered: Offered, language: str) -> tuple[str, str, list[str]]:
    """Start the browser again, take a hand back, look at the settlement, and send the night: its name and text."""
    phone = AppPhone(profile, language=language)
    try:
        phone.visit(offered)
        phone.wait("document.querySelector('#deal')?.textContent.includes('#41')")
        phone.write(UNDO)
        phone.settle()
        phone.tap('[data-tab="night"]')
        phone.wait("document.querySelectorAll('.pays').length > 2")
        name, text = phone.sent_file()
        strange = [url for url in phone.requests if not url.startswith(f"{offered.origin}/")]
        return name, text, [*phone.problems, *phone.dialogs, *strange]
    finally:
        phone.close()


def _rows(store: Path, night: str) -> dict[str, list[dict[str, object]]]:
    """The rows of a night, but for its name and times."""
    tables = {table: Store(store).read(table, night) for table in ("sessions", "hands", "seats", "bank")}
    return {table: rows.drop(NO_TIMES, strict=False).to_dicts() for table, rows in tables.items()}
