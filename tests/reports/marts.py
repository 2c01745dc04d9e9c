"""The marts that tests of pages build."""

from __future__ import annotations

from reports.pages import night, player, season

PAGE_MARTS = night.MARTS | player.MARTS | season.MARTS
"""The marts that the pages of a season read: building these takes half as long as building all."""
