"""Proteins of one or two chains, as tasks state them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BREAK = "/"


def assembly(sequence: str) -> dict[str, str | None]:
    """Returns the form of a protein in requests. Two chains are separated by a slash: heavy/light."""
    heavy, slash, light = sequence.partition(BREAK)
    return {"vh": heavy or None, "vl": light or None} if slash else {"monomer": sequence}


def kind(sequence: str) -> str:
    """Returns the kind of a protein's models and templates."""
    return "VHVL" if BREAK in sequence else "MONOMER"


def sequence_of(stated: Mapping[str, Any] | None) -> str | None:
    """Returns a stated protein as one text; None if it is not stated."""
    if not stated:
        return None
    if stated.get("vh") or stated.get("vl"):
        return f"{stated.get('vh') or ''}{BREAK}{stated.get('vl') or ''}"
    return stated.get("monomer")


def chain_ranges(sequence: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """Divides a range that counts through both chains; positions count from the start of each chain."""
    heavy, slash, light = sequence.partition(BREAK)
    if not slash:
        return [("monomer", start, end)]
    second = len(heavy) + 1
    parts = [("vh", start, min(end, len(heavy))), ("vl", max(start, second) - second, end - second)]
    return [(name, first, last) for name, first, last in parts if first < last]
