"""A page: one HTML file that needs nothing but a browser.

The file holds the style sheet, the scripts and, where there is a chart, plotly.js (the basic bundle, vendored
in `assets/plotly/`; packed, for the page's script to unpack). A content security policy allows these scripts only, by their digest, and no address: a
page can't reach the network, and markup that slipped into a text can't run.
"""

from __future__ import annotations

import errno
import gzip
import os
from base64 import b64encode
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from json import dumps
from pathlib import Path
from urllib.parse import quote

from language import mark, tr
from language.current import current_language
from queries import system
from queries.outputs import check_replaceable
from reports.charts.theme import THEME
from reports.components.amounts import UnitSwitch, Worth
from reports.components.blocks import Block, Section
from reports.components.html import Child, Html, fragment, tag
from reports.components.meanings import explaining_once
from reports.components.palette import LIGHT, style_rules, to_dark
from reports.components.scripts import PACKED, PLOTLY, collecting_scripts
from reports.errors import ReportError

DEALERS_CHOICE = mark("Dealer's choice")
"""The line above the title of a page that isn't about a single season, night or player."""


SCRIPTS = {
    "games": ("reckoning", "chooser", "card", "side_by_side", "start"),
    "hands": ("grammar", "facts", "tracker_words", "plain_words", "finder"),
    "night": ("facts", "table", "log"),
    "share": ("share",),
}
"""The scripts of single pages: by the folder in `assets/` its files, in the order in which they run. A page
that needs one (`scripts.script_data`) holds its data, with the id `games-data`, say.
"""

STYLE, OWN = "style", "page"
"""The style sheet and the script of every page."""

_NOTHING_ELSE = "img-src data: blob:; base-uri 'none'; form-action 'none'"
"""The end of every page's policy: images that plotly.js makes itself."""

_FRAMED = f"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; {_NOTHING_ELSE}"
"""The policy of a site's pages: the scripts and the style sheet in the same folder."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """A report: its title, the line under it, the blocks before the sections, and the sections. `around` are links to
    the pages before and after it. `worth` is the value of a chip, if a switch may change units, and `unit` the unit
    that the page begins with (`UnitSwitch`). `skips` are links past the beginning, by anchor, for readers who use a
    keyboard. `has_contents`: whether links to the sections come first.
    """

    title: str
    kicker: str
    lead: Child
    top: Sequence[Block] = ()
    sections: Sequence[Section] = ()
    around: Sequence[Child] = ()
    worth: Worth | None = None
    unit: str = "money"
    skips: Mapping[str, str] = field(default_factory=dict)
    has_contents: bool = True


@dataclass(frozen=True, kw_only=True)
class Frame:
    """The shared parts of a site's pages: the files next to them (`shared_files`), and links to the main pages.
    `is_public` sites ask search engines to leave their pages alone.
    """

    shared: Mapping[str, str]
    nav: Sequence[tuple[str, str]] = ()
    is_public: bool = False


def render(page: Page, frame: Frame | None = None) -> Html:
    """The whole file as text, on its own or as a page of a site that shares files.

    >>> render(Page(title="Poker", kicker="2026", lead="12 nights"))[:15]
    '<!doctype html>'
    """
    with collecting_scripts() as needed, explaining_once():
        main = _main(page)
    if frame:
        return _framed(page, main, frame, needed)
    has_charts = PLOTLY in needed
    scripts = [*(_script_of(name) for name in SCRIPTS if name in needed), _own_script()]
    policy = _policy([*scripts, *([_plotly()] * has_charts)])
    head = fragment(_meta(page, policy), tag("style", Html(_style())))
    packed = _packed_plotly() if has_charts else None
    body = fragment(
        _skip_links(page), tag("main", main), packed, [tag("script", Html(script)) for script in scripts]
    )
    return _file(head, body)


def _main(page: Page) -> Html:
    """Return the contents of the page."""
    return fragment(
        tag(
            "header",
            tag("nav", page.around, aria_label=tr("Before and after"), class_="around")
            if page.around
            else None,
            tag("p", page.kicker, class_="kicker"),
            tag("h1", page.title),
            UnitSwitch(page.worth, page.unit).html() if page.worth else None,
            tag("p", page.lead, class_="lead"),
        ),
        _contents(page.sections) if page.has_contents else None,
        tag("span", id="contents", tabindex=-1),
        [block.html() for block in page.top],
        [section.html() for section in page.sections],
    )


def shared_files() -> dict[str, tuple[str, str]]:
    """The files that the pages of a site share, each by its name and text: `STYLE`, each of `SCRIPTS`, `PLOTLY`, and `OWN`, the
    pages' own script.

    The names change with the contents, so that a browser never mixes an old one with a new page.

    >>> sorted(shared_files())[:2]
    ['games', 'hands']
    """
    scripts = {**{name: _script_of(name) for name in SCRIPTS}, PLOTLY: _plotly(), OWN: _own_script()}
    texts = {STYLE: ("page", "css", _style()), **{name: (name, "js", text) for name, text in scripts.items()}}
    return {
        name: (f"{stem}-{sha256(text.encode()).hexdigest()[:10]}.{suffix}", text)
        for name, (stem, suffix, text) in texts.items()
    }


def _framed(page: Page, main: Html, frame: Frame, needed: Set[str]) -> Html:
    """A page of a site: its scripts are separate files, which run once the text is there."""
    styles = [frame.shared[STYLE]]
    scripts = [frame.shared[name] for name in (*SCRIPTS, PLOTLY, OWN) if name in {*needed, OWN}]
    head = fragment(
        _meta(page, _FRAMED),
        tag("meta", name="robots", content="noindex, nofollow") if frame.is_public else None,
        [tag("link", rel="stylesheet", href=name) for name in styles],
        [tag("script", src=name, defer=True) for name in scripts],
    )
    links = [tag("a", text, href=href) for text, href in frame.nav]
    site = tag("nav", tag("a", _mark(), href="index.html", class_="mark", aria_label=tr("Front page")), links,
               aria_label=tr("The site"), class_="site")  # fmt: skip
    return _file(head, fragment(_skip_links(page), tag("main", site, main)))


def _skip_links(page: Page) -> Html:
    links = {"contents": tr("Skip to the contents"), **page.skips}
    return fragment(tag("a", text, href=f"#{anchor}", class_="skip") for anchor, text in links.items())


def _mark() -> Html:
    """Peder's mark: the big chip."""
    return tag(
        "svg",
        tag("circle", cx=12, cy=12, r="10.5", class_="edge"),
        tag("circle", cx=12, cy=12, r="6.5"),
        viewBox="0 0 24 24",
        aria_hidden="true",
    )


def _icon() -> Html:
    """The icon that a browser shows next to the title, in the accent colour."""
    rings = tag(
        "g",
        tag("circle", cx=12, cy=12, r="10", stroke_dasharray="5.2 5.2"),
        tag("circle", cx=12, cy=12, r="6"),
        fill="none",
        stroke=LIGHT["accent"],
        stroke_width=3,
    )
    return tag("svg", rings, xmlns="http" + "://www.w3.org/2000/svg", viewBox="0 0 24 24")


def _meta(page: Page, policy: str) -> Html:
    return fragment(
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="generator", content=f"peder {version('peder')}"),
        tag("title", f"{page.title} · {page.kicker}"),
        tag("link", rel="icon", href=f"data:image/svg+xml,{quote(_icon(), safe='')}"),
    )


def _file(head: Html, body: Html) -> Html:
    return Html(
        f'<!doctype html>\n<html lang="{current_language().code}">\n<head>{head}</head>\n<body>{body}</body>\n</html>\n',
        body.text,
    )


def slug(name: str) -> str:
    """A name as a part of a file's name: other characters are replaced, and a digest keeps names apart.

    >>> slug("2026-03-06"), slug("Åse")
    ('2026-03-06', '-se-ee6c7ded')
    """
    plain = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "-" for char in name)
    if plain == name.lower() and len(name) <= 60:
        return plain
    return f"{plain[:40].lower()}-{sha256(name.encode()).hexdigest()[:8]}"


def write(html: str, out: Path, *, replace: bool = False) -> int:
    """Write the page to a temporary file and rename it; returns its bytes.

    Raises ReportError, and leaves no file behind, if the page can't be written, if `out` is a device or a folder, or if it
    is a file of another kind (unless `replace`).

    >>> write("<!doctype html>", tmp / "page.html")
    15
    """
    content = html.encode()
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        if out.exists() and not out.is_file():
            raise OSError(errno.EINVAL, tr("it isn't a regular file"))
        if not replace:
            check_replaceable(out, content)
        part.write_bytes(content)
        system.replace(part, out)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise ReportError(
            tr(
                "{file} can't be written ({why}): name another place with --out.",
                file=out,
                why=error.strerror,
            )
        ) from error
    return len(content)


def _contents(sections: Sequence[Section]) -> Html | None:
    if len(sections) < 2 or any(section.summary for section in sections):
        return None  # closed sections already form a list
    links = [tag("a", section.heading, href=f"#{section.anchor}") for section in sections]
    return tag("nav", links, aria_label=tr("On this page"), class_="sections")


def _style() -> str:
    return style_rules() + _asset("page.css")


def _own_script() -> str:
    script = _scoped("page")
    for name, value in (("TO_DARK", to_dark()), ("THEME", THEME)):
        script = script.replace(f'"{name}"', dumps(value, separators=(",", ":")))
    return script


def _script_of(name: str) -> str:
    """One of `SCRIPTS`."""
    return _scoped(*(f"{name}/{part}" for part in SCRIPTS[name]))


def _scoped(*parts: str) -> str:
    """Scripts in one scope, after the shared ones. They aren't modules, because browsers load no modules from local
    files.
    """
    texts = [_asset(f"{part}.js") for part in ("shared", *parts)]
    return '(async () => {\n"use strict";\n' + "\n".join(texts) + "})();\n"


def _policy(scripts: Sequence[str]) -> str:
    digests = " ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    return f"default-src 'none'; script-src {digests}; style-src 'unsafe-inline'; {_NOTHING_ELSE}"


PACKED_PLOTLY = "plotly/plotly-basic.min.js.gz"


def _plotly() -> str:
    return _asset(PACKED_PLOTLY)


@cache
def _packed_plotly() -> Html:
    """plotly.js compressed, as in `assets/`: two fifths of its size, base64 included."""
    text = b64encode(_bytes(PACKED_PLOTLY)).decode()
    return tag("script", Html(text), type=PACKED, id="plotly-packed")


@cache
def _asset(name: str) -> str:
    """A file of `assets/`; one whose name ends with .gz is unpacked."""
    data = _bytes(name)
    return (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8")


def _bytes(name: str) -> bytes:
    return files("reports").joinpath("assets", name).read_bytes()
