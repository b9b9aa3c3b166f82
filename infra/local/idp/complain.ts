import { inspect } from "node:util";

/** Tells the person at the terminal, on standard error, what no client can be told. */
export function complain(sentence: string, error: unknown): void {
  process.stderr.write(`${sentence} ${inspect(error)}\n`);
}
