"""Figures read through plotly's Python library, which refuses settings that plotly.js doesn't know."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from reports.components.figure import Figure


def plotted(figure: Figure) -> Any:
    """The figure with its settings as attributes. Raises ValueError for one that plotly.js doesn't know."""
    return go.Figure(figure.data, figure.layout)
