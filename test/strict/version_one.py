"""Tasks of version 1: their parameters and results."""

from shapes import (
    Rule,
    anything,
    constant,
    either,
    fields,
    integer,
    items,
    mapping,
    nullable,
    number,
    text,
)
from task_parts import ARTIFACT_REF, ASSAYS, MEASURE, RANGES, SOURCE, TABLE_REF

NOTHING = either(constant(None), constant(False), items(anything, most=0))
MODEL: dict[str, Rule] = {"domain_features": NOTHING, "protein_model_type": nullable(text())}

STATED_RANGES = nullable(either(items(items(integer, most=2, least=2)), RANGES))
BLOCKED_LETTERS = items(
    fields({"blocked_aas": either(text(), items(text()))}, {"ranges": STATED_RANGES})
)
BLOCKED_MOTIFS = items(fields({"blocked_motif": text()}, {"ranges": STATED_RANGES}))
TEMPLATE: dict[str, Rule] = {
    "template_id": text(),
    "sequence": text(),
    "num_results": integer,
    "min_mutations": integer,
    "max_mutations": integer,
    "blocked_aas": BLOCKED_LETTERS,
    "blocked_motifs": BLOCKED_MOTIFS,
}
ENGINEER_TEMPLATE = fields(
    {
        **TEMPLATE,
        "hit_redundancy": integer,
        "blocked_regexps": items(text()),
        "must_match_regexps": items(text()),
    }
)
CONSTRAINTS = items(
    either(fields({"assay_id": text(128), "threshold": number}), fields({"assay_id": text(128), "relative_to": text()}))
)
METHOD = either(
    fields({"scorer": ARTIFACT_REF, "hit_redundancy": integer, "max_mutation_frequency": nullable(number)}),
    fields({"assayed_sequences": SOURCE}),
)

PARAMETERS = {
    "train/v1": fields(
        {**MODEL, "homologs": nullable(SOURCE), "dataset": SOURCE, "assays": ASSAYS, "primary_objective": MEASURE}
    ),
    "diversify/v1": fields({**MODEL, "template_sequence": fields(TEMPLATE), "homologs": nullable(SOURCE)}),
    "engineer/v1": fields(
        {
            "dataset": SOURCE,
            "assays": ASSAYS,
            "primary_objective": MEASURE,
            "constraints": CONSTRAINTS,
            "samplers": items(ARTIFACT_REF, least=1),
            "scorer": ARTIFACT_REF,
            "custom_predictors": NOTHING,
            "template_sequences": items(ENGINEER_TEMPLATE, least=1),
        }
    ),
    "select/v1": fields(
        {
            "sequences": SOURCE,
            "objective": MEASURE,
            "constraints": CONSTRAINTS,
            "selection_method": METHOD,
            "clustered_batches": NOTHING,
            "max_num_sequences_to_select": nullable(integer),
            "min_num_sequences_to_select": integer,
        }
    ),
}

METADATA = fields(
    {
        "template_id": text(),
        "sequence": text(),
        "blocked_aas": BLOCKED_LETTERS,
        "min_mutations": integer,
        "max_mutations": integer,
        "structure": nullable(mapping(anything)),
    }
)
RESULTS = {
    "train/v1": fields(
        {
            "base_sampler": ARTIFACT_REF,
            "conditioned_sampler": nullable(ARTIFACT_REF),
            "scorer": ARTIFACT_REF,
            "prediction_data": TABLE_REF,
            "generator_prediction_data": TABLE_REF,
            "report": ARTIFACT_REF,
        }
    ),
    "diversify/v1": fields(
        {
            "selected_sequences": TABLE_REF,
            "generated_sequences": TABLE_REF,
            "template_metadata": METADATA,
            "report": ARTIFACT_REF,
        }
    ),
    "engineer/v1": fields(
        {
            "selected_sequences": TABLE_REF,
            "engineered_sequences": TABLE_REF,
            "num_evaluated_seqs": integer,
            "num_generated_seqs": integer,
            "new_mutation_ratio": number,
            "template_metadata": items(METADATA),
            "report": ARTIFACT_REF,
        }
    ),
    "select/v1": fields({"selected_sequences": TABLE_REF}),
}
