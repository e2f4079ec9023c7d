"""Waiting for a page in both browsers: a policy without eval lets no browser poll a condition by itself."""

from __future__ import annotations

import time

from playwright.sync_api import Error, Page

PATIENCE = 30.0  # seconds, on a machine that does much else


def until(page: Page, condition: str) -> None:
    """Wait until the JavaScript expression *condition* holds in *page*. Raises AssertionError when it never does."""
    end = time.monotonic() + PATIENCE
    while not _holds(page, condition):
        assert time.monotonic() < end, f"never true: {condition}"
        page.wait_for_timeout(25)


def _holds(page: Page, condition: str) -> bool:
    try:
        return bool(page.evaluate(f"Boolean({condition})"))
    except Error as error:
        if "navigation" in str(error) or "destroyed" in str(error):  # the page is on its way to another
            return False
        raise
