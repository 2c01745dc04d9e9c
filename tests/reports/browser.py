"""Headless Chromium spoken to over a pipe (its DevTools protocol), with the standard library alone."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
    "--remote-debugging-pipe",
)  # fmt: skip
PATIENCE = 120.0  # seconds for an answer; a machine with other work on it is slow


def chromium() -> str | None:
    """The browser's command, None where there is none."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """A browser with one tab. What happens in the tab is kept: `problems`, `dialogs`, `requests`."""

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
        self.problems: list[str] = []
        self.dialogs: list[str] = []
        self.requests: list[str] = []
        self._loaded: set[str] = set()
        self._tab: str | None = None
        self._targets: dict[str, str] = {}
        self.new_tab()

    def new_tab(self) -> str:
        """Open another tab and look at it from then on; returns its name for `turn_to`."""
        self._tab = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        tab = str(self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        self._targets[tab] = target
        self.turn_to(tab)
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)
        return tab

    def turn_to(self, tab: str) -> None:
        """Look at a tab, as a reader does who taps it."""
        self._tab = None
        self.call("Target.activateTarget", targetId=self._targets[tab])
        self._tab = tab

    def close_tab(self, tab: str) -> None:
        """Close a tab; turn to another one then."""
        self._tab = None
        self.call("Target.closeTarget", targetId=self._targets.pop(tab))

    @property
    def tab(self) -> str:
        """The tab that is looked at."""
        assert self._tab
        return self._tab

    def call(self, method: str, **params: Any) -> Any:
        """Ask the browser something and wait for its answer."""
        self._count += 1
        message: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._tab:
            message["sessionId"] = self._tab
        os.write(self._out, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            answer = self._receive(end)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._note(answer)

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
            self._note(self._receive(end))
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
                raise TimeoutError(condition)
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
        """End the browser."""
        with self._process:  # closes the pipes, and waits
            self._process.terminate()

    def _receive(self, end: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            if not select.select([self._in], [], [], max(0.0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser doesn't answer")
            piece = os.read(self._in, 1 << 20)
            if not piece:
                raise ConnectionError("the browser has gone")
            self._rest += piece
        message, self._rest = self._rest.split(b"\0", 1)
        answer: dict[str, Any] = json.loads(message)
        return answer

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
            self._count += 1
            dismiss = {
                "id": self._count,
                "method": "Page.handleJavaScriptDialog",
                "params": {"accept": False},
            }
            os.write(self._out, json.dumps({**dismiss, "sessionId": self._tab}).encode() + b"\0")
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
