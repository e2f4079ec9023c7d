"""The suites as cases, and the suites' own judge of HTML."""

from __future__ import annotations

import importlib
import json
import lzma
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


@pytest.fixture(scope="session")
def judge(shared: Callable[[str], Path]) -> ModuleType:
    """The suites' normaliser of HTML."""
    return _module(shared("suites/scripts"), "htmlnorm")


@pytest.fixture(scope="session")
def runner(shared: Callable[[str], Path]) -> ModuleType:
    """The suites' runner."""
    return _module(shared("suites/scripts"), "run_suite")


@pytest.fixture(scope="session")
def read_suite(shared: Callable[[str], Path]) -> Callable[[str], Any]:
    """Give the contents of one JSON file of the suites."""

    def read(name: str) -> Any:
        path = shared(f"suites/{name}")
        if path.suffix == ".xz":
            with lzma.open(path, "rt", encoding="utf-8") as file:
                return json.load(file)
        return json.loads(path.read_text("utf-8"))

    return read


@pytest.fixture(scope="session")
def infinity_texts(shared: Callable[[str], Path]) -> list[str]:
    """Every revision of the Infinity wiki's dump."""
    from xml.etree import ElementTree

    with lzma.open(shared("corpora/infinity-wiki/infinity-wiki-2022-2025.xml.xz")) as file:
        return list(_texts(ElementTree.iterparse(file)))


def _texts(events: Iterator[tuple[str, Any]]) -> Iterator[str]:
    for _, element in events:
        if element.tag.rpartition("}")[2] == "text" and element.text:
            yield element.text


def _module(folder: Path, name: str) -> ModuleType:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    return importlib.import_module(name)
