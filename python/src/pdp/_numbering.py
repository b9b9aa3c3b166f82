"""Residue numbering: that of a reference, or consecutive numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any


def residue_numbers(
    length: int,
    first_number: int | None,
    name: str | None,
    usual: Callable[[], Sequence[int] | None],
    references: Callable[[], list[dict[str, Any]]],
) -> Sequence[int]:
    """
    Returns the number of each residue: from the project's reference `name`, which must have the same length, from
    `first_number`, from the `usual` numbering, or from 1. `references` reads the project's references.
    """
    if name is None:
        if first_number is not None:
            return range(first_number, first_number + length)
        return usual() or range(1, length + 1)
    if first_number is not None:
        raise ValueError("Specify either first_number or numbering, not both.")
    known = references()
    found = next((one for one in known if one["name"].lower() == name.lower()), None)
    if found is None:
        names = ", ".join(one["name"] for one in known) or "it has none"
        raise ValueError(f'The project has no reference "{name}": {names}.')
    if len(found["monomer"]) != length:
        raise ValueError(
            f'The reference "{found["name"]}" has {len(found["monomer"])} residues but the template has {length}: '
            "its numbering does not apply."
        )
    return stated_numbers(found)


def known_numbers(sequence: str, references: Iterable[dict[str, Any]]) -> Sequence[int] | None:
    """Returns the numbering of the first reference that has the sequence and a numbering, or None."""
    same = (one for one in references if one.get("monomer") == sequence)
    return next((stated_numbers(one) for one in same if is_numbered(one)), None)


def written_numbers(numbering: dict[str, Any] | None, length: int) -> Sequence[int]:
    """Returns the residue numbering that a task recorded for its results, or numbers from 1 if it recorded none."""
    if numbering is None:
        return range(1, length + 1)
    first = numbering.get("first_position")
    return numbering.get("positions") or range(first, first + length)


def is_numbered(reference: dict[str, Any]) -> bool:
    return reference.get("first_position") is not None or reference.get("positions") is not None


def stated_numbers(reference: dict[str, Any]) -> Sequence[int]:
    first = reference.get("first_position")
    return reference.get("positions") or range(first, first + len(reference["monomer"]))


def number_at(numbers: Sequence[int], index: int) -> int:
    """Returns the number of a residue. Before the first and after the last residue, numbers are consecutive."""
    if index < 0:
        return numbers[0] + index
    return numbers[index] if index < len(numbers) else numbers[-1] + index - len(numbers) + 1


def index_of(numbers: Sequence[int], number: int) -> int:
    """Returns the index of the residue with a number: negative before the first one, beyond the end after the last one, and -1
    in a gap.
    """
    if number < numbers[0]:
        return number - numbers[0]
    if number > numbers[-1]:
        return len(numbers) - 1 + number - numbers[-1]
    return numbers.index(number) if number in numbers else -1
