"""Rounds of a project: which round something new belongs to, and how much each round improved."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _assay_values
from ._models import Round, read

if TYPE_CHECKING:
    from ._session import Session

NOT_IN_A_ROUND = "not in a round"
#: Minimum degrees of freedom of the noise for an interval.
MIN_DEGREES = 3
#: 97.5 % quantile of the standard normal distribution.
Z = 1.959963984540054


def next_round_name(names: Sequence[str]) -> str:
    """Returns a name for the next round that no round of the project has, archived ones included."""
    used = {name.strip().lower() for name in names}
    number = len(names) + 1
    while f"round {number}" in used:
        number += 1
    return f"round {number}"


def choose_round(rounds: Sequence[Mapping[str, Any]], purpose: str) -> tuple[str | None, str] | None:
    """
    Returns the id and name of the round that something new belongs to; the id is None for a round to create, and the result is
    None for no round. Measurements (MEASURE) join the latest round, designs (DESIGN) open a new round once the latest one is
    measured, and models (LEARN) belong to the latest measured round. `rounds` have `id`, `name`, `isMeasured` and `isArchived`.
    """
    still_open = [one for one in rounds if not one["isArchived"]]
    latest = still_open[-1] if still_open else None
    created = (None, next_round_name([one["name"] for one in rounds]))
    if purpose == "LEARN":
        found = next((one for one in reversed(still_open) if one["isMeasured"]), latest)
        return found and (found["id"], found["name"])
    if latest is None or (purpose == "DESIGN" and latest["isMeasured"]):
        return created
    return latest["id"], latest["name"]


def round_of_project(lab: Session, context: Mapping[str, Any], name: Any) -> str | None:
    """
    Returns the id of a round in the project of a context, by its name or id, or the handle that `project.round` returns. Raises
    LookupError if there is none.
    """
    if hasattr(name, "round_data"):
        name = name.round_data
    if isinstance(name, Round):
        name = name.id
    if name is None:
        return None
    project = context.get("project_id")
    rounds = [] if project is None else list(lab.rounds(str(project)))
    for one in rounds:
        if name in (one.name, one.id):
            return one.id
    names = ", ".join(one.name for one in rounds) or "none yet"
    raise LookupError(f'The project has no round "{name}"; its rounds: {names}.')


def open_round(lab: Session, project_id: str, purpose: str) -> str | None:
    """Returns the id of the round that something new in a project belongs to, and creates the round if it is the next one."""
    found = list(lab.pages("round:list", dict, project_id=project_id, include_archived=True))
    rounds = [
        {"id": one["id"], "name": one["name"], "isMeasured": False, "isArchived": one["archived_at"] is not None}
        for one in found
    ]
    for one in reversed(rounds if purpose != "MEASURE" else []):
        if not one["isArchived"]:
            one["isMeasured"] = is_measured(lab, one["id"])
            if one["isMeasured"]:
                break
    chosen = choose_round(rounds, purpose)
    if chosen is None or chosen[0] is not None:
        return chosen and chosen[0]
    body = {"project_id": project_id, "name": chosen[1]}
    return read(Round, lab.raw("POST", "round:create", json=body)).id


def is_measured(lab: Session, round_id: str) -> bool:
    loads = lab.pages("data/load:list", dict, round_id=round_id, state="COMPLETED", order="DESC")
    return any(is_measurement(load) for load in loads)


def is_measurement(load: Mapping[str, Any]) -> bool:
    """Tells whether a load has rows of imported files: results of tasks are loads without files."""
    return load["state"] == "COMPLETED" and load["is_active"] and len(load["files"]) > 0


@dataclass(frozen=True)
class BestVariant:
    """Mean of one variant, and the number of its rows."""

    sequence: str
    value: float
    rows: int


@dataclass(frozen=True)
class RoundGain:
    """Improvement of the best variant of a round over the best variant measured before."""

    name: str
    #: Number of sequences measured in the round, excluding the wild type.
    variants: int
    best: BestVariant
    #: Best variant by all earlier rows; None for the first measurements.
    before: BestVariant | None
    #: How much better the best variant is; negative if it is worse; None for the first measurements.
    gain: float | None
    #: 95 % interval of the gain; None if repeated rows do not state the noise.
    interval: tuple[float, float] | None


def round_gains(
    values: Sequence[Mapping[str, Any]], steps: Sequence[tuple[str, set[str]]], goal: Mapping[str, Any]
) -> list[RoundGain]:
    """
    Returns how much each step with measurements improved on everything measured before. `values` have `load`, `sequence`,
    `value`, `variance` and `rows`; steps are names with their loads. `goal` has `direction`, `target` and `wildType`.
    """
    goodness = goodness_of(goal)
    noise = pooled_noise(values)
    before: list[Mapping[str, Any]] = []
    found = []
    for name, loads in steps:
        own = [one for one in values if one["load"] in loads]
        if not own:
            continue
        best = best_of(own, goodness)
        earlier = best_of(before, goodness) if before else None
        before.extend(own)
        gain = None if earlier is None else goodness(best.value) - goodness(earlier.value)
        interval = None
        if gain is not None and earlier is not None and noise is not None:
            variance, degrees = noise
            half = student_quantile(degrees) * math.sqrt(variance * (1 / best.rows + 1 / earlier.rows))
            interval = (gain - half, gain + half)
        variants = {one["sequence"] for one in own} - {goal.get("wildType")}
        found.append(RoundGain(name, len(variants), best, earlier, gain, interval))
    return found


def goodness_of(goal: Mapping[str, Any]) -> Callable[[float], float]:
    """Returns a function that is larger for better values."""
    if goal["direction"] == "TARGET":
        return lambda value: -abs(value - goal["target"])
    return (lambda value: -value) if goal["direction"] == "MINIMIZE" else (lambda value: value)


def best_of(values: Iterable[Mapping[str, Any]], goodness: Callable[[float], float]) -> BestVariant:
    sums: dict[str, tuple[float, int]] = {}
    for one in values:
        total, rows = sums.get(one["sequence"], (0.0, 0))
        sums[one["sequence"]] = (total + one["value"] * one["rows"], rows + one["rows"])
    means = [BestVariant(sequence, total / rows, rows) for sequence, (total, rows) in sums.items()]
    return max(means, key=lambda one: goodness(one.value))


def pooled_noise(values: Iterable[Mapping[str, Any]]) -> tuple[float, int] | None:
    repeated = [one for one in values if one["variance"] is not None and one["rows"] > 1]
    degrees = sum(one["rows"] - 1 for one in repeated)
    if degrees < MIN_DEGREES:
        return None
    return sum((one["rows"] - 1) * one["variance"] for one in repeated) / degrees, degrees


def student_quantile(degrees: int) -> float:
    """Returns the 97.5 % quantile of Student's t distribution by the expansion of Fisher and Cornish (1960)."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / degrees + second / degrees**2 + third / degrees**3


def read_gains(lab: Session, project_id: str, assay_id: str) -> list[RoundGain]:
    """
    Reads how much each round improved an assay. Raises ValueError if the project has not used the assay, if its values cannot be
    ranked, or if they do not come from a table with a sequence column.
    """
    summary = lab.raw("GET", "project:summary", params={"id": project_id})
    assay = next((one for one in summary["assays"] if one["assay_id"] == assay_id), None)
    if assay is None:
        known = ", ".join(one["assay_id"] for one in summary["assays"]) or "none yet"
        raise ValueError(f'No training run or analysis of the project read the assay "{assay_id}"; its assays: {known}.')
    if assay["direction"] == "TARGET" and assay["target"] is None:
        raise ValueError(f"The target of {assay_id} is the prediction for a sequence, so measured values cannot be ranked.")
    read = _assay_values.read_assay_values(lab, project_id, assay_id, assay["task_id"])
    if read is None:
        raise ValueError(f"The values of {assay_id} do not come from a table with sequences.")
    if not read.is_complete:
        warnings.warn(incomplete_words(assay_id, len(read.values)), stacklevel=3)
    loads = [one for one in lab.pages("data/load:list", dict, project_id=project_id) if is_measurement(one)]
    of_round: dict[str | None, set[str]] = {}
    for load in loads:
        of_round.setdefault(load["context"].get("round_id"), set()).add(load["id"])
    steps = [(NOT_IN_A_ROUND, of_round.get(None, set()))]
    steps += [(one["name"], of_round.get(one["round_id"], set())) for one in summary["rounds"]]
    goal = {
        "direction": assay["direction"] or "MAXIMIZE",
        "target": assay["target"],
        "wildType": read.wild_type,
    }
    return round_gains(read.values, steps, goal)


def incomplete_words(assay_id: str, count: int) -> str:
    """States that values of the earliest imports were not compared."""
    return (
        f"Only the latest {count:,} values of {assay_id} were compared (one for each sequence in an import). "
        "Earlier imports are missing from these gains."
    )
