import { editDistance } from "#shared/domain/wording/editDistance.ts";

/** Maximum length of a word to search for, in characters: the cost of the search is quadratic. */
const MAX_WORD_CHARACTERS = 200;

/** Returns ". Did you mean …" for a misspelt word, or nothing if no candidate is close. */
export function nearest(word: string, candidates: Iterable<string>): string {
  if (word.length > MAX_WORD_CHARACTERS) return "";
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word, candidate);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best === undefined ? "" : `. Did you mean ${best}?`;
}
