"""The app of `peder app`, for tests: its folder behind a plain web server, and a phone that opens it."""

from __future__ import annotations

import functools
import http.server
import json
import threading
from dataclasses import dataclass, field
from pathlib import Path

from tests.pipeline.serve.phone import Phone
from tests.pipeline.serve.served import free_port


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@dataclass
class Offered:
    """A folder offered at a port of this machine, until it is stopped."""

    folder: Path
    port: int = field(default_factory=free_port)

    def __enter__(self) -> Offered:
        handler = functools.partial(_Quiet, directory=str(self.folder))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.is_up = True
        return self

    @property
    def origin(self) -> str:
        """The origin of its pages."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Offer it no longer: what the phone shows from now on, it has."""
        if self.is_up:
            self._server.shutdown()
            self._server.server_close()
            self.is_up = False

    def __exit__(self, *_: object) -> None:
        self.stop()


class AppPhone(Phone):
    """A phone with the app."""

    def visit(
        self,
        offered: Offered,
        *,
        path: str = "",
        wait: str = "document.querySelector('#net')?.className === 'live'",
    ) -> None:
        """Open the app, or another page of its folder, and wait until the log runs."""
        self.call("Page.navigate", url=f"http://127.0.0.1:{offered.port}/{path}")
        self.wait(wait)
        assert self.evaluate("document.documentElement.lang") == self.language

    def kill(self) -> None:
        """Kill the browser, as a phone does that runs out of memory."""
        self._chromium.kill()

    def begin(self, *lines: str) -> None:
        """Answer what a new night is asked."""
        for line in lines:
            self.answer(line)
        self.wait("!!document.querySelector('#line')")

    def journal(self) -> tuple[str, str]:
        """The night's name and its journal, as *Send the night* would send them."""
        answer = self.evaluate(
            "import('./page/transport.js').then(({ ask }) => ask('/journal', null, 'en')).then((one) => one.json())"
        )
        return answer["night"], answer["text"]

    def sent_file(self) -> tuple[str, str]:
        """Tap *Send the night*, and return the name and the text of the file that is handed over."""
        self.evaluate(
            "window.handed = null; navigator.canShare = () => true; navigator.share = async ({ files: [file] }) => "
            "{ window.handed = { name: file.name, text: await file.text() } }"
        )
        self.tap('[data-tab="night"]')
        self.reveal('[data-do="send-night"]')
        self.tap('[data-do="send-night"]')
        self.wait("!!window.handed")
        handed = json.loads(self.evaluate("JSON.stringify(window.handed)"))
        return handed["name"], handed["text"]
