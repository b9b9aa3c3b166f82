"""Streamed query results."""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import NamedTuple

import httpx
import pyarrow as pa

from ._errors import IncompleteResult
from ._tabular import Tabular, html_table, text_table

BROKEN_OFF = "The result is incomplete because the response was cut off. Run the query again."


class QueryCost(NamedTuple):
    """Number of data files that a query reads, and their size in bytes."""

    files: int
    bytes_read: int


def cost_of(answer: httpx.Response) -> QueryCost | None:
    """Returns the cost of a query from its response or redirect."""
    headers = [*answer.history, answer][0].headers
    if "x-query-files" not in headers:
        return None
    return QueryCost(int(headers["x-query-files"]), int(headers["x-query-bytes-read"]))


class QueryResult(Tabular):
    """
    Result of a query. Read it batch by batch (`batches`), or as a whole in one of several forms; displaying it reads it
    as a whole. All of these raise IncompleteResult if the result was cut off. `cost` states what the query reads; None
    if the service does not report it.
    """

    def __init__(self, chunks: Iterator[bytes], close: Callable[[], None], cost: QueryCost | None = None):
        self.cost = cost
        self._source = ByteReader(chunks)
        self._close = close
        self._table: pa.Table | None = None
        self._begun = False

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Yields the batches of the result as they arrive, once."""
        if self._begun:
            raise ValueError("This result has already been read batch by batch. Run the query again.")
        self._begun = True
        try:
            with pa.ipc.open_stream(self._source) as reader:
                self._schema = reader.schema
                yield from reader
        except (pa.ArrowInvalid, OSError, httpx.TransportError) as error:
            if self._source.broke_off or isinstance(error, httpx.TransportError):
                raise IncompleteResult(BROKEN_OFF) from error
            raise
        finally:
            self._close()
        # A stream without its end marker is otherwise read as if complete.
        if self._source.broke_off:
            raise IncompleteResult(BROKEN_OFF)

    def arrow(self) -> pa.Table:
        """Returns the result as an Arrow table."""
        if self._table is None:
            batches = list(self.batches())
            self._table = pa.Table.from_batches(batches, schema=self._schema)
        return self._table

    def __repr__(self) -> str:
        if self._begun and self._table is None:
            return "<pdp.QueryResult that was read batch by batch>"
        return text_table(self.arrow())

    def _repr_html_(self) -> str:
        if self._begun and self._table is None:
            return html.escape(repr(self))
        return html_table(self.arrow())


class ByteReader:
    """File of the received bytes that records whether more bytes were requested than exist."""

    def __init__(self, chunks: Iterator[bytes]):
        self._chunks = chunks
        self._rest = b""
        self.broke_off = False
        self.closed = False

    def read(self, size: int = -1) -> bytes:
        parts, length = [self._rest], len(self._rest)
        while size < 0 or length < size:
            chunk = next(self._chunks, None)
            if chunk is None:
                self.broke_off = self.broke_off or size > length
                break
            parts.append(chunk)
            length += len(chunk)
        data = b"".join(parts)
        end = len(data) if size < 0 else size
        self._rest = data[end:]
        return data[:end]

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        self.closed = True
