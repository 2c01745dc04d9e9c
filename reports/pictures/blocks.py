"""Pictures on a page: buttons that share one as a PNG, and a row of them to swipe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from language import tr
from reports.components.amounts import Worth, other_units
from reports.components.html import Html, tag
from reports.components.scripts import data_script, need_script
from reports.pictures.drawing import TALL, WIDE, Poster, Shape, draw


@dataclass(frozen=True, kw_only=True)
class SharePicture:
    """Two buttons that share a poster, wide and tall, in the unit that the reader chose (`worth` is the page's); hidden without
    script and on paper. `name` begins the files' names.
    """

    poster: Poster
    name: str
    worth: Worth | None

    def html(self) -> Html:
        """The buttons, and the pictures that they share in each unit, which the page doesn't show."""
        need_script("share")
        shapes = (("wide", WIDE, tr("Share a picture")), ("tall", TALL, tr("as a story (9:16)")))
        pictures = {word: _in_units(self.poster, shape, self.worth) for word, shape, _ in shapes}
        return tag(
            "div",
            [_button(label, f"{self.name}-{word}", word) for word, _, label in shapes],
            data_script({"pictures": pictures}),
            class_="share",
            hidden=True,
        )


@dataclass(frozen=True, kw_only=True)
class Swiped:
    """Tall pictures side by side, to swipe through, each with a button that shares it; in the unit that the reader chose, of a
    page with this `worth`.
    """

    posters: Sequence[Poster]
    name: str
    worth: Worth | None

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
        pictures = [_in_units(poster, TALL, self.worth) for poster in self.posters]
        others = {number: drawn for number, drawn in enumerate(pictures) if len(set(drawn)) > 1}
        return tag(
            "div",
            figures,
            data_script({"pictures": others}) if others else None,
            class_="swiped",
            role="group",
            tabindex=0,
            aria_label=tr("Pictures to swipe"),
        )


def _in_units(poster: Poster, shape: Shape, worth: Worth | None) -> list[Html]:
    """The picture in each unit that the page's switch offers, in their order."""
    return [draw(poster, shape, unit) for unit in (None, *other_units(worth))]


def _button(label: str, name: str, shape: str | None = None) -> Html:
    """A button that shares a picture as a file that says among others, in a folder of downloads, what it is of."""
    return tag("button", label, type="button", data_picture=f"peder-{name}", data_shape=shape)
