import { inspect } from "node:util";

/** Prints an error that cannot be returned to a client to standard error. */
export function reportError(sentence: string, error: unknown): void {
  process.stderr.write(`${sentence} ${inspect(error)}\n`);
}
