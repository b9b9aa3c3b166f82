import { MissingWords } from "@pdp/formats/cells";
import type { Sample } from "./sample.ts";

/** Removes the cells that contain one of the words that the user specified for missing values, so that others decide the types. */
export function withoutWords(sample: Sample, words: readonly string[] = []): Sample {
  if (words.length === 0) return sample;
  const missing = new MissingWords(words);
  const cells = sample.cells.map((column) =>
    column.map((cell) => (cell !== null && missing.has(cell) ? null : cell)),
  );
  return { ...sample, cells };
}
