"""Frames -> Plotly figures, one module a kind of chart. Pure: the same frame gives the same figure.

A figure is drawn in the light colours (`reports.components.palette`). `layout.meta` says what the page's script may
change: `narrow` (dotted paths into the layout and their values on a phone) and `rows` (a chart of rows: the
id of each row, its height, and what the chart takes besides).
"""
