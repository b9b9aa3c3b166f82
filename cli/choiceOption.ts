import { UsageError } from "./errors.ts";

/** Throws UsageError unless an option has one of its values. The service returns nothing for filters with unknown values. */
export function requireChoice(flag: string, text: string, choices: readonly string[]): void {
  if (choices.includes(text.toLowerCase())) return;
  throw new UsageError(
    `${flag} must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}, not "${text}".`,
  );
}
