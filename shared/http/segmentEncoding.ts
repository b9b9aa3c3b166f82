import { SEGMENT_ENCODINGS, type SegmentEncoding } from "#shared/domain/queries/query.ts";

/** Returns the first encoding of the header `X-Trino-Query-Data-Encoding` that we write; null if a client names none. */
export function segmentEncoding(header = ""): SegmentEncoding | null {
  for (const name of header.split(",")) {
    const known = SEGMENT_ENCODINGS.find((encoding) => encoding === name.trim().toLowerCase());
    if (known) return known;
  }
  return null;
}
