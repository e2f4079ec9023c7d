"""What can go wrong between a wiki and us, each as a sentence to a person.

    LudexError
    └── WikiError
        ├── BadAddress      the address is none, or carries a password
        ├── NotAWiki        something answers there, but no MediaWiki
        ├── NoApi           a MediaWiki whose Action API is off or elsewhere
        ├── AnotherHost     it sends us to a host that was not named
        ├── Unreachable     nobody answers, or the connection breaks again and again
        ├── NotTrusted      its certificate cannot be verified
        ├── Busy            it asks us to come back much later
        ├── Refused         it answers that we may not
        ├── PrivateWiki     reading needs a login
        ├── WrongLogin      the name or the password is not accepted
        └── BadAnswer       it answers what no API answers

Each names the host and, in its hint, what to try.
"""

from __future__ import annotations

from ingest.errors import LudexError

RESUME = "Nothing is lost: run the same command again to go on."
LOGIN = "Set LUDEX_WIKI_USER and LUDEX_WIKI_PASSWORD (a bot password of Special:BotPasswords)."


class WikiError(LudexError):
    """A live wiki cannot be read."""


class BadAddress(WikiError):
    """The address is none, or carries a password."""


class NotAWiki(WikiError):
    """Something answers there, but no MediaWiki."""

    def __init__(self, address: str) -> None:
        super().__init__(f"{address} is no MediaWiki wiki.", hint="Name its main page, its index.php or its api.php.")
        self.address = address


class NoApi(WikiError):
    """A MediaWiki whose Action API is off or elsewhere."""

    def __init__(self, address: str) -> None:
        super().__init__(
            f"{address} is a MediaWiki, but its api.php does not answer.",
            hint="Name its api.php; or read a dump of it.",
        )
        self.address = address


class AnotherHost(WikiError):
    """It sends us to a host that was not named."""

    def __init__(self, host: str, other: str) -> None:
        super().__init__(
            f"{host} sends us to {other}, which you did not name.",
            hint="If that is the wiki you mean, name that address.",
        )
        self.host = host
        self.other = other


class Unreachable(WikiError):
    """Nobody answers, or the connection breaks again and again."""

    def __init__(self, host: str, why: str, *, at_first: bool = False) -> None:
        super().__init__(
            f"{host} cannot be reached: {why}.",
            hint="Is the address right, and the network there?" if at_first else RESUME,
        )
        self.host = host


class NotTrusted(WikiError):
    """Its certificate cannot be verified."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__(
            f"The certificate of {host} cannot be verified: {why}.",
            hint="SSL_CERT_FILE may name the authority that your network uses.",
        )
        self.host = host


class Busy(WikiError):
    """It asks us to come back much later."""

    def __init__(self, host: str, seconds: float) -> None:
        super().__init__(f"{host} is busy and asks us to come back in {seconds:.0f} seconds.", hint=RESUME)
        self.host = host
        self.seconds = seconds


class Refused(WikiError):
    """It answers that we may not, or that it does not understand."""

    def __init__(self, host: str, why: str, *, hint: str = "") -> None:
        super().__init__(f"{host} refuses: {why}", hint=hint)
        self.host = host


class PrivateWiki(WikiError):
    """Reading needs a login."""

    def __init__(self, host: str) -> None:
        super().__init__(f"{host} is a private wiki.", hint=LOGIN)
        self.host = host


class WrongLogin(WikiError):
    """The name or the password is not accepted."""

    def __init__(self, host: str, user: str, why: str) -> None:
        super().__init__(f"{host} does not accept the login of {user!r}: {why}", hint=LOGIN)
        self.host = host
        self.user = user


class BadAnswer(WikiError):
    """It answers what no API answers."""

    def __init__(self, host: str, why: str) -> None:
        super().__init__(f"{host} answers what no MediaWiki answers: {why}.", hint=RESUME)
        self.host = host
