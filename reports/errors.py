"""The error of a report."""

from __future__ import annotations


class ReportError(Exception):
    """A report that can't be made or written; `str` of it is a sentence for the user."""
