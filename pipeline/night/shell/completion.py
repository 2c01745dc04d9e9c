"""Completion at the prompt: `pipeline.night.shell.offers`, for the word before the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from pipeline.night.night import Night
from pipeline.night.shell.offers import offers
from pipeline.people import Registry


class LineCompleter(Completer):
    """Completes the word before the cursor by its place in the line; games and players by their names too."""

    def __init__(self, night: Callable[[], Night], registry: Callable[[], Registry]) -> None:
        self.night = night
        self.registry = registry

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """The words that fit, with what they stand for beside them."""
        text = document.text_before_cursor
        typed = text.rsplit(" ", 1)[-1]
        before = text[: len(text) - len(typed)]
        for offer in offers(before, typed, self.night(), self.registry()):
            if offer.fits(typed):
                yield Completion(offer.word, start_position=-len(typed), display_meta=offer.meaning)
