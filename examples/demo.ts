import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type LocalAddress, localIdp } from "#local/idp/localIdp.ts";
import { dataDirectoryFrom } from "#local/idp/localSecret.ts";
import { startPlatform } from "#local/startPlatform.ts";
import { ApiClient, type LoadView } from "./apiClient.ts";
import { DESIGN_STEPS, designs } from "./demoDesigns.ts";
import { type DemoFile, describeFile, generateFile } from "./demoFile.ts";
import { ask, type Session } from "./demoSession.ts";
import { explainFailure } from "./explainFailure.ts";
import { expectSteps, runTimed, say, show } from "./narration.ts";

const HELP = `Starts a platform in a temporary directory and tells its story on data. Takes half a minute, and saves its
reports in another temporary directory.

  npm run demo                    on generated measurements of enzyme variants
  npm run demo -- --csv FILE      on a CSV file of your own (with a header)
  npm run demo -- --rows 100000   with more generated rows (default 20,000)
  npm run demo -- --url URL       on a running platform with a local identity provider, in a new workspace "lab";
                                  Set DATA_DIR (default .data) to that of the platform.`;

/** Minimum number of generated rows; with fewer, the designs are not convincing. */
const MIN_TRAINING_ROWS = 1_000;

/** Number of steps without a damaged file and designs. */
const LOAD_STEPS = 7;
/** Typical duration of a design step on two slow cores. */
const DESIGN_STEP_SECONDS = 5;
/** Bytes of a file that the story generates, loads and queries in one second, on two slow cores. */
const BYTES_PER_SECOND = 2_000_000;

async function prepare(platformUrl: string, address: LocalAddress): Promise<Session> {
  const idp = localIdp(address);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staff = new ApiClient(
    platformUrl,
    await idp.userToken(clientId, "staff@example.org", staffOrganizationId),
  );
  say(
    "A workspace: everything that one organization has. Staff create it; it is provisioned in the background.",
  );
  await runTimed("workspace:create lab", async () => {
    await staff.post("/v2/workspace:create", { name: "lab", display_name: "Enzyme lab", region: "EU" });
    while ((await staff.get<{ state: string }>("/v2/workspace:get?name=lab")).state !== "READY")
      await sleep(10);
  });
  const record = await staff.get<{ region_api_url: string }>("/v2/workspace:getRecord?name=lab");
  show(`region EU, its operations are at ${record.region_api_url}`);
  const [orgId = ""] = await idp.workspaceOrganizations("lab");
  const token = await idp.userToken(clientId, "scientist@example.org", orgId);
  const api = new ApiClient(`${record.region_api_url}/v2/workspace/lab`, token);

  say("A project for one protein, and its first round of experiments.");
  const project = await api.post<{ id: string }>("/project:create", {
    name: "hydrolase",
    modality: { kind: "ENZYME" },
  });
  const round = await api.post<{ id: string }>("/round:create", { project_id: project.id, name: "round 1" });
  show(`project ${project.id}, round ${round.id}`);
  return { api, projectId: project.id, roundId: round.id };
}

async function load(
  { api, roundId }: Session,
  file: DemoFile,
  name: string,
  content: string,
): Promise<LoadView> {
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "ROUND", round_id: roundId },
    tables: { [file.table]: { columns: file.columns, format: "CSV" } },
  });
  const megabytes = (content.length / 1_048_576).toFixed(1);
  await runTimed(`load:uploadFile ${name} (${megabytes} MB)`, () =>
    api.upload(id, file.table, name, content),
  );
  await api.post(`/data/load:finalize?id=${id}`);
  return runTimed("load:finalize, until it is settled", () => api.settled(id));
}

function report({ id, state, is_active, errors, warnings = [] }: LoadView): void {
  show(`load ${id}: ${state}, is_active ${is_active}`);
  for (const sentence of errors.slice(0, 5)) show(`  error: ${sentence}`);
  for (const sentence of warnings.slice(0, 5)) show(`  warning: ${sentence}`);
}

async function runDemo(session: Session, file: DemoFile): Promise<void> {
  const { api } = session;
  if (file.damaged !== null) {
    say("A load with a mistake in it: one cell of a numeric column holds text.");
    report(await load(session, file, file.name, file.damaged));
    show("Nothing of it became visible: the table does not even exist.");
  }
  say("The corrected file.");
  const loaded = await load(session, file, file.name, file.content);
  report(loaded);
  if (loaded.state !== "COMPLETED") throw new Error("This file could not be loaded; see above.");

  say("SQL, in Trino's dialect.");
  for (const query of file.queries) await ask(api, query);

  say("Undo removes the rows from the newest version only.");
  const table = await api.get<{ id: string; version_id: string }>(`/data/table:get?reference=${file.table}`);
  await api.post(`/data/load:undo?id=${loaded.id}`);
  report(await runTimed("load:undo", () => api.settled(loaded.id)));
  await ask(api, `SELECT count(*) AS n FROM ${file.table}`);

  say("Redo restores the rows.");
  await api.post(`/data/load:redo?id=${loaded.id}`);
  report(await runTimed("load:redo", () => api.settled(loaded.id)));
  await ask(api, `SELECT count(*) AS n FROM ${file.table}`);

  say("Time travel: every version stays, and can be queried beside the newest one.");
  type Versions = { items: { id: string; kind: string; created_at: string }[] };
  const { items } = await api.get<Versions>(`/data/table:listVersions?id=${table.id}`);
  show(items.map(({ id, kind, created_at }) => `${id}  ${kind.padEnd(9)}  ${created_at}`).join("\n"));
  const undone = items.find(({ kind }) => kind === "UNDO_LOAD")?.id ?? "";
  await ask(
    api,
    `SELECT (SELECT count(*) FROM ${file.table}) AS now,\n       (SELECT count(*) FROM ${file.table} FOR VERSION AS OF ${undone}) AS while_undone`,
  );
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      csv: { type: "string" },
      rows: { type: "string", default: "20000" },
      url: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const file = values.csv
    ? await describeFile(basename(values.csv), await readFile(values.csv, "utf8"))
    : generateFile(Number(values.rows));
  const withDesigns = !values.csv && Number(values.rows) >= MIN_TRAINING_ROWS;
  const reports = withDesigns ? await mkdtemp(join(tmpdir(), "demo-reports-")) : null;
  announce(file, reports);
  if (values.url) return tell(values.url, dataDirectoryFrom(process.env), file, reports);
  const dataDirectory = await mkdtemp(join(tmpdir(), "platform-demo-"));
  console.log(`Its platform runs in ${dataDirectory}, which is removed at the end.`);
  const platform = await startPlatform({ port: 0, dataDirectory });
  const end = async (): Promise<void> => {
    await platform.close();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  let isEnded = false;
  process.once("SIGINT", () => {
    isEnded = true;
    void end().finally(() => process.exit(130));
  });
  try {
    await tell(platform.url, dataDirectory, file, reports);
    console.log(
      "\nThat was the story. `npm start` runs a platform that stays, and docs/getting-started.md does the same step by step.",
    );
  } finally {
    // Failures caused by stopping the platform are not printed.
    if (isEnded) await new Promise(() => undefined);
    await end();
  }
}

/** Prints how long the story takes, and where its reports are saved. */
function announce(file: DemoFile, reports: string | null): void {
  const designSteps = reports === null ? 0 : DESIGN_STEPS;
  const steps = (file.damaged === null ? LOAD_STEPS : LOAD_STEPS + 1) + designSteps;
  expectSteps(steps);
  const seconds = 5 + designSteps * DESIGN_STEP_SECONDS + file.content.length / BYTES_PER_SECOND;
  console.log(`The demo has ${steps} steps and takes about ${Math.ceil(seconds / 5) * 5} seconds.`);
  if (reports !== null) console.log(`It saves its reports in ${reports}.`);
}

/** Runs the story on the platform at a URL, including designs if there is a folder for their reports. */
async function tell(
  url: string,
  dataDirectory: string,
  file: DemoFile,
  reports: string | null,
): Promise<void> {
  const strategy = (await (await fetch(new URL("/auth:apiStrategy", url))).json()) as {
    auth_api_url: string;
  };
  const session = await prepare(url, { idpUrl: strategy.auth_api_url, dataDirectory });
  await runDemo(session, file);
  if (reports !== null) await designs(session, reports);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainFailure(error));
    process.exit(1);
  },
);
