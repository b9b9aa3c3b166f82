"""Waiting for the service's work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

State = TypeVar("State")

FIRST_PAUSE_SECONDS = 0.05
MAX_PAUSE_SECONDS = 3.0


def wait_for(
    read: Callable[[], State],
    is_done: Callable[[State], bool],
    describe: Callable[[State], str],
    progress: Callable[[State], None] | bool = True,
    max_pause: float = MAX_PAUSE_SECONDS,
) -> State:
    """
    Reads a state until the work is done: frequently at first, then every `max_pause` seconds. `progress` is called with
    each state, or specifies whether a terminal or notebook shows a progress line.
    """
    pause = FIRST_PAUSE_SECONDS
    line = ProgressLine(progress is True)
    try:
        while True:
            state = read()
            if is_done(state):
                return state
            if callable(progress):
                progress(state)
            line.show(describe(state))
            time.sleep(pause)
            pause = min(pause * 1.5, max_pause)
    finally:
        line.end()


class ProgressLine:
    """Progress line in a terminal or notebook that is updated in place and finally removed."""

    def __init__(self, wanted: bool):
        self._shown = wanted and (sys.stderr.isatty() or "ipykernel" in sys.modules)
        self._width = 0

    def show(self, text: str) -> None:
        if self._shown:
            print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)
            self._width = max(self._width, len(text))

    def end(self) -> None:
        if self._width:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
