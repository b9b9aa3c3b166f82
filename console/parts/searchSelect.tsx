import { useState } from "preact/hooks";
import { matchingOptions, type SearchOption } from "./matchingOptions.ts";

/** Number of options above which they can be searched. */
const MANY = 8;

interface SearchSelectProps {
  id: string;
  value: string;
  options: readonly SearchOption[];
  /** Noun of the options, such as "Table". */
  label: string;
  onChange: (value: string) => void;
}

/** Selector for one of many options, with a search; options that cannot be selected state the reason. */
export function SearchSelect({ id, value, options, label, onChange }: SearchSelectProps) {
  const [words, setWords] = useState("");
  const shown = matchingOptions(options, words, value);
  return (
    <span class="row">
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {value === "" && !options.some((option) => option.value === "") && <option value="">Choose…</option>}
        {shown.map(({ value: optionValue, text, reason }) => (
          <option key={optionValue} value={optionValue} disabled={reason !== null}>
            {reason === null ? text : `${text} (${reason})`}
          </option>
        ))}
      </select>
      {options.length > MANY && (
        <input
          type="search"
          aria-label={`Search: ${label}`}
          placeholder={`Search ${options.length}`}
          size={14}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
    </span>
  );
}
