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
    ASSEMBLY,
    CONSTRAINTS,
    IN_RANGES,
    LEVEL,
    MEASURE,
    SOURCE,
    TABLE_REF,
)


REQUIREMENTS = items(
    fields({"apply_to": IN_RANGES, "motifs": items(text()), "operator": one_of("none", "any", "all")})
)
KIND = one_of("MONOMER", "VHVL")
TEMPLATE = fields({"kind": KIND, "assembly": ASSEMBLY, "sampler": ARTIFACT_REF})
ASSEMBLIES = fields({"kind": KIND, "source": SOURCE})
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
                "template": ASSEMBLY,
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
                "kind": one_of("MONOMER_SAMPLER", "VHVL_SAMPLER"),
                "sampler": ARTIFACT_REF,
                "reference_assembly": ASSEMBLY,
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
            {"kind": one_of("MONOMER_SCORER", "VHVL_SCORER"), "scorer": ARTIFACT_REF, "controls": nullable(SOURCE)}
        ),
        **REDUNDANCY,
    }
)
FILTERER = fields(
    {
        "kind": constant("SCORED_FILTERER"),
        "scorer": fields({"kind": KIND, "scorer": ARTIFACT_REF}),
        "constraints": CONSTRAINTS,
    }
)
DESIGN: dict[str, Rule] = {"generator": generator, "filterers": items(FILTERER), "num_assemblies": integer}

PARAMETERS = {
    **version_one.PARAMETERS,
    "analyze.data/v1": fields({"reference_sequence": text(), "dataset": SOURCE, "assays": ASSAYS}),
    "analyze.data/v2": fields({"reference": ASSEMBLY, "dataset": SOURCE, "assays": ASSAYS}),
    "train/v2": fields(
        {
            "data": fields({"kind": KIND, "homologs": nullable(SOURCE), "dataset": nullable(SOURCE)}),
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
        "kind": one_of("MONOMER", "VH_VL"),
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
