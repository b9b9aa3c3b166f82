import { inspect } from "node:util";

/** Prints to standard error an error that cannot be returned to a client. */
export function reportError(sentence: string, error: unknown): void {
  process.stderr.write(`${sentence} ${inspect(error)}\n`);
}
