import { setQuery } from "../../../router.ts";
import type { Substitutions } from "./substitutions.ts";
import { WHITE_WORDS } from "./whiteValue.ts";

/** Selector for the white value, which is part of the URL. */
export function WhiteChoice({ substitutions, stated }: { substitutions: Substitutions; stated: string }) {
  const isValue = stated !== "" && !Object.hasOwn(WHITE_WORDS, stated);
  const usual = substitutions.referenceValue === null ? "no effect" : "the wild type";
  const choose = (white: string) => setQuery({ white: white || null });
  return (
    <>
      <label for="white">Colors relative to</label>
      <select
        id="white"
        value={isValue ? "value" : stated}
        onChange={({ currentTarget: { value } }) =>
          choose(value === "value" ? String(substitutions.center) : value)
        }
      >
        <option value="">{usual}</option>
        <option value="zero">0 (differences, logarithms)</option>
        <option value="one">1 (ratios)</option>
        <option value="value">a value</option>
      </select>
      {isValue && (
        <input
          type="number"
          step="any"
          class="short"
          aria-label="Value that is white"
          value={stated}
          onChange={({ currentTarget: { value } }) => choose(value)}
        />
      )}
    </>
  );
}
