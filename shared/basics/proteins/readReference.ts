import { invalidField } from "../errors/errors.ts";
import { isCodingSequence, REFERENCE_IS_DNA } from "./codingSequence.ts";
import { readFasta } from "./readFasta.ts";
import { MAX_SEQUENCE_LENGTH } from "./sequence.ts";

/**
 * Reads a reference in the same way as `readFasta`. Raises a 422 at `loc` if the text contains no protein, or one that is too
 * long.
 */
export function readReference(text: string, loc: (string | number)[]): string {
  const read = readFasta(text);
  if ("reason" in read) throw invalidField(loc, `The reference ${read.reason}`);
  if (isCodingSequence(read.sequence)) throw invalidField(loc, REFERENCE_IS_DNA);
  const { length } = read.sequence;
  if (length <= MAX_SEQUENCE_LENGTH) return read.sequence;
  throw invalidField(
    loc,
    `The reference has ${length} residues, but at most ${MAX_SEQUENCE_LENGTH} are allowed`,
  );
}
