"""Parameters of design tasks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._assembly import BREAK, assembly, chain_ranges, kind

MAX_MOTIF = 100
Level = float | dict[str, Any]
Protected = Iterable[int | range] | Mapping[str, Iterable[int | range]]


def read_sequence(stated: str | Path) -> str:
    """Returns a literal sequence, or the first sequence in a FASTA file. Two chains are separated by a slash."""
    if isinstance(stated, str) and re.fullmatch(r"[A-Za-z]+|(?=.{60,})[A-Za-z]*/[A-Za-z]*", stated):
        return stated.upper()
    first = re.split(r"\n(?=>)", Path(stated).read_text().strip())[0]
    return "".join(line.strip() for line in first.splitlines() if not line.startswith(">")).upper()


def generator(
    template: str,
    sampler: dict[str, str],
    mutations: int,
    protect: Protected,
    numbers: Sequence[int],
    allow_start_mutation: bool,
    hardly_varied: Iterable[tuple[int, int]] = (),
    allow_indels: bool = False,
    places: Iterable[dict[str, Any]] = (),
    forbid: Iterable[str] = (),
) -> dict[str, Any]:
    """
    Returns the design generator. It keeps the first residue, the protected positions (given in the numbering `numbers`; of
    two chains by chain, counted from 1 in each), the rarely varied ranges (counted from 0), and the positions of `places`, which the structure or the numbering of an
    antibody gives. Designs do not have the liabilities in `forbid`.
    """
    positions = protected_positions(template, protect, numbers)
    # The first residue has a separate option.
    positions |= {at + 1 for start, end in hardly_varied for at in range(max(1, start), end)}
    # The service itself keeps only a start methionine.
    if not allow_start_mutation and not template.startswith("M"):
        positions.add(1)
    chains = assembly(template)
    kept = [
        {
            "apply_to": {"ranges": {chain: [[first, last]]}},
            "motifs": [(chains[chain] or "")[first:last]],
            "operator": "all",
        }
        for start, end in runs(sorted(positions))
        for chain, first, last in chain_ranges(template, start, end)
    ]
    kept += [{"apply_to": place, "operator": "keep"} for place in places]
    return {
        "type": "MODEL_BASED",
        "template": {"kind": kind(template), "assembly": chains, "sampler": sampler},
        "max_mutations": mutations,
        "allow_start_mutation": allow_start_mutation,
        **({"allow_indels": True} if allow_indels else {}),
        **({"requirements": kept} if kept else {}),
        **({"forbid_liabilities": [one.upper().replace("-", "_") for one in forbid]} if forbid else {}),
    }


def protected_positions(template: str, protect: Protected, numbers: Sequence[int]) -> set[int]:
    """Returns the protected positions, counted from 1 through the whole template."""
    heavy, slash, light = template.partition(BREAK)
    if not slash:
        if isinstance(protect, Mapping):
            raise ValueError("The template has one chain: list its positions, such as protect=[57, range(102, 106)].")
        return chain_positions("template", protect, numbers)
    if not isinstance(protect, Mapping):
        if not list(protect):
            return set()
        raise ValueError(
            'The template has two chains: state the positions of each, such as protect={"vh": [57], "vl": [range(50, 53)]}.'
        )
    unknown = sorted(protect.keys() - {"vh", "vl"})
    if unknown:
        raise ValueError(f'protect has {unknown[0]!r}, which is not a chain: the chains are "vh" and "vl".')
    starts = {"vh": 0, "vl": len(heavy) + 1}
    return {
        starts[chain] + at
        for chain, text in (("vh", heavy), ("vl", light))
        for at in chain_positions(chain, protect.get(chain, ()), range(1, len(text) + 1))
    }


def chain_positions(name: str, protect: Iterable[int | range], numbers: Sequence[int]) -> set[int]:
    """Returns positions of one chain, counted from 1."""
    stated = {at for one in protect for at in (one if isinstance(one, range) else [one])}
    index = {number: at for at, number in enumerate(numbers, start=1)}
    wrong = sorted(stated - index.keys())
    if wrong and not index:
        raise ValueError(f"The template has no {name}, so {wrong[0]} is not one of its positions.")
    if wrong:
        raise ValueError(f"The {name} has positions {numbers[0]} to {numbers[-1]}; {wrong[0]} is not one of them.")
    return {index[number] for number in stated}


def structure_places(
    near: Mapping[str, float] | None, buried: float | None, exposed: float | None, regions: Iterable[str] = ()
) -> list[dict[str, Any]]:
    """
    Returns places near parts of the structure (`ligand`, or a chain), those that are buried, those on the surface, and regions of
    an antibody such as `FR` or `CDR-H3:kabat`.
    """
    return [
        *(region_of(one) for one in regions),
        *({"within": far, "of": part if part == "ligand" else {"chain": part}} for part, far in (near or {}).items()),
        *([] if buried is None else [{"buried": buried}]),
        *([] if exposed is None else [{"exposed": exposed}]),
    ]


def region_of(stated: str) -> dict[str, str]:
    """Returns a region as requirements name it; its scheme is IMGT unless it is stated after a colon."""
    region, _, scheme = stated.partition(":")
    return {"region": region.upper(), **({"scheme": scheme.upper()} if scheme else {})}


def runs(positions: list[int]) -> list[tuple[int, int]]:
    """Merges one-based positions into zero-based ranges that do not exceed the maximum motif length."""
    joined: list[tuple[int, int]] = []
    for at in positions:
        if joined and joined[-1][1] == at - 1 and at - 1 - joined[-1][0] < MAX_MOTIF:
            joined[-1] = (joined[-1][0], at)
        else:
            joined.append((at - 1, at))
    return joined


def objectives(
    template: str,
    maximize: str | Sequence[str] | None,
    minimize: str | Sequence[str] | None,
    target: dict[str, float] | None,
    weights: dict[str, float] | None,
) -> list[dict[str, Any]]:
    """Returns the objectives, primary objective first."""
    level: Level = {"reference": assembly(template)}
    stated: list[tuple[str, str, Level]] = [(assay, "MAXIMIZE", level) for assay in names(maximize)]
    stated += [(assay, "MINIMIZE", level) for assay in names(minimize)]
    stated += [(assay, "TARGET", value) for assay, value in (target or {}).items()]
    if not stated:
        raise ValueError("Specify an objective: an assay to maximize or minimize, or a target.")
    unknown = sorted((weights or {}).keys() - {assay for assay, _, _ in stated})
    if unknown:
        raise ValueError(f"weights names {unknown[0]!r}, which is not an objective.")
    return [
        {
            "measure": {"assay_id": assay, "direction": direction},
            "reference": reference,
            **({"weight": weights[assay]} if weights and assay in weights else {}),
        }
        for assay, direction, reference in stated
    ]


def names(assays: str | Sequence[str] | None) -> list[str]:
    return [assays] if isinstance(assays, str) else list(assays or [])


def frequency(mutation_frequency: float | None) -> dict[str, float]:
    """Returns the limit on the share of designs with the same mutation; empty for the service's default."""
    return {} if mutation_frequency is None else {"max_mutation_frequency": mutation_frequency}


def engineer_parameters(
    template: str,
    scorer: dict[str, str],
    maximize: str | Sequence[str] | None,
    minimize: str | Sequence[str] | None,
    target: dict[str, float] | None,
    weights: dict[str, float] | None,
    beat: Level | None,
    at_least: dict[str, float] | None,
    at_most: dict[str, float] | None,
    exploration: float | None,
    mutation_frequency: float | None,
) -> dict[str, Any]:
    """Returns the parameters by which designs are ranked and filtered."""
    primary, *secondary = objectives(template, maximize, minimize, target, weights)
    if beat is not None:
        if primary["measure"]["direction"] == "TARGET":
            raise ValueError("beat does not apply to a target. Set the value with target.")
        primary["reference"] = beat
    limits = [(assay, "MAXIMIZE", value) for assay, value in (at_least or {}).items()]
    limits += [(assay, "MINIMIZE", value) for assay, value in (at_most or {}).items()]
    constraints = [
        {"measure": {"assay_id": assay, "direction": direction}, "threshold": value}
        for assay, direction, value in limits
    ]
    filterer = {
        "kind": "SCORED_FILTERER",
        "scorer": {"kind": kind(template), "scorer": scorer},
        "constraints": constraints,
    }
    return {
        "ranker": {
            "type": "SCORE_BASED",
            "primary_objective": primary,
            **({"secondary_objectives": secondary} if secondary else {}),
            "scorer_config": {"kind": f"{kind(template)}_SCORER", "scorer": scorer},
            **({} if exploration is None else {"exploration": exploration}),
            **frequency(mutation_frequency),
        },
        **({"filterers": [filterer]} if constraints else {}),
    }
