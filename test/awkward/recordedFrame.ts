import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { columns } from "./awkwardText.ts";

/** Returns a reader for a recorded file from another program. */
export function recording(name: string): () => Promise<Buffer> {
  return () => readFile(join(import.meta.dirname, "recordings", name));
}

/** Columns of the data frame that each program wrote. */
export const FRAME = columns({
  variant: "STRING",
  tm: "FLOAT64",
  n: "INT64",
  active: "BOOL",
  day: "DATE",
  sequence: "STRING",
});

/** Returns the rows of the data frame; the last integer is the largest that the program can represent exactly. */
export function frameRows(largest: string) {
  return [
    ["WT", 58.25, "3", true, "2024-02-29", "MKVLAAGIVGA"],
    ["S238A", null, null, false, null, "MKVLAAGIVGC"],
    ['E10K, "b"', 61, largest, true, "2024-03-01", null],
  ];
}
