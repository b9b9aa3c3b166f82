"""Parts of the parameters of several task types."""

from shapes import (
    anything,
    boolean,
    constant,
    either,
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
)

MOST_ASSAYS = 32

MONOMER = fields({"monomer": text()})
PAIR = fields({"vh": nullable(text()), "vl": nullable(text())})
ASSEMBLY = either(MONOMER, PAIR)
ARTIFACT_REF = fields({"artifact_id": int64})
TABLE_REF = fields({"table": text()})

CELL = either(text(shortest=0), number, boolean, constant(None), mapping(anything), items(anything))
SOURCE = tagged(
    "kind",
    {
        "TABLE": fields({"table": text()}, {"version_id": int64}),
        "QUERY": fields({"query": text(100_000)}),
        "LITERAL": fields({"rows": items(mapping(CELL), least=1)}),
        "TASK_RESULT": fields({"table": text(), "task_id": either(items(int64, least=1), int64)}, {"query": text()}),
        "SNAPSHOT": either(fields({"id": int64}), fields({"task_id": int64, "name": text()})),
    },
)

MEASURE = fields({"assay_id": text(128), "direction": one_of("MAXIMIZE", "MINIMIZE")})
ASSAY = fields(
    {
        "assay_id": text(128),
        "name": text(),
        "unit": nullable(text()),
        "scale_type": one_of("MULTIPLICATIVE", "ADDITIVE", "RANK"),
    }
)
ASSAYS = items(ASSAY, most=MOST_ASSAYS)
LEVEL = either(number, fields({"reference": ASSEMBLY}, {"margin": number}))
CONSTRAINTS = items(fields({"measure": MEASURE, "threshold": LEVEL}), most=MOST_ASSAYS)

RANGES = mapping(items(items(integer, most=2, least=2)))
IN_RANGES = fields({"ranges": RANGES})
