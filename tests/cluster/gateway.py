"""An object store: one of each of Ceph's daemons, behind its S3 gateway (Debian's package `radosgw`).

Started in some 20 s, in a folder of its own, its objects in memory; stopped with its context.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.cluster.tied import started

TOOLS = ("radosgw", "radosgw-admin", "ceph", "ceph-mon", "ceph-osd", "ceph-authtool", "monmaptool")
BUCKET = "peder"
_STARTING = 120.0  # seconds, on a machine with much else to do

_CONF = """
[global]
fsid={fsid}
mon_host=[v2:127.0.0.1:{v2},v1:127.0.0.1:{v1}]
public_addr=127.0.0.1
cluster_addr=127.0.0.1
osd_pool_default_size=1
osd_pool_default_min_size=1
osd_pool_default_pg_num=4
osd_pool_default_pgp_num=4
mon_allow_pool_size_one=true
mon_max_pg_per_osd=1000
osd_crush_chooseleaf_type=0
log_file={folder}/log/$name.log
admin_socket={folder}/$name.asok
pid_file={folder}/$name.pid
mon_data={folder}/mon
keyring={folder}/keyring
auth_allow_insecure_global_id_reclaim=false
mon_cluster_log_file={folder}/log/cluster.log
osd_data={folder}/osd
osd_objectstore=memstore
memstore_device_bytes=2147483648
mon_data_avail_warn=1
mon_data_avail_crit=1
[client.rgw]
rgw_frontends=beast endpoint=127.0.0.1:{port}
rgw_data={folder}/rgw
rgw_thread_pool_size=64
"""


def missing() -> list[str]:
    """The programs that aren't installed."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def free_port() -> int:
    """A free port of this machine."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        port: int = asking.getsockname()[1]
        return port


@dataclass
class Gateway:
    """A running gateway: the environment variables that lead to it."""

    folder: Path
    port: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to know to read and write its bucket."""
        return {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.port}", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "tester", "AWS_SECRET_ACCESS_KEY": "no secret at all",
        }  # fmt: skip

    def kill(self) -> None:
        """Kill the gateway; what it has confirmed is on disk."""
        self.processes["rgw"].kill()
        self.processes["rgw"].wait()

    def begin(self) -> None:
        """Start the gateway, and wait until it answers."""
        self._daemon("rgw", "radosgw", "-n", "client.rgw")
        until = time.monotonic() + _STARTING
        while time.monotonic() < until:
            with suppress(urllib.error.URLError, OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}", timeout=5)
                return
            time.sleep(0.2)
        raise TimeoutError(f"radosgw doesn't answer: see {self.folder}/log")

    def _daemon(self, name: str, *words: str) -> None:
        command = [words[0], "-f", "-c", str(self.folder / "ceph.conf"), *words[1:]]
        self.processes[name] = started(command, self.folder / "log" / f"{name}.out")

    def run(self, *words: str) -> str:
        """Run one of Ceph's tools to its end."""
        done = subprocess.run(
            [words[0], "-c", str(self.folder / "ceph.conf"), *words[1:]],
            capture_output=True, text=True, timeout=_STARTING, check=True,
        )  # fmt: skip
        return done.stdout

    def stop(self) -> None:
        """Stop what was started."""
        for process in reversed(self.processes.values()):
            process.kill()
            process.wait()


@contextmanager
def gateway(folder: Path, port: int = 0) -> Iterator[Gateway]:
    """A gateway with an empty bucket, at `port`, else a free one; `folder` is new."""
    for name in ("mon", "osd", "log", "rgw"):
        (folder / name).mkdir(parents=True)
    fsid, v1, v2, port = str(uuid.uuid4()), free_port(), free_port(), port or free_port()
    conf = _CONF.format(fsid=fsid, v1=v1, v2=v2, port=port, folder=folder)
    (folder / "ceph.conf").write_text(conf)
    ours = Gateway(folder, port)
    keyring, monmap = str(folder / "keyring"), str(folder / "monmap")
    subprocess.run(
        ["monmaptool", "--create", "--clobber", "--fsid", fsid, "--addv", "a",
         f"[v2:127.0.0.1:{v2},v1:127.0.0.1:{v1}]", monmap],
        check=True, capture_output=True,
    )  # fmt: skip
    caps = {
        "mon.": ("mon", "allow *"),
        "client.admin": ("mon", "allow *", "osd", "allow *", "mgr", "allow *", "mds", "allow *"),
        "osd.0": ("mon", "allow profile osd", "osd", "allow *", "mgr", "allow profile osd"),
        "client.rgw": ("mon", "allow rw", "osd", "allow rwx"),
    }
    for who, allowed in caps.items():
        pairs = zip(allowed[::2], allowed[1::2], strict=True)
        words = [word for what, how in pairs for word in ("--cap", what, how)]
        made = ["--create-keyring"] * (who == "mon.")
        subprocess.run(
            ["ceph-authtool", *made, keyring, "--gen-key", "-n", who, *words],
            check=True, capture_output=True,
        )  # fmt: skip
    try:
        ours.run("ceph-mon", "-i", "a", "--mkfs", "--monmap", monmap, "--keyring", keyring)
        ours._daemon("mon", "ceph-mon", "-i", "a")
        ours.run("ceph", "osd", "create")
        ours.run("ceph-osd", "-i", "0", "--mkfs")
        ours.run("ceph", "osd", "crush", "add", "osd.0", "1", "root=default", "host=localhost")
        ours._daemon("osd", "ceph-osd", "-i", "0")
        ours.begin()
        keys = ours.environment
        ours.run(
            "radosgw-admin", "user", "create", "--uid", "t", "--display-name", "t",
            "--access-key", keys["AWS_ACCESS_KEY_ID"], "--secret-key", keys["AWS_SECRET_ACCESS_KEY"],
        )  # fmt: skip
        _make_bucket(keys)
        yield ours
    finally:
        ours.stop()


def _make_bucket(keys: dict[str, str]) -> None:
    """Make the bucket, by a request signed as S3 wants it (version 2, which takes a line)."""
    import base64
    import hashlib
    import hmac
    from email.utils import formatdate

    date = formatdate(usegmt=True)
    signed = hmac.new(
        keys["AWS_SECRET_ACCESS_KEY"].encode(), f"PUT\n\n\n{date}\n/{BUCKET}".encode(), hashlib.sha1
    )
    told = base64.b64encode(signed.digest()).decode()
    request = urllib.request.Request(
        f"{keys['AWS_ENDPOINT_URL']}/{BUCKET}", method="PUT",
        headers={"Date": date, "Authorization": f"AWS {keys['AWS_ACCESS_KEY_ID']}:{told}"},
    )  # fmt: skip
    urllib.request.urlopen(request, timeout=_STARTING)


__all__ = ["BUCKET", "Gateway", "free_port", "gateway", "missing"]
