"""Tasks of all types, distinguished by `type`."""

from typing import Annotated, Literal

from pydantic import Field

from data_models import Context
from strict import Archivable, Id, Strict, Text, Time

Json = dict[str, object]


class ArtifactRef(Strict):
    artifact_id: Id


class TableRef(Strict):
    table: Text


class ReportResult(Strict):
    report: ArtifactRef


class Models(Strict):
    kind: Text
    sampler: ArtifactRef
    scorer: ArtifactRef | None
    conditioned_sampler: ArtifactRef | None


class TrainResult(Strict):
    models: Models
    report: ArtifactRef


class DesignResult(Strict):
    selected_assemblies: TableRef
    report: ArtifactRef


class SearchCounts(Strict):
    step: float
    num_candidates_generated: float
    num_candidates_unique: float
    num_candidates_filtered: float
    num_candidates_rejected: float
    num_candidates_selected: float
    target_num_candidates: float
    beam_stability: float
    population_stability: float | None = None


class Progress(Strict):
    fraction: Annotated[float, Field(ge=0, le=1)]
    phase: Literal["QUEUED", "READING", "ANALYSIS", "SAMPLER", "SCORER", "SEARCH", "PREDICTION", "REPORT", "DONE"]
    step: float | None
    num_steps: float | None


class TaskFields(Archivable):
    errors: list[Text]
    context: Context
    display_name: Text | None
    idempotency_key: Text | None
    description: Text | None
    data_load_id: Id | None
    data_snapshots: dict[Text, Id]
    data_versions: dict[Text, Id]
    parameters: Json
    state: Literal["INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"]
    started_at: Time | None
    ended_at: Time | None
    progress: Progress | None

    @property
    def has_ended(self) -> bool:
        return self.state in ("COMPLETED", "FAILED", "CANCELLED")


class AnalyzeTask(TaskFields):
    type: Literal["analyze.data/v1", "analyze.data/v2"]
    result: ReportResult | None
    status_details: None


class TrainTask(TaskFields):
    type: Literal["train/v2"]
    result: TrainResult | None
    status_details: None


class DiversifyTask(TaskFields):
    type: Literal["diversify/v2"]
    result: DesignResult | None
    status_details: SearchCounts | None


class EngineerTask(TaskFields):
    type: Literal["engineer/v2"]
    result: DesignResult | None
    status_details: SearchCounts | None


class SelectResult(Strict):
    selected_assemblies: TableRef


class SelectTask(TaskFields):
    type: Literal["select/v2"]
    result: SelectResult | None
    status_details: None


class PredictResult(Strict):
    predictions: TableRef
    report: ArtifactRef


class PredictTask(TaskFields):
    type: Literal["predict/v1"]
    result: PredictResult | None
    status_details: None


Task = Annotated[
    AnalyzeTask | TrainTask | DiversifyTask | EngineerTask | SelectTask | PredictTask,
    Field(discriminator="type"),
]
