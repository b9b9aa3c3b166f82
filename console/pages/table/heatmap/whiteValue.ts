import type { Substitutions } from "./substitutions.ts";

/** Values that are written as words in a URL. */
export const WHITE_WORDS: Readonly<Record<string, number>> = { zero: 0, one: 1 };

/** Reads the white value from a URL; null if it does not contain one. */
export function readWhite(searchParams: URLSearchParams): number | null {
  const stated = searchParams.get("white") ?? "";
  if (Object.hasOwn(WHITE_WORDS, stated)) return WHITE_WORDS[stated] ?? null;
  const value = Number(stated);
  return stated.trim() === "" || !Number.isFinite(value) ? null : value;
}

/** Returns whether white was guessed from the scale and all values are colored on the same side of it. */
export function isOneSided({ center, centerIs, cells }: Substitutions): boolean {
  if (centerIs === "reference" || centerIs === "chosen") return false;
  const means = cells.flatMap((cell) => cell?.mean ?? []);
  return means.length > 0 && (means.every((mean) => mean > center) || means.every((mean) => mean < center));
}
