"""Figures checked by plotly's Python library, which refuses settings that plotly.js doesn't know; pages are written
without that check (`reports.charts.layout.figure`).
"""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go


def plotted(figure: go.Figure) -> Any:
    """The figure with all its settings checked. Raises ValueError for one that plotly.js doesn't know."""
    return go.Figure(figure)
