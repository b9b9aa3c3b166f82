import { connect } from "#client/connect.ts";
import type { TableConfig } from "#client/importFiles.ts";
import { identityProvider } from "#client/signIn/authenticate.ts";
import { machineTokens } from "#client/signIn/machine.ts";
import type { Workspace } from "#client/workspace.ts";

/** Machine that may work only in the canary's workspace. */
export interface CanaryMachine {
  client_id: string;
  client_secret: string;
}

export interface CanaryOptions {
  /** URL of the platform. */
  url: string;
  /** Name of a workspace that no one else uses. */
  workspace: string;
  machine: CanaryMachine;
  /** Stops the run. */
  signal: AbortSignal;
}

const TABLE = "canary";
const PROJECT = "canary";
const ROWS = 100;
const CONFIG: TableConfig = {
  format: "CSV",
  columns: [
    { name: "run", type: "STRING" },
    { name: "value", type: "INT64" },
  ],
};

/**
 * Works like an external scientist: signs in, loads a file, finds its rows with SQL, undoes the load, and checks that the rows
 * are gone. Rejects with a message about the first failure; the load is undone even then.
 */
export async function runCanary({ url, workspace, machine, signal }: CanaryOptions): Promise<void> {
  const provider = await identityProvider(url);
  const token = machineTokens(provider, machine.client_id, machine.client_secret);
  const lab = await connect({ url, workspace, token });
  const run = crypto.randomUUID();
  const lines = Array.from({ length: ROWS }, (_, index) => `${run},${index}`);
  const content = ["run,value", ...lines, ""].join("\n");
  const context = { project: await projectOf(lab) };
  const load = await lab.import(
    { name: "canary.csv", content },
    { into: TABLE, context, config: CONFIG, signal },
  );
  try {
    await expectRows(lab, run, ROWS, "after the load");
  } finally {
    await load.undo({ signal });
  }
  await expectRows(lab, run, 0, "after undo");
}

/** Returns the ID of the canary's project, which its first run creates. */
async function projectOf(lab: Workspace): Promise<string> {
  for await (const { id, name } of lab.projects()) if (name === PROJECT) return id;
  return (await lab.createProject({ name: PROJECT })).id;
}

async function expectRows(lab: Workspace, run: string, expected: number, when: string): Promise<void> {
  const query = `SELECT count(*) AS n, sum(value) AS total FROM ${TABLE} WHERE run = '${run}'`;
  const [row] = await (await lab.query<{ n: number | bigint; total: number | bigint | null }>(query)).rows();
  const total = expected === 0 ? 0 : (expected * (expected - 1)) / 2;
  if (Number(row?.n) === expected && Number(row?.total ?? 0) === total) return;
  throw new Error(
    `SQL found ${row?.n} rows ${when}, with a sum of ${row?.total}: not ${expected} and ${total}`,
  );
}
