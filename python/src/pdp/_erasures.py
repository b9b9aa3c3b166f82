"""Permanent erasure of rows from every version."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._errors import ErasureFailed
from ._models import Erasure, read
from ._waiting import wait_for

if TYPE_CHECKING:
    from ._session import Session

# Time that the service waits before it returns the progress.
WAIT_SECONDS = 1
MAX_PAUSE_SECONDS = 0.5


class ErasureHandle:
    """Erasure in a workspace. Nothing is erased before it is confirmed."""

    def __init__(self, lab: Session, erasure_id: str):
        self._lab = lab
        self.id = erasure_id

    def __repr__(self) -> str:
        return f"<pdp.ErasureHandle {self.id}>"

    def get(self, wait_seconds: int = 0) -> Erasure:
        """Reads the erasure as soon as it has finished, or after `wait_seconds` (0 to 20)."""
        params = {"id": self.id} if wait_seconds == 0 else {"id": self.id, "wait_seconds": wait_seconds}
        return read(Erasure, self._lab.raw("GET", "data:getErasure", params=params))

    @property
    def plan(self) -> dict[str, Any]:
        """Data covered by the erasure: rows by table and version, tasks, models and reports, and uploaded files."""
        return self.get().plan

    def confirm(self, progress: Callable[[Erasure], None] | bool = True, keep_texts: bool = False) -> Erasure:
        """
        Erases the rows from every version and waits until the erasure has completed. This cannot be undone. Names and
        descriptions that contain erased values are replaced unless `keep_texts` is true.
        """
        params = {"plan_id": self.id, "keep_texts": "true"} if keep_texts else {"plan_id": self.id}
        self._lab.raw("POST", "data:confirmErasure", params=params)
        erasure = wait_for(
            lambda: self.get(WAIT_SECONDS),
            lambda erasure: erasure.state != "ERASING",
            _words,
            progress,
            MAX_PAUSE_SECONDS,
        )
        if erasure.state in ("FAILED", "CANCELLED"):
            why = "\n".join(erasure.errors or []) or f"The erasure {erasure.id} was cancelled."
            raise ErasureFailed(erasure.id, erasure.state, why)
        return erasure

    def cancel(self) -> None:
        """Cancels the plan, or the erasure if it has not removed anything yet."""
        self._lab.raw("POST", "data:cancelErasure", params={"id": self.id})

    def certificate(self) -> dict[str, Any]:
        """Returns the certificate, which is available once the erasure is COMPLETED."""
        certificate: dict[str, Any] = self._lab.raw("GET", "data:downloadErasureCertificate", params={"id": self.id})
        return certificate


def _words(erasure: Erasure) -> str:
    progress = erasure.progress
    return "erasing" if progress is None else f"erasing: {progress['phase'].lower()}"
