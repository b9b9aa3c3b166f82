import { UsageError } from "../errors.ts";

/** Parses an integer option. */
export function wholeNumber(text: string, option: string): number {
  if (/^\s*-?\d{1,6}\s*$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be an integer, not "${text.trim()}".`);
}
