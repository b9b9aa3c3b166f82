"""Views of a table: its replicates, and its values compared with reference wells. All clients create the same views."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from ._sql import quoted
from ._wells import has_value

Columns = Sequence[dict[str, Any]]
#: Column names by replicate number.
Numbered = list[tuple[str, int]]
NUMBERS = ("INT64", "FLOAT64")
NAMED = re.compile(r"(?:(.*?)_)?(?:rep|repl|replicate|r|trial|repeat)_?([0-9]{1,2}|[a-h])(?:_(.+))?")
NUMBERED = re.compile(r"(.*[a-z0-9])_([1-9]\d?)")
#: Larger numbers denote replicates only if they continue these; otherwise they may be doses.
MAX_SINGLE = 9
MEASURED = re.compile(
    r"(?:^|_)(?:activity|signal|fluorescence|absorbance|luminescence|od|od600|rfu|rlu|yield|titer|titre|conversion|fitness"
    r"|score|growth|intensity|rate|tm|expression|binding|value|result|reading)\Z"
)
MEAN = re.compile(r"(?:(.*?)_)?(?:mean|avg|average)(?:_(.+))?")
SD = re.compile(r"(?:(.*?)_)?(?:sd|std|stdev|std_dev|standard_deviation)(?:_(.+))?")
BATCH = re.compile(r"(?:assay_)?(?:batch|plate|run)(?:_?(?:id|no|nr|number|name|barcode))?", re.IGNORECASE)
#: Name of a measurement with columns named only after their replicate.
NAMELESS = "value"
MAX_REFERENCE_CHARACTERS = 128
METHODS = {"ratio": "ratio", "difference": "difference", "z_score": "z_score", "percent_of_control": "percent"}


@dataclass(frozen=True)
class View:
    """Possible view of a table."""

    reference: str
    query: str


@dataclass(frozen=True)
class NormalizedView(View):
    """View with an additional column, and the formula of that column in words."""

    column: str
    formula: str


@dataclass(frozen=True)
class Replicates:
    """Replicate columns of one measurement."""

    #: Measured quantity: the common part of the column names.
    assay: str
    columns: list[str]
    #: Columns that summarize them; None if missing.
    mean: str | None
    sd: str | None


def find_replicates(columns: Columns) -> list[Replicates]:
    """Finds groups of numeric columns that are replicates of one measurement."""
    return [
        Replicates(assay, [name for name, _ in numbered], mean, sd)
        for assay, numbered, mean, sd in numbered_replicates(columns)
    ]


def numbered_replicates(columns: Columns) -> list[tuple[str, Numbered, str | None, str | None]]:
    """Returns the assay, replicate columns by number, mean and standard deviation of each group."""
    numbers = [column["name"] for column in columns if column["type"] in NUMBERS]
    named = groups_of(numbers, NAMED)
    taken = {name for own in named.values() for name, _ in own}
    rest = [name for name in numbers if name not in taken]
    others = {
        assay: own
        for assay, own in counted(groups_of(rest, NUMBERED)).items()
        if MEASURED.search(assay) or summary_of(rest, MEAN, assay) or summary_of(rest, SD, assay)
    }
    return [
        (assay or NAMELESS, own, summary_of(rest, MEAN, assay), summary_of(rest, SD, assay))
        for groups in (named, others)
        for assay, own in groups.items()
    ]


def counted(groups: dict[str, Numbered]) -> dict[str, Numbered]:
    """Drops numbers above 9 from groups whose numbers do not count from 1, and then groups of one."""
    kept = {
        assay: own
        if all(number == at for at, (_, number) in enumerate(own, start=1))
        else [one for one in own if one[1] <= MAX_SINGLE]
        for assay, own in groups.items()
    }
    return {assay: own for assay, own in kept.items() if len(own) > 1}


def groups_of(names: Sequence[str], pattern: re.Pattern[str]) -> dict[str, Numbered]:
    """Groups names that differ only in their replicate number, in replicate order. Drops groups of one."""
    groups: dict[str, Numbered] = {}
    for name in names:
        found = pattern.fullmatch(name.lower())
        if found is None:
            continue
        before, label, *after = found.groups()
        assay = "_".join(part for part in (before, *after) if part)
        number = int(label) if label.isdigit() else ord(label) - ord("a") + 1
        groups.setdefault(assay, []).append((name, number))
    return {assay: sorted(own, key=lambda one: one[1]) for assay, own in groups.items() if len(own) > 1}


def summary_of(names: Sequence[str], pattern: re.Pattern[str], assay: str) -> str | None:
    for name in names:
        found = pattern.fullmatch(name.lower())
        if found and "_".join(part for part in found.groups() if part) == assay:
            return name
    return None


class Beside:
    """Other columns as shown in views. Generates unique names for new columns."""

    def __init__(self, columns: Columns, groups: Sequence[Replicates]):
        used = {name for group in groups for name in (*group.columns, group.mean, group.sd)}
        self.others = [column["name"] for column in columns if column["name"] not in used]
        has_batch = any(name.lower() == "batch_id" for name in self.others)
        batch = None if has_batch else next((name for name in self.others if BATCH.fullmatch(name)), None)
        batches = [] if batch is None else [f"CAST({quoted(batch)} AS varchar) AS batch_id"]
        self.kept = [*map(quoted, self.others), *batches]
        names = (*self.others, *(one for group in groups for one in group.columns), "batch_id")
        self._taken = {name.lower() for name in names}

    def is_taken(self, name: str) -> bool:
        return name.lower() in self._taken

    def free(self, name: str) -> str:
        while self.is_taken(name):
            name = f"{name}_measured"
        self._taken.add(name.lower())
        return name


def replicate_rows(reference: str, columns: Columns) -> View | None:
    """Returns the view with one row per replicate, or None if the table has no replicates."""
    groups = numbered_replicates(columns)
    if not groups:
        return None
    beside = Beside(columns, find_replicates(columns))
    label = beside.free("replicate_number" if beside.is_taken("replicate") else "replicate")
    assays = [quoted(beside.free(assay)) for assay, *_ in groups]
    selects = []
    for number in sorted({number for _, own, *_ in groups for _, number in own}):
        # Names such as rep1 and rep_1 have the same number; each gets a separate row.
        names = [[name for name, one in own if one == number] for _, own, *_ in groups]
        for present in zip_longest(*names):
            values = [
                f"{'CAST(NULL AS double)' if name is None else as_double(name)} AS {assay}"
                for assay, name in zip(assays, present)
            ]
            measured = " OR ".join(f"{quoted(name)} IS NOT NULL" for name in present if name is not None)
            shown = ", ".join([*beside.kept, f"{number} AS {label}", *values])
            selects.append(f"SELECT {shown} FROM {quoted(reference)} WHERE {measured}")
    return View(f"{reference}_replicates", " UNION ALL ".join(selects))


def replicate_means(reference: str, columns: Columns) -> View | None:
    """Returns the view with the mean, standard deviation and count of each row's replicates, or None if there are none."""
    groups = find_replicates(columns)
    if not groups:
        return None
    beside = Beside(columns, groups)
    inner, outer = [], []
    for group in groups:
        mean, sd, n = (quoted(beside.free(name)) for name in (group.assay, f"{group.assay}_sd", f"{group.assay}_n"))
        count = " + ".join(f"CASE WHEN {quoted(name)} IS NULL THEN 0 ELSE 1 END" for name in group.columns)
        total = " + ".join(f"coalesce({as_double(name)}, 0)" for name in group.columns)
        squares = " + ".join(f"coalesce(power({as_double(name)} - {mean}, 2), 0)" for name in group.columns)
        inner += [*map(quoted, group.columns), f"({total}) / nullif({count}, 0) AS {mean}", f"{count} AS {n}"]
        outer += [mean, f"CASE WHEN {n} > 1 THEN sqrt(({squares}) / ({n} - 1)) END AS {sd}", n]
    rows = f"SELECT {', '.join([*map(quoted, beside.others), *inner])} FROM {quoted(reference)}"
    return View(f"{reference}_means", f"SELECT {', '.join([*beside.kept, *outer])} FROM ({rows}) AS r")


def replicate_views(reference: str, columns: Columns) -> list[View]:
    """Returns both views of a table's replicates; empty if there are none."""
    views = (replicate_rows(reference, columns), replicate_means(reference, columns))
    return [view for view in views if view is not None]


def plate_column(columns: Columns) -> str | None:
    """Finds the column that identifies plates or batches by its name."""
    return next((column["name"] for column in columns if BATCH.fullmatch(column["name"])), None)


def normalized_view(
    table: str,
    columns: Columns,
    *,
    value: str,
    plate: str | None,
    control: tuple[str, str],
    method: str,
    positive: str | None = None,
) -> NormalizedView:
    """Returns the view with an additional column: the value compared with the mean of the reference wells on its plate.

    If a column states which values are limits, another column states it for the new values.
    """
    taken = {column["name"].lower() for column in columns}

    def free(name: str) -> str:
        return free(f"{name}_2") if name.lower() in taken else name

    column = free(f"{value}_{METHODS[method]}")
    cell = as_double(value)
    over = "OVER ()" if plate is None else f"OVER (PARTITION BY {quoted(plate)})"

    def of(aggregate: str, label: str) -> str:
        return f"{aggregate}(CASE WHEN {has_value(columns, control[0], label)} THEN {cell} END) {over}"

    def wells(label: str) -> str:
        return f"{'mean' if plate is None else f'mean of the same {plate}'} where {control[0]} is {label}"

    mean, reference = of("avg", control[1]), wells(control[1])
    if method == "ratio":
        sql, words = f"{cell} / nullif({mean}, 0)", f"{value} / ({reference})"
    elif method == "difference":
        sql, words = f"{cell} - {mean}", f"{value} - ({reference})"
    elif method == "z_score":
        sql = f"({cell} - {mean}) / nullif({of('stddev_samp', control[1])}, 0)"
        words = f"({value} - ({reference})) / (standard deviation there)"
    elif positive is None:
        sql, words = f"100 * {cell} / nullif({mean}, 0)", f"100 * {value} / ({reference})"
    else:
        sql = f"100 * ({cell} - {mean}) / nullif({of('avg', positive)} - {mean}, 0)"
        words = f"100 * ({value} - ({reference})) / (({wells(positive)}) - ({reference}))"
    limits = ""
    if {"name": f"{value}_limit", "type": "STRING"} in [{key: one[key] for key in ("name", "type")} for one in columns]:
        side = quoted(f"{value}_limit")
        if method in ("ratio", "percent_of_control"):
            divisor = mean if positive is None else f"{of('avg', positive)} - {mean}"
            side = f"CASE WHEN {divisor} < 0 THEN translate({side}, '<>≤≥', '><≥≤') ELSE {side} END"
        limits = f", {side} AS {quoted(free(f'{column}_limit'))}"
    shown = ", ".join(quoted(one["name"]) for one in columns)
    query = f"SELECT {shown}, {sql} AS {quoted(column)}{limits} FROM {quoted(table)}"
    return NormalizedView(f"{table}_{column}"[:MAX_REFERENCE_CHARACTERS], query, column, f"{column} = {words}")


def as_double(name: str) -> str:
    return f"CAST({quoted(name)} AS double)"
