"""The house style of figures as a template, in the light colours; the page's script has it once for all charts of
a page, and makes it dark.
"""

from __future__ import annotations

import plotly.graph_objects as go

from reports.components.palette import LIGHT

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
CLEAR = "rgba(0,0,0,0)"

_TEXT = {"family": FONT, "size": 13, "color": LIGHT["ink"]}

_AXIS = {
    "fixedrange": True,
    "gridcolor": LIGHT["rule"],
    "zeroline": False,
    "zerolinecolor": LIGHT["faint"],
    "showline": False,
    "ticks": "",
    "tickfont": {"color": LIGHT["muted"], "size": 12},
    "automargin": False,
}
"""Quiet lines, no zooming."""

THEME = go.layout.Template(
    layout=go.Layout(
        font=_TEXT,
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        hoverlabel={
            "bgcolor": LIGHT["raised"],
            "bordercolor": LIGHT["faint"],
            "align": "left",
            "font": _TEXT,
        },
        showlegend=False,
        dragmode=False,
        xaxis=_AXIS,
        yaxis=_AXIS,
    )
)
