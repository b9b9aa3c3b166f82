import { createInterface } from "node:readline/promises";
import { take } from "#client/pages.ts";
import type { Cli } from "../cli.ts";
import { UsageError } from "../errors.ts";

/** Option of commands that undo, delete or archive. */
export interface ConfirmOptions {
  yes?: boolean;
}
export const YES = ["--yes", "do not ask, even if it is the work of another member"] as const;

/**
 * Asks before a command changes the work of another member, and names its author. Throws a `UsageError` if the user declines,
 * or if there is no terminal to ask on.
 */
export async function confirmForOthers(
  cli: Cli,
  what: string,
  createdBy: string,
  { yes = false }: ConfirmOptions,
): Promise<void> {
  if (yes) return;
  const platform = await cli.platform();
  if ((await platform.me()).user_id === createdBy) return;
  const members = await take((await cli.workspace()).members());
  const author = members.find(({ user_id }) => user_id === createdBy);
  const whose = `${what} was created by ${author ? `${author.name} (${author.email})` : createdBy}.`;
  if (!process.stdin.isTTY) throw new UsageError(`${whose} To continue, add --yes.`);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`${whose} Continue? [y/N] `, { signal: cli.signal });
    if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError("Nothing was changed.");
  } finally {
    // A canceled question leaves the terminal open, and the program would not end.
    lines.close();
  }
}
