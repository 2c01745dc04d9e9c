"""A self-signed TLS certificate for one address.

A browser asks whether to trust it; compare its fingerprint with the one on the terminal. It is stored with the
journals (mode 0600), so that a phone is asked once a year.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from pipeline.serve.secret import write_private

DAYS = 365
_LEFT = timedelta(days=7)


@dataclass(frozen=True)
class Certificate:
    """A file with key and certificate, and the certificate's SHA-256 fingerprint as browsers show it."""

    place: Path
    fingerprint: str


def load_certificate(folder: Path, host: str) -> Certificate:
    """The certificate for an address, created unless there is one valid for another week.

    Raises LogError if it can't be written.
    """
    place = folder / f"tls-{host.replace(':', '_')}.pem"
    try:
        certificate = x509.load_pem_x509_certificate(place.read_bytes())
        fits = certificate.not_valid_after_utc > datetime.now(UTC) + _LEFT
    except (OSError, ValueError):
        fits = False
    if not fits:
        certificate = _make(place, host)
    return Certificate(place, certificate.fingerprint(hashes.SHA256()).hex(":").upper())


def _make(place: Path, host: str) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Peder at {host}")])
    address = ipaddress.ip_address(host)
    names: list[x509.GeneralName] = [x509.IPAddress(address)]
    if address.is_loopback:
        names.append(x509.DNSName("localhost"))
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    write_private(place, secret + made.public_bytes(serialization.Encoding.PEM))
    return made
