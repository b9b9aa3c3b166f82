"""Analysis, training, prediction and design tasks."""

from __future__ import annotations

import html
import itertools
import json
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pyarrow as pa

from . import _orders
from ._assembly import sequence_of
from ._best_measured import best_measured
from ._charts import Chart, charts_of
from ._errors import PdpError, TaskFailed
from ._models import Task, read_task
from ._numbering import known_numbers, residue_numbers, written_numbers
from ._rounds import round_of_project
from ._reliability import reliability_of
from ._row_numbering import first_number_in_rows
from ._tabular import Tabular, html_table
from ._training_source import source_of
from ._waiting import wait_for

if TYPE_CHECKING:
    import pandas
    import polars

    from ._models import Round
    from ._projects import ProjectHandle
    from ._session import Session

# Number of reads without waiting, within about 1 s.
QUICK_READS = 6
WAIT_SECONDS = 3
# Time between two long polls.
MAX_PAUSE_SECONDS = 0.3

Progress = Callable[[Task], None] | bool
Handle = TypeVar("Handle", bound="TaskHandle")


class TaskHandle:
    """Task in a workspace. `data` is its state when last read."""

    def __init__(self, lab: Session, data: Task):
        self._lab = lab
        self.data = data
        self.id = data.id

    def __repr__(self) -> str:
        return f"<pdp.{type(self).__name__} {named(self.data)}{self.id} {self.data.state.lower()}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>"

    def get(self, wait_seconds: int = 0) -> Task:
        """Reads the task as soon as it has finished, or after `wait_seconds` (0 to 20)."""
        params = {"id": self.id} if wait_seconds == 0 else {"id": self.id, "wait_seconds": wait_seconds}
        self.data = read_task(self._lab.raw("GET", "task:get", params=params))
        return self.data

    def wait(self: Handle, progress: Progress = True) -> Handle:
        """Waits until the task has completed. Raises TaskFailed if it fails or is cancelled."""
        reads = itertools.count()

        def read() -> Task:
            # The first responses are immediate, to show the progress of a task that has just started.
            return self.get(0 if next(reads) < QUICK_READS else WAIT_SECONDS)

        task = wait_for(
            read, lambda task: task.state not in ("INIT", "EXECUTING"), describe, progress, MAX_PAUSE_SECONDS
        )
        if task.state != "COMPLETED":
            why = "\n".join(task.errors) or f"The task {task.id} was cancelled."
            raise TaskFailed(task.id, task.state, why)
        return self

    def cancel(self) -> None:
        """Cancels the task."""
        self._lab.raw("POST", "task:cancel", params={"id": self.id})

    def move(self: Handle, round: str | Round | ProjectHandle | None) -> Handle:
        """Moves the finished task, with its results, to another round of its project, by name or id; out of all with None."""
        body = {"round_id": round_of_project(self._lab, self.data.context, round)}
        self.data = read_task(self._lab.raw("POST", "task:move", params={"id": self.id}, json=body))
        return self

    def recover(self) -> None:
        """Resumes a failed task from its last checkpoint."""
        self._lab.raw("POST", "task:recover", params={"id": self.id})

    def _references(self) -> list[dict[str, Any]]:
        """Reads the project's references; empty if the task belongs to the workspace."""
        project = self.data.context.get("project_id")
        if project is None:
            return []
        return self._lab.raw("GET", "project:get", params={"id": project}).get("references") or []

    @property
    def result(self) -> dict[str, Any]:
        """Ids of the task's results."""
        if self.data.result is None:
            self.get()
        if self.data.result is None:
            raise PdpError(f"Task {self.id} has no result. Its state is {self.data.state.lower()}. Call wait() first.")
        return self.data.result

    @cached_property
    def report(self) -> Report:
        """Report of the completed task, displayed by notebooks. Each part is downloaded once."""
        if "report" not in self.result:
            raise ValueError(f"Task {self.id} has no report because it only selected sequences.")
        artifact_id = self.result["report"]["artifact_id"]
        download = partial(self._lab.content, "data/artifact:download", id=artifact_id)
        return Report(
            lambda: download(format="html").decode(),
            str(self._lab.artifact(artifact_id).data.get("summary", "")),
            lambda: json.loads(download(format="json")),
        )

    def chart(self, kind: str, assay: str | None = None) -> Chart:
        """
        Chart of the report: the first one of a kind, such as "heatmap" (mean effects of mutations), "parity" (predicted
        against measured), "learning" or "distribution", of an assay if there are several. `report.charts` lists all.
        """
        return self.report.chart(kind, assay)

    def heatmap(self, assay: str | None = None) -> Chart:
        """Mean effects of the measured mutations by position and amino acid, from the report of an analysis."""
        return self.chart("heatmap", assay)

    def parity_plot(self, assay: str | None = None) -> Chart:
        """Predictions against measurements of variants that the model was not trained on, from a report."""
        return self.chart("parity", assay)


class Training(TaskHandle):
    """Training task."""

    @property
    def models(self) -> dict[str, Any]:
        """Model artifacts: `sampler`, `scorer`, `conditioned_sampler`."""
        return self.result["models"]

    @property
    def reliability(self) -> dict[str, str]:
        """How reliable the predictions of each assay are for variants that were not used in training."""
        return reliability_of(self._lab, self.models.get("scorer"))

    @property
    def reference(self) -> str:
        """Sequence that variants are compared with; two chains are separated by a slash."""
        reference = sequence_of(self.data.parameters.get("reference"))
        if not reference:
            raise ValueError("The training task has no reference. Specify the sequence to mutate with template=….")
        return reference

    def numbers(self, sequence: str | None = None) -> Sequence[int]:
        """
        Residue numbers of the reference or of a different sequence. They come from the training, from the project
        reference with the same sequence, or from codes of single mutations in the training's table (`V29A`). A sequence
        with the reference's length uses the reference's numbering if it has none. Otherwise, residues count from 1.
        """
        stated = self.data.parameters.get("reference") or {}
        own = sequence_of(stated) or ""
        sequence = sequence or self.reference
        recorded = {**stated, **self.data.numbering} if stated and self.data.numbering else stated
        references = [recorded, *self._references()]
        known = known_numbers(sequence, references)
        if known is None and len(sequence) == len(own):
            known = known_numbers(own, references)
        if known is not None:
            return known
        # The rows number only the training task's reference.
        is_own = sequence == own
        first = first_number_in_rows(self._lab, self.data.parameters, sequence) if is_own else None
        start = 1 if first is None else first
        return range(start, start + len(sequence))

    def hardly_varied(self, template: str) -> list[tuple[int, int]]:
        """
        Ranges of positions (zero-based, end exclusive) that few measured variants change, so the models know little
        about them. Empty for a template other than the reference.
        """
        if sequence_of(self.data.parameters.get("reference")) != template:
            return []
        artifact = (self.models.get("scorer") or self.models["sampler"])["artifact_id"]
        data = self._lab.artifact(artifact).data
        return [(start, end) for start, end in data.get("hardly_varied", [])]


class TableTask(TaskHandle, Tabular):
    """Task with a result table, which is read once."""

    _table: pa.Table | None = None

    @abstractmethod
    def _query(self) -> str:
        """Returns the SQL for reading the table."""

    @abstractmethod
    def _scorer(self) -> dict[str, Any] | None:
        """Returns the model of the assays."""

    @property
    def reliability(self) -> dict[str, str]:
        """How reliable the predictions of each assay are for variants that were not used in training."""
        return reliability_of(self._lab, self._scorer())

    def arrow(self) -> pa.Table:
        """Returns the result as an Arrow table."""
        if self._table is None:
            self._table = self._lab.sql(self._query()).arrow()
        return self._table

    def _repr_html_(self) -> str:
        # Displaying an unfinished task must neither wait nor fail.
        if self.data.state != "COMPLETED":
            return f"<p>{html.escape(repr(self))}</p>"
        words = [f"Predictions of {assay}: {words}" for assay, words in self.reliability.items()]
        lines = "".join(f"<p>{html.escape(line)}</p>" for line in (repr(self), *words))
        return f"{lines}{html_table(self.arrow())}"


class Predictions(TableTask):
    """Prediction task."""

    def _query(self) -> str:
        return f"SELECT * FROM {self.result['predictions']['table']}"

    def _scorer(self) -> dict[str, Any] | None:
        return self.data.parameters.get("scorer")


class Designs(TableTask):
    """Design task. Orders, FASTA and plates name variants by rank: D001, D002, …"""

    def _query(self) -> str:
        return f"SELECT * FROM {self.result['selected_assemblies']['table']} ORDER BY rank"

    def pick(self, count: int | None = None, by: str = "rank") -> list[_orders.Design]:
        """Returns the best `count` designs by rank, probability or diversity."""
        designs = _orders.read_designs(self.arrow().to_pylist())
        return designs if count is None else _orders.pick_designs(designs, count, by)

    def library(self) -> list[dict[str, Any]]:
        """Returns the degenerate libraries in addition to the designs, one for each number of positions; empty if not requested."""
        table = (self.result.get("library") or {}).get("table")
        return self._lab.sql(f"SELECT * FROM {table} ORDER BY num_positions").arrow().to_pylist() if table else []

    def _scorer(self) -> dict[str, Any] | None:
        sampler = self.data.parameters.get("generator", {}).get("template", {}).get("sampler")
        if sampler is None:
            return None
        training = self._lab.task(self._lab.artifact(sampler["artifact_id"]).producer["task_id"])
        return training.models.get("scorer") if isinstance(training, Training) and training.data.result else None

    def best_measured(self) -> str | None:
        """Returns the best sequence among the measurements used to train the models, according to the designs' assay.

        For a target, this is the closest sequence. None if the target is a sequence's prediction, or without measurements.
        """
        return best_measured(self._lab, self.data)

    def numbers(self) -> Sequence[int] | None:
        """
        Residue numbers of the mutated protein, as in `Training.numbers`; None if no model mutated one.

        A completed task keeps the numbering of its table.
        """
        if self.data.numbering is not None:
            return written_numbers(self.data.numbering, len(self.pick(1)[0].parent))
        template = self.data.parameters.get("generator", {}).get("template", {})
        sampler, sequence = template.get("sampler"), sequence_of(template.get("assembly"))
        if sampler is None or sequence is None:
            return None
        training = self._lab.task(self._lab.artifact(sampler["artifact_id"]).producer["task_id"])
        return training.numbers(sequence) if isinstance(training, Training) else None

    def _order_rows(
        self, count: int | None, by: str, first_number: int | None, numbering: str | None, **options: Any
    ) -> list[_orders.OrderRow]:
        designs = self.pick(count, by)
        if designs:
            length = len(designs[0].parent)
            options["written"] = written_numbers(self.data.numbering, length)
            options["numbers"] = residue_numbers(length, first_number, numbering, self.numbers, self._references)
        return _orders.order_rows(designs, **options)

    def order(
        self,
        path: str | Path | None = None,
        *,
        count: int | None = None,
        by: str = "rank",
        prefix: str = "D",
        first_number: int | None = None,
        numbering: str | None = None,
    ) -> str:
        """Returns the order list as CSV (name, mutations, sequence, predictions), and writes it to `path` if given.

        Positions in mutations use the numbering of the training task's reference, of the project reference with the same
        sequence, or of codes in the training's table. `first_number` specifies a different number for the template's
        first residue, and `numbering` the name of a different project reference.
        """
        rows = self._order_rows(count, by, first_number, numbering, prefix=prefix)
        return written(_orders.order_csv(rows), path)

    def fasta(
        self,
        path: str | Path | None = None,
        *,
        count: int | None = None,
        by: str = "rank",
        prefix: str = "D",
        first_number: int | None = None,
        numbering: str | None = None,
    ) -> str:
        """Returns the order list as FASTA (`>D001 I6D;L99A`), and writes it to `path` if given; numbered as in `order`."""
        rows = self._order_rows(count, by, first_number, numbering, prefix=prefix)
        return written(_orders.order_fasta(rows), path)

    def plate(
        self,
        wells: int = 96,
        *,
        count: int | None = None,
        by: str = "rank",
        prefix: str = "D",
        first_number: int | None = None,
        numbering: str | None = None,
        reference: bool = True,
        best_so_far: bool = True,
        fill: str = "rows",
        free_edge: bool = False,
        control_wells: int = 1,
    ) -> Plate:
        """Assigns the designs to plates of 96 or 384 wells, with the reference and the best measured variant as controls.

        Mutations are numbered as in `order`.
        """
        best = self.best_measured() if best_so_far else None
        rows = self._order_rows(
            count, by, first_number, numbering, prefix=prefix, reference=reference, best_so_far=best
        )
        return Plate(
            _orders.plates(rows, wells, fill=fill, free_edge=free_edge, control_wells=control_wells)
        )


class Plate:
    """Plates with the contents of their wells."""

    def __init__(self, wells: list[_orders.PlateWell]):
        self.wells = wells

    def csv(self, path: str | Path | None = None) -> str:
        """Returns the wells as CSV (plate, well, name, kind, mutations, sequence), and writes it to `path` if given."""
        return written(_orders.plate_csv(self.wells), path)

    def rows(self) -> list[dict[str, Any]]:
        """Returns the wells as dictionaries."""
        return [vars(well) for well in self.wells]

    def pl(self) -> polars.DataFrame:
        """Returns the wells as a polars data frame."""
        import polars

        return polars.DataFrame(self.rows())

    def df(self) -> pandas.DataFrame:
        """Returns the wells as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """Returns the wells as a polars data frame, like `pl`."""
        return self.pl()

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the wells as a pandas data frame, like `df`."""
        return self.df()

    def __repr__(self) -> str:
        return f"<pdp.Plate {len(self.wells)} wells>"

    def _repr_html_(self) -> str:
        return html_table(pa.Table.from_pylist(self.rows()))


class Report:
    """Report of a task. Notebooks display the page; `print` shows its summary. Its page and its charts are downloaded when needed."""

    def __init__(self, page: Callable[[], str], summary: str, content: Callable[[], dict[str, Any]]):
        self._page = page
        self._content = content
        self.summary = summary

    @cached_property
    def html(self) -> str:
        """Page of the report."""
        return self._page()

    @cached_property
    def charts(self) -> list[Chart]:
        """Charts of the report, in order."""
        return charts_of(self._content(), self.html)

    def chart(self, kind: str, assay: str | None = None) -> Chart:
        """The first chart of a kind, of an assay if one is given."""
        for one in self.charts:
            if one.kind == kind and assay in (None, one.group):
                return one
        known = ", ".join(sorted({one.kind for one in self.charts})) or "none"
        raise ValueError(f"The report has no chart of the kind {kind!r}{f' of {assay}' if assay else ''}; it has: {known}.")

    def __str__(self) -> str:
        return self.summary

    def _repr_html_(self) -> str:
        # The page is isolated: it cannot access the notebook.
        return (
            f'<iframe sandbox srcdoc="{html.escape(self.html)}" '
            'style="width: 100%; height: 800px; border: 0"></iframe>'
        )

    def save(self, path: str | Path) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")


def task_handle(lab: Session, task: Task) -> TaskHandle:
    """Returns the handle for a task's type."""
    kinds = {
        "train/v2": Training,
        "diversify/v2": Designs,
        "engineer/v2": Designs,
        "select/v2": Designs,
        "predict/v1": Predictions,
    }
    return kinds.get(task.type, TaskHandle)(lab, task)


def named(task: Task) -> str:
    """Names a task: by its name, otherwise by its assays or objectives and the table of its data; empty if it has neither."""
    if task.display_name:
        return f'"{task.display_name}" '
    ranker = task.parameters.get("ranker") or {}
    objectives = [ranker.get("primary_objective"), *(ranker.get("secondary_objectives") or [])]
    measures = [*(task.parameters.get("assays") or []), *(one["measure"] for one in objectives if one)]
    source = source_of(task.parameters)
    table = source and source.table
    assays = ", ".join(str(one.get("assay_id")) for one in measures)
    return (f"of {assays} " if assays else "") + (f"in {table} " if table else "")


def describe(task: Task) -> str:
    kind = task.type.split("/")[0]
    if task.progress is None:
        return kind
    done = task.progress
    step = "" if done.step is None else f"  step {done.step}" + (f" of {done.num_steps}" if done.num_steps else "")
    return f"{kind}  {done.phase.lower()}{step}  {int(100 * done.fraction)} %"


def written(text: str, path: str | Path | None) -> str:
    if path is not None:
        Path(path).write_text(text, encoding="utf-8", newline="\n")
    return text
