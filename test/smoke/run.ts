import { CommanderError } from "commander";
import { createVitest } from "vitest/node";
import { explainFailure } from "../../examples/explainFailure.ts";
import { optionsFrom } from "./options.ts";
import { openLab } from "./smokeLab.ts";

/** Time within which signals count as one, in milliseconds: npm may forward a signal from the terminal. */
const TOGETHER_MS = 1_000;

/** Runs the checks with Vitest, in two workspaces that are deleted in any case. Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  const options = optionsFrom(args);
  const vitest = await createVitest("test", { mode: "smoke", watch: false });
  const signal = interruption();
  const { lab, close } = await openLab(options, signal);
  console.log(`${options.baseUrl}, region ${options.region} at ${lab.first.origin}`);
  console.log(`workspaces ${lab.first.name} and ${lab.second.name}`);
  try {
    vitest.provide("smokeLab", lab);
    // Vitest awaits the end of the running check, which first awaits its requests.
    signal.addEventListener("abort", () => vitest.cancelCurrentRun("keyboard-input"));
    signal.throwIfAborted();
    const { testModules, unhandledErrors } = await vitest.start();
    signal.throwIfAborted();
    if (testModules.length === 0) return 2;
    const isOk = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
    return isOk ? 0 : 1;
  } finally {
    console.log(await close());
    await vitest.close();
  }
}

/** Returns a signal that is aborted on interruption. A second Ctrl-C exits the process. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  let first = 0;
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    // Vitest would exit at once, and leave the workspaces.
    process.removeAllListeners(name);
    process.on(name, () => {
      if (!controller.signal.aborted) {
        first = performance.now();
        controller.abort(new Error(`Ended by ${name}`));
      } else if (performance.now() - first > TOGETHER_MS) process.exit(2);
    });
  }
  return controller.signal;
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    console.error(explainFailure(error));
    process.exit(2);
  },
);
