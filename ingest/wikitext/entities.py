"""Character references as MediaWiki reads them: named ones with their semicolon, numeric ones that XML allows."""

from __future__ import annotations

import re
from html.entities import html5

_REFERENCE = re.compile(r"&(?:([A-Za-z0-9\u0080-\uffff]{1,32});|#0*([0-9]{1,10});|#[xX]0*([0-9A-Fa-f]{1,8});)")
_NAMES = {name[:-1]: value for name, value in html5.items() if name.endswith(";")} | {"רלמ": "\u200f", "رلم": "\u200f"}


def decode(text: str) -> str:
    """*text* with its character references replaced; what is none stays."""
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMES.get(match[1], match.group())
    number = int(match[2]) if match[2] else int(match[3], 16)
    return chr(number) if _is_allowed(number) else match.group()


def _is_allowed(number: int) -> bool:
    return number in (9, 10) or 0x20 <= number <= 0x7E or 0xA0 <= number <= 0xD7FF or 0xE000 <= number <= 0xFFFD or (
        0x10000 <= number <= 0x10FFFF
    )  # fmt: skip
