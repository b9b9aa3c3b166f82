"""Names of invalid request fields in the words of the caller."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ._errors import ApiError

#: Fields with the arguments that make them, if their names differ. An entry covers the fields inside it, and `*` any index.
RENAMED: list[tuple[str, list[str]]] = [
    ("display_name", ["name"]),
    ("parameters.generator.max_mutations", ["mutations"]),
    ("parameters.generator.template.sampler", ["models"]),
    ("parameters.generator.requirements.*.apply_to.within", ["protect_near"]),
    ("parameters.generator.requirements.*.apply_to.of", ["protect_near"]),
    ("parameters.generator.requirements.*.apply_to.buried", ["protect_buried"]),
    ("parameters.generator.requirements.*.apply_to.exposed", ["protect_exposed"]),
    ("parameters.generator.requirements.*.apply_to.region", ["protect_regions"]),
    ("parameters.generator.requirements.*.apply_to.scheme", ["protect_regions"]),
    ("parameters.generator.forbid_liabilities", ["forbid"]),
    ("parameters.generator.requirements", ["protect"]),
    ("parameters.ranker.primary_objective.reference", ["beat", "target"]),
    ("parameters.ranker.primary_objective.weight", ["weights"]),
    ("parameters.ranker.primary_objective", ["maximize", "minimize", "target"]),
    ("parameters.ranker.secondary_objectives.*.reference", ["target"]),
    ("parameters.ranker.secondary_objectives.*.weight", ["weights"]),
    ("parameters.ranker.secondary_objectives", ["maximize", "minimize", "target"]),
    ("parameters.ranker.max_mutation_frequency", ["mutation_frequency"]),
    ("parameters.ranker.scorer_config", ["models"]),
    ("parameters.ranker.sampler_config", ["models"]),
    ("parameters.filterers", ["at_least", "at_most"]),
    ("parameters.num_assemblies", ["n"]),
    ("parameters.scorer", ["models"]),
    ("parameters.assemblies.source.rows", ["sequences"]),
]


def field_words(loc: Sequence[str | int], arguments: Collection[str]) -> str:
    """Names a field by the arguments that made it, or by its path inside the parameters."""
    path = [str(part) for part in loc[1:]]
    for field, names in RENAMED:
        known = [name for name in names if name in arguments]
        if known and covers(field.split("."), path):
            return " or ".join(known)
    same = next((part for part in reversed(path) if part in arguments and part != "parameters"), None)
    return same or ".".join(path[1:] if path[:1] == ["parameters"] else path) or "the request"


def covers(field: Sequence[str], path: Sequence[str]) -> bool:
    return len(field) <= len(path) and all(part in ("*", found) for part, found in zip(field, path))


@contextmanager
def named_by(arguments: Collection[str]) -> Iterator[None]:
    """Names the invalid fields of requests by the arguments of a method."""
    try:
        yield
    except ApiError as error:
        if not error.problems:
            raise
        problems: list[dict[str, Any]] = error.problems
        message = "; ".join(f"{field_words(one['loc'], arguments)}: {one['msg']}" for one in problems)
        raise ApiError(error.status, error.code, message, error.error_id, problems) from None
