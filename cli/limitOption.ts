import { UsageError } from "./errors.ts";

/** Returns the number given with `--limit`. */
export function limitOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--limit must be a whole number of at least 1, not "${text}".`);
}
