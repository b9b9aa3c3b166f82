"""How reliable the predictions of models are, in the words of all clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._errors import ApiError

if TYPE_CHECKING:
    from ._session import Session

#: Rank correlations from which predictions are called strong, good and fair.
GRADES = ((0.7, "strong"), (0.5, "good"), (0.3, "fair"))


def reliability_words(assay: Mapping[str, Any]) -> str:
    """States how reliable the predictions of an assay are: `weak (rank correlation 0.20, 95 % interval 0.04 to 0.35)`."""
    rank = assay["spearman"]
    if rank is None:
        return "unknown (too few rows)"
    grade = next((grade for least, grade in GRADES if assay["usable"] and rank >= least), "weak")
    low, high = assay.get("spearman_low"), assay.get("spearman_high")
    interval = "" if low is None or high is None else f", 95 % interval {low:.2f} to {high:.2f}"
    return f"{grade} (rank correlation {rank:.2f}{interval}){'' if assay['usable'] else ', unlikely to help'}"


def reliability_of(lab: Session, scorer: Mapping[str, Any] | None) -> dict[str, str]:
    """Returns the words for each assay of a model; empty without a model, or if it was erased."""
    if scorer is None:
        return {}
    try:
        assays = lab.artifact(scorer["artifact_id"]).data.get("assays") or []
    except ApiError as error:
        if error.status != 404:
            raise
        return {}
    return {assay["assay_id"]: reliability_words(assay) for assay in assays}
