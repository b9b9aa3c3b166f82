import * as v from "valibot";
import { boundedArray } from "#shared/domain/boundedFields.ts";
import { text } from "#shared/domain/textFields.ts";

const MAX_WORDS = 50;

/** Schema of words that mean that a value is missing. */
export const MissingValues = v.pipe(
  boundedArray(text(1, 100), MAX_WORDS, `At most ${MAX_WORDS} words are possible`),
  v.check((words) => words.every((word) => word.trim() !== ""), "An empty cell is missing anyway"),
);

/** Returns the words without the space around them; undefined if there are none. */
export function trimWords(words: readonly string[] | null | undefined): string[] | undefined {
  return words?.length ? words.map((word) => word.trim()) : undefined;
}
