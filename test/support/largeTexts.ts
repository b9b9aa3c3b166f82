const MIB = 1 << 20;

/** Sizes, in bytes, close to those of the file read buffers and of the part that a preview reads. */
export const LARGE_SIZES: readonly number[] = [MIB, 2 * MIB - 1, 2 * MIB, 3 * MIB, 4 * MIB];

export type LargeFormat = "CSV" | "TSV" | "NDJSON";
export const LARGE_FORMATS: readonly LargeFormat[] = ["CSV", "TSV", "NDJSON"];

/** Columns of the large files, as a preview should propose them. */
export const LARGE_COLUMNS = [
  ["variant_id", "INT64"],
  ["activity", "FLOAT64"],
  ["sequence", "STRING"],
];

const SEQUENCE = "MKTAYIAKQRQISFVKSHFSRQ".repeat(10);

/** Returns clean rows with exactly the given number of bytes; the last sequence is longer than the others. */
export function largeText(format: LargeFormat, size: number): string {
  const sign = format === "TSV" ? "\t" : ",";
  const row = (id: number, sequence: string) =>
    format === "NDJSON"
      ? `${JSON.stringify({ variant_id: id, activity: (id % 97) + 0.25, sequence })}\n`
      : `${[id, `${id % 97}.25`, sequence].join(sign)}\n`;
  const lines = format === "NDJSON" ? [] : [`${["variant_id", "activity", "sequence"].join(sign)}\n`];
  let left = size - lines.join("").length;
  let id = 0;
  for (; left >= 800; id++) {
    const line = row(id, SEQUENCE);
    lines.push(line);
    left -= line.length;
  }
  const last = row(id, SEQUENCE);
  lines.push(row(id, SEQUENCE + "A".repeat(left - last.length)));
  return lines.join("");
}
