"""Addresses: what was named, and which others count as the same host."""

from __future__ import annotations

import re

import httpx

from ingest.live.errors import AnotherHost, BadAddress

_DEFAULT_PORTS = {"http": 80, "https": 443}


def read_address(text: str) -> httpx.URL:
    """Read the address of a wiki; ``https://`` is understood where no scheme is given. Raises BadAddress."""
    text = text.strip()
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", text):
        text = "https://" + text
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise BadAddress(f"{text!r} is no address.", hint="An address looks like https://wiki.example/.") from None
    if url.scheme not in _DEFAULT_PORTS or not url.host or port_of(url) > 65535:
        raise BadAddress(f"{text!r} is no address of a wiki.", hint="An address looks like https://wiki.example/.")
    if url.userinfo:
        raise BadAddress(
            "An address must not carry a password.", hint="Set LUDEX_WIKI_USER and LUDEX_WIKI_PASSWORD instead."
        )
    return url.copy_with(fragment=None)


def port_of(url: httpx.URL) -> int:
    """The port, also where it is the usual one."""
    return url.port or _DEFAULT_PORTS.get(url.scheme, 0)


def host_of(url: httpx.URL) -> str:
    """The host, with its port where that is not the usual one."""
    return url.host if port_of(url) == _DEFAULT_PORTS.get(url.scheme) else f"{url.host}:{url.port}"


def is_same_host(home: httpx.URL, other: httpx.URL) -> bool:
    """Tell whether *other* is on the host of *home*: the same port, never from https down to http."""
    if other.scheme not in _DEFAULT_PORTS or other.host != home.host or other.userinfo:
        return False
    if home.scheme == other.scheme:
        return port_of(home) == port_of(other)
    return home.scheme == "http" and port_of(home) == 80 and port_of(other) == 443


def stay(home: httpx.URL, location: str, *, base: httpx.URL) -> httpx.URL:
    """The address that *location* leads to from *base*. Raises AnotherHost where it leaves *home*."""
    try:
        target = base.join(location)
    except (httpx.InvalidURL, UnicodeError, ValueError):
        raise AnotherHost(host_of(home), "an address that is none") from None
    if not is_same_host(home, target):
        raise AnotherHost(host_of(home), host_of(target) or target.scheme)
    return target.copy_with(fragment=None)
