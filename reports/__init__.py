"""Marts -> frames -> charts -> pages.

`data` queries the marts, `charts` draws, `components` are the parts of pages, and `pages` has a module for each page.
`page` renders one as a self-contained HTML file, `site` all of them with links. `errors.ReportError` says in a
sentence why there is no report.
"""
