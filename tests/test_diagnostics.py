"""Every code of a diagnostic is documented, and the documentation names no code that nothing gives."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.conftest import ROOT

CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|encoding")
SEVERITIES = {"note", "warning", "error"}


def given_codes() -> set[str]:
    """The codes that the packages write down where they make a diagnostic or hand one on."""
    return {code for file in (ROOT / "ingest").rglob("*.py") for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _name(node.func).lower().strip("_") in {
            "doubt",
            "diagnostic",
            "tell",
            "say",
            "note",
            "warn",
        }:
            words = [*node.args[:4], *(keyword.value for keyword in node.keywords if keyword.arg == "code")]
            for word in words:
                for constant in ast.walk(word) if isinstance(word, ast.IfExp) else [word]:
                    if (
                        isinstance(constant, ast.Constant)
                        and isinstance(constant.value, str)
                        and CODE.fullmatch(constant.value)
                    ):
                        yield constant.value


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def documented() -> set[str]:
    rows = [
        line for line in (ROOT / "docs" / "diagnostics.md").read_text("utf-8").splitlines() if line.startswith("| `")
    ]
    return {code for row in rows for code in re.findall(r"`([a-z0-9-]+)`", row.split("|")[1])}


def test_every_code_is_explained() -> None:
    given = given_codes()

    assert len(given) > 20
    assert not given - documented() - SEVERITIES


def test_no_code_is_explained_that_nothing_gives() -> None:
    texts = "\n".join(file.read_text("utf-8") for file in (ROOT / "ingest").rglob("*.py"))

    assert not {code for code in documented() if f'"{code}"' not in texts}
