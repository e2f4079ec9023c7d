"""A proxy on loopback that makes trouble between us and a real wiki: busy answers, lag, broken connections."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Trouble:
    """What the proxy has done."""

    def __init__(self, wiki: str) -> None:
        self.wiki = wiki
        self.address = ""
        self.requests = 0
        self.made: list[str] = []

    def of(self, number: int) -> str:
        """What happens to a request: three in seven go wrong."""
        return {1: "busy", 3: "lag", 5: "cut"}.get(number % 7, "")


@contextmanager
def trouble_before(wiki: str) -> Iterator[Trouble]:
    """Stand before *wiki*."""
    trouble = Trouble(wiki)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._forward(None)

        def do_POST(self) -> None:
            self._forward(self.rfile.read(int(self.headers.get("Content-Length", 0))))

        def _forward(self, body: bytes | None) -> None:
            trouble.requests += 1
            kind = trouble.of(trouble.requests)
            trouble.made.append(kind)
            if kind == "busy":
                self.send_response(429)
                self.send_header("Retry-After", "11")
                self.end_headers()
                return
            path = (
                self.path.replace("maxlag=5", "maxlag=-2") if kind == "lag" else self.path
            )  # a lag that MediaWiki itself finds too long
            body = body.replace(b"maxlag=5", b"maxlag=-2") if body and kind == "lag" else body
            self._answer(path, body, cut=kind == "cut")

        def _answer(self, path: str, body: bytes | None, *, cut: bool) -> None:
            try:
                with urllib.request.urlopen(
                    urllib.request.Request(trouble.wiki + path, data=body), timeout=60
                ) as answer:
                    status, headers, content = answer.status, answer.headers, answer.read()
            except urllib.error.HTTPError as error:
                status, headers, content = error.code, error.headers, error.read()
            self.send_response(status)
            for name in ("Content-Type", "Retry-After", "MediaWiki-API-Error", "Location"):
                if name in headers:
                    self.send_header(name, headers[name])
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if cut else content)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    trouble.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield trouble
    finally:
        server.shutdown()
        server.server_close()
