"""HTTP as a polite guest: one request at a time, a rest after each, patience with a busy server, never to another host."""

from __future__ import annotations

import re
import ssl
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache

import httpx
from msgspec import Struct

from ingest.live.address import host_of, read_address, stay
from ingest.live.errors import BadAnswer, Busy, NotTrusted, Unreachable, WikiError

TRIES = 8  # of one request, once the wiki has answered: some two minutes of patience
FIRST_TRIES = 2  # of the first one: a wrong address is told soon
REDIRECTS = 5
MAX_BYTES = 64 * 2**20  # of one answer, unpacked
MAX_SECONDS = 300.0  # of one answer
LONGEST_WAIT = 60.0  # of our own back-off
PATIENCE = 600.0  # with what a server asks for
LONGEST_REST = 2.0
TIMEOUT = httpx.Timeout(30.0, read=60.0)

Tell = Callable[[str], None]


@cache
def trusted() -> ssl.SSLContext:
    """The authorities that may vouch for a host; reading them takes a while."""
    return httpx.create_ssl_context()


class Answer(Struct, frozen=True, kw_only=True):
    """What a server said, unpacked and whole."""

    url: httpx.URL
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def retry_after(self) -> float | None:
        """How long the server asks us to wait; None where it does not say."""
        return seconds_of(self.headers.get("retry-after", ""))


def seconds_of(text: str) -> float | None:
    """Read a Retry-After header: seconds, or the time of a clock."""
    text = text.strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]+)?", text):
        return float(text)
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


class Transport:
    """The connection to one host."""

    def __init__(
        self, address: str, *, agent: str, sleep: Callable[[float], None] = time.sleep, tell: Tell = lambda _: None
    ) -> None:
        self.home = read_address(address)
        self.host = host_of(self.home)
        self.requests = 0
        self._sleep = sleep
        self._tell = tell
        self._answered = False
        self._rest = 0.0
        headers = {"User-Agent": agent, "Accept-Encoding": "gzip, deflate"}
        limits = httpx.Limits(max_connections=1)
        self._client = httpx.Client(
            headers=headers, timeout=TIMEOUT, follow_redirects=False, limits=limits, verify=trusted()
        )

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def get(self, url: httpx.URL, parameters: Mapping[str, str] | None = None) -> Answer:
        """Fetch *url*; redirects within the host are followed. Raises WikiError."""
        if parameters:
            url = url.copy_merge_params(dict(parameters))
        for _ in range(REDIRECTS):
            answer = self._patiently("GET", url, None)
            if not 300 <= answer.status < 400 or "location" not in answer.headers:
                return answer
            url = stay(self.home, answer.headers["location"], base=url)
        raise BadAnswer(self.host, "one redirect after the other")

    def post(self, url: httpx.URL, data: Mapping[str, str]) -> Answer:
        """Ask with a form, which may be long; a redirect is an error. Raises WikiError."""
        answer = self._patiently("POST", url, data)
        if 300 <= answer.status < 400:
            stay(self.home, answer.headers.get("location", ""), base=url)
            raise BadAnswer(self.host, "a redirect in place of an answer")
        return answer

    def wait(self, seconds: float, why: str) -> None:
        """Wait because the server wants it. Raises Busy where that is too long."""
        if seconds > PATIENCE:
            raise Busy(self.host, seconds)
        self._tell(f"{self.host} {why}; waiting {seconds:.0f} s")
        self._sleep(seconds)

    def _patiently(self, method: str, url: httpx.URL, data: Mapping[str, str] | None) -> Answer:
        attempt = 0
        while True:
            attempt += 1
            answer: Answer | None = None
            try:
                answer = self._once(method, url, data)
            except httpx.TransportError as error:
                why = self._why(error)
                tries = TRIES if self._answered else FIRST_TRIES
            else:
                self._answered = True
                if answer.status != 429 and answer.status < 500:
                    return answer
                why, tries = f"it answers with status {answer.status}", TRIES
            if attempt >= tries:
                raise Unreachable(self.host, why, at_first=not self._answered)
            asked = answer.retry_after if answer else None
            self.wait(backoff(attempt) if asked is None else asked, "is busy" if answer else "does not answer")

    def _once(self, method: str, url: httpx.URL, data: Mapping[str, str] | None) -> Answer:
        if self._rest:
            self._sleep(self._rest)
        started = time.monotonic()
        self.requests += 1
        with self._client.stream(method, url, data=dict(data) if data is not None else None) as response:
            content = self._body(response, started)
            answer = Answer(
                url=url,
                status=response.status_code,
                headers={key.lower(): value for key, value in response.headers.items()},
                content=content,
            )
        # A slow server gets the longer rest.
        self._rest = min(LONGEST_REST, (time.monotonic() - started) / 2)
        return answer

    def _body(self, response: httpx.Response, started: float) -> bytes:
        content = bytearray()
        try:
            for chunk in response.iter_bytes():
                content += chunk
                if len(content) > MAX_BYTES:
                    raise BadAnswer(self.host, f"more than {MAX_BYTES // 2**20} MiB at once")
                if time.monotonic() - started > MAX_SECONDS:
                    raise httpx.ReadTimeout("the answer takes too long")
        except httpx.DecodingError as error:
            raise httpx.RemoteProtocolError(f"the compressed answer is damaged ({error})") from error
        return bytes(content)

    def _why(self, error: httpx.TransportError) -> str:
        """Say an error of the connection in words. Raises WikiError where another try cannot help."""
        said = str(error)
        if "CERTIFICATE_VERIFY_FAILED" in said:
            raise NotTrusted(
                self.host, said.partition("verify failed:")[2].partition("(_ssl")[0].strip() or "it is not trusted"
            ) from error
        if isinstance(error, httpx.UnsupportedProtocol):
            raise WikiError(f"{self.host} cannot be asked: {said}") from error
        if isinstance(error, httpx.TimeoutException):
            return "no answer in time"
        return plain(re.sub(r"^\[(?:Errno|SSL)[^\]]*\]\s*", "", said)) or "the connection broke"


def backoff(attempt: int) -> float:
    """Seconds to wait before the next try: 1, 2, 4, 8 …"""
    return min(LONGEST_WAIT, float(2 ** (attempt - 1)))


def plain(text: str, longest: int = 200) -> str:
    """What a server says, fit for a terminal: one line, no control characters, not too long."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= longest else line[: longest - 1] + "…"
