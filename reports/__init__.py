"""Marts -> figures -> pages.

`data` asks the marts, `figures` draws, `blocks` and `page` make one self-contained HTML file, and a module
for each report puts them together: `season`, `player`, `variants`, `night`. Each `write_*` takes a connection
from `queries` and a path, and returns the bytes written; `ReportError` says in a sentence why there is no
report.
"""

from reports.night import night_text, write_night, write_picture
from reports.page import ReportError
from reports.player import write_player
from reports.season import write_season
from reports.site import write_site
from reports.variants import write_variants

__all__ = [
    "ReportError", "night_text", "write_night", "write_picture", "write_player", "write_season",
    "write_site", "write_variants",
]  # fmt: skip
