"""A headless Chromium that shows the page, steered as by a person: by mouse and keys."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

T = TypeVar("T")

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
BROWSERS, DRIVERS = ("chromium", "chromium-browser", "google-chrome"), ("chromedriver",)
PATIENCE = 60.0
"""Seconds after which something does not come any more."""

_LINES = """
const buffer = document.getElementById("terminal").xterm.buffer.active;
return Array.from({length: buffer.length}, (_, row) => buffer.getLine(row).translateToString(true));
"""
_CELL = """
const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
const xterm = document.getElementById("terminal").xterm;
return [screen.left, screen.top, screen.width / xterm.cols, screen.height / xterm.rows];
"""
_SPY_ON_SOCKETS = """
window.sockets = [];
const Own = WebSocket;
WebSocket = class extends Own {
  constructor(...all) { super(...all); sockets.push(this); }
};
"""


def find(names: tuple[str, ...]) -> str | None:
    """The path of the first of these programs."""
    return next(filter(None, map(shutil.which, names)), None)


class Chromium:
    """A browser with a fresh profile."""

    def __init__(self, size: tuple[int, int] = (1280, 800), is_phone: bool = False) -> None:
        self._profile = tempfile.TemporaryDirectory(prefix="caravan-tui-chromium-")
        options = Options()
        options.binary_location = find(BROWSERS) or ""
        for flag in (
            *FLAGS, f"--user-data-dir={self._profile.name}", f"--window-size={size[0]},{size[1]}"
        ):  # fmt: skip
            options.add_argument(flag)
        if is_phone:
            metrics = {"width": size[0], "height": size[1], "pixelRatio": 2, "touch": True}
            options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver: Any = webdriver.Chrome(options, Service(find(DRIVERS) or ""))
        self.driver.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": _SPY_ON_SOCKETS}
        )

    def quit(self) -> None:
        """Close the browser."""
        self.driver.quit()
        self._profile.cleanup()

    def allow(self, *permissions: str) -> None:
        """Allow pages these, by their names in Chromium's protocol, and nothing else."""
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})

    # What is seen

    def element(self, name: str) -> Any:
        """An element of the page by its id."""
        return self.driver.find_element(By.ID, name)

    def lines(self) -> list[str]:
        """The rows of the terminal."""
        return list(self.driver.execute_script(_LINES))

    def text(self) -> str:
        """The terminal as text."""
        return "\n".join(self.lines())

    def state(self) -> str:
        """What the page is doing: new, playing, lost, ended."""
        return str(self.driver.execute_script("return document.body.dataset.state || ''"))

    def wait(self, condition: Callable[[], T], seconds: float = PATIENCE) -> T:
        """Wait until something is true, and return it."""
        end = time.monotonic() + seconds
        while True:
            if result := condition():
                return result
            if time.monotonic() > end:
                raise AssertionError(f"{self.state()}: {self.text()}")
            time.sleep(0.05)

    def wait_for_text(self, text: str) -> None:
        """Wait until the terminal shows a text."""
        self.wait(lambda: text in self.text())

    def complaints(self) -> list[str]:
        """The errors of the page, but for the websocket of a line that was cut off."""
        return [
            entry["message"]
            for entry in self.driver.get_log("browser")
            if entry["level"] == "SEVERE" and "/terminal" not in entry["message"]
        ]

    def shoot(self, path: Path) -> None:
        """Save a picture of the page."""
        self.driver.save_screenshot(str(path))

    # What a person does

    def fill(self, name: str, text: str) -> None:
        """Type into a field, and press Enter."""
        self.wait(lambda: self.element(name).is_displayed())
        self.element(name).send_keys(text + Keys.ENTER)

    def find_text(self, text: str, row: int = 0) -> tuple[int, int] | None:
        """The first cell, from a row on, where a text stands in the terminal: column and row."""
        for number, line in enumerate(self.lines()):
            if number >= row and text in line:
                return line.index(text), number
        return None

    def click_cell(self, column: int, row: int) -> None:
        """Click on a cell of the terminal."""
        actions = self._move_to(column, row)
        actions.w3c_actions.pointer_action.click()
        actions.perform()

    def point_at_cell(self, column: int, row: int) -> None:
        """Move the mouse to a cell of the terminal."""
        self._move_to(column, row).perform()

    def _move_to(self, column: int, row: int) -> ActionChains:
        left, top, width, height = self.driver.execute_script(_CELL)
        actions = ActionChains(self.driver, duration=20)
        actions.w3c_actions.pointer_action.move_to_location(
            round(left + (column + 0.5) * width), round(top + (row + 0.5) * height)
        )
        return actions

    def click_text(self, text: str) -> None:
        """Click on a text in the terminal, as soon as it is there."""
        place = self.wait(lambda: self.find_text(text))
        assert place is not None
        column, row = place
        self.click_cell(column + len(text) // 2, row)

    def drop_line(self) -> None:
        """Cut the connection off, and keep it down."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self._offline(True)
        self.driver.execute_script("sockets.at(-1).close()")

    def silence_line(self) -> None:
        """Have the connection carry nothing any more, while nobody says that it is gone."""
        self.driver.execute_script("sockets.at(-1).onmessage = sockets.at(-1).send = () => {}")

    def restore_line(self) -> None:
        """Have the network back."""
        self._offline(False)

    def _offline(self, is_offline: bool) -> None:
        self.driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions",
            {"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )
