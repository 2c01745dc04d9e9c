"""Figures as plotly.js takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Trace = dict[str, Any]
"""Points, joined by lines or not, or bars, with their settings."""


@dataclass(frozen=True)
class Figure:
    """A figure: its traces, and its layout with at least a `height` in pixels."""

    data: Sequence[Trace]
    layout: Mapping[str, Any]


def scatter(**settings: Any) -> Trace:
    """Points, joined by lines or not."""
    return {"type": "scatter", **settings}


def bar(**settings: Any) -> Trace:
    """Bars."""
    return {"type": "bar", **settings}
