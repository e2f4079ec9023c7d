"""A small invented game: lanterns, moles and a few Spanish rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from site_src.search import store
from site_src.search.documents import every_name, implied_names
from site_src.search.engine import Index
from site_src.search.lexicon import settings_of
from site_src.search.model import SearchDocument
from site_src.search.shards import export

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "site_src" / "static" / "search.js"
SETTINGS = settings_of(
    ("en", "es"), {"lamp": ("lantern",), "mole town": ("warren",), "rekindle": ("lantern", "match")}, translations={"farol": ("lantern",), "lantern": ("farol",)},
    kinds={"skill": "skill", "habilidad": "skill", "weapon": "weapon"}, fields={"Depth of dig": "dig_depth", "dig_depth": "dig_depth"},
)  # fmt: skip


def document(name: str, text: str, **other: Any) -> SearchDocument:
    """One document of the game; what is not said is plain."""
    given: dict[str, Any] = {
        "id": f"{other.get('kind', 'skill')}/{name.lower().replace(' ', '-')}@{other.get('edition', 'E2')}.{other.get('language', 'en')}",
        "kind": "skill", "page": "moles:Burrows", "url": f"entry/{name.lower().replace(' ', '-')}.html", "names": every_name((name,)),
        "edition": "E2", "editions": (other.get("edition", "E2"),), "source": "burrows.txt", "line": 7, "recency": 2,
    }  # fmt: skip
    said = given | other
    return SearchDocument(name=name, text=text, implied=implied_names(said["names"]), **said)


LONG = "When a mole digs beneath a wall the wall stands until the next dusk and then it falls into the hole."
DOCUMENTS = (
    document("Lantern", "Gives light to 8 steps. A lantern is snuffed by wind.", names=every_name(("Lantern", "Lantern (LNT)"))),
    document("Lantern Oath", "Whoever swears it may not snuff a light. +3 to PH-3 rolls."),
    document("Old Lantern", LONG, group="old", edition="E1", id="skill/old@E1.en", recency=1, url="entry/old-1.html"),
    document("Old Lantern", LONG, group="old", id="skill/old@E2.en", url="entry/old-2.html"),
    document("D-Spade", "A digging tool. Burrowing with it is quick.", kind="weapon", numbers=(("burst", 4),),
             fields=(("trait", "Silent Dig"), ("ammo", "Earth"))),
    document("Sling", "Throws stones, never earth.", kind="weapon", numbers=(("burst", 2),), fields=(("trait", "Loud"), ("ammo", "Stone"))),
    document("Warren", "Moles live here; the lantern burns all night.", fields=(("label", "Optional"),)),
    document("Farol", "Da luz. Las órdenes del farol cuentan doble.", language="es"),
    document("Órdenes", "Cada orden mueve un topo.", language="es"),
    document("IT", "The one who is sought.", kind="rule"),
    document("Lantern", "Of wind and light: the section that speaks of it.", kind="section", id="moles:Burrows#Lantern", order=3, boost=75),
    document("Wind", "It snuffs. " + "Nothing else is said of the matter. " * 12 + "In a storm the lantern of the warren goes out first.", kind="rule"),
)  # fmt: skip


def write_site(
    folder: Path, documents: Iterable[SearchDocument], fingerprint: str = "one", older: Iterable[SearchDocument] = ()
) -> Path:
    """Write what search needs of a site: its indexes beside it, its files in it."""
    (folder / "api").mkdir(parents=True, exist_ok=True)
    (folder / "api" / "build.json").write_text(json.dumps({"fingerprint": fingerprint}), "utf-8")
    dropped = list(older)
    for old, listed in ((False, list(documents)), (True, dropped)):
        if not old or dropped:
            store.write_index(store.index_folder(folder, old=old), listed, SETTINGS, fingerprint)
            index = Index(store.index_folder(folder, old=old))
            for path, data in (
                *store.published(SETTINGS, listed, len(listed), old=old),
                *export(index, older=len(dropped), old=old),
            ):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(data if isinstance(data, bytes) else b"".join(data))
            index.close()
    return folder


def random_documents(count: int, seed: int) -> list[SearchDocument]:
    """Documents of words drawn at random, the common ones often."""
    draw = random.Random(seed)
    parts = ["ba", "do", "ke", "lu", "mi", "no", "pa", "ri", "so", "tu", "var", "zen", "mole", "dig"]
    made = [
        "".join(draw.choice(parts) for _ in range(draw.randint(1, 3))) + draw.choice(["", "s", "ing", "é"])
        for _ in range(900)
    ]
    words = [*made, "+3", "-3", "PH-3", "B5", "1/2", "ARM=0", "D-Spade", "the", "of", "Órdenes", "土竜", "straße"]
    weights = [1 / (place + 2) for place in range(len(words))]
    found = []
    for number in range(count):
        name = " ".join(word.capitalize() for word in draw.choices(words, weights, k=draw.randint(1, 3)))
        edition, kind = draw.choice(["E1", "E2"]), draw.choice(["skill", "weapon", "section"])
        found.append(document(
            name, " ".join(draw.choices(words, weights, k=draw.randint(10, 120))), kind=kind, edition=edition, recency=int(edition[1]),
            id=f"{kind}/{number}@{edition}", language=draw.choice(["en", "es"]), fields=(("label", draw.choice(words[:9])), ("dig_depth", ("Deep", "Flat", "Deep, wet")[number % 3])),
            numbers=(("burst", draw.randint(1, 5)), ("dig_depth", number % 5 - 2)) if kind == "weapon" else (), group=name if draw.random() < 0.3 else "",
        ))  # fmt: skip
    return found
