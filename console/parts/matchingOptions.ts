import { containsWords } from "./containsWords.ts";

export interface SearchOption {
  value: string;
  text: string;
  /** Why it cannot be selected; null if it can. */
  reason: string | null;
}

/** Returns the options that contain all words, those that can be selected first; the selected one always remains. */
export function matchingOptions(
  options: readonly SearchOption[],
  words: string,
  value: string,
): SearchOption[] {
  const isWanted = containsWords(words);
  const found = options.filter((one) => one.value === value || isWanted(one.text));
  return [...found.filter(({ reason }) => reason === null), ...found.filter(({ reason }) => reason !== null)];
}
