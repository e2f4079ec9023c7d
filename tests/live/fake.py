"""A small wiki on loopback that answers as MediaWiki 1.39 does, and misbehaves when a test wants it."""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

Reply = tuple[int, dict[str, str], bytes]
Mischief = Callable[[str, dict[str, str]], Reply | None]
ZERO = "2025-01-01T00:00:{:02}Z"


def revision(
    number: int, text: str | None, *, parent: int = 0, user: str = "Maud", comment: str = "", **flags: Any
) -> dict[str, Any]:
    """One revision as the API prints it; without *text* the content is hidden."""
    slot: dict[str, Any] = {"contentmodel": "wikitext", "contentformat": "text/x-wiki"}
    told: dict[str, Any] = {
        "revid": number,
        "parentid": parent,
        "minor": False,
        "timestamp": ZERO.format(number),
        "roles": ["main"],
    }
    if text is None:
        slot["texthidden"] = True
    else:
        slot["content"] = text
        told |= {"size": len(text.encode()), "sha1": hashlib.sha1(text.encode()).hexdigest()}
    return told | {"user": user, "comment": comment, "slots": {"main": slot}} | flags


class FakeWiki:
    """Pages in memory behind one port."""

    def __init__(self) -> None:
        self.pages: dict[int, dict[str, Any]] = {}
        self.templates: dict[int, list[int]] = {}
        self.redirects: dict[int, str] = {}
        self.recent: list[dict[str, Any]] = []
        self.pictures: dict[str, bytes] = {}
        self.picture_host = ""
        self.shown: dict[int, list[str]] = {}  # pictures of pages
        self.asked: list[dict[str, str]] = []
        self.agents: set[str] = set()
        self.mischief: list[Mischief] = []  # each may answer in place of the wiki, or pass
        self.is_old = False  # before 1.27: without a list of all revisions
        self.per_answer = 2  # revisions or pages before a continuation
        self.name = "Lanternwick"
        self.password: str | None = None  # private, where there is one
        self.edit_uri = "/w/api.php?action=rsd"
        self.address = ""

    def add(self, number: int, title: str, *revisions: dict[str, Any], space: int = 0) -> None:
        """Put a page there."""
        self.pages[number] = {"pageid": number, "ns": space, "title": title, "revisions": list(revisions)}

    def info(self, number: int) -> dict[str, Any]:
        page = self.pages[number]
        told = {key: page[key] for key in ("pageid", "ns", "title")} | {"lastrevid": page["revisions"][-1]["revid"]}
        return told | ({"redirect": True} if number in self.redirects else {})

    def answer(self, path: str, asked: dict[str, str]) -> Reply:
        """Answer one request."""
        for mischief in list(self.mischief):
            if (reply := mischief(path, asked)) is not None:
                return reply
        if path == "/wiki/Main_Page":
            head = '<html><meta name="generator" content="MediaWiki 1.39.1"/>'
            return (
                200,
                {},
                f'{head}<link rel="EditURI" type="application/rsd+xml" href="{self.edit_uri}"/></html>'.encode(),
            )
        if path in ("/", "/wiki"):
            return 301, {"Location": "/wiki/Main_Page"}, b""
        if (name := path.removeprefix("/images/")) in self.pictures:
            return 200, {"Content-Type": "image/png"}, self.pictures[name]
        if path != "/w/api.php":
            return 404, {}, b"<html>Not here</html>"
        self.asked.append(asked)
        return 200, {"Content-Type": "application/json"}, json.dumps(self._said(asked)).encode()

    def _said(self, asked: dict[str, str]) -> dict[str, Any]:
        if asked.get("action") == "login":
            right = asked["lgpassword"] == self.password and asked["lgtoken"] == "t+\\"
            return {
                "login": {"result": "Success"}
                if right
                else {"result": "Failed", "reason": "Incorrect username or password entered."}
            }
        if asked.get("type") == "login":
            return {"batchcomplete": True, "query": {"tokens": {"logintoken": "t+\\"}}}
        if self.password is not None and asked.get("assert") != "user":
            return {"error": {"code": "readapidenied", "info": "You need read permission to use this module."}}
        if asked.get("meta") == "siteinfo":
            return {"batchcomplete": True, "curtimestamp": "2025-06-01T12:00:00Z", "query": self._site()}
        if asked.get("list") == "recentchanges":
            start = asked.get("rcstart", "")
            found = [row for row in self.recent if row["timestamp"] >= start]
            return {"batchcomplete": True, "query": {"recentchanges": found[: 1 if asked["rclimit"] == "1" else None]}}
        if asked.get("list") == "usercontribs":
            edited = [
                page
                for page, value in self.pages.items()
                if any(item.get("user") == asked["ucuser"] for item in value["revisions"])
            ]
            return {
                "batchcomplete": True,
                "query": {"usercontribs": [{"pageid": page, "user": asked["ucuser"]} for page in edited]},
            }
        if asked.get("list") == "allrevisions":
            return self._all_revisions(asked)
        if asked.get("list") == "allimages":
            return {
                "batchcomplete": True,
                "query": {"allimages": [{"title": f"File:{name}"} | self._about(name) for name in self.pictures]},
            }
        if asked.get("generator") == "images":
            names = [name for page in asked["pageids"].split("|") for name in self.shown.get(int(page), [])]
            return {
                "batchcomplete": True,
                "query": {"pages": [{"title": f"File:{name}", "imageinfo": [self._about(name)]} for name in names]},
            }
        return self._pages_said(asked)

    def _all_revisions(self, asked: dict[str, str]) -> dict[str, Any]:
        if self.is_old:
            return {"batchcomplete": True, "warnings": {"main": "Unrecognized value for parameter 'list'"}}
        every = sorted(
            (item["timestamp"], item["revid"], number, item)
            for number, page in self.pages.items()
            for item in page["revisions"]
            if item["timestamp"] >= asked.get("arvstart", "")
        )
        start = int(asked.get("arvcontinue", "0"))
        whole = "content" in asked["arvprop"]
        shown = every[start : start + self.per_answer] if whole else every
        pages: dict[int, dict[str, Any]] = {}
        for _, revid, number, item in shown:
            told = {key: self.pages[number][key] for key in ("pageid", "ns", "title")}
            pages.setdefault(number, told | {"revisions": []})["revisions"].append(item if whole else {"revid": revid})
        more = whole and start + self.per_answer < len(every)
        rest = {"continue": {"arvcontinue": str(start + self.per_answer), "continue": "-||"}} if more else {}
        return rest | {"query": {"allrevisions": list(pages.values())}}

    def _about(self, name: str) -> dict[str, Any]:
        content = self.pictures[name]
        address = f"{self.picture_host or self.address}/images/{name}"
        return {"url": address, "sha1": hashlib.sha1(content).hexdigest(), "size": len(content), "mime": "image/png"}

    def _site(self) -> dict[str, Any]:
        names = {-1: "Special", 0: "", 10: "Template", 14: "Category"}
        general = {
            "sitename": self.name, "generator": "MediaWiki 1.39.1", "lang": "en", "case": "first-letter",
            "articlepath": "/wiki/$1", "server": self.address,
        }  # fmt: skip
        return {
            "general": general,
            "namespaces": {str(key): {"id": key, "name": name} for key, name in names.items()},
            "rightsinfo": {"text": "CC BY 4.0"},
            "statistics": {"edits": sum(len(page["revisions"]) for page in self.pages.values())},
        }

    def _pages_said(self, asked: dict[str, str]) -> dict[str, Any]:
        if "rvprop" in asked:
            return self._revisions(asked)
        if asked.get("redirects"):
            leading = [page for page in map(int, asked["pageids"].split("|")) if page in self.redirects]
            told = [{"from": self.pages[page]["title"], "to": self.redirects[page]} for page in leading]
            targets = [page for page in self.pages if self.pages[page]["title"] in [row["to"] for row in told]]
            return {"batchcomplete": True, "query": {"redirects": told, "pages": [self.info(page) for page in targets]}}
        numbers, missing = self._numbers(asked)
        start = int(asked.get("gapcontinue", "0"))
        shown = numbers[start : start + self.per_answer]
        rest = (
            {"continue": {"gapcontinue": str(start + self.per_answer), "continue": "gapcontinue||"}}
            if start + self.per_answer < len(numbers)
            else {}
        )
        pages = [self.info(page) for page in shown] + [{"title": title, "missing": True} for title in missing]
        return rest | {"query": {"pages": pages}}

    def _numbers(self, asked: dict[str, str]) -> tuple[list[int], list[str]]:
        generator = asked.get("generator")
        if generator == "allpages":
            return [page for page, value in self.pages.items() if str(value["ns"]) == asked["gapnamespace"]], []
        if generator == "categorymembers":
            text = f"[[{asked['gcmtitle']}]]"
            return [
                page
                for page, value in self.pages.items()
                if text in value["revisions"][-1]["slots"]["main"].get("content", "")
            ], []
        if generator == "templates":
            return [used for page in map(int, asked["pageids"].split("|")) for used in self.templates.get(page, [])], []
        if generator == "links":
            return [], []
        if "pageids" in asked:
            return [page for page in map(int, asked["pageids"].split("|")) if page in self.pages], []
        known = {value["title"]: page for page, value in self.pages.items()}
        titles = asked["titles"].split("|")
        return [known[title] for title in titles if title in known], [title for title in titles if title not in known]

    def _revisions(self, asked: dict[str, str]) -> dict[str, Any]:
        if "revids" in asked:
            wanted = {int(number) for number in asked["revids"].split("|")}
            told = [
                (self.info(number), [item for item in page["revisions"] if item["revid"] in wanted])
                for number, page in self.pages.items()
            ]
            return {
                "batchcomplete": True,
                "query": {"pages": [info | {"revisions": items} for info, items in told if items]},
            }
        if "rvlimit" not in asked:  # of several pages each one's newest
            numbers = [number for number in map(int, asked["pageids"].split("|")) if number in self.pages]
            return {
                "batchcomplete": True,
                "query": {
                    "pages": [
                        self.info(number) | {"revisions": self.pages[number]["revisions"][-1:]} for number in numbers
                    ]
                },
            }
        page = self.pages[int(asked["pageids"])]
        items = page["revisions"]
        numbers = [item["revid"] for item in items]
        if "rvstartid" in asked and int(asked["rvstartid"]) not in numbers:
            return {"error": {"code": "badid_rvstartid", "info": "No revision was found for parameter 'rvstartid'."}}
        start = int(asked.get("rvcontinue", "0")) or (
            numbers.index(int(asked["rvstartid"])) if "rvstartid" in asked else 0
        )
        # As MediaWiki does, the second part tells the revisions and no longer how the page is.
        told = (
            self.info(int(asked["pageids"]))
            if "rvcontinue" not in asked
            else {key: page[key] for key in ("pageid", "ns", "title")}
        )
        end = start + self.per_answer
        rest = {"continue": {"rvcontinue": str(end), "continue": "||info"}} if end < len(items) else {}
        return rest | {"query": {"pages": [told | {"revisions": items[start:end]}]}}


@contextmanager
def serving(wiki: FakeWiki) -> Iterator[FakeWiki]:
    """Serve *wiki* on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_GET(self) -> None:
            address = urlsplit(self.path)
            self._reply(address.path, dict(parse_qsl(address.query, keep_blank_values=True)))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            self._reply(urlsplit(self.path).path, dict(parse_qsl(body, keep_blank_values=True)))

        def _reply(self, path: str, asked: dict[str, str]) -> None:
            wiki.agents.add(self.headers.get("User-Agent", ""))
            status, headers, body = wiki.answer(path, asked)
            if status == 0:  # the connection breaks
                self.close_connection = True
                return
            if "Content-Encoding" not in headers and "gzip" in self.headers.get("Accept-Encoding", ""):
                headers, body = headers | {"Content-Encoding": "gzip"}, gzip.compress(body)
            self.send_response(status)
            for name, value in ({"Content-Length": str(len(body))} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    wiki.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield wiki
    finally:
        server.shutdown()
        server.server_close()
