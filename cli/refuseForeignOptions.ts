import { UsageError } from "./errors.ts";

/** Options of other programs, with what to type instead. */
const FOREIGN: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^(?:--jq|-q|--template)$/,
    "pdp has no such option. Give JSON to jq: pdp table list --json | jq '.[].reference'",
  ],
  [/^(?:-w|--web)$/, "pdp has no such option. To open a page in the console, run: pdp open NAME"],
];
/** Fields after `--json`, such as `name,state`. */
const FIELDS = /^[a-z_]+(?:,[a-zA-Z_]+)+$/;

/**
 * Throws UsageError for an option of another program that no command has. `known` are the options of the called command, such as
 * `--csv` or `-o, --output <file>`.
 */
export function refuseForeignOptions(args: readonly string[], known: readonly string[]): void {
  const names = new Set(known.flatMap((flags) => flags.split(/[ ,]+/)));
  for (const [at, word] of args.entries()) {
    if (word === "--") return;
    const [, advice] = FOREIGN.find(([pattern]) => pattern.test(word) && !names.has(word)) ?? [];
    if (advice !== undefined) throw new UsageError(`${word}: ${advice}`);
    if (word === "--json" && FIELDS.test(args[at + 1] ?? ""))
      throw new UsageError(
        `--json prints all fields. To select some, use jq: … --json | jq '.[] | {${args[at + 1]}}'`,
      );
  }
}
