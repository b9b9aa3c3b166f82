import { createInterface } from "node:readline/promises";
import type { Cli } from "../cli.ts";

/** Warning about a file with the content of another one that is already in the table. */
const REPEATED = /has the same content as .+ rows would be added to .+ twice\.$/s;

/** Returns the warnings about files whose rows are already in the table. */
export function repeatedFiles(warnings: readonly string[]): string[] {
  return warnings.filter((warning) => REPEATED.test(warning));
}

/** Asks whether rows should be added a second time. False without a terminal to ask on. */
export async function askAgain(cli: Cli, repeated: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || cli.json) return false;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`! ${repeated.join("\n! ")}\nLoad the rows again? [y/N] `, {
      signal: cli.signal,
    });
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    // A canceled question leaves the terminal open, and the program would not end.
    lines.close();
  }
}
