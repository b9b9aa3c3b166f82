"""Files above the limit of a load's file, which are loaded as several files."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, BinaryIO

import pyarrow.parquet as pq

from ._sources import Source

#: Maximum size of a file of a load, in bytes.
MAX_FILE_BYTES = 100 * 1024 * 1024
#: First bytes of files that are not plain text: gzip, ZIP, UTF-16.
OTHER_CONTENT = (b"\x1f\x8b", b"PK\x03\x04", b"\xff\xfe", b"\xfe\xff")
PARQUET_MAGIC = b"PAR1"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: Maximum number of bytes that each part repeats: what stands above the rows.
MAX_HEADER_BYTES = 1024 * 1024
COMPRESS = "Compress it with gzip, or split it into files with the same header."
#: Maximum number of rows of Parquet that are written at a time.
MAX_BATCH_ROWS = 65_536
#: Approximate share of the limit for a batch of Parquet, and the share that fills a part: a batch and the footer follow.
BATCH_SHARE = 0.1
FULL_SHARE = 0.7


def parts_of(source: Source, layout: Mapping[str, Any], max_bytes: int | None = None) -> Iterator[Source]:
    """
    Yields a file that is larger than `max_bytes` as several files of the same table, or itself if it is small enough. Rows stay
    whole, and the lines above the rows of CSV and TSV are repeated. A part is valid until the next one is taken. Raises a
    ValueError that says why a large file cannot be split.
    """
    max_bytes = MAX_FILE_BYTES if max_bytes is None else max_bytes
    content = source.content
    size = content.seek(0, io.SEEK_END)
    content.seek(0)
    if size <= max_bytes:
        yield source
        return
    head = content.read(4)
    content.seek(0)
    is_parquet = head == PARQUET_MAGIC and layout.get("format") == "PARQUET"
    unsplittable = None if is_parquet else _unsplittable_content(head)
    unsplittable = unsplittable or _unsplittable_layout(layout, is_parquet)
    if unsplittable is not None:
        raise _too_large(source.name, *unsplittable)
    if is_parquet:
        yield from _parquet_parts(source, size, max_bytes)
        return
    header, cuts = _cuts_of(source, layout, max_bytes)
    content.seek(0)
    above = content.read(header)
    for number, (start, end) in enumerate(zip([header, *cuts], [*cuts, size]), 1):
        content.seek(start)
        with tempfile.TemporaryFile() as part:
            part.write(above)
            _copy(content, part, end - start)
            part.seek(0)
            yield Source(_part_name(source.name, number, len(cuts) + 1), part)


#: Why a file cannot be split, and what to do instead.
Unsplittable = tuple[str, str]


def _unsplittable_content(head: bytes) -> Unsplittable | None:
    if not head.startswith((*OTHER_CONTENT, PARQUET_MAGIC)):
        return None
    return "compressed and binary files cannot be split", "Save its rows as several smaller files."


def _unsplittable_layout(layout: Mapping[str, Any], is_parquet: bool) -> Unsplittable | None:
    if ((layout.get("sequence_from") or {}).get("reference") or {}).get("column") is not None:
        reason = "each part would look for the reference of its mutations in its own rows"
        return reason, "State the sequence of the reference, or compress the file with gzip."
    reason = None if is_parquet else _unsplittable_format(layout)
    return None if reason is None else (reason, COMPRESS)


def _unsplittable_format(layout: Mapping[str, Any]) -> str | None:
    kind = layout.get("format") or "CSV"
    if kind == "NDJSON":
        return None
    if kind not in ("CSV", "TSV"):
        return f"{kind} files cannot be split"
    if layout.get("encoding") == "UTF-16":
        return "UTF-16 text cannot be split"
    if layout.get("arrangement") == "PLATES":
        return "plates cannot be split"
    if any(layout.get(name) for name in ("last_row", "corrections", "exclusions")):
        return "last_row, corrections and exclusions name lines of the whole file"
    return None


def _too_large(name: str, reason: str, advice: str = COMPRESS) -> ValueError:
    return ValueError(f"{name} is larger than 100 MB, and {reason}. {advice}")


def _part_name(name: str, number: int, count: int | None) -> str:
    """Names a part, with the extension of the file."""
    path = PurePath(name)
    of = "" if count is None else f" of {count}"
    return f"{path.stem} ({number}{of}){path.suffix}"


def _cuts_of(source: Source, layout: Mapping[str, Any], max_bytes: int) -> tuple[int, list[int]]:
    """Returns the size of what stands above the rows, and the positions between the parts."""
    rows = _json_rows if layout.get("format") == "NDJSON" else _csv_rows
    header = 0
    cuts: list[int] = []
    last_end = 0
    for end, in_header in rows(source, layout):
        if in_header:
            header = last_end = end
            continue
        start = cuts[-1] if cuts else header
        if header + end - start > max_bytes and last_end > start:
            cuts.append(last_end)
        if header + end - (cuts[-1] if cuts else header) > max_bytes:
            raise _too_large(source.name, "one of its rows is longer than a file may be")
        last_end = end
    return header, cuts


Rows = Iterator[tuple[int, bool]]


def _json_rows(source: Source, _: Mapping[str, Any]) -> Rows:
    end = 0
    for line in source.content:
        end += len(line)
        yield end, False


def _csv_rows(source: Source, layout: Mapping[str, Any]) -> Rows:
    """Yields the end of each row, and whether it is in the header. A quote opens a cell only at its beginning."""
    delimiter = (layout.get("delimiter") or ("\t" if layout.get("format") == "TSV" else ",")).encode()
    above = (layout.get("header_row") or 1) - 1
    headers = layout.get("header_rows") or 1
    end = 0
    is_open = False
    for line in source.content:
        is_first = end == 0
        end += len(line)
        if is_first:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if headers > 0 and end > MAX_HEADER_BYTES:
            raise _too_large(source.name, "no header was found at its beginning")
        if headers > 0 and b"\r" in line.rstrip(b"\r\n"):
            raise _too_large(source.name, "a line above its rows ends in CR without LF")
        if above > 0:
            above -= 1
            continue
        was_open = is_open
        if is_open or b'"' in line:
            if b'\\"' in line:
                raise _too_large(source.name, "it has quotes behind a backslash")
            is_open = _is_open_after(line, is_open, delimiter)
        if is_open:
            continue
        yield end, headers > 0
        if headers > 0 and (was_open or line.strip(b"\r\n")):
            headers -= 1
    if is_open:
        yield end, False


def _is_open_after(line: bytes, is_open: bool, delimiter: bytes) -> bool:
    """Tells whether a quoted cell is open at the end of a line."""
    at = 0
    while True:
        if is_open:
            at = line.find(b'"', at)
            if at < 0:
                return True
            if line[at + 1 : at + 2] == b'"':
                at += 2
                continue
            is_open = False
            at = _next_cell(line, at + 1, delimiter)
            continue
        quote = line.find(b'"', at)
        if quote < 0:
            return False
        cell = 1 + max(line.rfind(delimiter, at, quote), line.rfind(b"\r", at, quote), at - 1)
        if line[cell:quote].strip(b" ") == b"":
            is_open = True
            at = quote + 1
        else:
            at = _next_cell(line, quote + 1, delimiter)


def _next_cell(line: bytes, at: int, delimiter: bytes) -> int:
    """Returns where the next cell begins."""
    ends = [found for found in (line.find(delimiter, at), line.find(b"\r", at)) if found >= 0]
    return min(ends) + 1 if ends else len(line)


def _copy(source: BinaryIO, target: BinaryIO, count: int) -> None:
    while count > 0:
        chunk = source.read(min(count, 1024 * 1024))
        if not chunk:
            raise ValueError("The file has become shorter while it was read.")
        target.write(chunk)
        count -= len(chunk)


def _parquet_parts(source: Source, size: int, max_bytes: int) -> Iterator[Source]:
    """Yields the rows of a Parquet file as files below the limit."""
    file = pq.ParquetFile(source.content)
    rows = int(file.metadata.num_rows * BATCH_SHARE * max_bytes / size)
    batches = file.iter_batches(batch_size=max(1, min(rows, MAX_BATCH_ROWS)))
    batch = next(batches, None)
    number = 0
    while batch is not None:
        number += 1
        with tempfile.TemporaryFile() as part:
            with pq.ParquetWriter(part, file.schema_arrow, compression="zstd") as writer:
                while batch is not None and part.tell() < FULL_SHARE * max_bytes:
                    writer.write_batch(batch)
                    batch = next(batches, None)
            if part.seek(0, io.SEEK_END) > max_bytes:
                raise _too_large(source.name, "some of its rows are larger than a file may be")
            part.seek(0)
            yield Source(_part_name(source.name, number, None), part)
