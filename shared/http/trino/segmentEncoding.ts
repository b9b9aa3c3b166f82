import { SEGMENT_ENCODINGS, type SegmentEncoding } from "#shared/domain/queries/query.ts";

/** Returns the first encoding in the header `X-Trino-Query-Data-Encoding` that we can write; null if it names none. */
export function segmentEncoding(header = ""): SegmentEncoding | null {
  for (const name of header.split(",")) {
    const known = SEGMENT_ENCODINGS.find((encoding) => encoding === name.trim().toLowerCase());
    if (known) return known;
  }
  return null;
}
