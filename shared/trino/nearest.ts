import { editDistance } from "@pdp/basics/wording";

/** Maximum length of a word to search for, in characters; search cost is quadratic. */
const MAX_WORD_CHARACTERS = 200;

/** Returns ". Did you mean …" for a misspelled word; empty if no candidate is close. */
export function nearest(word: string, candidates: Iterable<string>): string {
  if (word.length > MAX_WORD_CHARACTERS) return "";
  let best: string | undefined;
  let minDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= minDistance) continue;
    const distance = editDistance(word, candidate);
    if (distance < minDistance) {
      minDistance = distance;
      best = candidate;
    }
  }
  return best === undefined ? "" : `. Did you mean ${best}?`;
}

/** Minimum length of a word for which a function is suggested, in characters; short names resemble each other by chance. */
const MIN_FUNCTION_CHARACTERS = 5;

/**
 * Returns ". Did you mean …" for a misspelled function. A suggestion starts with the same letter, differs by at most two
 * letters and has the same digits, because other similar names may have a different meaning.
 */
export function nearestFunction(word: string, functions: Iterable<string>): string {
  if (word.length < MIN_FUNCTION_CHARACTERS) return "";
  const digits = word.replace(/\D/g, "");
  const alike = [...functions].filter(
    (name) =>
      name[0] === word[0] &&
      name.replace(/\D/g, "") === digits &&
      Math.abs(name.length - word.length) <= MAX_FUNCTION_TYPOS &&
      editDistance(word, name) <= MAX_FUNCTION_TYPOS,
  );
  return nearest(word, alike);
}

const MAX_FUNCTION_TYPOS = 2;
