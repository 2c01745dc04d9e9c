"""Headless Chromium spoken to over a pipe (its DevTools protocol), with the standard library alone."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
    "--remote-debugging-pipe",
    "--js-flags=--liftoff-only",  # optimizing the app's interpreter takes longer than what tests run in it
)  # fmt: skip
PATIENCE = 120.0  # seconds for an answer; a machine with other work on it is slow


def chromium() -> str | None:
    """The browser's command, None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Chromium:
    """A process of Chromium; who reads in it is a `Browser`. Starting one takes as long as many pages."""

    def __init__(self, profile: Path) -> None:
        command = chromium()
        if command is None:
            raise FileNotFoundError("no Chromium on this machine")
        remap = (
            'exec "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1'  # the browser takes orders on 3 and answers on 4
        )
        self._process = subprocess.Popen(
            ["sh", "-c", remap, "sh", command, *FLAGS, f"--user-data-dir={profile}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._out, self._in = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._count, self._rest = 0, b""
        self.listeners: dict[str, Callable[[dict[str, Any]], None]] = {}
        """Who hears what happens in a tab, by the name of the tab."""

    def send(self, method: str, tab: str | None = None, **params: Any) -> int:
        """Ask the browser something, or a tab of it, without waiting; returns the question's number."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        os.write(self._out, json.dumps(message | ({"sessionId": tab} if tab else {})).encode() + b"\0")
        return self._count

    def call(self, method: str, tab: str | None = None, **params: Any) -> Any:
        """Ask something and wait for the answer."""
        number = self.send(method, tab, **params)
        end = time.monotonic() + PATIENCE
        while True:
            answer = self.hear(end)
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def hear(self, end: float) -> dict[str, Any]:
        """Wait for what the browser says next, an answer or something that happened, and tell whom it concerns."""
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser doesn't answer")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise ConnectionError("the browser has gone")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        said: dict[str, Any] = json.loads(message)
        if "method" in said and (listener := self.listeners.get(said.get("sessionId", ""))):
            listener(said)
        return said

    def kill(self) -> None:
        """Kill it, as a phone does that runs out of memory."""
        self._process.kill()

    def close(self) -> None:
        """End it."""
        with self._process:  # closes the pipes, and waits
            self._process.terminate()


class Browser:
    """A reader's browser with one tab. What happens in its tabs is kept: `problems`, `dialogs`, `requests`.

    In a Chromium that runs it shares nothing with other browsers (storage, cookies, network), and leaves nothing
    behind; in the folder of a profile it is a process of its own, which finds there what an earlier one stored.
    """

    def __init__(self, place: Chromium | Path) -> None:
        self._is_alone = isinstance(place, Path)
        self._chromium = Chromium(place) if isinstance(place, Path) else place
        self._context = {} if self._is_alone else self._chromium.call("Target.createBrowserContext")
        self.problems: list[str] = []
        self.dialogs: list[str] = []
        self.requests: list[str] = []
        self._loaded: set[str] = set()
        self._targets: dict[str, str] = {}
        self.new_tab()

    def new_tab(self) -> str:
        """Open another tab and look at it from then on; returns its name for `turn_to`."""
        target = self._chromium.call("Target.createTarget", url="about:blank", **self._context)["targetId"]
        tab = str(self._chromium.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        self._targets[tab] = target
        self._chromium.listeners[tab] = self._note
        self.turn_to(tab)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        return tab

    def turn_to(self, tab: str) -> None:
        """Look at a tab, as a reader does who taps it."""
        self._chromium.call("Target.activateTarget", targetId=self._targets[tab])
        self.tab = tab
        """The tab that is looked at."""

    def close_tab(self, tab: str) -> None:
        """Close a tab; turn to another one then."""
        del self._chromium.listeners[tab]
        self._chromium.call("Target.closeTarget", targetId=self._targets.pop(tab))

    def call(self, method: str, **params: Any) -> Any:
        """Ask the tab something and wait for its answer."""
        return self._chromium.call(method, self.tab, **params)

    def open(
        self,
        page: Path,
        *,
        width: int = 1280,
        height: int = 900,
        dark: bool = False,
        past_charts: bool = True,
        anchor: str = "",
    ) -> None:
        """Load a page of the disk; go past its charts until all are drawn, and back to its top, or to an
        `anchor`.
        """
        self.problems, self.dialogs, self.requests = [], [], []
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self._set_scheme("dark" if dark else "light")
        loader = self.call("Page.navigate", url=page.resolve().as_uri())["loaderId"]
        end = time.monotonic() + PATIENCE
        while loader not in self._loaded:  # until then the page before may still answer
            self._chromium.hear(end)
        self.wait("document.readyState === 'complete' && document.querySelector('main') !== null")
        # Clicks are heard once the page's script has run.
        self.evaluate("globalThis.lentByPage?.promise.then(() => true)")
        if past_charts:
            self.wait(f"{UNDRAWN}.every((chart) => {{ chart.scrollIntoView(); return false; }})")
            self.evaluate("scrollTo(0, 0)")
        if anchor:
            self.evaluate(f"location.hash = {json.dumps(anchor)}")

    def darken(self) -> None:
        """Have the reader's system turn dark, and wait until the page has followed."""
        paper = "getComputedStyle(document.body).backgroundColor"
        light = self.evaluate(paper)
        self._set_scheme("dark")
        self.wait(f"{paper} !== {json.dumps(light)}")
        self.wait("document.getAnimations().every(({ playState }) => playState !== 'running')")

    def _set_scheme(self, scheme: str) -> None:
        preferred = {"name": "prefers-color-scheme", "value": scheme}
        self.call("Emulation.setEmulatedMedia", media="", features=[preferred])

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", "an exception"))
        return answer["result"].get("value")

    def wait(self, condition: str) -> None:
        """Wait until a condition holds in the page."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(condition):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition}; the page shows: {self.evaluate('document.body.innerText')}")
            time.sleep(0.01)

    def screenshot(self, out: Path, *, whole: bool = False) -> None:
        """A PNG of what the window shows of the page, or of the `whole` page."""
        clip = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            clip = {"clip": {**size, "height": min(size["height"], 16000), "scale": 1}}
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole, **clip)["data"]
        out.write_bytes(base64.b64decode(data))

    def on_paper(self) -> None:
        """Show the page as it prints: without sheets, in the width of A4 less its margins."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=680, height=900, deviceScaleFactor=1, mobile=False
        )
        self.call("Emulation.setEmulatedMedia", media="print")
        self.evaluate("dispatchEvent(new Event('beforeprint'))")

    def pdf(self) -> bytes:
        """The page as it prints on A4."""
        printed = self.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)
        return base64.b64decode(printed["data"])

    def close(self) -> None:
        """Close the browser."""
        if self._is_alone:
            self._chromium.close()
        else:
            for tab in self._targets:
                del self._chromium.listeners[tab]
            self._chromium.call("Target.disposeBrowserContext", **self._context)

    def _note(self, event: dict[str, Any]) -> None:
        name, params = event.get("method"), event.get("params", {})
        if name == "Runtime.exceptionThrown":
            self.problems.append(
                params["exceptionDetails"].get("exception", {}).get("description", "an exception")
            )
        elif name == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.problems.append(str([part.get("value") for part in params["args"]]))
        elif name == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])
        elif name == "Page.lifecycleEvent" and params["name"] == "load":
            self._loaded.add(params["loaderId"])
        elif name == "Page.javascriptDialogOpening":
            self.dialogs.append(params["message"])
            self._chromium.send("Page.handleJavaScriptDialog", event["sessionId"], accept=False)
        elif name == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])


UNDRAWN = (
    "[...document.querySelectorAll('.chart')]"
    ".filter((chart) => chart.checkVisibility() && !chart.querySelector('.main-svg'))"
)
"""The charts that show and have no drawing yet: a chart is drawn when it comes near the window."""


def _found_by_axe(which: str) -> str:
    """Run axe-core without what it says of elements that pass: that takes as long again."""
    options = (
        f"{{ {which} reporter: 'no-passes', resultTypes: ['violations'], selectors: false, preload: false }}"
    )
    return f"""axe.run({options}).then(({{ violations }}) => violations.flatMap(({{ id, nodes }}) =>
        nodes.map(({{ html, failureSummary }}) => `${{id}}: ${{html.slice(0, 200)}}: ${{failureSummary}}`)))"""


FOUND_BY_AXE = _found_by_axe("")
"""What axe-core, once its script was evaluated, says against the page."""

TOO_FAINT = _found_by_axe("runOnly: ['color-contrast'],")
"""What of that is about colours."""
