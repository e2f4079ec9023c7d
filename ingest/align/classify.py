"""What kind of difference two matched blocks show: the typed changes of docs/changes.md.

A number that points somewhere ("page 91", "rule 702.138a") is a reference, and its change is noise; any other number
that changes alone is a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import structs

from ingest.align.blocks import Block
from ingest.align.inline import Mark
from ingest.align.model import Change, ChangeSeverity, Visible
from ingest.align.words import Lexicon, Span, affordable, opcodes, tokens_of
from ingest.glossary.records import split_list
from ingest.visible import words

_DIGITS = re.compile(r"[+\-−–]?\d+(?:[.,]\d+)*")
_REFERENCE_WORD = frozenset({
    "page", "pages", "p", "pp", "pag", "pág", "página", "páginas", "rule", "rules", "regla", "reglas", "section",
    "sections", "sección", "step", "steps", "paso", "chapter", "capítulo", "figure", "table", "tabla", "see", "§",
    "no", "number", "número",
})  # fmt: skip
_DOTTED = re.compile(r"\d+(?:\.\d+)+[a-z]?|\d{3,}[a-z]?(?![^\W_])")
_QUOTES = str.maketrans("’‘“”", "''\"\"")
_EMPHASIS = {"b": "bold", "i": "italics", "strong": "bold", "em": "italics", "u": "underline", "s": "strike-through"}
_SHOWN = 60
_STOPS = frozenset(".!?;:|")
BESIDE = 3  # words told beside a number
SHORT = 8  # words of a field that is a value and no text


def visible_class(old: str, new: str) -> Visible:
    """How two texts differ for a reader; both with blanks collapsed."""
    if old == new:
        return "identical"
    old, new = apart(old, new)
    one, two = words(old.translate(_QUOTES)), words(new.translate(_QUOTES))
    if one == two:
        return "punctuation"
    if [word.casefold() for word in one] == [word.casefold() for word in two]:
        return "case"
    return "words"


def apart(old: str, new: str) -> tuple[str, str]:
    """The two texts without the words that both begin and end with."""
    start = old.rfind(" ", 0, _shared(old, new)) + 1
    old, new = old[start:], new[start:]
    end = _shared(old[::-1], new[::-1])
    cut = old.find(" ", len(old) - end) if end else -1
    tail = len(old) - cut if cut >= 0 else 0
    return (old[: len(old) - tail], new[: len(new) - tail]) if tail else (old, new)


def _shared(old: str, new: str) -> int:
    """How many characters both texts begin with."""
    low, high = 0, min(len(old), len(new))
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def difference(old: Block, new: Block) -> Iterator[Change]:
    """Yield what changed between two blocks that are one."""
    old, new = alike(old, new)
    if old.text != new.text or (old.kind == new.kind == "record" and old.fields != new.fields):
        yield from _wording(old, new)
    yield from _markup(old, new)


def alike(old: Block, new: Block) -> tuple[Block, Block]:
    """The two as blocks whose words can be compared: a row beside a block that has no cells is its plain text."""
    if bool(old.cells) == bool(new.cells):
        return old, new
    return _plain(old), _plain(new)


def _plain(block: Block) -> Block:
    if block.kind not in ("row", "record"):
        return block
    text = " ".join(filter(None, block.cells))
    return structs.replace(block, text=text, body=text)


def _wording(old: Block, new: Block) -> Iterator[Change]:
    if _are_cells(old, new):
        yield from _cells(old, new)
        return
    if same_columns(old, new) or old.kind == new.kind == "record":
        yield from _fields(old, new)
        if old.kind == "row" and _in_another_order(old, new):
            yield change("markup", "layout", new, "columns in another order", old=old)
        return
    if old.kind == new.kind == "labels":
        yield from _members("label", old.cells, new.cells, old, new)
        return
    if old.kind == new.kind == "heading":
        severity: ChangeSeverity = "wording" if visible_class(old.text, new.text) == "words" else "layout"
        yield change("heading-renamed", severity, new, f"{quoted(old.text)} → {quoted(new.text)}", old=old)
        return
    if old.body == new.body:
        yield change("renumbered", "layout", new, f"{old.number or '–'} → {new.number or '–'}", old=old)
        return
    kind = visible_class(old.body, new.body)
    if kind == "identical" or kind == "punctuation":
        yield change("punctuation", "layout", new, _first_difference(old.body, new.body), old=old)
    elif kind == "case":
        yield change("case", "layout", new, _first_difference(old.body, new.body), old=old)
    else:
        yield from _words(old, new)


def _are_cells(old: Block, new: Block) -> bool:
    """Whether two rows of one thing can be compared cell by cell though no head names their columns."""
    rows = old.kind == new.kind == "row" and not same_columns(old, new)
    return rows and len(old.cells) == len(new.cells) > 1 and old.cells[0] == new.cells[0] != ""


def _cells(old: Block, new: Block) -> Iterator[Change]:
    """What changed in a row, by the thing that its first cell names."""
    for was, now in zip(old.cells[1:], new.cells[1:], strict=True):
        if was != now:
            yield _cell(new.cells[0], was, now, old, new)


def _cell(name: str, was: str, now: str, old: Block, new: Block) -> Change:
    kind = visible_class(was, now)
    if kind in ("punctuation", "case") and not any(map(str.isdigit, was + now)):
        return change(kind, "layout", new, f"{name}: {_first_difference(was, now)}", old=old)
    if max(len(was.split()), len(now.split())) > SHORT:
        return change("reworded", "wording", new, f"{name}: {_first_difference(was, now)}", old=old)
    return change("value", "value", new, f"{name}: {was or '–'} → {now or '–'}", old=old)


def same_columns(old: Block, new: Block) -> bool:
    """Whether two rows have most of their columns in common, by name."""
    before, after = {name for name, _ in old.fields}, {name for name, _ in new.fields}
    return bool(before) and 2 * len(before & after) > max(len(before), len(after))


def _in_another_order(old: Block, new: Block) -> bool:
    before, after = [name for name, _ in old.fields], [name for name, _ in new.fields]
    return [name for name in before if name in after] != [name for name in after if name in before]


def _words(old: Block, new: Block) -> Iterator[Change]:
    (left, _), (right, at) = tokens_of(old.body), tokens_of(new.body)
    if not affordable(left, right):
        yield change("reworded", "wording", new, "too long to compare word by word", old=old)
        return
    lexicon = Lexicon()
    ops = [op for op in opcodes(lexicon.line(left), lexicon.line(right)) if op[0] != "equal"]
    swaps = [_swap(left, right, op) for op in ops]
    if all(swap is not None for swap in swaps):
        references = [_points(left, op[1]) and _points(right, op[3]) for op in ops]
        for op, swap, reference in zip(ops, swaps, references, strict=True):
            if reference:
                yield change("renumbered", "layout", new, swap or "", old=old)
            else:
                beside = "" if (swap or "")[0].isalpha() else f" ({_around(new.body, right, at, op[3], op[4])})"
                yield change("value", "value", new, f"{swap}{beside}", old=old)
        return
    whole = max(len(old.body.split()), len(new.body.split())) <= SHORT and any(
        _of_numbers(left, right, op) for op in ops
    )
    detail = f"{quoted(old.body)} → {quoted(new.body)}" if whole else _first_difference(old.body, new.body)
    yield change("reworded", "wording", new, detail, old=old)


def _of_numbers(left: Sequence[str], right: Sequence[str], op: tuple[str, int, int, int, int]) -> bool:
    """Whether a number came, went or became another: it says nothing without the words beside it."""
    _, a, b, c, d = op
    return any(_DIGITS.match(token) for token in (*left[a:b], *right[c:d]))


def _around(text: str, tokens: Sequence[str], at: Sequence[Span], start: int, end: int) -> str:
    """The words beside a number, by which a reader knows what it counts."""
    near = range(max(0, start - BESIDE), min(len(tokens), end + BESIDE))
    first = next((place for place in near if place >= start or not _is_stop(tokens[place:start])), start)
    last = next((place for place in reversed(near) if place < end or not _is_stop(tokens[end : place + 1])), end - 1)
    return f"“{text[at[first][0] : at[last][1]]}”"


def _is_stop(tokens: Sequence[str]) -> bool:
    """Whether a sentence ends among *tokens*."""
    return any(token in _STOPS for token in tokens)


def _swap(left: Sequence[str], right: Sequence[str], op: tuple[str, int, int, int, int]) -> str | None:
    """``"3 → 2"`` where one number became another, else None."""
    _, a, b, c, d = op
    one, two = left[a:b], right[c:d]
    if not one or len(one) != len(two):
        return None
    if not all(x == y or (_DIGITS.match(x) and _DIGITS.match(y)) for x, y in zip(one, two, strict=True)):
        return None
    before = next((token for token in reversed(left[:a]) if token[0].isalnum()), "")
    label = f"{before} " if before[:1].isupper() else ""
    return f"{label}{' '.join(one)} → {' '.join(two)}"


def _points(tokens: Sequence[str], at: int) -> bool:
    """Whether the number at *at* refers to a place: a rule, a page, a step."""
    near = [token.casefold() for token in tokens[max(0, at - 8) : at]]
    if near and near[-1] in _REFERENCE_WORD:
        return True
    dotted = "".join(tokens[at : at + 3])
    within = at >= 2 and tokens[at - 1] == "." and tokens[at - 2][:1].isdigit()
    return bool(_DOTTED.match(dotted) or within) and any(word in _REFERENCE_WORD for word in near)


def _fields(old: Block, new: Block) -> Iterator[Change]:
    before, after = dict(old.fields), dict(new.fields)
    name = new.cells[0] if new.cells else new.text
    if old.cells[:1] != new.cells[:1] and old.kind == "record":
        yield change("reworded", "wording", new, f"{quoted(old.cells[0])} → {quoted(new.cells[0])}", old=old)
    yield from _rescaled(before, after, name, old, new)
    for field in dict.fromkeys((*before, *after)):
        was, now = before.get(field, ""), after.get(field, "")
        if was == now:
            continue
        if new.kind == "row" and (was or now) == field and (field in before) != (field in after):  # the table's head
            yield change("added" if now else "removed", "wording", new, f"column {field}", old=old)
            continue
        label = _label(field) if new.kind == "record" else field
        if field in ("traits", "labels"):
            yield from _members(label.rstrip("s"), split_list(was), split_list(now), old, new, of=name)
        elif (
            visible_class(was, now) in ("identical", "punctuation", "case")
            and was.strip("+-−–") == now.strip("+-−–") == ""
        ):
            yield change("punctuation", "layout", new, f"{name}: {label}", old=old)
        elif max(len(was.split()), len(now.split())) > SHORT:
            yield change("reworded", "wording", new, f"{name}: {label} {_first_difference(was, now)}", old=old)
        else:
            yield change("value", "value", new, f"{name}: {label} {was or '–'} → {now or '–'}", old=old)


def _rescaled(before: dict[str, str], after: dict[str, str], name: str, old: Block, new: Block) -> Iterator[Change]:
    """One scale of a record for another, told once; the two fields are taken out of the sides."""
    if (
        new.kind == "record"
        and before.get("damage")
        and after.get("ps")
        and not (before.get("ps") or after.get("damage"))
    ):
        was, now = before.pop("damage"), after.pop("ps")
        before.pop("ps", None), after.pop("damage", None)
        yield change("value", "value", new, f"{name}: damage {was} → PS {now}", old=old)


def _members(
    label: str, was: Sequence[str], now: Sequence[str], old: Block, new: Block, of: str = ""
) -> Iterator[Change]:
    head = f"{of}: " if of else ""
    for value in was:
        if value not in now:
            yield change("value", "value", new, f"{head}{label} {value} dropped", old=old)
    for value in now:
        if value not in was:
            yield change("value", "value", new, f"{head}{label} {value} added", old=old)
    if sorted(was) == sorted(now) and tuple(was) != tuple(now):
        yield change("markup", "layout", new, f"{head}{label}s in another order", old=old)


def _label(field: str) -> str:
    """The name of a field as people write it: ``saving attribute``, ``PS``."""
    return field.upper() if len(field) <= 3 else field.replace("_", " ")


def _markup(old: Block, new: Block) -> Iterator[Change]:
    if old.text and new.text and old.number != new.number and old.text == new.text:
        yield change("renumbered", "layout", new, f"{old.number or '–'} → {new.number or '–'}", old=old)
    if old.kind != new.kind or (old.kind == "heading" and old.level != new.level):
        yield change("markup", "layout", new, f"{_named(old)} → {_named(new)}", old=old)
    elif old.frames != new.frames:
        yield _reframed(old, new)
    if old.marks != new.marks:
        yield from _marks(old, new)


def _named(block: Block) -> str:
    return f"heading of level {block.level}" if block.kind == "heading" else block.kind


def _reframed(old: Block, new: Block) -> Change:
    was, now = _frames(old, "box "), _frames(new, "box ")
    if was and now and was != now and len(was) == len(now):
        return change("box-retyped", "layout", new, f"{', '.join(was)} → {', '.join(now)}", old=old)
    if was != now:
        return change(
            "box-retyped", "layout", new, f"{', '.join(was) or 'no box'} → {', '.join(now) or 'no box'}", old=old
        )
    before, after = ", ".join(old.frames) or "none", ", ".join(new.frames) or "none"
    return change("markup", "layout", new, f"frame: {before} → {after}", old=old)


def _frames(block: Block, prefix: str) -> list[str]:
    return [frame.removeprefix(prefix) for frame in block.frames if frame.startswith(prefix)]


def _marks(old: Block, new: Block) -> Iterator[Change]:
    """Yield what markup came and went, word changes under it aside."""
    was, now = Counter(old.marks), Counter(new.marks)
    gone, came = list((was - now).elements()), list((now - was).elements())
    for mark in [mark for mark in gone if any(_same_mark(mark, other) for other in came)]:
        twin = next((other for other in came if _same_mark(mark, other)), None)
        if twin is not None and old.text != new.text:
            # The words under a mark changed; that is told as a change of words.
            gone.remove(mark)
            came.remove(twin)
    classes = [mark for mark in (*gone, *came) if mark[0] == "class"]
    if len(classes) == 2:
        yield change("value", "value", new, f"class {classes[0][1]} → {classes[1][1]}", old=old)
        gone, came = ([mark for mark in side if mark[0] != "class"] for side in (gone, came))
    for mark in gone:
        yield _mark("removed", mark, old, new)
    for mark in came:
        yield _mark("added", mark, old, new)
    if not gone and not came and not classes and was == now:
        yield change("markup", "layout", new, "links or emphasis in another order", old=old)


def _same_mark(one: Mark, two: Mark) -> bool:
    return one[0] == two[0] and (one[1] == two[1] if one[1] else True)


def _mark(what: str, mark: Mark, old: Block, new: Block) -> Change:
    kind, target, text, _ = mark
    if kind == "label":
        verb = "added" if what == "added" else "dropped"
        return change("value", "value", new, f"label {target} {verb}", old=old)
    if kind == "class":
        return change("value", "value", new, f"class {target} {'added' if what == 'added' else 'dropped'}", old=old)
    if kind.startswith("link "):
        label = f" ({quoted(text)})" if text and text != target else ""
        return change(f"link-{what}", "layout", new, f"{target}{label}", old=old)
    if kind in _EMPHASIS:
        return change("emphasis", "layout", new, f"{_EMPHASIS[kind]} {what}: {quoted(text)}", old=old)
    detail = " ".join(filter(None, (kind, target, quoted(text) if text else "", what)))
    return change("markup", "layout", new, detail, old=old)


def change(kind: str, severity: ChangeSeverity, at: Block, detail: str, *, old: Block | None = None) -> Change:
    """One change at the block *at*; *old* is its twin in the old text."""
    new_line = at.line
    return Change(
        type=kind,
        severity=severity,
        section=at.section,
        detail=detail,
        old_line=old.line if old else 0,
        new_line=new_line,
    )


def quoted(text: str) -> str:
    """The beginning of *text* in quotation marks."""
    short = text if len(text) <= _SHOWN else text[:_SHOWN].rsplit(" ", 1)[0] + " …"
    return f"“{short}”"


def _first_difference(old: str, new: str) -> str:
    """The words around the first place where two texts part, before and after."""
    (left, left_at), (right, right_at) = tokens_of(old), tokens_of(new)
    start = 0
    while start < min(len(left), len(right)) and left[start] == right[start]:
        start += 1
    end = 0
    while end < min(len(left), len(right)) - start and left[-1 - end] == right[-1 - end]:
        end += 1
    was, now = _between(old, left_at, start, end), _between(new, right_at, start, end)
    return f"{quoted(was) if was else '–'} → {quoted(now) if now else '–'}"


def _between(text: str, at: Sequence[Span], start: int, end: int) -> str:
    """*text* without its first *start* and last *end* tokens."""
    kept = at[start : len(at) - end]
    return text[kept[0][0] : kept[-1][1]] if kept else ""
