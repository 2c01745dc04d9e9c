"""Pictures on a page: buttons that share one as a PNG, and a row of them to swipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from language import tr
from reports.components.html import Html, tag
from reports.components.scripts import need_script, packed_text
from reports.pictures.drawing import TALL, WIDE, Poster, draw


@dataclass(frozen=True, kw_only=True)
class SharePicture:
    """Two buttons that share a poster, wide and tall; hidden without script and on paper. `name` begins the files' names."""

    poster: Poster
    name: str

    def html(self) -> Html:
        """The buttons, and the pictures that they share, which the page doesn't show."""
        need_script("share")
        shapes = (("wide", WIDE, tr("Share a picture")), ("tall", TALL, tr("as a story (9:16)")))
        return tag(
            "div",
            [
                (_button(label, f"{self.name}-{word}"), packed_text(draw(self.poster, shape)))
                for word, shape, label in shapes
            ],
            class_="share",
            hidden=True,
        )


@dataclass(frozen=True, kw_only=True)
class Swiped:
    """Tall pictures side by side, to swipe through, each with a button that shares it."""

    posters: Sequence[Poster]
    name: str

    def html(self) -> Html:
        """A strip that scrolls from picture to picture."""
        need_script("share")
        figures = [
            tag(
                "figure",
                draw(poster, TALL),
                tag(
                    "figcaption",
                    _button(tr("Share it"), f"{self.name}-{number}"),
                    class_="share",
                    hidden=True,
                ),
            )
            for number, poster in enumerate(self.posters, 1)
        ]
        return tag(
            "div", figures, class_="swiped", role="group", tabindex=0, aria_label=tr("Pictures to swipe")
        )


def _button(label: str, name: str) -> Html:
    return tag("button", label, type="button", data_picture=name)
