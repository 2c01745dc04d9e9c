"""Pictures in SVG, made from their contents (`Poster`): 1200 by 630 pixels, which messengers show large, or 1080 by 1920 (9:16).

Plotly's own export of pictures needs a browser, so these are drawn here; a browser that has the page makes the PNG.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from reports.charts.layout import shortened
from reports.charts.lines import spread
from reports.charts.theme import FONT
from reports.components.amounts import Unit, in_unit
from reports.components.cards import Face
from reports.components.html import Html, tag
from reports.components.palette import LIGHT, player_colour

LETTER = 0.56
BOLD = 0.62
"""Average width of a letter as a share of its font size, in regular and bold text."""


@dataclass(frozen=True)
class Shape:
    """A size in pixels and, of the two columns or one, where the text and the lines lie: left, right; top and bottom of the
    lines; `scale` of the fonts.
    """

    width: int
    height: int
    text: tuple[int, int]
    lines: tuple[int, int, int, int]
    scale: float


WIDE = Shape(1200, 630, (64, 560), (620, 1136, 96, 566), 1.0)
TALL = Shape(1080, 1920, (80, 1000), (80, 1000, 600, 1240), 2.0)
LONGEST = 14
"""Letters of a name at the end of a line."""
MOST_NAMED = 12
"""Maximum number of lines with a name, and of strokes for places; of more, the first and the last are named."""


class Font(NamedTuple):
    """How a text is drawn: its size in pixels, its colour (of the palette or as CSS), and its weight."""

    size: float
    colour: str
    weight: int = 400


@dataclass(frozen=True, kw_only=True, eq=False)
class Line:
    """A line of a race: its `points` from left to right, between 0 and 1 across, how its end is called, and which player's colour it
    has (`order`, as `join_order`), None for grey.
    """

    name: str
    label: str
    points: Sequence[tuple[float, float]]
    order: int | None = None


@dataclass(frozen=True, kw_only=True)
class Poster:
    """The contents of a picture. `figure` is the number in the largest font, `cards` are drawn (`As`), `facts` are
    labels with their values and a remark or "". `lines` are a race around 0, or, with `places`, the players' places
    among that number, the first at the top.
    """

    kicker: str
    title: str
    lead: str = ""
    figure: str = ""
    is_loss: bool = False
    cards: Sequence[str] = ()
    caption: str = ""
    facts: Sequence[tuple[str, str, str]] = ()
    lines: Sequence[Line] = ()
    places: int = 0

    def in_unit(self, unit: Unit | None) -> Poster:
        """Return the poster with its amounts (`amounts.in_chart`) in a unit; in money with None."""
        return replace(
            self,
            figure=in_unit(self.figure, unit),
            facts=[
                (label, in_unit(value, unit), in_unit(remark, unit)) for label, value, remark in self.facts
            ],
            lines=[replace(line, label=in_unit(line.label, unit)) for line in self.lines],
        )

    @property
    def name(self) -> str:
        """What the picture is called where it is shared."""
        return f"{self.title} · {self.kicker}"

    @property
    def about(self) -> str:
        """The picture as text, for screen readers."""
        facts = ", ".join(f"{label}: {' '.join(filter(None, values))}" for label, *values in self.facts)
        parts = (self.title, self.lead, self.figure, self.caption, facts)
        return ". ".join(part.rstrip(".") for part in parts if part)


def draw(poster: Poster, shape: Shape, unit: Unit | None = None, *, is_file: bool = False) -> Html:
    """The picture as SVG, for a page or as a separate file; its amounts in a unit, in money with None.

    >>> str(draw(Poster(kicker="Night", title="Friday"), WIDE)).count("<text")
    3
    """
    poster = poster.in_unit(unit)
    left, right = shape.text
    if not poster.lines:
        right = shape.width - left
    bottom, written = _column(poster, shape, left, right)
    top = shape.lines[2] if shape is WIDE else max(shape.lines[2], bottom + 60)
    box = (shape.lines[0], shape.lines[1], int(top), max(shape.lines[3], int(top) + 400))
    after: tuple[Html, ...] = ()
    if shape is TALL:
        start = box[3] + 120 if poster.lines else bottom + 100
        after = tuple(_facts(poster, shape, left, right, start))
    return tag(
        "svg",
        tag("title", poster.name),
        tag("desc", poster.about),
        tag("rect", width=shape.width, height=shape.height, fill=LIGHT["paper"]),
        tag("rect", width=shape.width, height=round(10 * shape.scale), fill=LIGHT["accent"]),
        written,
        list(_race(poster, shape, box)) if poster.lines else None,
        after,
        _text(
            shape.width - left,
            shape.height - 24 * shape.scale,
            "Peder",
            Font(16 * shape.scale, "faint"),
            anchor="end",
        ),
        viewBox=f"0 0 {shape.width} {shape.height}",
        xmlns="http" + "://www.w3.org/2000/svg" if is_file else None,
        width=shape.width,
        height=shape.height,
        role="img",
        font_family=FONT,
    )


def _column(poster: Poster, shape: Shape, left: int, right: int) -> tuple[float, list[Html]]:
    """Draw the text from the top down; returns the position of its end."""
    scale, parts = shape.scale, []
    y = 78 * scale
    kicker = _cut(poster.kicker, 22 * scale, right - left)
    parts.append(_text(left, y, kicker, Font(22 * scale, "muted")))
    y += 58 * scale
    large, smaller = (_wrapped(poster.title, size * scale, right - left, 2) for size in (52, 38))
    is_whole = " ".join(large) == " ".join(poster.title.split())
    for line in large if is_whole else smaller:
        parts.append(_text(left, y, line, Font((50 if is_whole else 36) * scale, "ink", 650)))
        y += 56 * scale
    y -= 20 * scale
    for line in _wrapped(poster.lead, 24 * scale, right - left, 3):
        parts.append(_text(left, y, line, Font(24 * scale, "muted")))
        y += 32 * scale
    if poster.figure:
        y += 58 * scale
        size = min(76 * scale, (right - left) / (BOLD * len(poster.figure)))
        colour = "loss" if poster.is_loss else "gain"
        parts.append(_text(left, y, poster.figure, Font(size, colour, 650)))
        y += 22 * scale
    if poster.cards:
        y += 16 * scale
        parts += _cards(poster.cards, left, y, min(78 * scale, (right - left) / len(poster.cards) * 0.9))
        y += min(78 * scale, (right - left) / len(poster.cards) * 0.9) * 1.4 + 34 * scale
        caption = _cut(poster.caption, 24 * scale, right - left)
        parts.append(_text(left, y, caption, Font(24 * scale, "ink")))
        y += 16 * scale
    if shape is WIDE:
        parts += _facts(poster, shape, left, right, y + 44)
    return y, parts


def _facts(poster: Poster, shape: Shape, left: int, right: int, top: float) -> Iterator[Html]:
    """Labels with their values under one another, as many as there is room for; alone on a tall picture larger, their remarks
    on lines of their own.
    """
    scale = shape.scale * (1.35 if shape is TALL and not poster.lines else 1.0)
    y = top
    for label, value, remark in poster.facts:
        lines = [f"{value} · {remark}"] if remark and shape is WIDE else [value, remark]
        width = (right - left) / (BOLD / LETTER)
        if lines[0] != value and _cut(lines[0], 26 * scale, width) != lines[0]:
            lines = [value, remark]
        if y + 30 * scale > shape.height - 30 * shape.scale:
            return
        yield _text(left, y, _cut(label, 18 * scale, right - left), Font(18 * scale, "muted"))
        for size, weight, line in zip((26 * scale, 20 * scale), (600, 400), lines, strict=False):
            if line:
                y += 1.1 * size
                yield _text(left, y, _cut(line, size, width), Font(size, "ink", weight))
        y += 34 * scale


def _race(poster: Poster, shape: Shape, box: tuple[int, int, int, int]) -> Iterator[Html]:
    left, right, top, bottom = box
    size = 22 * shape.scale
    ends = sorted(poster.lines, key=lambda line: -line.points[-1][1])
    most = min(MOST_NAMED, 1 + int((bottom - top) / (1.4 * size)))
    if len(ends) > most:
        ends = [*ends[: most - most // 2], *ends[len(ends) - most // 2 :]]
    labels = {line: f"{shortened(line.name, LONGEST)}  {line.label}".strip() for line in ends}
    right -= round(BOLD * size * max(map(len, labels.values()))) + 20
    values = [0.0] if not poster.places else [-1.0, -float(poster.places)]
    values += [y for line in poster.lines for _, y in line.points]
    low, high = min(values), max(values)

    def at(y: float) -> float:
        return bottom - (bottom - top) * (y - low) / (high - low or 1)

    every = -(-poster.places // MOST_NAMED) or 1
    for level in range(-poster.places, 0, every) if poster.places else [0]:
        yield tag("path", d=f"M{left} {at(level):.0f}H{right}", stroke=LIGHT["rule"], stroke_width=2)
    for line in sorted(poster.lines, key=lambda line: line.order is not None):
        points = "L".join(f"{left + (right - left) * x:.0f} {at(y):.0f}" for x, y in line.points)
        yield tag(
            "path",
            d=f"M{points}",
            fill="none",
            stroke=_colour(line, "faint"),
            stroke_width=round(4 * shape.scale),
            stroke_linejoin="round",
        )
    lowest, highest = -float(bottom), -float(top)
    heights = spread(
        [-at(line.points[-1][1]) for line in ends], lowest, highest, 1.4 * size / (highest - lowest)
    )
    for line, height in zip(ends, heights, strict=True):
        font = Font(size, _colour(line, "muted"), 600)
        yield _text(right + 20, size / 3 - height, labels[line], font)


def _colour(line: Line, otherwise: str) -> str:
    return LIGHT[otherwise] if line.order is None else player_colour(line.order)


def _cards(cards: Sequence[str], left: float, top: float, width: float) -> Iterator[Html]:
    """Cards side by side; a card without a suit, such as a joker, is shown by its name."""
    height = 1.4 * width
    for place, card in enumerate(cards):
        face = Face.of(card)
        rank, suit = face
        colour = "loss" if face.is_red else "ink"
        x = left + place * width * 1.1
        yield tag(
            "rect",
            x=f"{x:.0f}",
            y=f"{top:.0f}",
            width=f"{width:.0f}",
            height=f"{height:.0f}",
            rx=f"{width / 10:.0f}",
            fill=LIGHT["card"],
            stroke=LIGHT["faint"],
            stroke_width=2,
        )
        middle = x + width / 2
        size = width * (0.5 if suit else min(0.5, 1.5 / max(len(card), 1)))
        rank_at, suit_at = top + height * (0.46 if suit else 0.58), top + height * 0.86
        yield _text(middle, rank_at, rank, Font(size, colour, 600), anchor="middle")
        if suit:
            yield _text(middle, suit_at, suit, Font(width * 0.46, colour), anchor="middle")


def _text(x: float, y: float, text: str, font: Font, anchor: str | None = None) -> Html:
    return tag(
        "text",
        text,
        x=f"{x:.0f}",
        y=f"{y:.0f}",
        font_size=f"{font.size:.0f}",
        font_weight=None if font.weight == 400 else font.weight,
        fill=LIGHT.get(font.colour, font.colour),
        text_anchor=anchor,
    )


def _cut(text: str, size: float, width: float) -> str:
    longest = max(2, int(width / (LETTER * size)))
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def _wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """Wrap text at a width; a text with too many lines is cut."""
    longest = max(2, int(width / (LETTER * size)))
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= longest:
            lines[-1] += f" {word}"
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
            break
    return [_cut(line, size, width) for line in lines]
