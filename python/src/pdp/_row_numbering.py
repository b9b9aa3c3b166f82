"""Residue numbers from a training run's rows, inferred from codes of single mutations such as V29A or p.Val29Ala."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._errors import ApiError
from ._sql import quoted
from ._training_source import source_of

if TYPE_CHECKING:
    from ._lab import Lab

MAX_ROWS = 2_000
MAX_COLUMNS = 50
MIN_PROTEIN_LENGTH = 8
SERVER_ERROR = 500

NAMES = (
    "Ala:A Arg:R Asn:N Asp:D Cys:C Gln:Q Glu:E Gly:G His:H Ile:I Leu:L Lys:K Met:M Phe:F Pro:P Ser:S Thr:T Trp:W Tyr:Y Val:V"
)
LETTERS = {name.upper(): letter for name, letter in (pair.split(":") for pair in NAMES.split())}
SINGLE = re.compile(r"(?:.*:)?(?:p\.)?[(\[]{0,2}([A-Za-z]{3}|[A-Z])(-?[0-9]{1,6})([A-Za-z]{3}|[A-Z])[)\]]{0,2}")
PROTEIN = re.compile("[ACDEFGHIKLMNPQRSTVWY]+")


def first_number_in_rows(lab: Lab, parameters: Mapping[str, Any], reference: str) -> int | None:
    """
    Returns the number of the reference's first residue according to the rows of a training run, or None if it cannot be inferred.
    """
    source = source_of(parameters)
    # Mutations that define the sequences already use the reference's numbering, and the residues of two chains count from 1.
    if source is None or not isinstance(source.columns, str):
        return None
    try:
        known = lab.raw("GET", "data/table:get", params={"reference": source.table})["columns"]
        names = [one["name"] for one in known if one["type"] == "STRING"][:MAX_COLUMNS]
        if not names:
            return None
        place = ".".join(quoted(part) for part in source.table.split("."))
        rows = lab.sql(f"SELECT {', '.join(map(quoted, names))} FROM {place} LIMIT {MAX_ROWS}").rows()
    except ApiError as error:
        # The table or one of its columns no longer exists.
        if error.status < SERVER_ERROR:
            return None
        raise
    return first_number_in(rows, source.columns, reference)


def first_number_in(rows: Sequence[Mapping[str, Any]], named: str, reference: str) -> int | None:
    """Returns the number from the first column with codes that match the sequences in `named`, otherwise in the first
    protein column.
    """
    names = list(rows[0]) if rows else []
    column = named if named in names else protein_column(rows)
    if column is None:
        return None
    for codes in (name for name in names if name != column):
        pairs = [(row[column], row[codes]) for row in rows if row[column] and row[codes]]
        first = first_number_of(pairs, reference)
        if first is not None:
            return first
    return None


def protein_column(rows: Sequence[Mapping[str, Any]]) -> str | None:
    """Returns the first column with protein sequences."""
    return next((name for name in (rows[0] if rows else []) if holds_proteins(rows, name)), None)


def holds_proteins(rows: Sequence[Mapping[str, Any]], name: str) -> bool:
    cells = [row[name] for row in rows if row[name]]
    are_proteins = len(cells) > 0 and all(isinstance(cell, str) and len(cell) >= MIN_PROTEIN_LENGTH and PROTEIN.fullmatch(cell) for cell in cells)
    return are_proteins and (len(set(cells)) > 1 or len(rows) == 1)


def first_number_of(pairs: Sequence[tuple[str, str]], reference: str) -> int | None:
    """Finds the number of a reference's first residue: the code of a single mutation contains the position where its
    sequence differs.
    """
    votes: Counter[int] = Counter()
    for sequence, code in pairs:
        read = SINGLE.fullmatch(code.strip())
        if read is None or len(sequence) != len(reference):
            continue
        at = next((index for index, residue in enumerate(reference) if sequence[index] != residue), None)
        if at is not None and (letter(read[1]), letter(read[3])) == (reference[at], sequence[at]):
            votes[int(read[2]) - at] += 1
    return votes.most_common(1)[0][0] if votes else None


def letter(residue: str) -> str:
    return LETTERS.get(residue.upper(), residue)
