"""The colours, stated once for the style sheet, the figures and dark mode.

A figure is drawn in the colours of `LIGHT`; in dark mode the page's script replaces each by the colour of the
same name in `DARK`. Players have `p0`, `p1`, ... in the order in which they joined the season
(`reports.data.cast`), so a player has the same colour on all pages. Gains are blue and losses orange, which
colour-blind readers can distinguish.
"""

from __future__ import annotations

from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "paper": "#ffffff",
    "raised": "#f6f5f2",
    "rule": "#e1dfd9",
    "faint": "#b9b6ae",
    "muted": "#66635c",
    "ink": "#1d1c1a",
    "card": "#fffdf8",
    "accent": "#7a1f2b",
    "gain": "#2166ac",
    "loss": "#b8501b",
    "p0": "#4484de",
    "p1": "#9c3a06",
    "p2": "#4a9d6e",
    "p3": "#5532a8",
    "p4": "#b58708",
    "p5": "#8f2a6c",
    "p6": "#3f9ab8",
    "p7": "#5b5449",
}

DARK: Mapping[str, str] = {
    "paper": "#141518",
    "raised": "#1d1f23",
    "rule": "#33353b",
    "faint": "#5d6068",
    "muted": "#a3a198",
    "ink": "#eae8e3",
    "card": "#f3efe6",
    "accent": "#d98a94",
    "gain": "#79b4f2",
    "loss": "#f19a64",
    "p0": "#8abcff",
    "p1": "#d9722e",
    "p2": "#42a871",
    "p3": "#8463e2",
    "p4": "#ecd04a",
    "p5": "#cf68a6",
    "p6": "#8fdcec",
    "p7": "#cfc6b4",
}

PLAYER_COLOURS = sum(name[0] == "p" and name[1:].isdigit() for name in LIGHT)
SPOTS = ("", "ring", "tile", "frame")


def player_class(order: int) -> str:
    """The name of the colour of the player who was the `order`-th to join, counted from 0.

    >>> player_class(0), player_class(1)
    ('p0', 'p1')
    """
    return f"p{order % PLAYER_COLOURS}"


def player_spot(order: int) -> str:
    """Classes of the spot before a player's name: the colour, and a different shape for each reuse of the
    colours.

    >>> player_spot(0), player_spot(20)
    ('p0', 'p4 tile')
    """
    again = order // PLAYER_COLOURS % len(SPOTS)
    return f"{player_class(order)} {SPOTS[again]}".rstrip()


def player_colour(order: int) -> str:
    """The colour in a figure of the player who joined as number `order`, from 0.

    >>> player_colour(0)
    '#4484de'
    """
    return LIGHT[player_class(order)]


def style_rules() -> str:
    """The colours as CSS variables: light, dark where the reader prefers it, and always light on paper.

    >>> style_rules()[:30]
    ':root{color-scheme:light dark;'
    """
    light, dark = _variables(LIGHT), _variables(DARK)
    players = "".join(f".p{i}{{--spot:var(--p{i});color:var(--spot)}}" for i in range(PLAYER_COLOURS))
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}{players}"
    )


def to_dark() -> dict[str, str]:
    """Map each light colour to its dark counterpart.

    >>> player_colour(0) in to_dark()
    True
    """
    return {colour: DARK[name] for name, colour in LIGHT.items()}


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{colour};" for name, colour in colours.items())
