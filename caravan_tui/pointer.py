"""The mouse as the settings want it: not at all, with its movements, or with its buttons only.

Textual asks the terminal for every movement of the pointer. Over a slow line that is a lot of
traffic, and nothing in the games needs it: with `hover = false` only buttons, the wheel and drags
are asked for.
"""

from __future__ import annotations

from textual.driver import Driver

BUTTONS_ONLY = "\x1b[?1003l\x1b[?1002h"
"""Movements only while a button is down (DECSET 1002) in place of all movements (1003)."""


def with_pointer(driver: type[Driver]) -> type[Driver]:
    """The driver class with a mouse that goes by the app's settings; other drivers as they are."""
    if not hasattr(driver, "_enable_mouse_support"):
        return driver

    class PointerDriver(driver):  # type: ignore[misc, valid-type]
        """Asks for what the settings want each time that the mouse is switched on."""

        def _enable_mouse_support(self) -> None:
            super()._enable_mouse_support()
            if self._mouse and not self._app.settings.hover:
                self.write(BUTTONS_ONLY)
                self.flush()

        def _disable_mouse_support(self) -> None:
            if self._mouse:
                self.write("\x1b[?1002l")
            super()._disable_mouse_support()

    return PointerDriver


def use_pointer(driver: Driver | None, mouse: bool) -> None:
    """Switch the mouse on or off while the app runs, or ask anew for what the settings want."""
    disable = getattr(driver, "_disable_mouse_support", None)
    if driver is None or disable is None:
        return
    disable()
    driver._mouse = mouse
    driver._enable_mouse_support()  # type: ignore[attr-defined]
