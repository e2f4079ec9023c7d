"""Which game is this? Each profile declares its tell-tales; the texts are asked for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from ingest.profile import Profile

PLAIN = Profile(name="plain", title="Rules")
_ENOUGH = 4_000_000  # characters: more text says no more about which game it is


class Choice(Struct, frozen=True, kw_only=True):
    """The chosen profile, and by what evidence, in words."""

    profile: Profile
    evidence: str


def choose_profile(profiles: Iterable[Profile], texts: Iterable[str]) -> Choice:
    """Choose the profile whose tell-tales weigh most in *texts*; the plain one where none reaches its threshold."""
    seen: dict[str, dict[str, int]] = {profile.name: {} for profile in profiles}
    known = {profile.name: profile for profile in profiles}
    left = _ENOUGH
    for text in texts:
        for name, found in seen.items():
            for pattern, weight in known[name].tells.patterns.items():
                if pattern not in found and re.search(pattern, text):
                    found[pattern] = weight
        left -= len(text)
        if left < 0:
            break
    scores = sorted(((sum(found.values()), name) for name, found in seen.items()), key=lambda row: (-row[0], row[1]))
    for score, name in scores:
        if score >= known[name].tells.threshold:
            shown = ", ".join(sorted(seen[name], key=lambda item: (-seen[name][item], item))[:4])
            return Choice(profile=known[name], evidence=f"tell-tales weigh {score}: {shown}")
    return Choice(profile=PLAIN, evidence="no profile's tell-tales occur; headings and typography decide")
