"""A phone at the table: headless Chromium at 360×640, a small one, tapped where a thumb would, with nothing scrolled."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.pipeline.serve.served import Served
from tests.reports.browser import PATIENCE, Browser, Chromium

WIDTH, HEIGHT = 360, 640
DOUBLE_TAP = 0.45
"""Seconds within which the page takes a second tap on the bar for part of a double tap, and a bit more."""

SEEN = """((selector) => {
  const found = document.querySelector(selector)
  if (!found) return null
  const box = found.getBoundingClientRect()
  const x = box.x + box.width / 2, y = box.y + box.height / 2
  const top = document.elementFromPoint(x, y)
  return { x, y, seen: !!top && (found.contains(top) || top.contains(found)),
           width: box.width, height: box.height }
})(%s)"""


class Phone(Browser):
    """A phone that opens the page of a night; `taps` counts how often it was tapped."""

    def __init__(self, place: Chromium | Path, *, language: str, dark: bool = False) -> None:
        super().__init__(place)
        self.taps = 0
        self._tapped = 0.0
        self.language = language
        self._dark = dark
        self._be_a_phone()

    def _be_a_phone(self) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=True
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=True)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if self._dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        agent = self.evaluate("navigator.userAgent")
        self.call("Network.setUserAgentOverride", userAgent=agent, acceptLanguage=self.language)

    def new_tab(self) -> str:
        """Open another tab of the phone, and look at it."""
        tab = super().new_tab()
        if hasattr(self, "_dark"):
            self._be_a_phone()
        return tab

    def sit_down(self, served: Served, pin: str) -> None:
        """Open the page by the QR code's address."""
        self.call("Page.navigate", url=f"http://{served.host}/#{pin}")
        self.wait("document.readyState === 'complete' && !!document.querySelector('#tabs button, .question')")
        assert self.evaluate("document.documentElement.lang") == self.language

    def tap(self, selector: str) -> None:
        """Tap an element where it is, once it can be tapped and a thumb can see and reach it."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"!!{found} && {found}.disabled !== true")
        place = self._place(selector)
        self.taps += 1
        time.sleep(max(0.0, self._tapped + DOUBLE_TAP - time.monotonic()) if "data-do" in selector else 0)
        self._tapped = time.monotonic()
        self._touch("touchStart", {"x": place["x"], "y": place["y"]})
        self._touch("touchEnd")

    def _place(self, selector: str) -> dict[str, float]:
        """Where an element is, once it is in sight and rests: an answer that comes may move it."""
        end = time.monotonic() + PATIENCE
        before = None
        while (
            (place := self.evaluate(SEEN % json.dumps(selector))) is None
            or not place["seen"]
            or place != before
        ):
            assert time.monotonic() < end, f"{selector} isn't in sight"
            before = place
        return {"x": place["x"], "y": place["y"]}

    def _touch(self, kind: str, *points: dict[str, float]) -> None:
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=list(points))

    def reach(self, selector: str) -> None:
        """Open the part of the screen in which a button lies, as a thumb would, if it isn't open."""
        found = f"document.querySelector({json.dumps(selector)})"
        if panel := self.evaluate(f"{found}?.closest('[data-panel][hidden]')?.dataset.panel"):
            self.tap(f'[data-step-of="{panel}"]')
        elif self.evaluate(f"!!{found}?.closest('#players') && !{found}.offsetParent"):
            self.tap('[data-step-of="level"]')
        elif selector.startswith("[data-mark") and self.evaluate(f"!{found}"):
            self.tap('[data-step-of="hand"]')
            if self.evaluate(f"!{found}"):
                self.tap('[data-do="marks"]')

    def reveal(self, selector: str) -> None:
        """Scroll to an element."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.wait(f"!!{found}")
        self.evaluate(f"{found}.scrollIntoView()")

    def slide(self, points: Sequence[dict[str, float]], to: str = "") -> None:
        """Slide a finger over these points and, if named, to a button that shows on the way; counts as one tap."""
        self.taps += 1
        point = points[-1]
        off = {"x": point["x"], "y": point["y"] - 40}
        self._touch("touchStart", points[0])
        for point in [*points[1:], *([off] if to else [])]:
            self._touch("touchMove", point)
        if to:
            self.wait(f"!!document.querySelector({json.dumps(to)})")
            place = self.evaluate(SEEN % json.dumps(to))
            point = {"x": place["x"], "y": place["y"]}
        for _ in range(3):  # a finger that comes to rest: a tap right after a fling would only stop it
            self._touch("touchMove", point)
            time.sleep(0.03)
        self._touch("touchEnd")

    def line(self) -> str:
        """The line that would be sent."""
        return str(self.evaluate("document.querySelector('#line').value"))

    def write(self, text: str) -> None:
        """Type a line, and send it."""
        if not self.evaluate("!!document.querySelector('#line')"):
            self.tap('#tabs [data-tab="hand"]')
            self.wait("!!document.querySelector('#line')")
        self.fill("#line", text)
        self.tap("#send")

    def fill(self, selector: str, text: str) -> None:
        """Type into a field."""
        self.evaluate(
            f"((field) => {{ field.value = {json.dumps(text)}; field.dispatchEvent(new Event('input')) }})"
            f"(document.querySelector({json.dumps(selector)}))"
        )

    def answer(self, line: str) -> None:
        """Answer what a new night is asked, with a line of the log."""
        word, _, rest = line.partition(" ")
        drawn = "document.querySelector('[data-question]')?.dataset.question"  # the state may be ahead of the page
        self.wait(f"{drawn} === {json.dumps(word)} && !!document.querySelector('#answer')")
        self.fill("#answer", rest)
        self.tap(".question > button")

    def state(self) -> Any:
        """The night as the phone sees it."""
        return self.evaluate("import('./page/net.js').then(({ net }) => net.state)")

    def waits(self) -> list[str]:
        """The lines that wait on the phone."""
        result = self.evaluate(
            "import('./page/net.js').then(({ net }) => net.queue.map((item) => item.text))"
        )
        return list(result)

    def settle(self) -> None:
        """Wait until nothing waits any more, and the page shows the state that came of it."""
        drawn = "document.querySelector('#tab')?.dataset.version === String(net.state.version)"
        self.wait(f"import('./page/net.js').then(({{ net }}) => !net.queue.length && !!net.state && {drawn})")

    def offline(self, away: bool) -> None:
        """Let the phone lose the network, or find it again."""
        self.call(
            "Network.emulateNetworkConditions",
            offline=away,
            latency=0,
            downloadThroughput=-1,
            uploadThroughput=-1,
        )

    def be_away(self) -> None:
        """Wait until the page knows that the network went; a beat that was on its way may have told it otherwise,
        for Chromium leaves an open stream of events alone."""
        away = "document.querySelector('#net').className === 'away'"
        self.wait(f"{away} || !dispatchEvent(new Event('offline'))")
