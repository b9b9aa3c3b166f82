"""Lists of resources that show themselves as a table."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from ._tabular import aligned, shortened

Item = TypeVar("Item")
#: Maximum number of items to show: a page of the service.
SHOWN_ITEMS = 50
#: Nouns that are methods of `Lab`, which find one by its name or id.
FOUND_BY_NAME = {"project", "table", "load", "task"}
#: Titles of the columns that a list shows, with their values.
Fields = Mapping[str, Callable[[Any], object]]


class Listing(Sequence[Item], Generic[Item]):
    """
    List of resources, read page by page as far as it is needed: `len`, indexes, loops and `next` work. Displaying it reads
    the first page.
    """

    def __init__(self, items: Iterator[Item], fields: Fields, noun: str):
        self._source = items
        self._items: list[Item] = []
        self._fields = fields
        self._noun = noun
        self._next = 0

    def _read(self, count: int | None) -> None:
        """Reads until `count` items are known; None reads all."""
        while count is None or len(self._items) < count:
            try:
                self._items.append(next(self._source))
            except StopIteration:
                return

    def __iter__(self) -> Iterator[Item]:
        at = 0
        while self._has(at):
            yield self._items[at]
            at += 1

    def __next__(self) -> Item:
        if not self._has(self._next):
            raise StopIteration
        self._next += 1
        return self._items[self._next - 1]

    def _has(self, at: int) -> bool:
        self._read(at + 1)
        return at < len(self._items)

    def __len__(self) -> int:
        self._read(None)
        return len(self._items)

    def __bool__(self) -> bool:
        return self._has(0)

    @overload
    def __getitem__(self, index: int) -> Item: ...

    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...

    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, str):
            use = f" Use lab.{self._noun}({index!r})." if self._noun in FOUND_BY_NAME else ""
            raise TypeError(f"A list of {self._noun}s has numbers, not names.{use}")
        self._read(index + 1 if isinstance(index, int) and index >= 0 else None)
        return self._items[index]

    def rows(self) -> list[dict[str, object]]:
        """Returns the shown columns as dictionaries."""
        return [{title: value(item) for title, value in self._fields.items()} for item in self]

    def _cells(self) -> list[list[str]]:
        self._read(SHOWN_ITEMS + 1)
        return [[cell(value(item)) for value in self._fields.values()] for item in self._items[:SHOWN_ITEMS]]

    def _size(self) -> str:
        if len(self._items) > SHOWN_ITEMS:
            return f"the first {SHOWN_ITEMS} {self._noun}s; list(…) reads all"
        return f"{len(self._items)} {self._noun}{'' if len(self._items) == 1 else 's'}"

    def __repr__(self) -> str:
        rows = self._cells()
        return "\n".join([*(aligned([list(self._fields), *rows]) if rows else []), self._size()])

    def _repr_html_(self) -> str:
        rows = self._cells()
        return f"{table_of(list(self._fields), rows) if rows else ''}<p><small>{html.escape(self._size())}</small></p>"


def cell(value: object) -> str:
    return "" if value is None else shortened(str(value))


def table_of(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Returns an HTML table with all text escaped."""
    head = "".join(f"<th>{html.escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(one)}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def card(title: str, facts: Mapping[str, object], below: str = "") -> str:
    """Returns HTML for one resource: its title, and facts about it that are not None."""
    # Pages break the lines of long texts.
    rows = [[name, str(value)] for name, value in facts.items() if value is not None]
    lines = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(shown)}</td></tr>" for name, shown in rows)
    return f"<p><b>{html.escape(title)}</b></p><table><tbody>{lines}</tbody></table>{below}"
