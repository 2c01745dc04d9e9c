"""Encrypted backups: the zip archive, encrypted with a key that is derived from a passphrase.

A file is a header and chunks:

| bytes | content |
|---|---|
| 8 | `PEDERENC` |
| 1 | version of the format: 1 |
| 3 | scrypt's cost (RFC 7914): log2 N, r, p |
| 16 | scrypt's salt |
| 16 | the file's own salt |
| … | chunks of 65,536 bytes of the archive, the last one shorter or as long, each followed by its tag of 16 bytes |

The passphrase (UTF-8, normalized to NFC) and scrypt give 32 bytes, and these with the file's own salt the file's key: HKDF with
SHA-256 (RFC 5869) and the info `peder backup`. A chunk is encrypted by AES-256-GCM. Its nonce is the chunk's number
(11 bytes, big-endian, from 0) and a byte that is 1 for the last chunk and 0 for others, so that no chunk can be moved, dropped
or appended; its associated data is the header. The construction is STREAM (Hoang, Reyhanitabar, Rogaway, Vizár: Online
Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance, 2015), which the format age uses as well.
"""

from __future__ import annotations

import os
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from language import tr
from pipeline.store.backup.archive import BackupError

MAGIC = b"PEDERENC"
SHORTEST_PASSPHRASE = 8
_VERSION = 1
_COST = (17, 8, 1)
_DEAREST = 1 << 23
"""N * r at most: 1 GB of memory. A file that asks for more wasn't written by Peder."""
_SALT = 16
_HEADER = len(MAGIC) + 4 + 2 * _SALT
_CHUNK, _TAG = 65_536, 16


@dataclass(frozen=True)
class Key:
    """The key of a passphrase: 32 bytes, with the salt and the cost (log2 N, r, p) that they were derived with."""

    secret: bytes = field(repr=False)
    salt: bytes
    cost: tuple[int, int, int]

    @property
    def text(self) -> str:
        """All of it in hexadecimal digits, to be stored."""
        return (bytes(self.cost) + self.salt + self.secret).hex()

    @classmethod
    def of_text(cls, text: str) -> Key:
        """The key that `text` stands for. Raises ValueError."""
        data = bytes.fromhex(text)
        if len(data) != 3 + _SALT + 32:
            raise ValueError(text)
        return cls(data[3 + _SALT :], data[3 : 3 + _SALT], (data[0], data[1], data[2]))

    def of_file(self, salt: bytes) -> AESGCM:
        """The cipher of the file with this salt of its own."""
        return AESGCM(HKDF(SHA256(), length=32, salt=salt, info=b"peder backup").derive(self.secret))


def derive_key(passphrase: str, salt: bytes | None = None, cost: tuple[int, int, int] = _COST) -> Key:
    """Derive the key of a passphrase; a new key, without `salt`, has a random one. At the usual `cost` (log2 N, r, p of
    scrypt) this takes half a second and 128 MB on purpose. Raises BackupError for a new passphrase of fewer than
    `SHORTEST_PASSPHRASE` characters.

    >>> key = derive_key("four friends and a peder", cost=(4, 8, 1))
    >>> len(key.secret), len(key.salt)  # bytes
    (32, 16)
    >>> derive_key("royal")
    Traceback (most recent call last):
    ...
    pipeline.store.backup.archive.BackupError: A passphrase has 8 characters or more: use several words.
    """
    text = unicodedata.normalize("NFC", passphrase)
    if salt is None and len(text) < SHORTEST_PASSPHRASE:
        raise BackupError(
            tr("A passphrase has {n} characters or more: use several words.", n=SHORTEST_PASSPHRASE)
        )
    salt = os.urandom(_SALT) if salt is None else salt
    log2_n, r, p = cost
    return Key(
        Scrypt(salt=salt, length=32, n=1 << log2_n, r=r, p=p).derive(text.encode("utf-8", "surrogatepass")),
        salt,
        cost,
    )


class EncryptedWriter:
    """A file that encrypts what is written to it; `close` writes the last chunk, and leaves the file open."""

    def __init__(self, file: BinaryIO, key: Key) -> None:
        salt = os.urandom(_SALT)
        self._file = file
        self._header = MAGIC + bytes([_VERSION, *key.cost]) + key.salt + salt
        self._cipher = key.of_file(salt)
        self._left = bytearray()
        self._number = 0
        file.write(self._header)

    def write(self, data: bytes) -> int:
        """Encrypt some bytes."""
        self._left += data
        while len(self._left) > _CHUNK:  # a full chunk waits, because it may be the last
            self._put(bytes(self._left[:_CHUNK]), is_last=False)
            del self._left[:_CHUNK]
        return len(data)

    def flush(self) -> None:
        """Flush the chunks that were written."""
        self._file.flush()

    def close(self) -> None:
        """Write the last chunk."""
        self._put(bytes(self._left), is_last=True)

    def _put(self, chunk: bytes, *, is_last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, is_last), chunk, self._header))
        self._number += 1


@contextmanager
def encrypted(file: BinaryIO, key: Key | None) -> Iterator[BinaryIO]:
    """`file` for an archive, encrypted where there is a key."""
    if key is None:
        yield file
        return
    writer = EncryptedWriter(file, key)
    yield cast("BinaryIO", writer)
    writer.close()


def is_encrypted(place: Path) -> bool:
    """Whether a file is an encrypted backup; false for a file that is missing or can't be read.

    >>> with open(tmp / "friends.peder", "wb") as file:
    ...     EncryptedWriter(file, derive_key("four friends", cost=(4, 8, 1))).close()
    >>> is_encrypted(tmp / "friends.peder"), is_encrypted(tmp / "missing.peder")
    (True, False)
    """
    try:
        with open(place, "rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def decrypted(place: Path, passphrase: str) -> BinaryIO:
    """Decrypt the archive of an encrypted backup to a temporary file without a name. Raises BackupError for a wrong
    passphrase and for a changed file.
    """
    out = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    try:
        with open(place, "rb") as file:
            _decrypt(file, cast("BinaryIO", out), passphrase, place)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    return cast("BinaryIO", out)


def _decrypt(file: BinaryIO, out: BinaryIO, passphrase: str, place: Path) -> None:
    header = file.read(_HEADER)
    if len(header) < _HEADER or not header.startswith(MAGIC):
        raise BackupError(tr("{place} isn't an encrypted backup, or was cut off: take another.", place=place))
    version, log2_n, r, p = header[len(MAGIC) : len(MAGIC) + 4]
    if version != _VERSION or not (1 <= log2_n < 24 and r and 1 <= p <= 16 and r << log2_n <= _DEAREST):
        raise BackupError(
            tr("{place} was encrypted in a way that this peder doesn't know: update peder.", place=place)
        )
    salts = header[len(MAGIC) + 4 :]
    cipher = derive_key(passphrase, salts[:_SALT], (log2_n, r, p)).of_file(salts[_SALT:])
    number = 0
    chunk = file.read(_CHUNK + _TAG)
    while True:
        following = file.read(_CHUNK + _TAG)
        try:
            out.write(cipher.decrypt(_nonce(number, not following), chunk, header))
        except (InvalidTag, ValueError) as error:
            raise BackupError(
                tr("{place} is damaged or was cut off, and nothing of it was restored.", place=place)
                if number
                else tr("This isn't the passphrase of {place}, or the file is damaged.", place=place)
            ) from error
        if not following:
            return
        number, chunk = number + 1, following


def _nonce(number: int, is_last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([is_last])
