"""Measurements of fictional variants, few enough that every task takes seconds."""

import io

import pyarrow as pa
import pyarrow.parquet as pq

LETTERS = "ACDEFGHIKLMNPQRSTVWY"
REFERENCE = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEV"

COLUMNS = [
    {"name": "sequence", "type": "STRING", "nullable": False},
    {"name": "activity", "type": "FLOAT64", "metadata": {"description": "relative to the reference"}},
    {"name": "counts", "type": "ARRAY", "item_type": {"type": "INT64"}},
    {
        "name": "plate",
        "type": "STRUCT",
        "columns": [{"name": "row", "type": "STRING"}, {"name": "number", "type": "INT64"}],
    },
    {"name": "is_control", "type": "BOOL"},
]


def variant(index: int) -> dict[str, object]:
    letters = list(REFERENCE)
    first = 1 + index % (len(letters) - 1)
    letters[first] = LETTERS[index % 20]
    if index % 3 == 0:
        letters[1 + (index * 7 + 3) % (len(letters) - 1)] = LETTERS[index * 3 % 20]
    activity = 1 + first / 40 - (index % 20) / 30 + (0.2 if index % 3 == 0 else 0) + index * 37 % 11 / 100
    return {
        "sequence": "".join(letters),
        "activity": None if index % 40 == 39 else round(activity, 3),
        "counts": [index, index + 1],
        "plate": {"row": "ABCDEFGH"[index % 8], "number": index % 12 + 1},
        "is_control": index % 50 == 0,
    }


def variants(count: int) -> pa.Table:
    schema = pa.schema(
        [
            pa.field("sequence", pa.string(), nullable=False),
            pa.field("activity", pa.float64()),
            pa.field("counts", pa.list_(pa.int64())),
            pa.field("plate", pa.struct([("row", pa.string()), ("number", pa.int64())])),
            pa.field("is_control", pa.bool_()),
        ]
    )
    return pa.Table.from_pylist([variant(index) for index in range(count)], schema)


def to_parquet(table: pa.Table) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()
