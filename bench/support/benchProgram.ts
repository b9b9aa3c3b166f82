import { basename } from "node:path";
import { parseArgs } from "node:util";
import { explainFailure } from "../../examples/explainFailure.ts";

/**
 * Runs a standalone benchmark. Its options are integers with these defaults, which the command line can override (`--seeds
 * 3`). An option must be at least 1 if its default is. Invalid options and failures are
 * printed on one line, with exit code 2 or 1.
 */
export async function benchProgram<Name extends string>(
  summary: string,
  defaults: Record<Name, number>,
  work: (options: Record<Name, number>) => Promise<void>,
): Promise<void> {
  const options = optionsOf(summary, defaults);
  if (options === null) return;
  await work(options).catch((error: unknown) => {
    console.error(explainFailure(error));
    // Open threads would keep the process alive.
    process.exit(1);
  });
}

/** Parses the options. Returns null, after printing the reason, if there is nothing to run. */
function optionsOf<Name extends string>(
  summary: string,
  defaults: Record<Name, number>,
): Record<Name, number> | null {
  const names = Object.keys(defaults) as Name[];
  try {
    const { values } = parseArgs({
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) {
      const program = `node bench/${basename(process.argv[1] ?? "")}`;
      console.log(
        `${summary}\n\n  ${[program, ...names.map((name) => `[--${name} ${defaults[name]}]`)].join(" ")}`,
      );
      return null;
    }
    const given = values as Record<string, string | undefined>;
    return Object.fromEntries(
      names.map((name) => [
        name,
        wholeNumber(name, given[name] ?? String(defaults[name]), Math.min(1, defaults[name])),
      ]),
    ) as Record<Name, number>;
  } catch (error) {
    console.error(explainFailure(error));
    process.exitCode = 2;
    return null;
  }
}

function wholeNumber(name: string, text: string, minimum: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= minimum) return Number(text);
  throw new Error(`--${name} must be an integer of at least ${minimum}, not "${text}".`);
}
