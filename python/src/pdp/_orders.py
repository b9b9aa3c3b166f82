"""Order lists, FASTA and plates of designs, with the same rules as in `client/orderList`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Literal

from ._assembly import BREAK, sequence_of
from ._numbering import index_of, number_at

RESIDUES_PER_LINE = 60
SIGNIFICANT_DIGITS = 6
SHAPES = {96: (8, 12), 384: (16, 24)}
PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,19}\Z")

Kind = Literal["design", "reference", "best so far"]


@dataclass(frozen=True)
class Design:
    """Design from a task's table. `predictions` contains means and standard deviations by assay."""

    rank: int
    sequence: str
    mutations: str
    parent: str
    constraint_probability: float | None = None
    predictions: dict[str, tuple[float, float]] = field(default_factory=dict)
    warning: str | None = None


@dataclass(frozen=True)
class OrderRow:
    """Protein to order. Its name is unique within the list; measurements refer to it."""

    name: str
    kind: Kind
    mutations: str
    sequence: str
    predictions: dict[str, tuple[float, float]]
    warning: str | None = None


@dataclass(frozen=True)
class PlateWell:
    """Well of a plate, counted from 1, with its contents."""

    plate: int
    well: str
    name: str
    kind: Kind
    mutations: str
    sequence: str


def read_designs(rows: Iterable[dict[str, Any]]) -> list[Design]:
    """Reads the rows of a design table in rank order."""
    designs = sorted((read_design(row) for row in rows), key=lambda design: design.rank)
    for one, other in zip(designs, designs[1:]):
        if one.rank == other.rank:
            raise ValueError(f"Two designs have rank {one.rank}. Ranks are unique within a task.")
    return designs


def read_design(row: dict[str, Any]) -> Design:
    # Tables of two chains have them in separate columns.
    row = {
        **row,
        "sequence": row.get("sequence") or sequence_of(row),
        "parent": row.get("parent") or sequence_of({"vh": row.get("parent_vh"), "vl": row.get("parent_vl")}),
    }
    for name in ("rank", "sequence", "mutations", "parent"):
        if row.get(name) is None:
            raise ValueError(f'This is not a list of task designs: the column "{name}" is missing or empty.')
    assays = [name[: -len("_mean")] for name in row if name.endswith("_mean")]
    return Design(
        rank=int(row["rank"]),
        sequence=row["sequence"],
        mutations=row["mutations"],
        parent=row["parent"],
        constraint_probability=row.get("constraint_probability"),
        predictions={
            assay: (row[f"{assay}_mean"], row[f"{assay}_sd"]) for assay in assays if f"{assay}_sd" in row
        },
        warning=row.get("warning"),
    )


def order_rows(
    designs: Sequence[Design],
    *,
    prefix: str = "D",
    numbers: Sequence[int] = (1,),
    written: Sequence[int] = (1,),
    reference: bool = False,
    best_so_far: str | None = None,
) -> list[OrderRow]:
    """
    Lists designs, followed by controls, with the names used for ordering and measuring. A name is based on the design's
    rank (`D001`), so it does not change if fewer designs are chosen. Positions in mutations use `numbers`, the numbering
    of the template's residues, and continue after its last residue. The designs use the numbering `written`.
    """
    if not PREFIX.match(prefix):
        raise ValueError(
            f'"{prefix}" is not a valid name prefix. A prefix must be a letter followed by up to 19 letters, digits, ".", "_" or "-".'
        )
    rows = [
        OrderRow(
            f"{prefix}{design.rank:03d}",
            "design",
            renumber(design.mutations, numbers, written),
            design.sequence,
            design.predictions,
            design.warning,
        )
        for design in designs
    ]
    if not designs:
        return rows
    template = designs[0].parent
    if reference:
        rows.append(OrderRow("reference", "reference", "", template, {}))
    if best_so_far is not None and not (reference and best_so_far == template):
        mutations = renumber(mutations_between(template, best_so_far), numbers)
        rows.append(OrderRow("best", "best so far", mutations, best_so_far, {}))
    return rows


def mutations_between(template: str, sequence: str) -> str:
    """
    Writes the mutations from a template to a sequence, numbered from 1: substitutions, and the residues that are
    deleted or inserted in one place if the lengths differ. Mutations of two chains name them: `H:A23G L:S93T`.
    """
    chains, others = chain_texts(template), chain_texts(sequence)
    if chains.keys() != others.keys() or len(chains) == 1:
        return ";".join(chain_mutations(template, sequence))
    return " ".join(name + ":" + one for name in chains for one in chain_mutations(chains[name], others[name]))


def chain_mutations(template: str, sequence: str) -> list[str]:
    cut = gap_between(template, sequence)
    longer = max(0, len(sequence) - len(template))
    aligned = [*sequence[:cut], *["del"] * (len(template) - len(sequence)), *sequence[cut + longer :]]
    pairs = enumerate(zip(template, aligned), start=1)
    changes = [f"{old}{position}{new}" for position, (old, new) in pairs if old != new]
    if longer:
        before, after = template[:cut][-1:], template[cut : cut + 1]
        changes.append(f"{before}{cut}_{after}{cut + 1}ins{sequence[cut : cut + longer]}")
    return changes


def gap_between(template: str, sequence: str) -> int:
    """Returns the number of residues before the gap that leaves the fewest substitutions; of equally good gaps, the last."""
    common = min(len(template), len(sequence))
    after = list(zip(template[len(template) - common :], sequence[len(sequence) - common :]))
    substitutions = fewest = cut = 0
    for at, (old, new) in enumerate(zip(template, sequence)):
        substitutions += (old != new) - (after[at][0] != after[at][1])
        if substitutions <= fewest:
            fewest, cut = substitutions, at + 1
    return cut


def renumber(mutations: str, numbers: Sequence[int], written: Sequence[int] = (1,)) -> str:
    """Rewrites mutation positions from the numbering `written` to residue numbers."""
    return re.sub(
        r"-?[0-9]+", lambda position: str(number_at(numbers, index_of(written, int(position[0])))), mutations
    )


def order_csv(rows: Sequence[OrderRow]) -> str:
    """
    Writes an order list as CSV: name, mutations, sequence (or `vh` and `vl`), and mean and standard deviation of each assay, followed by a
    warning about the predictions, if there is one.
    """
    assays = list(dict.fromkeys(assay for row in rows for assay in row.predictions))
    sequences = sequence_names(rows)
    header = ["name", "mutations", *sequences, *(f"{assay}_{what}" for assay in assays for what in ("mean", "sd"))]
    has_warning = any(row.warning for row in rows)
    records = [[*header, *(["warning"] if has_warning else [])]]
    for row in rows:
        values = [number_text(value) for assay in assays for value in row.predictions.get(assay, (None, None))]
        cells = sequence_cells(row.sequence, sequences)
        records.append([row.name, row.mutations, *cells, *values, *([row.warning or ""] if has_warning else [])])
    return csv_text(records)


def order_fasta(rows: Sequence[OrderRow]) -> str:
    """
    Writes an order list as FASTA: `>D001 I6D;L99A`, and the sequence in lines of 60 residues. A warning about the
    predictions follows the mutations. Each chain of a protein with two is a record with its mutations: `>D001_H H:A23G`.
    """
    records = []
    for row in rows:
        for chain, text in chain_texts(row.sequence).items():
            if chain and not text:
                continue
            parts = [text[at : at + RESIDUES_PER_LINE] for at in range(0, len(text), RESIDUES_PER_LINE)]
            name = f"{row.name}_{chain}" if chain else row.name
            own = " ".join(one for one in row.mutations.split(" ") if one.startswith(chain and chain + ":"))
            title = ">" + " ".join(part for part in (name, own, row.warning) if part)
            records.append("\n".join([title, *parts]) + "\n")
    return "".join(records)


def chain_texts(sequence: str) -> dict[str, str]:
    """Returns the text of each chain by its letter, H or L; a protein with one chain has no letter."""
    heavy, slash, light = sequence.partition(BREAK)
    return {"H": heavy, "L": light} if slash else {"": sequence}


def sequence_names(rows: Sequence[OrderRow] | Sequence[PlateWell]) -> list[str]:
    """Names the columns for the sequences of a list: `sequence`, or `vh` and `vl` if a protein has two chains."""
    return ["vh", "vl"] if any(BREAK in row.sequence for row in rows) else ["sequence"]


def sequence_cells(sequence: str, names: Sequence[str]) -> list[str]:
    """Returns the cells of a protein in the named columns; an absent chain has an empty cell."""
    return [sequence] if len(names) == 1 else [sequence.partition(BREAK)[index] for index in (0, 2)]


def plate_wells(wells: int, fill: str = "rows", free_edge: bool = False) -> list[str]:
    """Names the wells of a plate in filling order."""
    if wells not in SHAPES:
        raise ValueError(f"Plates must have 96 or 384 wells, not {wells}.")
    if fill not in ("rows", "columns"):
        raise ValueError(f'"{fill}" is invalid: fill plates by rows or columns.')
    margin = 1 if free_edge else 0
    rows, columns = (range(margin, size - margin) for size in SHAPES[wells])
    if fill == "rows":
        return [well_name(row, column) for row in rows for column in columns]
    return [well_name(row, column) for column in columns for row in rows]


def plates(
    order: Sequence[OrderRow],
    wells: int,
    *,
    fill: str = "rows",
    free_edge: bool = False,
    control_wells: int = 1,
) -> list[PlateWell]:
    """
    Assigns the proteins of an order list to wells on as many plates as needed. Every plate has the controls in the same
    last wells.
    """
    names = plate_wells(wells, fill, free_edge)
    controls = [row for row in order if row.kind != "design" for _ in range(control_wells)]
    designs = [row for row in order if row.kind == "design"]
    room = len(names) - len(controls)
    if room < 1:
        raise ValueError(
            f"{len(controls)} control wells leave no wells for designs: a plate has {len(names)} usable wells. "
            "Request fewer control wells."
        )
    filled = []
    for index in range(math.ceil(len(designs) / room)):
        own = designs[index * room : (index + 1) * room]
        placed = [*zip(names, own), *zip(names[room:], controls)]
        filled.extend(
            PlateWell(index + 1, well, row.name, row.kind, row.mutations, row.sequence) for well, row in placed
        )
    return filled


def plate_csv(wells: Sequence[PlateWell]) -> str:
    """Writes wells as CSV: plate, well, name, kind, mutations, sequence (or `vh` and `vl`)."""
    names = sequence_names(wells)
    rows = [
        [str(one.plate), one.well, one.name, one.kind, one.mutations, *sequence_cells(one.sequence, names)]
        for one in wells
    ]
    return csv_text([["plate", "well", "name", "kind", "mutations", *names], *rows])


def pick_designs(designs: Sequence[Design], count: int, by: str = "rank") -> list[Design]:
    """Chooses designs by rank, by the probability of meeting all constraints, or by diversity. Returns them in rank order.
    """
    by_rank = sorted(designs, key=lambda design: design.rank)
    if by == "diversity":
        return sorted(pick_diverse(by_rank, count), key=lambda design: design.rank)
    if by == "probability":
        by_rank.sort(key=lambda design: -(design.constraint_probability or 0))
    elif by != "rank":
        raise ValueError(f'"{by}" is invalid: pick designs by rank, probability or diversity.')
    return sorted(by_rank[:count], key=lambda design: design.rank)


def pick_diverse(by_rank: Sequence[Design], count: int) -> list[Design]:
    """Starts with the best design, then adds the design farthest from all chosen designs."""
    picked: list[Design] = []
    nearest = [math.inf] * len(by_rank)
    while len(picked) < min(count, len(by_rank)):
        farthest = max(range(len(by_rank)), key=lambda index: nearest[index])
        chosen = by_rank[farthest]
        picked.append(chosen)
        for index, design in enumerate(by_rank):
            nearest[index] = min(nearest[index], distance(design.sequence, chosen.sequence))
        nearest[farthest] = -1
    return picked


def distance(one: str, other: str) -> int:
    """Counts the positions where two sequences differ, including missing positions."""
    return abs(len(one) - len(other)) + sum(a != b for a, b in zip(one, other))


def well_name(row: int, column: int) -> str:
    return f"{chr(ord('A') + row)}{column + 1:02d}"


def csv_text(records: Iterable[Sequence[str]]) -> str:
    """Writes records as CSV (RFC 4180) with `\\n` at the end of each line."""
    return "".join(",".join(map(csv_cell, record)) + "\n" for record in records)


def csv_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if re.search('[",\r\n]', text) else text


def number_text(value: float | None) -> str:
    """Writes a number with six significant digits, like JavaScript; nothing for values that are not finite."""
    if value is None or not math.isfinite(value):
        return ""
    exact = Decimal(value)
    if exact == 0:
        return "0"
    unit = Decimal(1).scaleb(exact.adjusted() - SIGNIFICANT_DIGITS + 1)
    rounded = exact.quantize(unit, rounding=ROUND_HALF_UP) if unit < 1 else (exact / unit).quantize(
        Decimal(1), rounding=ROUND_HALF_UP
    ) * unit
    sign, digits, _ = rounded.normalize().as_tuple()
    exponent = rounded.adjusted()
    text = "".join(map(str, digits))
    minus = "-" if sign else ""
    if 0 <= exponent < 21:
        whole = text[: exponent + 1].ljust(exponent + 1, "0")
        rest = text[exponent + 1 :]
        return minus + whole + (f".{rest}" if rest else "")
    if -7 < exponent < 0:
        return f"{minus}0.{'0' * (-exponent - 1)}{text}"
    fraction = f".{text[1:]}" if len(text) > 1 else ""
    return f"{minus}{text[0]}{fraction}e{exponent:+d}"
