import * as v from "valibot";
import { boundedArray } from "../schemas/boundedFields.ts";
import { text } from "../schemas/textFields.ts";

const MAX_WORDS = 50;

/** Schema of words that denote a missing value. */
export const MissingValues = boundedArray(
  v.pipe(
    text(1, 100),
    v.regex(/\S/, "Empty cells always mean a missing value"),
    v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: 100, pattern: "\\S" } }),
  ),
  MAX_WORDS,
  `At most ${MAX_WORDS} words are allowed`,
);

/** Returns the words without surrounding whitespace; undefined if there are none. */
export function trimWords(words: readonly string[] | null | undefined): string[] | undefined {
  return words?.length ? words.map((word) => word.trim()) : undefined;
}
