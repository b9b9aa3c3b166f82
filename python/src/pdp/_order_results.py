"""Results of an order: measured wells joined with its layout, by the rules that all clients use."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

WELL = re.compile(r"([A-Za-z]+)0*([0-9]+)")
WHOLE = re.compile(r"([0-9]+)\.0+")
#: Text of the mutations of the parent; an empty cell means that they are unknown.
PARENT = "WT"


def join_results(
    wells: Sequence[Mapping[str, Any]],
    rows: Sequence[Mapping[str, Any]],
    *,
    well: str = "well",
    plate: str = "plate",
    sequence: str = "sequence",
    mutations: str = "mutations",
) -> list[dict[str, Any]]:
    """
    Returns a row for each measured well of an order: `plate`, `well`, `name`, `role`, mutations, sequence, and the measured
    columns. Rows of wells that the order leaves empty are dropped, with a warning that names them. Plates have the numbers of the order in their names, or are
    as many as those of the order. Raises ValueError if the plates do not match.
    """
    if not rows or well not in rows[0]:
        raise ValueError(f'The measurements have no column "{well}": name it with well=…')
    numbers = plate_numbers([plate_name(row.get(plate)) for row in rows], [one["plate"] for one in wells])
    layout = {(one["plate"] or 1, well_key(one["well"])): one for one in wells}
    kept = [name for name in rows[0] if name not in (well, plate)]
    used = {"plate", "well", "name", "role", mutations.lower(), sequence.lower()}
    parents = {one["sequence"] for one in wells if one["role"] == "PARENT"}
    joined, dropped = [], []
    for row in rows:
        one = layout.get((numbers[plate_name(row.get(plate))], well_key(row[well])))
        if one is None:
            dropped.append(well_key(row[well]))
            continue
        protein = one["sequence"]
        codes = None if protein is None else one["mutations"] or (PARENT if protein in parents else None)
        joined.append(
            {
                "plate": one["plate"] or 1,
                "well": one["well"],
                "name": one["name"],
                "role": one["role"].lower(),
                mutations: codes,
                sequence: protein,
                **{f"{name} (measured)" if name.lower() in used else name: row[name] for name in kept},
            }
        )
    if not joined:
        raise ValueError("None of the measured wells belongs to this order.")
    if dropped:
        names = list(dict.fromkeys(dropped))
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        warnings.warn(f"The order leaves wells empty that were measured; they are dropped: {', '.join(names[:5])}{more}.", stacklevel=3)
    return joined


def plate_name(plate: Any) -> str:
    """Returns the name of a plate; empty if it is missing. Data frames with missing values turn plate 2 into 2.0."""
    try:
        is_missing = plate is None or bool(plate != plate)
    except TypeError:
        # pandas.NA is neither equal to itself nor different.
        is_missing = True
    if is_missing:
        return ""
    return WHOLE.sub(r"\1", str(plate).strip())


def plate_numbers(measured: Sequence[str], ordered: Sequence[int | None]) -> dict[str, int]:
    """Returns the plate of the order for each plate of the measurements."""
    if any(number is None for number in ordered):
        raise ValueError("The order is a list without wells: join its results by name.")
    names = list(dict.fromkeys(measured))
    plates = sorted({number for number in ordered if number is not None})
    found = [re.findall(r"[0-9]+", name) for name in names]
    numbers = [int(digits[-1]) if digits else None for digits in found]
    if len(set(numbers)) == len(names) and all(number in plates for number in numbers):
        return {name: number for name, number in zip(names, numbers, strict=True) if number is not None}
    if len(names) == len(plates):
        return dict(zip(names, plates, strict=True))
    raise ValueError(
        f'The measurements have the plates {", ".join(map(repr, names))}, and the order has '
        f'{", ".join(map(str, plates))}. Name them like the plates of the order, such as "Plate {plates[0]}".'
    )


def well_key(well: Any) -> str:
    """Returns a well without leading zeros, in capitals: `A1` for `a01`."""
    found = WELL.fullmatch(str(well).strip())
    return f"{found[1].upper()}{found[2]}" if found else str(well)
