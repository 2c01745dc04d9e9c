"""The tokens of a hand's line, and what the form of each says it is."""

from __future__ import annotations

import re
from collections.abc import Collection

from language import tr
from pipeline.bank.money import CHIPS
from pipeline.night.text.lines import DealerError, LogError
from pipeline.night.text.words import ERROR_MARKS

NAME = r"[^\W\d_]+"
TOKEN = re.compile(r"\([^()]*\)|[^\s()]+|[()]")
DEALER = re.compile(rf"({NAME}):\s*(?=\S)")
_MARKS = rf"(?:\*|/(?:{CHIPS})|!(?:{CHIPS})?)*"
CLAUSE = re.compile(
    rf"(?P<names>{NAME}(?:,{NAME})*)(?P<sat>-)?(?P<stayed>=)?(?P<chips>{CHIPS})?(?P<marks>{_MARKS})", re.I
)
WIN = re.compile(rf"\+(?P<names>{NAME}(?:,{NAME})*)(?P<chips>{CHIPS})?(?P<marks>{_MARKS})", re.I)
MARK = re.compile(rf"\*|/(?P<shadow>{CHIPS})|!(?P<match>{CHIPS})?", re.I)
ERROR = re.compile(rf"(?:^|(?<=\s))!(?:{'|'.join(ERROR_MARKS)})\b", re.I)
COUNTED = re.compile(rf"=({CHIPS})", re.I)
ONLY_CHIPS = re.compile(CHIPS, re.I)


def dealer_and_rest(text: str) -> tuple[str | None, str]:
    """Split ``k:lp 5 +d`` into the dealer's handle and the rest; None where no dealer is named."""
    match = DEALER.match(text)
    return (match[1].casefold(), text[match.end() :]) if match else (None, text)


def split_note(text: str) -> tuple[str, str]:
    """Split a line into what comes before the first semicolon and the note after it."""
    line, _, note = text.partition(";")
    return line.strip(), note.strip()


def cut(text: str, handles: Collection[str]) -> tuple[list[str], tuple[DealerError, ...], str]:
    """Cut a line into its tokens, the dealer's errors and the note."""
    line, note = split_note(text)
    line, *mishaps = ERROR.split(line)
    return TOKEN.findall(line), tuple(parse_error(mishap, handles) for mishap in mishaps), note


def parse_error(text: str, handles: Collection[str]) -> DealerError:
    """A dealer's error: a player's handle where the first word is one, then what happened and what was
    done.
    """
    words = text.strip()
    if not words:
        raise LogError(
            tr(
                "Say what went wrong and what was done, such as: !fejl b fik et kort for meget, "
                "rettet. ? fejl lists the errors that the rules know."
            )
        )
    first, _, rest = words.partition(" ")
    if first.casefold() in handles and rest.strip():
        return DealerError(rest.strip(), first.casefold())
    return DealerError(words)


def known(handle: str, handles: Collection[str]) -> str:
    """The handle, casefolded, if somebody at the table has it."""
    if handle.casefold() not in handles:
        table = " ".join(sorted(handles)) or tr("nobody yet")
        raise LogError(tr("Nobody here is {handle!r}; at the table: {table}.", handle=handle, table=table))
    return handle.casefold()


def is_body(token: str) -> bool:
    """Whether a token is beyond the head: a player with chips or marks, a winner, a mark, cards."""
    if token[0] in "+!()":
        return True
    clause = CLAUSE.fullmatch(token)
    return bool(clause and (clause["sat"] or clause["stayed"] or clause["chips"] or clause["marks"]))
