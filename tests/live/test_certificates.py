"""A wiki whose certificate nobody vouches for is not asked anything."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest.live import open_wiki
from ingest.live.errors import NotAWiki, NotTrusted
from ingest.live.transport import trusted

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="NO OPENSSL: this test did not run")


class Asked(BaseHTTPRequestHandler):
    paths: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        self.paths.append(self.path)
        self.send_response(404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate that a host made for itself."""
    path = tmp_path / "own.pem"
    command = [
        "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(tmp_path / "key.pem"), "-out", str(path),
    ]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    return path


@pytest.fixture
def address(certificate: Path) -> Iterator[str]:
    """A host that shows it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, certificate.with_name("key.pem"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Asked)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    Asked.paths.clear()
    yield f"https://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.server_close()


def test_a_certificate_that_nobody_vouches_for_ends_the_sync_at_once(address: str) -> None:
    naps: list[float] = []

    with (
        pytest.raises(NotTrusted, match=r"certificate of 127\.0\.0\.1:\d+ cannot be verified: self.signed"),
        open_wiki(address, agent="ludex/test", sleep=naps.append),
    ):
        pass
    assert (Asked.paths, naps) == ([], [])


def test_an_authority_of_ones_own_may_vouch(address: str, certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    trusted.cache_clear()
    try:
        with pytest.raises(NotAWiki), open_wiki(address, agent="ludex/test", sleep=lambda _: None):
            pass
    finally:
        trusted.cache_clear()
    assert Asked.paths
