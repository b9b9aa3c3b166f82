import { COMMANDS, type CommandEntry } from "./commandTable.ts";

/** Global options with a value, which may appear before the name of a command. */
export const GLOBAL_VALUES: ReadonlySet<string> = new Set(["--url", "--workspace"]);

/** Finds the command from the first words that are not options. */
export function calledCommand(args: readonly string[]): CommandEntry | undefined {
  const [first, second] = wordsBeforeOptions(args, 2);
  return (
    COMMANDS.find(({ name }) => name === `${first} ${second}`) ?? COMMANDS.find(({ name }) => name === first)
  );
}

/** Returns the first `count` words that are neither options nor values of global options. */
export function wordsBeforeOptions(args: readonly string[], count: number): string[] {
  return wordPositions(args, count).map((at) => args[at] ?? "");
}

/** Returns the positions of the first `count` words that are neither options nor values of global options. */
export function wordPositions(args: readonly string[], count: number): number[] {
  const positions: number[] = [];
  for (let at = 0; at < args.length && positions.length < count; at += 1) {
    const word = args[at] ?? "";
    if (GLOBAL_VALUES.has(word)) at += 1;
    else if (!word.startsWith("-")) positions.push(at);
  }
  return positions;
}
