import { UsageError } from "../../errors.ts";

/** Returns the number of the first residue that a flag states, which may be 0 or below; null if it is absent. */
export function firstNumberOf({ firstNumber }: { firstNumber?: string }): number | null {
  if (firstNumber === undefined) return null;
  const number = Number(firstNumber);
  if (/^-?\d+$/.test(firstNumber) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--first-number "${firstNumber}": it is a whole number, such as 1 or 24.`);
}
