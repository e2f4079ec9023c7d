"""One built site of the invented game for all tests that only read it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from game import game

from site_src.build import build_site
from site_src.options import Built, SiteOptions


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The invented game as a site."""
    knowledge = game()
    try:
        return build_site(knowledge, tmp_path_factory.mktemp("game") / "site", options=SiteOptions(list_length=5))
    finally:
        knowledge.close()


@pytest.fixture(scope="session")
def site(built: Built) -> Path:
    """The folder of the built site."""
    return built.folder
