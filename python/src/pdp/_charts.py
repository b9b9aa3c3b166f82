"""Charts of reports."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SECTION = re.compile(r'<section>\n<h[23] id="s(\d+)">(.*?)</section>', re.DOTALL)
_SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


@dataclass(frozen=True)
class Chart:
    """Chart of a report. Notebooks display it; `data` contains its values."""

    #: What it shows, such as "heatmap" or "parity"; empty in reports of earlier versions.
    kind: str
    #: Name in the report: the kind, with a number from the second of a kind on, such as "parity-2".
    id: str
    title: str
    #: Assay that it shows; None for a chart of all.
    group: str | None
    svg: str
    #: Values, as a list of dictionaries: the points, bars, boxes or cells, or the panels that contain them.
    data: list[dict[str, Any]]

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Chart {self.kind}: {self.title}>"

    def save(self, path: str | Path) -> None:
        """Writes the chart to an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def charts_of(report: dict[str, Any], page: str) -> list[Chart]:
    """Finds the charts of a report; `page` is its HTML page, which contains the pictures."""
    pictures = {int(at): found[0] for at, text in _SECTION.findall(page) if (found := _SVG.search(text))}
    return [
        Chart(group=section.get("group"), svg=pictures[at], **fields)
        for at, section in enumerate(report["sections"])
        if (fields := _fields(section)) and at in pictures
    ]


def _fields(section: dict[str, Any]) -> dict[str, Any] | None:
    """What a chart states about itself."""
    if chart := section.get("chart"):
        return {name: chart[name] for name in ("kind", "id", "title", "data")}
    # Reports of earlier versions contain Vega-Lite specifications.
    if plot := section.get("plot"):
        kind = str((plot.get("usermeta") or {}).get("kind", ""))
        return {"kind": kind, "id": kind, "title": _words(plot.get("title")), "data": _values(plot)}
    return None


def _words(title: Any) -> str:
    return " ".join(title) if isinstance(title, list) else str(title or "")


def _values(part: Any) -> list[dict[str, Any]]:
    """The longest list of values in a plot or its layers."""
    if isinstance(part, list):
        return max((_values(one) for one in part), key=len, default=[])
    if not isinstance(part, dict):
        return []
    own = (part.get("data") or {}).get("values") or []
    inner = [_values(part[name]) for name in ("layer", "hconcat", "vconcat") if name in part]
    blocks = [rows for rows in inner if rows]
    # A heat map in several rows of positions has a part of the values in each.
    if "vconcat" in part:
        return [row for one in part["vconcat"] for row in _values(one)]
    return max([own, *blocks], key=len)
