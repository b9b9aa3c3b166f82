"""Files above the size limit, which are loaded as several files."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath
from typing import Any, BinaryIO

import pyarrow.parquet as pq

from ._sources import Source

#: Maximum size of a file in a load, in bytes.
MAX_FILE_BYTES = 100 * 1024 * 1024
#: First bytes of files that are not plain text: gzip, ZIP, UTF-16.
OTHER_CONTENT = (b"\x1f\x8b", b"PK\x03\x04", b"\xff\xfe", b"\xfe\xff")
PARQUET_MAGIC = b"PAR1"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
#: Maximum number of bytes above the rows, which each part repeats.
MAX_HEADER_BYTES = 1024 * 1024
COMPRESS = "Compress it with gzip, or split it into files with the same header."
#: Maximum number of Parquet rows written at a time.
MAX_BATCH_ROWS = 65_536
#: Approximate share of the limit for a Parquet batch, and the share that fills a part, which leaves room for one
#: more batch and the footer.
BATCH_SHARE = 0.1
FULL_SHARE = 0.7


def parts_of(source: Source, layout: Mapping[str, Any], max_bytes: int | None = None) -> Iterator[Source]:
    """
    Yields a file larger than `max_bytes` as several files for the same table, or the file itself if it is small enough.
    Rows are never split, and the lines above the rows of CSV and TSV files are repeated. A part is valid until the next
    one is requested. Raises a ValueError that explains why a large file cannot be split.
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


#: Reason why a file cannot be split, and what to do instead.
Unsplittable = tuple[str, str]


def _unsplittable_content(head: bytes) -> Unsplittable | None:
    if not head.startswith((*OTHER_CONTENT, PARQUET_MAGIC)):
        return None
    return "compressed and binary files cannot be split", "Save its rows as several smaller files."


def _unsplittable_layout(layout: Mapping[str, Any], is_parquet: bool) -> Unsplittable | None:
    if ((layout.get("sequence_from") or {}).get("reference") or {}).get("column") is not None:
        reason = "each part would search only its rows for the reference of its mutations"
        return reason, "Specify the reference sequence, or compress the file with gzip."
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
    if layout.get("arrangement") == "CURVES":
        return "curves cannot be split"
    if layout.get("delimiter") == " " or layout.get("comments") is not None:
        return "tables with comments or without separators cannot be split"
    if any(layout.get(name) for name in ("last_row", "corrections", "exclusions")):
        return "last_row, corrections and exclusions refer to lines of the whole file"
    return None


def _too_large(name: str, reason: str, advice: str = COMPRESS) -> ValueError:
    return ValueError(f"{name} is larger than 100 MB, and {reason}. {advice}")


def _part_name(name: str, number: int, count: int | None) -> str:
    """Returns the name of a part, with the file's extension."""
    path = PurePath(name)
    of = "" if count is None else f" of {count}"
    return f"{path.stem} ({number}{of}){path.suffix}"


def _cuts_of(source: Source, layout: Mapping[str, Any], max_bytes: int) -> tuple[int, list[int]]:
    """Returns the size of the text above the rows, and the positions where the file is split."""
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
            raise _too_large(source.name, "one of its rows exceeds the maximum file size")
        last_end = end
    return header, cuts


Rows = Iterator[tuple[int, bool]]


def _json_rows(source: Source, _: Mapping[str, Any]) -> Rows:
    end = 0
    for line in source.content:
        end += len(line)
        yield end, False


def _csv_rows(source: Source, layout: Mapping[str, Any]) -> Rows:
    """Yields the end of each row, and whether it is part of the header. A quote opens a cell only at the start of the cell.
    """
    delimiter = (layout.get("delimiter") or ("\t" if layout.get("format") == "TSV" else ",")).encode()
    above = (layout.get("header_row") or 1) - 1
    stated = layout.get("header_rows")
    headers = 1 if stated is None else stated
    end = 0
    is_open = False
    for line in source.content:
        is_first = end == 0
        end += len(line)
        if is_first:
            line = line.removeprefix(BYTE_ORDER_MARK)
        if headers > 0 and end > MAX_HEADER_BYTES:
            raise _too_large(source.name, "it does not start with a header")
        if headers > 0 and b"\r" in line.rstrip(b"\r\n"):
            raise _too_large(source.name, "a line above its rows ends in CR without LF")
        if above > 0:
            above -= 1
            if headers == 0:
                yield end, True
            continue
        was_open = is_open
        if is_open or b'"' in line:
            if b'\\"' in line:
                raise _too_large(source.name, "it has quotes escaped with a backslash")
            is_open = _is_open_after(line, is_open, delimiter)
        if is_open:
            continue
        yield end, headers > 0
        if headers > 0 and (was_open or line.strip(b"\r\n")):
            headers -= 1
    if is_open:
        yield end, False


def _is_open_after(line: bytes, is_open: bool, delimiter: bytes) -> bool:
    """Returns whether a quoted cell is open at the end of a line. After a faulty cell, the service skips the rest of the line."""
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
            behind = line[at + 1 :].lstrip(b" ")
            at = len(line) - len(behind)
            if behind.startswith((delimiter, b"\r")):
                at += 1
            else:
                at = line.find(b"\r", at) + 1
                if at == 0:
                    return False
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
    """Returns the start of the next cell."""
    ends = [found for found in (line.find(delimiter, at), line.find(b"\r", at)) if found >= 0]
    return min(ends) + 1 if ends else len(line)


def _copy(source: BinaryIO, target: BinaryIO, count: int) -> None:
    while count > 0:
        chunk = source.read(min(count, 1024 * 1024))
        if not chunk:
            raise ValueError("The file became shorter while it was being read.")
        target.write(chunk)
        count -= len(chunk)


def _parquet_parts(source: Source, size: int, max_bytes: int) -> Iterator[Source]:
    """Yields the rows of a Parquet file as files below the size limit."""
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
                raise _too_large(source.name, "some of its rows exceed the maximum file size")
            part.seek(0)
            yield Source(_part_name(source.name, number, None), part)
