"""`peder mcp`: a store for a language model's client, by the Model Context Protocol."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from language import tr
from pipeline.commands import ReadOption

if TYPE_CHECKING:
    from pathlib import Path

    from mcp.server.mcpserver import MCPServer

ABOUT = """\
A group's poker nights: hands, players, games, the bank. Ask `tables` what there is before you write a query (DuckDB's SQL).
A query counts and adds up; for a rate or a mean write share_of(condition), share_of(k, n) or mean_of(value), which give the figure, low, high and n.
State every rate with its 95% interval and its number of hands, and say when that is too few to tell luck from play.
Of simulated games state two widths: what the hands leave open, and what people leave open (`people` in the answer). A game is certainly
wilder than another only if both allow nothing else."""


def mcp(store: ReadOption) -> None:
    """Answer a language model's client on a store, read-only, over standard input and output."""
    server_of(store).run("stdio")


def server_of(store: Path) -> MCPServer:
    """The server. Raises PederError where the package isn't installed."""
    from engine.api import PederError
    from pipeline.analysis.questions import Questions

    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError as error:
        raise PederError(tr("peder mcp needs another package: pip install 'peder[mcp]'.")) from error
    questions = Questions(store)
    server = MCPServer("peder", instructions=ABOUT, version=version("peder"), log_level="WARNING")
    reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
    for tool, about in (
        (
            questions.tables,
            "List the tables, or with a table's name its columns with their units and meanings.",
        ),
        (
            questions.query,
            "Run one select on the tables; at most `limit` rows (at most 1000), within 20 seconds. It can't divide or average: "
            "share_of(won > 0) is the share of rows, share_of(k, n) that of k among n, mean_of(net) a mean, each a struct with its "
            "95% interval (low, high) and its sample (n), as a column of its own.",
        ),
        (
            questions.rates,
            "A player's rates, each with its 95% interval (low, high) and sample (denominator).",
        ),
        (
            questions.rules,
            "The rules of a game by any of its names, with what the dealer adds (such as 'wild 2 hilo').",
        ),
        (questions.hand, "A hand as text, by its session and number."),
    ):
        server.add_tool(
            _answering(tool, ToolError), description=about, annotations=reads, structured_output=False
        )
    return server


def _answering(tool: Callable[..., dict[str, Any]], error: type[Exception]) -> Callable[..., dict[str, Any]]:
    """A tool whose refusal is a sentence that the client is told."""
    from engine.api import PederError

    @wraps(tool)
    def answering(*args: Any, **options: Any) -> dict[str, Any]:
        try:
            return tool(*args, **options)
        except PederError as refused:
            raise error(str(refused)) from refused

    return answering
