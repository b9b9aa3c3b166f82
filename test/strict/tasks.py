"""Tasks of all types: their parameters, results and details, as the specification and the decisions about the API state them."""

from typing import Any

import version_one
from resources import ARCHIVABLE, CONTEXT
from shapes import (
    Mismatch,
    Rule,
    boolean,
    constant,
    fields,
    int64,
    integer,
    items,
    mapping,
    nullable,
    number,
    one_of,
    tagged,
    text,
    time,
)
from task_parts import (
    ARTIFACT_REF,
    ASSAYS,
    CONSTRAINTS,
    IN_RANGES,
    LEVEL,
    MEASURE,
    MONOMER,
    SOURCE,
    TABLE_REF,
)


REQUIREMENTS = items(
    fields({"apply_to": IN_RANGES, "motifs": items(text()), "operator": one_of("none", "any", "all")})
)
TEMPLATE = fields({"kind": constant("MONOMER"), "assembly": MONOMER, "sampler": ARTIFACT_REF})
ASSEMBLIES = fields({"kind": constant("MONOMER"), "source": SOURCE})
ALLOWED = fields({"in_range": IN_RANGES, "amino_acids": items(text(1), least=1)})


def generator(value: Any, path: str) -> None:
    alias: dict[str, Rule] = {"alias": nullable(text())}
    ensemble = fields({"ensemble": items(generator, least=1), **alias})
    rules = {
        "MODEL_BASED": fields(
            {
                "template": TEMPLATE,
                "requirements": REQUIREMENTS,
                "discourage_mutations": nullable(IN_RANGES),
                "min_mutations": integer,
                "max_mutations": integer,
                **alias,
            }
        ),
        "EXPLICIT": fields({"source": ASSEMBLIES, **alias}),
        "COMBINATORIAL": fields(
            {
                "template": MONOMER,
                "max_mutations": integer,
                "allowed_mutations": items(ALLOWED, least=1),
                "requirements": REQUIREMENTS,
                **alias,
            }
        ),
        "PARALLEL": ensemble,
        "SEQUENTIAL": ensemble,
    }
    tagged("type", rules)(value, path)


REDUNDANCY: dict[str, Rule] = {"hit_redundancy": nullable(integer)}
LIKELIHOOD = fields(
    {
        "sampler_config": fields(
            {
                "kind": constant("MONOMER_SAMPLER"),
                "sampler": ARTIFACT_REF,
                "reference_assembly": MONOMER,
                "controls": nullable(SOURCE),
            }
        ),
        **REDUNDANCY,
    }
)
SCORE = fields(
    {
        "primary_objective": fields({"measure": MEASURE, "reference": LEVEL}),
        "constraints": CONSTRAINTS,
        "scorer_config": fields(
            {"kind": constant("MONOMER_SCORER"), "scorer": ARTIFACT_REF, "controls": nullable(SOURCE)}
        ),
        **REDUNDANCY,
    }
)
FILTERER = fields(
    {
        "kind": constant("SCORED_FILTERER"),
        "scorer": fields({"kind": constant("MONOMER"), "scorer": ARTIFACT_REF}),
        "constraints": CONSTRAINTS,
    }
)
DESIGN: dict[str, Rule] = {"generator": generator, "filterers": items(FILTERER), "num_assemblies": integer}

PARAMETERS = {
    **version_one.PARAMETERS,
    "analyze.data/v1": fields({"reference_sequence": text(), "dataset": SOURCE, "assays": ASSAYS}),
    "analyze.data/v2": fields({"reference": MONOMER, "dataset": SOURCE, "assays": ASSAYS}),
    "train/v2": fields(
        {
            "data": fields({"kind": constant("MONOMER"), "homologs": nullable(SOURCE), "dataset": nullable(SOURCE)}),
            "assays": ASSAYS,
            "primary_objective": nullable(MEASURE),
        }
    ),
    "diversify/v2": fields({**DESIGN, "ranker": tagged("type", {"LIKELIHOOD_BASED": LIKELIHOOD})}),
    "engineer/v2": fields(
        {
            **DESIGN,
            "ranker": tagged("type", {"SCORE_BASED": SCORE}),
            "force_returning_num_assemblies": boolean,
        }
    ),
    "select/v2": fields(
        {
            "assemblies": ASSEMBLIES,
            "ranker": tagged(
                "type",
                {"LIKELIHOOD_BASED": LIKELIHOOD, "SCORE_BASED": SCORE, "PRE_RANKED": fields(REDUNDANCY)},
            ),
            "min_assemblies_to_select": integer,
            "max_assemblies_to_select": integer,
        }
    ),
}

MODELS = fields(
    {
        "kind": constant("MONOMER"),
        "sampler": ARTIFACT_REF,
        "scorer": nullable(ARTIFACT_REF),
        "conditioned_sampler": nullable(ARTIFACT_REF),
    }
)
REPORT: dict[str, Rule] = {"report": ARTIFACT_REF}
DESIGNS: dict[str, Rule] = {"selected_assemblies": TABLE_REF}
RESULTS = {
    **version_one.RESULTS,
    "analyze.data/v1": fields(REPORT),
    "analyze.data/v2": fields(REPORT),
    "train/v2": fields({"models": MODELS, **REPORT}),
    "diversify/v2": fields({**DESIGNS, **REPORT}),
    "engineer/v2": fields({**DESIGNS, **REPORT}),
    "select/v2": fields(DESIGNS),
}

COUNTS = fields(
    dict.fromkeys(
        (
            "step",
            "num_candidates_generated",
            "num_candidates_unique",
            "num_candidates_filtered",
            "num_candidates_rejected",
            "num_candidates_selected",
            "target_num_candidates",
            "beam_stability",
        ),
        number,
    )
)

FRAME = fields(
    {
        **ARCHIVABLE,
        "errors": items(text(), most=101),
        "type": one_of(*PARAMETERS),
        "context": CONTEXT,
        "display_name": nullable(text()),
        "idempotency_key": nullable(text(256)),
        "description": nullable(text()),
        "data_load_id": nullable(int64),
        "data_snapshots": mapping(int64),
        "data_versions": mapping(int64),
        "state": one_of("INIT", "EXECUTING", "COMPLETED", "FAILED", "CANCELLED"),
    },
    {"started_at": time, "ended_at": time},
)


def TASK(value: Any, path: str) -> None:
    FRAME(value, path)
    kind = value["type"]
    fields({"parameters": PARAMETERS[kind], "result": nullable(RESULTS[kind])})(value, path)
    if value["state"] == "COMPLETED" and value["result"] is None:
        raise Mismatch(f"{path}.result: a COMPLETED task has no result")
    has_counts = kind.startswith(("diversify/", "engineer/"))
    fields({"status_details": nullable(COUNTS) if has_counts else constant(None)})(value, path)
