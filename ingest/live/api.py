"""The Action API of one wiki: questions with continuation, its errors as ours, a login where one is given."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import httpx
import msgspec
from msgspec import Struct

from ingest.live.answers import Json, number, table, text
from ingest.live.errors import BadAnswer, PrivateWiki, Refused, Unreachable, WrongLogin
from ingest.live.transport import TRIES, Answer, Transport, backoff, plain

MAXLAG = "5"
AT_ONCE = 50  # titles or numbers in one question
MOST_ANSWERS = 1_000_000  # of one question with continuation
_SOON_OVER = ("maxlag", "ratelimited", "readonly")


class Login(Struct, frozen=True, kw_only=True):
    """The name and the password of a bot."""

    user: str
    password: str


class Api:
    """Asks one api.php."""

    def __init__(self, transport: Transport, url: httpx.URL, login: Login | None = None) -> None:
        self.transport = transport
        self.url = url
        self._login = login
        self._logged_in = False

    @property
    def host(self) -> str:
        """The host, as a person calls it."""
        return self.transport.host

    def query(self, **parameters: str) -> Iterator[Json]:
        """Yield the answer's parts, one for each continuation."""
        going_on: dict[str, str] = {"continue": ""}
        for _ in range(MOST_ANSWERS):
            answer = self.ask({"action": "query", **parameters, **going_on})
            yield answer
            following = {key: str(value) for key, value in table(answer, "continue").items()}
            if not following:
                return
            if following == going_on:
                raise BadAnswer(self.host, "the same continuation twice")
            going_on = following

    def query_many(self, name: str, values: Sequence[str], **parameters: str) -> Iterator[Json]:
        """Ask about *values* (``titles``, ``pageids`` or ``revids``), fifty at a time."""
        for start in range(0, len(values), AT_ONCE):
            yield from self.query(**{name: joined(values[start : start + AT_ONCE]), **parameters})

    def ask(self, parameters: Mapping[str, str]) -> Json:
        """Ask one question, patiently. Raises WikiError."""
        self.log_in()
        for attempt in range(1, TRIES + 1):
            answer = self._answer({"maxlag": MAXLAG, **parameters, **({"assert": "user"} if self._logged_in else {})})
            data = self._decoded(answer)
            error = table(data, "error")
            code = text(error, "code") or ""
            if data is not None and not error:
                return data
            if code == "assertuserfailed" and attempt < TRIES:
                self._logged_in = False
                self.log_in()
            elif data is None or code in _SOON_OVER or code.startswith("internal_api_error"):
                self._wait(answer, error, attempt)
            else:
                raise self._refusal(code, error)
        if data is None:
            raise BadAnswer(
                self.host, f"{plain(answer.content[:60].decode('utf-8', 'replace'))!r} (status {answer.status})"
            )
        raise Unreachable(self.host, f"it is busy ({code})")

    def log_in(self) -> None:
        """Log in where a login is given and we are not. Raises WrongLogin."""
        if self._login is None or self._logged_in:
            return
        tokens = self._decoded(self._answer({"action": "query", "meta": "tokens", "type": "login"}))
        token = text(table(tokens, "query", "tokens"), "logintoken") or ""
        form = {"action": "login", "lgname": self._login.user, "lgpassword": self._login.password, "lgtoken": token}
        said = table(self._decoded(self._answer(form, secret=True)), "login")
        if text(said, "result") != "Success":
            reason = (
                text(said, "reason")
                or text(table(said, "reason"), "text")
                or text(said, "result")
                or "no reason is given"
            )
            raise WrongLogin(self.host, self._login.user, plain(reason))
        self._logged_in = True

    def _answer(self, parameters: Mapping[str, str], *, secret: bool = False) -> Answer:
        form = {"format": "json", "formatversion": "2", **parameters}
        if secret or sum(map(len, form.values())) > 1000:
            return self.transport.post(self.url, form)
        return self.transport.get(self.url, form)

    def _decoded(self, answer: Answer) -> Json | None:
        """The answer's object; None where it is none, as from a connection that was cut."""
        try:
            data = msgspec.json.decode(answer.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            data = None
        if isinstance(data, dict):
            return data
        if 400 <= answer.status < 500:
            hint = "It may want a login, or no programs at all." if answer.status in (401, 403) else ""
            raise Refused(self.host, f"status {answer.status} for {answer.url.path}.", hint=hint)
        return None

    def _wait(self, answer: Answer, error: Json, attempt: int) -> None:
        asked = answer.retry_after
        if asked is None:
            asked = max(backoff(attempt), float(min(number(error, "lag") or 0, 60)))
        self.transport.wait(asked, "is busy" if error else "gives a broken answer")

    def _refusal(self, code: str, error: Json) -> PrivateWiki | Refused:
        if code == "readapidenied" and self._login is None:
            return PrivateWiki(self.host)
        info = plain(text(error, "info") or "no reason is given")
        return Refused(self.host, f"{info} ({plain(code, 60)})")


def joined(values: Sequence[str]) -> str:
    """Values of one parameter; a title that holds a bar is divided by another sign."""
    return "|".join(values) if not any("|" in value for value in values) else "\x1f" + "\x1f".join(values)
