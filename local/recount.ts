import { parseArgs } from "node:util";
import { localIdp } from "./idp/localIdp.ts";
import { dataDirectoryFrom } from "./idp/localSecret.ts";

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
  const port = Number(process.env.PORT ?? 4000);
  const idp = localIdp({
    idpUrl: `http://127.0.0.1:${port + 3}`,
    dataDirectory: dataDirectoryFrom(process.env),
  });
  const { clientId, staffOrganizationId } = await idp.settings();
  const token = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const response = await fetch(`http://127.0.0.1:${port}/ui/workspace:recountTasks?fix=${values.fix}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok)
    throw new Error(`The platform returned status ${response.status}: ${await response.text()}`);
  const { workspaces, drifted } = (await response.json()) as Recount;
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

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
