"""A small invented game as a knowledge base: two editions, two languages, weapons, labels, rulings, doubts."""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path

from ingest.align.model import Change, Comparison, ComparisonRow, PageChange, Side
from ingest.glossary.model import Entry, ErratumEntry, RulingEntry, WeaponProfile, Wording
from ingest.knowledge import KnowledgeBase
from ingest.links.model import PageLinks, Resolution, TargetLink
from ingest.model import Diagnostic, Page, Place, Revision, Rights, Source
from ingest.profile import Edition, Kind, Profile
from ingest.tree import (
    Band,
    Box,
    Cell,
    Definition,
    Document,
    Element,
    Heading,
    Item,
    Link,
    List,
    Node,
    Paragraph,
    Part,
    Row,
    Table,
    Text,
)  # fmt: skip

PROFILE = Profile(
    name="lanterns", title="Lanterns of Orrery", languages=("en", "es"),
    editions=(Edition(id="L1", name="First Light", order=1), Edition(id="L2", name="Second Light", order=2)),
    kinds=(
        Kind(id="skill", names={"en": "Skill", "es": "Habilidad"}, plurals={"en": "Skills", "es": "Habilidades"}),
        Kind(id="state", names={"en": "State", "es": "Estado"}, plurals={"en": "States", "es": "Estados"}),
        Kind(id="weapon", names={"en": "Weapon", "es": "Arma"}, plurals={"en": "Weapons", "es": "Armas"}),
        Kind(id="label", names={"en": "Label", "es": "Etiqueta"}, plurals={"en": "Labels", "es": "Etiquetas"}),
        Kind(id="trait", names={"en": "Trait", "es": "Rasgo"}, plurals={"en": "Traits", "es": "Rasgos"}),
        Kind(id="rule", names={"en": "Rule", "es": "Regla"}, plurals={"en": "Rules", "es": "Reglas"}),
    ),
)  # fmt: skip
SOURCE = "orrery-wiki.xml"


def text(words: str) -> Paragraph:
    return Paragraph(children=(Text(words),))


def link(label: str, target: str, anchor: str | None = None) -> Link:
    return Link(kind="page", target=target, anchor=anchor, children=(Text(label),))


def game(path: Path | None = None, *, extra: int = 0) -> KnowledgeBase:
    """The knowledge base; *extra* adds that many plain entries."""
    kb = KnowledgeBase(path, PROFILE, lambda sha: None)
    rights = Rights(licence="CC BY-SA 4.0", attribution="The lamplighters", base_url="https://wiki.example/w/")
    kb.sources.put([
        (SOURCE, None, 0, Source(id=SOURCE, sha256="a" * 64, format="mediawiki-dump", wiki="orrery", site_name="Orrery Wiki", rights=rights)),
        ("primer.txt", None, 1, Source(id="primer.txt", sha256="b" * 64, format="rulebook", document="Primer", rights=Rights(publish=False))),
    ])  # fmt: skip
    for number, (title, document, edition, language, count) in enumerate(_pages()):
        _add_page(kb, number, title, document, edition, language, count)
    _add_entries(kb, extra)
    _add_relations(kb)
    return kb


def _pages() -> list[tuple[str, Document, str, str, int]]:
    veil = Box(
        kind="skill", title=(Text("Veil Step"),), defines=Definition(name="Veil Step", cls="Swift Skill"), line=3, end_line=20,
        children=(
            text("The Keeper vanishes between two lamps."),
            Part(name="Requirements", key="requirements"),
            List(kind="ul", items=(Item(children=(Text("The Keeper stands in "), link("Gloom", "Gloom"), Text("."))),)),
            Part(name="Effects", key="effects"),
            List(kind="ul", items=(
                Item(children=(Text("Move up to 6 inches; no "), link("watcher", "Watch"), Text(" may react."))),
                Item(children=(Text("The Keeper gains "), link("Shrouded", "Shrouded"), Text(" until its next order."))),
            )),
            Box(kind="example", title=(Text("Example"),), children=(text("Ilse steps from the arch to the well and is not seen."),)),
        ),
    )  # fmt: skip
    long = tuple(
        node for number in range(1, 9)
        for node in (
            Heading(level=2 + number % 2, children=(Text(f"Movement of the {number}. lamp"),), anchor=f"Movement_of_the_{number}._lamp"),
            text("A Keeper moves by daylight or by lamp. " * 8),
            Box(kind="important", title=(), children=(text("No Keeper passes a closed gate."),)),
        )
    )  # fmt: skip
    table = Table(
        caption=(Text("Lamps by colour"),),
        rows=(Row(cells=tuple(Cell(children=(Text(f"Column {n}"),), header=True) for n in range(9))),
              *(Row(cells=tuple(Cell(children=(Text(f"value {n} of {m}"),)) for n in range(9))) for m in range(3))),
    )  # fmt: skip
    lamp: tuple[Node, ...] = (text("Lamp carbines throw a hard light."), Element(name="hr"))
    return [
        ("Veil Step", Document(blocks=(text("A skill of the quiet."), veil)), "L2", "en", 3),
        ("Movement", Document(blocks=(*long, table)), "L2", "en", 2),
        ("Lamp Carbine", Document(blocks=lamp), "L2", "en", 1),
        ("Shrouded", Document(blocks=(Heading(level=2, children=(Text("Shrouded"),), anchor="Shrouded", defines=Definition(name="Shrouded"), line=1), text("Shots at it suffer -3."))), "L2", "en", 2),
        ("Labels", Document(blocks=(text("All labels."),)), "L2", "en", 1),
        ("Paso velado", Document(blocks=(text("El Guardián desaparece entre dos faroles."),)), "L2", "es", 1),
        ("Gate", Document(blocks=(text("A gate opens for nobody who is Shrouded."),)), "L2", "en", 1),
        ("CON", Document(blocks=(text("A page whose name no disk likes."),), complete=False), "L1", "en", 1),
        ("Con", Document(blocks=(text("Its twin."),)), "L1", "en", 1),
    ]  # fmt: skip


def _add_page(
    kb: KnowledgeBase, number: int, title: str, document: Document, edition: str, language: str, count: int
) -> None:
    page = f"orrery:{title}"
    revisions = [
        Revision(
            id=str(100 * number + index + 1), page=page, wiki="orrery", title=title, timestamp=f"2031-0{index + 1}-1{number}T10:00:00Z",
            user="Ilse", section="Effects" if index else None, comment="clearer" if index else "first text", text=hashlib.sha256(f"{page}{index}".encode()).hexdigest(),
            size=100 + index, number=index, place=Place(source=SOURCE, line=1, end_line=40, page=page, revision=str(100 * number + index + 1)),
        )
        for index in range(count)
    ]  # fmt: skip
    kb.pages.put([(page, page, number, Page(
        id=page, wiki="orrery", title=title, language=language, edition=edition, editions=(edition,), categories=("Rules",), revisions=count,
        first=revisions[0].timestamp, last=revisions[-1].timestamp, newest=revisions[-1].id, source=revisions[-1].place,
    ))])  # fmt: skip
    kb.revisions.put((item.id, page, item.number, item) for item in revisions)
    kb.documents.put((item.id, page, item.number, document) for item in revisions)
    kb.changes.put(
        (f"{old.id}..{new.id}", page, new.number, PageChange(
            page=page, old=old.id, new=new.id, visible="words", severity="wording", words_added=2, words_removed=1, sections=("Effects",),
            changes=(Change(type="reworded", severity="wording", section="Effects", detail="A sentence reads differently."),),
        ))
        for old, new in pairwise(revisions)
    )  # fmt: skip


def entry(
    kind: str,
    name: str,
    page: str = "Labels",
    *,
    edition: str = "L2",
    language: str = "en",
    concept: str = "",
    **more: object,
) -> Entry:
    slug = name.lower().replace(" ", "-").replace("ó", "o")
    identity = concept or f"{kind}/{slug}"
    place = Place(source=SOURCE, line=3, end_line=20, page=f"orrery:{page}", revision="1")
    fields: dict[str, object] = {
        "id": f"{kind}/{slug}@{edition}.{language}",
        "text": f"{name} is a {kind} of the game.",
        "summary": f"{name} is a {kind} of the game.",
        **more,
    }
    return Entry(
        concept=identity, name=name, kind=kind, edition=edition, editions=(edition,),
        language=language, page=f"orrery:{page}", revision=str({"Veil Step": 3, "Shrouded": 302}.get(page, 401)), source=place, **fields,  # type: ignore[arg-type]
    )  # fmt: skip


def carbine(mode: str | None, burst: str) -> WeaponProfile:
    mods = (("0", "8", "+3"), ("8", "16", "+3"), ("16", "24", "0"), ("24", "32", "-3"), ("32", "48", "-6"))
    return WeaponProfile(
        name="Lamp Carbine", mode=mode, damage="13", burst=burst, ammunition="Glare", saving_attribute="ARM", saves="1",
        traits=("Bright (2)", "Reload"), ranges=tuple(Band(start=int(a), end=int(b), mod=mod) for a, b, mod in mods), line=5,
        numbers=(("burst", int(burst)), ("damage", 13)),
    )  # fmt: skip


def _add_entries(kb: KnowledgeBase, extra: int) -> None:
    veil = "skill/veil-step"
    rows = [
        entry("skill", "Veil Step", "Veil Step", cls="Swift Skill", labels=("Movement", "Quiet"), acronym="VS", sections=("Requirements", "Effects"),
              links=("state/shrouded@L2.en",), errata=(Wording(version="1.2", updated="Move up to 6 inches.", original="Move up to 4 inches.", place=Place(source=SOURCE, line=9)),)),
        entry("skill", "Veil Step", "Veil Step", edition="L1", cls="Skill", labels=("Movement",), superseded=True),
        entry("skill", "Paso velado", "Paso velado", language="es", concept=veil, cls="Habilidad rápida", summary="El Guardián desaparece.", text="El Guardián desaparece.\nGana Velado."),
        entry("state", "Shrouded", "Shrouded", marker="SHR", linked_from=("skill/veil-step@L2.en",), parts=(("effects", "Shots suffer -3."), ("cancellation", "It fires.")), sections=("Effects", "Cancellation"), text="Effects\nShots suffer -3.\nCancellation\nIt fires."),
        entry("weapon", "Lamp Carbine", "Lamp Carbine", cls="Light", profiles=(carbine(None, "3"), carbine("Flare Mode", "1"))),
        entry("weapon", "Lamp Carbine", "Lamp Carbine", edition="L1", profiles=(carbine(None, "2"),)),
        entry("label", "Movement", linked_from=("skill/veil-step@L2.en",)), entry("trait", "Bright"), entry("rule", "Con"),
        *(entry("rule", f"Rule number {number}") for number in range(extra)),
    ]  # fmt: skip
    kb.entries.put((item.id, item.page, order, item) for order, item in enumerate(rows))


def _add_relations(kb: KnowledgeBase) -> None:
    place = Place(source=SOURCE, line=30, page="orrery:Veil Step", revision="3")
    kb.rulings.put([("r1", "orrery:Veil Step", 0, RulingEntry(
        id="r1", question="May a Keeper step into a closed room?", answer="No.\nA gate must be open.", type="Clarification", version="1.1",
        related=("skill/veil-step@L2.en", "Gates"), page="orrery:Veil Step", revision="3", anchor="", edition="L2", source=place,
    ))])  # fmt: skip
    kb.errata.put([("e1", "orrery:Veil Step", 0, ErratumEntry(
        id="e1", page="orrery:Veil Step", revision="3", section="Effects", entry="skill/veil-step@L2.en", version="1.2",
        updated="Move up to 6 inches.", original="Move up to 4 inches.", edition="L2", source=place,
    ))])  # fmt: skip
    found = (
        Resolution(target="Shrouded", status="page", page="orrery:Shrouded", entry="state/shrouded@L2.en"),
        Resolution(target="Gloom", status="missing", candidates=("Movement#Gloom",)),
        Resolution(target="Watch", status="section", page="orrery:Movement", section="Movement of the 1. lamp", fragment="Movement_of_the_1._lamp"),
    )  # fmt: skip
    kb.links.put(
        [
            (
                "3",
                "orrery:Veil Step",
                0,
                PageLinks(page="orrery:Veil Step", revision="3", links=tuple((item, 1) for item in found)),
            )
        ]
    )
    kb.targets.put(
        (item.target, None, index, TargetLink(resolution=item, count=1, pages=("orrery:Veil Step",)))
        for index, item in enumerate(found)
    )
    side = Side(file=SOURCE, page="orrery:Veil Step", edition="L2")
    kb.comparisons.put([("veil-step", None, 0, Comparison(
        id="veil-step", title="Veil Step", left=side, right=side, rows=(ComparisonRow(left=("One.",), right=("One.",), relation="identical"),),
    ))])  # fmt: skip
    kb.diagnostics.put([
        ("d1", "orrery:Veil Step", 0, Diagnostic(severity="warning", code="unclosed-box", message="A box never closes: <b>odd</b>.", place=place)),
        ("d2", None, 1, Diagnostic(severity="note", code="cut-off", message="=cmd is no formula.", place=Place(source=SOURCE, line=7))),
    ])  # fmt: skip
