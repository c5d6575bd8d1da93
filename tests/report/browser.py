"""Pages as a browser shows them: a headless Chromium, which tells what goes wrong and what a page asks for."""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextlib.contextmanager
def opened(file: Path, **options: Any) -> Iterator[Page]:
    """Open a page; `options` are those of a browser context. At the end, nothing must have gone wrong there.

    Pages may ask for nothing but themselves. Without Chromium the test is skipped, but not where CI runs it.
    """
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("there is no chromium, which CI has to have")
        pytest.skip("there is no chromium to show pages")
    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        page = browser.new_context(**options).new_page()
        page.on("console", lambda message: troubles.append(f"console: {message.type}: {message.text}"))
        page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: None if request.is_navigation_request() else troubles.append(f"asked for {request.url}"),
        )
        page.goto(file.resolve().as_uri())
        try:
            yield page
        finally:
            browser.close()
    assert troubles == []
