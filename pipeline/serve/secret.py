"""PINs and the key for signed cookies, stored with the journal (mode 0600).

A restarted server reads them again, so that phones stay logged in.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from language import tr
from pipeline.night.journal import SECRET
from pipeline.night.parser.lines import LogError
from pipeline.serve.conflicts import Role
from queries import system

DAYS = 3
"""Lifetime of a phone's cookie in days."""


@dataclass(frozen=True, kw_only=True)
class Secret:
    """The key for signing cookies, and the PINs of the banker's phone and of all others."""

    key: str
    banker: str
    others: str

    def banker_or_other(self, pin: str) -> bool | None:
        """True for the banker's PIN, False for the others', None for neither; in constant time."""
        typed = pin.encode(errors="replace")  # JSON may hold half a surrogate pair
        is_banker = hmac.compare_digest(typed, self.banker.encode())
        is_other = hmac.compare_digest(typed, self.others.encode())
        return True if is_banker else False if is_other else None

    def cookie(self, banker: bool) -> str:
        """A signed cookie for a phone."""
        claim = f"{'b' if banker else 'o'}.{int(time.time()) + DAYS * 86_400}.{secrets.token_hex(8)}"
        return f"{claim}.{self._sign(claim)}"

    def role(self, cookie: str, others: Role) -> Role | None:
        """The role of a cookie, `others` unless it is the banker's; None if it is forged or too old."""
        claim, _, signed = cookie.rpartition(".")
        if not hmac.compare_digest(signed.encode(), self._sign(claim).encode()):
            return None
        who, until, _ = claim.split(".")
        if int(until) < time.time():
            return None
        return Role.BANKER if who == "b" else others

    def _sign(self, claim: str) -> str:
        return hmac.new(bytes.fromhex(self.key), claim.encode(), hashlib.sha256).hexdigest()


def load_secret(journal: Path) -> Secret:
    """The secret of a night, created if there is none that can be read.

    Raises LogError if it can't be written.
    """
    place = journal.with_suffix(SECRET)
    try:
        return Secret(**json.loads(place.read_text()))
    except (OSError, ValueError, TypeError):
        pass
    banker, others = f"{secrets.randbelow(10**6):06d}", f"{secrets.randbelow(10**6):06d}"
    if banker == others:
        return load_secret(journal)
    made = Secret(key=secrets.token_hex(32), banker=banker, others=others)
    write_private(place, json.dumps(asdict(made)).encode())
    return made


def write_private(place: Path, data: bytes) -> None:
    """Write a file readable only by its owner, whole or not at all. Raises LogError."""
    part = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        file = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        system.replace(part, place)
    except OSError as error:
        raise LogError(
            tr(
                "{place} can't be written ({strerror}): choose another --store.",
                place=place,
                strerror=error.strerror,
            )
        ) from error
