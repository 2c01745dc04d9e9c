"""The house style of figures as a template, in the light colours; the page's script has it once for all charts of
a page, and makes it dark.
"""

from __future__ import annotations

from reports.components.palette import LIGHT

FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'
CLEAR = "rgba(0,0,0,0)"

_TEXT = {"color": LIGHT["ink"], "family": FONT, "size": 13}

_AXIS = {
    "automargin": False,
    "fixedrange": True,
    "gridcolor": LIGHT["rule"],
    "showline": False,
    "tickfont": {"color": LIGHT["muted"], "size": 12},
    "ticks": "",
    "zeroline": False,
    "zerolinecolor": LIGHT["faint"],
}
"""Quiet lines, no zooming."""

THEME = {
    "layout": {
        "dragmode": False,
        "font": _TEXT,
        "hoverlabel": {
            "align": "left",
            "bgcolor": LIGHT["raised"],
            "bordercolor": LIGHT["faint"],
            "font": _TEXT,
        },
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "showlegend": False,
        "xaxis": _AXIS,
        "yaxis": _AXIS,
    }
}
"""A template of Plotly, which tests validate."""
