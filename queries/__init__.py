"""The SQL models and the few lines that run them in DuckDB."""

from queries.builder import Progress
from queries.models import QueryError
from queries.sources import StoredTable
from queries.spread import Spread, Tables, sum_up
from queries.staged import staged, stream
from queries.warehouse import Checked, Fault, build, check, read, run

__all__ = [
    "Checked",
    "Fault",
    "Progress",
    "QueryError",
    "Spread",
    "StoredTable",
    "Tables",
    "build",
    "check",
    "read",
    "run",
    "staged",
    "stream",
    "sum_up",
]
