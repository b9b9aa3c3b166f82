import { StartError } from "./listen.ts";

const UNITS = { MB: 2 ** 20, GB: 2 ** 30 };
/** Minimum memory for the platform and one small query, in bytes. */
const MIN_BYTES = 768 * UNITS.MB;

/** Returns the number of bytes in MEMORY_BUDGET, such as "2GB" or "1536MB"; undefined if it is not set. */
export function memoryBudget(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB)$/.exec(text.trim()) ?? [];
  const bytes = Number(number) * UNITS[unit as keyof typeof UNITS];
  if (bytes >= MIN_BYTES) return bytes;
  throw new StartError(`MEMORY_BUDGET is "${text}". Set it to at least 768MB, such as 2GB.`);
}
