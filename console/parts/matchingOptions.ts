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
  const matching = options.filter((option) => option.value === value || isWanted(option.text));
  return [
    ...matching.filter(({ reason }) => reason === null),
    ...matching.filter(({ reason }) => reason !== null),
  ];
}
