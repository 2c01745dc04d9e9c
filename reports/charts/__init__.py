"""Builds Plotly figures from frames, one module for each kind of chart. The same frame gives the same figure.

A figure is drawn in the light colours (`reports.components.palette`). `layout.meta` holds what the page's
script may change: `narrow` (dotted paths into the layout, with their values on a phone) and `rows` (for a
chart of rows: the id of each row, the height of a row, and the height of the rest).
"""
