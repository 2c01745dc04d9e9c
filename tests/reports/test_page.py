"""A page is one file that needs nothing, and is there whole or not at all."""

from __future__ import annotations

import gzip
import os
import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from pathlib import Path

import pytest
from plotly.offline import get_plotlyjs_version

from reports.charts.layout import figure
from reports.components.blocks import Chart, Paragraph, Section
from reports.errors import ReportError
from reports.page import Page, render, write

EMPTY = figure([], height=100, margin=(0, 0, 0, 0), xaxis={}, yaxis={})
CHART = Chart(figure=EMPTY, about="A line.")


def page(*blocks: object) -> str:
    sections = [
        Section(heading="One", anchor="one", blocks=blocks),
        Section(heading="Two", anchor="two", blocks=[]),
    ]  # type: ignore[arg-type]
    return render(Page(title="Bo & <co>", kicker="Season", lead="12 < 13.", sections=sections))


def scripts(html: str) -> list[str]:
    return re.findall(r"<script>(.*?)</script>", html, re.DOTALL)


def packed(html: str) -> list[str]:
    return re.findall(r'<script type="application/gzip"[^>]*>([^<]*)</script>', html)


def test_the_frame_of_a_page(snapshot: Callable[[str, str], None]) -> None:
    html = page(Paragraph("Hello."))
    for part in (*scripts(html), *re.findall(r"<style>(.*?)</style>", html, re.DOTALL)):
        html = html.replace(part, "…")
    html = re.sub(
        r"'sha256-[^']*'", "'sha256-…'", re.sub(r'content="peder [^"]*"', 'content="peder …"', unescape(html))
    )
    snapshot("page.html", html.replace("><", ">\n<"))


def test_plotly_is_there_once_where_there_is_a_chart() -> None:
    assert len(packed(page(CHART, CHART))) == 1
    assert packed(page(Paragraph("No chart."))) == []


def test_plotly_js_is_the_one_that_the_python_package_writes_for() -> None:
    text = gzip.decompress(b64decode(packed(page(CHART))[0])).decode()
    assert f"plotly.js (basic - minified) v{get_plotlyjs_version()}\n" in text


def test_the_template_is_in_a_page_once() -> None:
    html = page(CHART, CHART)
    (script,) = scripts(html)
    assert script.count('"plot_bgcolor"') == 1
    assert "plot_bgcolor" not in html.replace(script, "")


def test_the_policy_allows_just_the_pages_own_scripts() -> None:
    html = page(CHART)
    policy = unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)[1])  # type: ignore[index]
    plotly = gzip.decompress(b64decode(packed(html)[0])).decode()
    assert re.search(r"plotly\.js \(basic - minified\) v\d", plotly)
    run = [*scripts(html), plotly]
    digests = {f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in run}
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert set(rules["script-src"].split()) == digests
    assert len(digests) == 2
    assert rules["default-src"] == "'none'"
    assert not re.search(r"https?:|\*", policy)


def test_every_script_ends_where_it_should() -> None:
    html = page(CHART)
    assert html.count("<script") == html.count("</script>")
    assert html.rstrip().endswith("</html>")


def test_a_page_is_written_whole_in_its_place(tmp_path: Path) -> None:
    out = tmp_path / "season.html"
    out.write_text("the one before")
    size = write("<p>æøå</p>", out)
    assert out.read_text(encoding="utf-8") == "<p>æøå</p>"
    assert size == out.stat().st_size
    assert [file.name for file in tmp_path.iterdir()] == ["season.html"]


@pytest.mark.parametrize("place", ["missing/season.html", "file/season.html", "folder", "pipe"])
def test_a_place_that_cant_be_written_is_one_sentence_and_leaves_nothing(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("not a folder")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # as a device: nothing takes its place
    with pytest.raises(
        ReportError, match=r"^[^\n]+ can't be written \(.+\): name another place with --out\.$"
    ):
        write("<p></p>", tmp_path / place)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["file", "folder", "pipe"]
    assert not any((tmp_path / "folder").iterdir())
