"""Headless Chromium: pages and what a person does with them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-prefers-reduced-motion",
)


def find_programs() -> tuple[str, str]:
    """Paths of Chromium and its driver; skips where they are not installed."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not browser or not driver:
        pytest.skip("needs Chromium and ChromeDriver (Debian packages chromium, chromium-driver)")
    return browser, driver


@contextmanager
def open_browser(profile: Path) -> Iterator[Any]:
    """Give a driver of a fresh browser, 1400 x 1000."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium (extra 'test')")
    browser, driver = find_programs()
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, "--window-size=1400,1000", f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    session = webdriver.Chrome(options=options, service=webdriver.ChromeService(executable_path=driver))
    try:
        yield session
    finally:
        session.quit()
