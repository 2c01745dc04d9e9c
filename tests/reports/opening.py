"""How long pages take to open: `python -m tests.reports.opening PAGE.html…`, medians of seven, in ms.

Of each page the first text, the first chart, all charts of the first screen (1280 by 900), and the processor
time of the main thread until then, all of it and that of scripts. The first load, which warms the browser, is
not counted.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.reports.browser import Browser

TIMES = 7

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]"
WATCH = """
    window.seen = {};
    (function look() {
        const charts = [...document.querySelectorAll(".chart")];
        const drawn = (chart) => chart.querySelector(".main-svg");
        const shows = (chart) => chart.offsetParent && chart.getBoundingClientRect().top < innerHeight;
        const first = charts.filter(shows);
        if (charts.some(drawn)) window.seen.chart ??= performance.now();
        if (document.readyState === "complete" && first.every(drawn)) {
            window.seen.screen ??= performance.now();
        }
        if (!window.seen.screen) requestAnimationFrame(look);
    })();
"""


def opened(browser: Browser, page: Path) -> dict[str, float]:
    """One load of a page."""
    browser.call("Page.navigate", url="about:blank")
    browser.wait("location.href === 'about:blank'")
    before = spent(browser)
    browser.call("Page.navigate", url=page.resolve().as_uri())
    browser.wait(f"location.href !== 'about:blank' && window.seen?.screen !== undefined && !!{PAINTED}")
    after = spent(browser)
    seen = browser.evaluate(f"({{...window.seen, text: {PAINTED}.startTime}})")
    return {
        "text": seen["text"],
        "chart": seen.get("chart", 0.0),
        "screen": seen["screen"],
        "thread": 1000 * (after["TaskDuration"] - before["TaskDuration"]),
        "script": 1000 * (after["ScriptDuration"] - before["ScriptDuration"]),
    }


def spent(browser: Browser) -> dict[str, float]:
    """What the tab has spent, in seconds."""
    return {one["name"]: one["value"] for one in browser.call("Performance.getMetrics")["metrics"]}


def main(pages: list[Path]) -> None:
    """Print a line a page."""
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(Path(profile))
        browser.call("Performance.enable", timeDomain="threadTicks")
        browser.call("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.call(
            "Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False
        )
        print(f"{'page':40}{'text':>8}{'chart':>8}{'screen':>8}{'thread':>8}{'script':>8}")
        for page in pages:
            loads = [opened(browser, page) for _ in range(TIMES + 1)][1:]
            figures = {name: median(load[name] for load in loads) for name in loads[0]}
            print(f"{page.name:40}" + "".join(f"{value:8.0f}" for value in figures.values()))
        browser.close()


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
