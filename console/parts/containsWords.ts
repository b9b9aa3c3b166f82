/** Returns a predicate that tells whether a text contains all words, in any order, ignoring case. */
export function containsWords(words: string): (text: string) => boolean {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return wanted.every((word) => lower.includes(word));
  };
}
