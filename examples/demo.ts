import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type LocalAddress, localIdp } from "#local/idp/localIdp.ts";
import { dataDirectoryFrom } from "#local/idp/localSecret.ts";
import { startPlatform } from "#local/startPlatform.ts";
import { ApiClient, type LoadView, type TaskView } from "./apiClient.ts";
import { type DemoFile, describeFile, generateFile } from "./demoFile.ts";
import { explainFailure } from "./explainFailure.ts";
import { runTimed, say, show } from "./narration.ts";
import { printTable } from "./printTable.ts";
import { REFERENCE, trueActivity } from "./variants.ts";

const HELP = `Starts a platform in a temporary directory and tells its story on data.

  npm run demo                    on generated measurements of enzyme variants
  npm run demo -- --csv FILE      on a CSV file of your own (with a header)
  npm run demo -- --rows 100000   with more generated rows (default 20,000)
  npm run demo -- --url URL       on a running platform with a local identity provider, in a new workspace "lab";
                                  DATA_DIR (.data if absent) is that of the platform`;

/** Folder of the reports, to be opened in a browser. */
const REPORTS = ".data/demo";

/** Minimum number of generated rows; fewer teach too little for convincing designs. */
const MIN_TRAINING_ROWS = 1_000;

async function ask(api: ApiClient, query: string, options: Record<string, unknown> = {}): Promise<void> {
  show(query);
  show(printTable(await api.query(query, options)));
}

interface Session {
  api: ApiClient;
  projectId: string;
  roundId: string;
}

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

  say("Undo: the rows are gone from the newest version, and only from there.");
  const table = await api.get<{ id: string; version_id: string }>(`/data/table:get?reference=${file.table}`);
  await api.post(`/data/load:undo?id=${loaded.id}`);
  report(await runTimed("load:undo", () => api.settled(loaded.id)));
  await ask(api, `SELECT count(*) AS n FROM ${file.table}`);

  say("Redo: they are back.");
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

interface Result {
  models: { sampler: { artifact_id: string }; scorer: { artifact_id: string } | null };
  selected_assemblies: { table: string };
  report: { artifact_id: string };
}

/** Creates a task and follows it to its end. */
async function task({ api, projectId }: Session, type: string, parameters: object): Promise<Result> {
  const context = { kind: "PROJECT", project_id: projectId };
  const { id } = await api.post<{ id: string }>(`/task/${type}:create`, { context, parameters });
  let shown = "";
  const onWait = ({ progress }: TaskView<Result>): void => {
    const { phase, step, num_steps } = progress ?? { step: null };
    const words = step === null ? "" : `${phase} ${step}/${num_steps} … `;
    if (words !== shown) process.stdout.write(words);
    shown = words;
  };
  const { result } = await runTimed(`task/${type}:create, until it has ended`, () =>
    api.finished<Result>(id, { onWait, maxPauseMs: 100 }),
  );
  return result;
}

async function summary({ api }: Session, artifactId: string): Promise<string> {
  return (await api.get<{ data: { summary: string } }>(`/data/artifact:get?id=${artifactId}`)).data.summary;
}

/** Saves a report as a page. */
async function keepReport({ api }: Session, { report }: Result, name: string): Promise<void> {
  await mkdir(REPORTS, { recursive: true });
  const path = join(REPORTS, `${name}.html`);
  await writeFile(path, await api.download(`/data/artifact:download?id=${report.artifact_id}&format=html`));
  show(`The whole report, to be opened in a browser: ${path}`);
}

/** Trains on generated data and designs the next variants. */
async function designs(session: Session): Promise<void> {
  say("Train: which sequences are plausible, and what the assay will say of them.");
  const trained = await task(session, "train/v2", {
    dataset: { kind: "QUERY", query: "SELECT sequence, activity FROM variants WHERE variant_id <= 1000" },
    reference: { monomer: REFERENCE },
    assays: [{ assay_id: "activity", name: "Activity", unit: "relative", scale_type: "MULTIPLICATIVE" }],
    seed: 1,
  });
  show(await summary(session, trained.report.artifact_id));
  await keepReport(session, trained, "training");
  const { sampler, scorer } = trained.models;
  const generator = {
    type: "MODEL_BASED",
    template: { kind: "MONOMER", assembly: { monomer: REFERENCE }, sampler },
    max_mutations: 4,
  };

  say("Diversify: plausible variants, without looking at the assay.");
  const diverse = await task(session, "diversify/v2", {
    generator,
    ranker: {
      type: "LIKELIHOOD_BASED",
      sampler_config: { kind: "MONOMER_SAMPLER", sampler, reference_assembly: { monomer: REFERENCE } },
    },
    num_assemblies: 48,
    seed: 1,
  });
  await printTruth(session, diverse.selected_assemblies.table);

  say("Engineer: variants that should be better than all measured ones, and some that teach the most.");
  const improved = await task(session, "engineer/v2", {
    generator,
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure: { assay_id: "activity", direction: "MAXIMIZE" }, reference: 1 },
      scorer_config: { kind: "MONOMER_SCORER", scorer },
    },
    num_assemblies: 48,
    seed: 1,
  });
  const { table } = improved.selected_assemblies;
  await ask(
    session.api,
    `SELECT rank, mutations, activity_mean, activity_sd, purpose\nFROM ${table}\nORDER BY rank\nLIMIT 5`,
  );
  await printTruth(session, table);
  await printMeasured(session);
  await keepReport(session, improved, "designs");
}

/** Compares the designs with the truth, which is known for generated data. */
async function printTruth({ api }: Session, table: string): Promise<void> {
  const rows = await api.query(`SELECT sequence FROM ${table}`);
  const values = Array.from(rows.getChild("sequence").toArray() as string[], trueActivity).sort(
    (a, b) => b - a,
  );
  const best = (values[0] ?? 0).toFixed(2);
  const median = (values[Math.floor(values.length / 2)] ?? 0).toFixed(2);
  show(
    `In truth, of these ${values.length}: the best has ${best} times the reference's activity, the median ${median}.`,
  );
}

/** Reports the true values of the best measured variants, to compare the designs with. */
async function printMeasured({ api }: Session): Promise<void> {
  const rows = await api.query(
    "SELECT sequence FROM variants WHERE variant_id <= 1000 AND activity IS NOT NULL ORDER BY activity DESC",
  );
  const values = Array.from(rows.getChild("sequence").toArray() as string[], trueActivity);
  const [first = 0] = values;
  show(
    `Of the 1,000 measured variants, the one that measured best has ${first.toFixed(2)} times, and none has more than ${Math.max(...values).toFixed(2)}.`,
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
  if (values.url) return tell(values.url, dataDirectoryFrom(process.env), file, withDesigns);
  const dataDirectory = await mkdtemp(join(tmpdir(), "platform-demo-"));
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
    console.log(`A platform of its own for this demo, in ${dataDirectory} (removed at the end)`);
    await tell(platform.url, dataDirectory, file, withDesigns);
    say(
      "That was the story. `npm start` runs a platform that stays, and docs/getting-started.md continues from here.",
    );
  } finally {
    // Failures caused by ending the platform are not printed.
    if (isEnded) await new Promise(() => undefined);
    await end();
  }
}

/** Tells the story on the platform at a URL, with designs if the file has enough rows to learn from. */
async function tell(url: string, dataDirectory: string, file: DemoFile, withDesigns: boolean): Promise<void> {
  const strategy = (await (await fetch(new URL("/auth:apiStrategy", url))).json()) as {
    auth_api_url: string;
  };
  const session = await prepare(url, { idpUrl: strategy.auth_api_url, dataDirectory });
  await runDemo(session, file);
  if (withDesigns) await designs(session);
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(explainFailure(error));
    process.exit(1);
  },
);
