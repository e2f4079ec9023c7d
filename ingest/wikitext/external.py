"""``[http://… label]`` and addresses that stand in the text by themselves."""

from __future__ import annotations

import re
from urllib.parse import quote

from ingest.wikitext.entities import decode
from ingest.wikitext.work import Mark, Work

PROTOCOLS = (
    r"bitcoin:|ftp://|ftps://|geo:|git://|gopher://|http://|https://|irc://|ircs://|magnet:|mailto:|matrix:|mms://|news:|"
    r"nntp://|redis://|sftp://|sip:|sips:|sms:|ssh://|svn://|tel:|telnet://|urn:|worldwind://|xmpp:"
)
_BARE = ("bitcoin", "geo", "magnet", "mailto", "matrix", "news", "sip", "sips", "sms", "tel", "urn", "xmpp")
_URL = r"[^\]\[<>\"\x00-\x20\x7f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufffd]"
_ADDRESS = rf"(?:[0-9.]+|\[(?:[0-9a-f:.]+)\]|{_URL})"
_BRACKET = re.compile(
    rf"\[((?:{PROTOCOLS}|//){_ADDRESS}{_URL}*)[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]*([^\]\x00\x03-\x08\n-\x1d\ufffd]*)\]",
    re.I,
)
_START = re.compile(rf"\[(?:{PROTOCOLS}|//)", re.I)
_FREE = re.compile(rf"\x01a[0-9]+\x02.*?\x01z[0-9]+\x02|\b({PROTOCOLS})({_ADDRESS}{_URL}*)", re.I | re.S)
_BAD_END = re.compile(r"&(?:lt|gt|nbsp|#x0*(?:3[CcEe]|[Aa]0)|#0*(?:60|62|160));")
_ENTITY_END = re.compile(r"&(?:[a-z]+|#[0-9]+|#x[0-9a-f]+);$", re.I)
_UNSAFE = re.compile(r"//\[[0-9a-fA-F:.]+\]|[\]\[<>\"\x00-\x20\x7f|]")
_HOST = re.compile(r"(?:[a-z]+:)?//[^/]*", re.I)
_INVISIBLE = re.compile("[\u00ad\u1806\u200b\u2060\ufeff\ufe00-\ufe0f\u034f\u180b-\u180d\u200c\u200d]")
_TRAIL = re.compile("[a-z]+")
_MAGIC = re.compile(r"\b(?:(RFC|PMID)[ \u00a0]+([0-9]+)\b|ISBN[ \u00a0]+((?:97[89][- ]?)?(?:[0-9][- ]?){9}[0-9Xx])\b)")


def mark_brackets(work: Work, text: str) -> str:
    """*text* with its bracketed external links as marks."""
    if "[" not in text:
        return text
    out: list[str] = []
    at = close = line_end = 0
    for start in _START.finditer(text):
        here = start.start()
        if here < at:
            continue
        if close <= here and (close := text.find("]", here)) < 0:
            break
        if line_end <= here:
            line_end = text.find("\n", here) % (len(text) + 1)
        match = _BRACKET.match(text, here) if close < line_end or "[" in text[here + 1 : here + 12] else None
        if match is None:
            continue
        out.append(text[at : match.start()])
        at = match.end()
        url, label = match[1], match[2].strip(" \t")
        bad = re.search(r"&(?:lt|gt);", url)
        if bad:
            label = f"{url[bad.start() :]} {label}".strip()
            url = url[: bad.start()]
        if label:
            trail = _TRAIL.match(text, at)
            if trail:
                label, at = label + trail.group(), trail.end()
        else:
            work.external += 1
            label = f"[{work.external}]"
        out.append(_link(work, url, label))
    out.append(text[at:])
    return "".join(out)


def _link(work: Work, url: str, label: str) -> str:
    """A link whose label stays open to the later passes."""
    return work.put(Mark("open", "a", data=("external", clean_url(url))), "a") + label + work.close("a")


def mark_free(work: Work, text: str) -> str:
    """*text* with the addresses that stand in it as marks."""
    if ":" in text and ("://" in text or _names_bare(text)):
        text = _FREE.sub(lambda match: _free(work, match), text)
    if work.site.magic_links and ("ISBN" in text or "RFC" in text or "PMID" in text):
        text = _MAGIC.sub(lambda match: _magic(work, match), text)
    return text


def _names_bare(text: str) -> bool:
    """Whether a colon of *text* stands behind the name of a scheme."""
    at = text.find(":")
    while at >= 0 and not text[max(0, at - 7) : at].lower().endswith(_BARE):
        at = text.find(":", at + 1)
    return at >= 0


def _free(work: Work, match: re.Match[str]) -> str:
    if match[1] is None:  # a link that is one already
        return match.group()
    url, trail = match.group(), ""
    bad = _BAD_END.search(url)
    if bad:
        url, trail = url[: bad.start()], url[bad.start() :]
    stops = ",;\\.:!?" + ("" if "(" in url else ")")
    bare = url.rstrip(stops)
    if len(bare) < len(url) and url[len(bare)] == ";" and _ENTITY_END.search(url[: len(bare) + 1]):
        bare = url[: len(bare) + 1]
    url, trail = bare, url[len(bare) :] + trail
    if len(url) <= len(match[1]):
        return match.group()
    url = clean_url(url)
    return work.put(Mark("open", "a", data=("external", url)), "a") + work.literal(url) + work.close("a") + trail


def _magic(work: Work, match: re.Match[str]) -> str:
    if match[3]:
        number = re.sub(r"[- \u00a0]", "", match[3]).upper()
        target = ("page", f"Special:BookSources/{number}")
    elif match[1] == "RFC":
        target = ("external", f"https://datatracker.ietf.org/doc/html/rfc{match[2]}")
    else:
        target = ("external", f"//www.ncbi.nlm.nih.gov/pubmed/{match[2]}?dopt=Abstract")
    return work.put(Mark("open", "a", data=target), "a") + match.group() + work.close("a")


def clean_url(url: str) -> str:
    """*url* with its character references replaced, what no address may hold encoded, and its host free of invisible characters."""
    found = _UNSAFE.sub(
        lambda match: match.group() if match.group()[0] == "/" else quote(match.group(), safe=""), decode(url)
    )
    host = _HOST.match(found)
    return _INVISIBLE.sub("", host.group()) + found[host.end() :] if host else found
