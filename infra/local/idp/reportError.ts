import { inspect } from "node:util";

/** Reports on standard error what no client can be told. */
export function reportError(sentence: string, error: unknown): void {
  process.stderr.write(`${sentence} ${inspect(error)}\n`);
}
