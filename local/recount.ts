import { parseArgs } from "node:util";
import { endWith, staffCalls } from "./staffProgram.ts";

const HELP = `Counts the tasks and the staged bytes of every workspace of the running platform, and lists counters that differ.

  npm run -s recount            changes nothing; the exit code is 1 if a counter differs
  npm run -s recount -- --fix   corrects the counters

Set PORT (default 4000) and DATA_DIR (default .data) to those of the platform.`;

interface Recount {
  workspaces: number;
  drifted: { name: string; stored: Record<string, number>; counted: Record<string, number> }[];
}

/** Runs the program and returns the exit code. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      fix: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const call = await staffCalls(process.env);
  const { workspaces, drifted } = await call<Recount>(`/ui/workspace:recountTasks?fix=${values.fix}`);
  for (const { name, stored, counted } of drifted) {
    const differences = Object.keys(counted).filter((count) => counted[count] !== stored[count]);
    const said = differences.map(
      (count) => `${count} is ${stored[count]}, but ${counted[count]} were counted`,
    );
    console.log(`${name}: ${said.join("; ")}${values.fix ? " (fixed)" : ""}`);
  }
  console.log(`${workspaces} workspaces counted, ${drifted.length} with counters that differ`);
  return drifted.length > 0 && !values.fix ? 1 : 0;
}

endWith(run());
