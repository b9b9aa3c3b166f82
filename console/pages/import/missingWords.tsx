interface MissingWordsProps {
  words: readonly string[];
  /** Column that the words apply to; absent if they apply to all. */
  column?: string;
  onWords: (words: string[]) => void;
}

/** Words that are read as missing, each with a button that reverts it. */
export function MissingWords({ words, column, onWords }: MissingWordsProps) {
  return (
    <>
      {words.map((word) => (
        <button
          key={word}
          type="button"
          class="small"
          aria-label={`Do not read ${word} as missing${column === undefined ? "" : ` in ${column}`}`}
          onClick={() => onWords(words.filter((other) => other !== word))}
        >
          {word} ✕
        </button>
      ))}
    </>
  );
}
