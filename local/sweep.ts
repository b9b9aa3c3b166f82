import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { endWith, staffCalls } from "./staffProgram.ts";

const HELP = `Removes the objects in all workspaces of the running platform that have been unreachable for a day.

  npm run -s sweep                removes them and prints their number and size
  npm run -s sweep -- --dry-run   changes nothing and prints examples; the exit code is 1 if there are any

Set PORT (default 4000) and DATA_DIR (default .data) to those of the platform.`;

interface Sweeps {
  run: string;
  sweeps: {
    name: string;
    state: "RUNNING" | "SUCCEEDED" | "FAILED";
    objects: number;
    orphans: number;
    bytes: number;
    examples: string[];
  }[];
}

/** Runs the program and returns the exit code. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const isDry = values["dry-run"];
  const call = await staffCalls(process.env);
  const ask = (query: string) => call<Sweeps>(`/ui/workspace:sweepObjects?dry_run=${isDry}${query}`);
  let progress = await ask("");
  while (progress.sweeps.some(({ state }) => state === "RUNNING")) {
    await sleep(200);
    progress = await ask(`&run=${progress.run}`);
  }
  for (const { name, state, orphans, bytes, examples } of progress.sweeps) {
    if (state === "FAILED") console.log(`${name}: the sweep failed; see the platform's output for the cause`);
    if (orphans === 0) continue;
    console.log(`${name}: ${orphans} objects, ${bytes} bytes${isDry ? "" : " (removed)"}`);
    for (const key of examples) console.log(`  ${key}`);
    if (orphans > examples.length) console.log(`  … and ${orphans - examples.length} more`);
  }
  const total = (of: "objects" | "orphans" | "bytes"): number =>
    progress.sweeps.reduce((sum, sweep) => sum + sweep[of], 0);
  console.log(
    `${progress.sweeps.length} workspaces, ${total("objects")} objects; ${total("orphans")} of them (${total("bytes")} bytes) are unreachable`,
  );
  if (progress.sweeps.some(({ state }) => state === "FAILED")) return 2;
  return isDry && total("orphans") > 0 ? 1 : 0;
}

endWith(run());
