import { setQuery } from "../../../router.ts";
import type { Substitutions } from "./substitutions.ts";

/** Values that are written as words in a URL. */
const WORDS: Readonly<Record<string, number>> = { zero: 0, one: 1 };

/** Reads the white value from a URL; null if it does not contain one. */
export function readWhite(searchParams: URLSearchParams): number | null {
  const stated = searchParams.get("white") ?? "";
  if (Object.hasOwn(WORDS, stated)) return WORDS[stated] ?? null;
  const value = Number(stated);
  return stated.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** Returns whether white was guessed from the scale and all values are colored on the same side of it. */
export function isOneSided({ centre, centreIs, cells }: Substitutions): boolean {
  if (centreIs === "reference" || centreIs === "chosen") return false;
  const means = cells.flatMap((cell) => cell?.mean ?? []);
  return means.length > 0 && (means.every((mean) => mean > centre) || means.every((mean) => mean < centre));
}

/** Selector for the white value, which is part of the URL. */
export function WhiteChoice({ found, stated }: { found: Substitutions; stated: string }) {
  const isValue = stated !== "" && !Object.hasOwn(WORDS, stated);
  const usual = found.referenceValue === null ? "no effect" : "the wild type";
  const choose = (white: string) => setQuery({ white: white || null });
  return (
    <>
      <label for="white">Colors relative to</label>
      <select
        id="white"
        value={isValue ? "value" : stated}
        onChange={({ currentTarget: { value } }) => choose(value === "value" ? String(found.centre) : value)}
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
