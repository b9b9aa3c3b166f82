"""Data loads: files that are added to tables and can be undone together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from ._authors import require_author
from ._errors import AlreadyLoaded, ApiError, DataProblems
from ._models import Load, read_load
from ._problems import Problems, read_problems
from ._rounds import round_of_project
from ._shown import load_state, load_tables
from ._waiting import wait_for

if TYPE_CHECKING:
    from ._models import Round
    from ._projects import ProjectHandle
    from ._session import Session

# How long the service waits for work to finish before it reports progress.
WAIT_SECONDS = 1
# Maximum time between two of these reads.
MAX_PAUSE_SECONDS = 0.2

Progress = Callable[[Load], None] | bool
#: Default maximum number of problems to read.
MAX_PROBLEMS = 10_000
#: Warning about a file with the content of another one.
REPEATED = re.compile(r"has the same content as .+ rows would be added to .+ twice\.$", re.DOTALL)


class LoadHandle:
    """Data load in a workspace."""

    def __init__(self, lab: Session, load_id: str):
        self._lab = lab
        self.id = load_id
        #: Load when last read; None before that.
        self.data: Load | None = None

    def __repr__(self) -> str:
        known = "" if self.data is None else f": {load_tables(self.data)}, {load_state(self.data)}"
        return f"<pdp.LoadHandle {self.id}{known}>"

    def _repr_html_(self) -> str:
        return (self.data or self.get())._repr_html_()

    def get(self, wait_seconds: int = 0) -> Load:
        """Reads the load as soon as no work is running, or after `wait_seconds` (0 to 20)."""
        params = {"id": self.id} if wait_seconds == 0 else {"id": self.id, "wait_seconds": wait_seconds}
        self.data = read_load(self._lab.raw("GET", "data/load:get", params=params))
        return self.data

    @property
    def rows(self) -> int:
        """Number of rows added by the load."""
        return sum(table.rows or 0 for table in self.get().tables.values())

    def problems(self, limit: int = MAX_PROBLEMS) -> Problems:
        """Returns the problems in the load's files, or the reasons for skipped rows; at most `limit`."""
        found = read_problems(self._lab.lines("data/load:downloadErrors", id=self.id), limit)
        return Problems(found, self.get().problem_count)

    def finalize(self, progress: Progress = True) -> LoadHandle:
        """Ingests the uploaded files. Raises DataProblems if they cannot be loaded, in which case nothing is loaded."""
        return self._change("finalize", progress)

    def undo(self, progress: Progress = True, *, of_other: bool = False) -> LoadHandle:
        """Undoes the load: new versions no longer contain its rows. Later loads remain.

        Raises WorkOfOther if another member created it, unless `of_other` is true.
        """
        self._require_author(of_other)
        return self._change("undo", progress)

    def redo(self, progress: Progress = True) -> LoadHandle:
        """Restores the rows of an undone load."""
        return self._change("redo", progress)

    def move(self, round: str | Round | ProjectHandle | None) -> LoadHandle:
        """
        Moves the load to another round of its project, by name or id, or out of all rounds with None. Earlier versions show the
        earlier round.
        """
        body = {"round_id": round_of_project(self._lab, self.get().context, round)}
        self.data = read_load(self._lab.raw("POST", "data/load:move", params={"id": self.id}, json=body))
        return self

    def delete(self, *, of_other: bool = False) -> None:
        """Deletes a load that never completed, including its files, and waits until it is gone.

        Raises WorkOfOther if another member created it, unless `of_other` is true.
        """
        self._require_author(of_other)
        self._lab.raw("POST", "data/load:delete", params={"id": self.id})
        wait_for(self._is_gone, lambda gone: gone, lambda _: f"deleting load {self.id}", False, MAX_PAUSE_SECONDS)

    def _require_author(self, of_other: bool) -> None:
        if not of_other:
            require_author(self._lab, f"The load {self.id}", self.get().created_by)

    def _is_gone(self) -> bool:
        try:
            self.get(WAIT_SECONDS)
        except ApiError as error:
            if error.status == 404:
                return True
            raise
        return False

    def _change(self, action: str, progress: Progress) -> LoadHandle:
        self._lab.raw("POST", f"data/load:{action}", params={"id": self.id})
        load = wait_for(
            lambda: self.get(WAIT_SECONDS), lambda load: load.state != "LOADING", describe, progress, MAX_PAUSE_SECONDS
        )
        if load.errors:
            raise DataProblems(self.id, load.errors, self.problems())
        return self


def refuse_repeated(load: LoadHandle) -> None:
    """Raises AlreadyLoaded if the service warns that a file of the load is already in its table, or twice in the load."""
    repeated = [one for one in load.get().warnings or [] if REPEATED.search(one)]
    if repeated:
        raise AlreadyLoaded("\n".join(repeated))


def describe(load: Load) -> str:
    if load.progress is None:
        return f"load {load.id}"
    done = load.progress
    return f"load {load.id}  {done.phase.lower()}  {done.files_done} of {done.files} files  {done.rows_done:,} rows"
