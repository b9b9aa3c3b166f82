import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { names } from "#infra/names.ts";
import { localIdp } from "#local/idp/localIdp.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { generateVariants, toCsv } from "../../examples/variants.ts";
import { callAws } from "./awsCalls.ts";
import type { Emulation } from "./emulation.ts";

const run = promisify(execFile);
const TOOL = resolve(import.meta.dirname, "../../infra/operate/restore.ts");

const COLUMNS = [
  { name: "variant_id", type: "INT64" },
  { name: "sequence", type: "STRING" },
  { name: "mutations", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
  { name: "thermostability", type: "FLOAT64" },
  { name: "batch", type: "STRING" },
  { name: "measured_on", type: "DATE" },
];

/** Content of each version: row count and a sum over the rows, or the error of its query. */
type History = Record<string, string>;

/**
 * Rehearses a restore: a workspace with a history is backed up, damaged (records deleted and changed, objects deleted, a newer
 * load committed), and restored with the operators' command. Returns what differs afterward, one sentence per difference.
 * Backups of the emulator are snapshots, which represent a point in time.
 */
export async function rehearseRestore({ config, environment, folder }: Emulation): Promise<string[]> {
  const lab = await openWorkspace(config.platformUrl, folder.directory);
  const first = await load(lab, 1);
  await load(lab, 2);
  await lab.api.post(`/data/load:undo?id=${first}`);
  await lab.api.settled(first);
  const before = await readHistory(lab.api);
  const table = names.table("EU");
  const backup = await database(config.regions.EU, "CreateBackup", {
    TableName: table,
    BackupName: "rehearsal",
  });
  const BackupArn = (backup.BackupDetails as { BackupArn: string }).BackupArn;

  await load(lab, 3);
  await damage(config.regions.EU, table, names.bucket(config, "EU"), lab.id);
  const damaged = await readHistory(lab.api).catch((error: Error) => ({ error: error.message }) as History);
  if (JSON.stringify(damaged) === JSON.stringify(before)) return ["the rehearsal damaged nothing"];

  const from = `${table}-restored`;
  await database(config.regions.EU, "RestoreTableFromBackup", { TargetTableName: from, BackupArn });
  const args = ["--environment", "example", "--region", "EU", "--workspace", lab.id, "--from", from];
  await lab.staff.post(`/v2/workspace:freeze?id=${lab.id}`, { mode: "CLOSED", reason: "A rehearsal" });
  const { stdout } = await run(process.execPath, [TOOL, ...args], {
    env: { ...process.env, ...environment },
  });
  await lab.staff.post(`/v2/workspace:unfreeze?id=${lab.id}`);
  console.log(`restore: ${stdout.trim()}`);
  const after = await readHistory(lab.api);
  await load(lab, 4);
  const later = await readHistory(lab.api);
  console.log(
    `history: ${Object.keys(before).length} versions, each as before; another was committed afterwards`,
  );
  return [
    ...differences(before, after, "after the restore"),
    ...differences(
      before,
      Object.fromEntries(Object.entries(later).filter(([id]) => id in before)),
      "after another load",
    ),
    ...(Object.keys(later).length === Object.keys(before).length + 1
      ? []
      : ["the load after the restore has no version of its own"]),
  ];
}

interface Lab {
  id: string;
  api: ApiClient;
  staff: ApiClient;
  projectId: string;
}

async function openWorkspace(platformUrl: string, dataDirectory: string): Promise<Lab> {
  const strategy = (await (await fetch(`${platformUrl}/auth:apiStrategy`)).json()) as {
    auth_api_url: string;
  };
  const idp = localIdp({ idpUrl: strategy.auth_api_url, dataDirectory });
  const { clientId, staffOrganizationId } = await idp.settings();
  const staff = new ApiClient(
    platformUrl,
    await idp.userToken(clientId, "staff@example.org", staffOrganizationId),
  );
  await staff.post("/v2/workspace:create", { name: "rehearsal", display_name: "Rehearsal", region: "EU" });
  const get = () => staff.get<{ id: string; state: string }>("/v2/workspace:get?name=rehearsal");
  let workspace = await get();
  for (; workspace.state === "PROVISIONING"; workspace = await get()) await sleep(100);
  const record = await staff.get<{ region_api_url: string }>("/v2/workspace:getRecord?name=rehearsal");
  const [organization = ""] = await idp.workspaceOrganizations("rehearsal");
  const token = await idp.userToken(clientId, "scientist@example.org", organization);
  const api = new ApiClient(`${record.region_api_url}/v2/workspace/rehearsal`, token);
  const project = await api.post<{ id: string }>("/project:create", { name: "rehearsal" });
  return { id: workspace.id, api, staff, projectId: project.id };
}

/** Loads rows with numbers that identify their load. Returns the load ID. */
async function load({ api, projectId }: Lab, seed: number): Promise<string> {
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { variants: { columns: COLUMNS, format: "CSV" } },
  });
  await api.upload(id, "variants", `load-${seed}.csv`, toCsv(generateVariants(100 * seed, seed)));
  await api.post(`/data/load:finalize?id=${id}`);
  const { state, errors } = await api.settled(id);
  if (state !== "COMPLETED") throw new Error(`Load ${seed} is ${state}: ${errors[0]}`);
  return id;
}

async function readHistory(api: ApiClient): Promise<History> {
  const { items } = await api.get<{ items: { id: string; kind: string }[] }>("/data/version:list");
  const history: History = {};
  for (const { id, kind } of items) {
    const query = `SELECT count(*) AS n, sum(activity) AS total FROM variants FOR VERSION AS OF ${id}`;
    const content = await api.query(query).then(
      (table) => table.toArray().map(({ n, total }) => `${n} rows, sum ${Number(total ?? 0).toFixed(6)}`),
      (error: Error) => [error.message],
    );
    history[id] = `${kind} ${content.join()}`;
  }
  return history;
}

/** Deletes the head, every second version and every second object of a workspace. */
async function damage(region: string, TableName: string, bucket: string, id: string): Promise<void> {
  const { Items } = await database(region, "Query", {
    TableName,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": { S: `W#${id}#VERSION` } },
  });
  const versions = Items as { pk: object; sk: object }[];
  const gone = [
    { pk: { S: `W#${id}` }, sk: { S: "HEAD" } },
    ...versions.filter((_, index) => index % 2 === 0),
  ];
  for (const { pk, sk } of gone) await database(region, "DeleteItem", { TableName, Key: { pk, sk } });
  const s3 = (method: "GET" | "DELETE", path: string) => callAws({ service: "s3", region, method, path });
  const list = await s3("GET", `/${bucket}?list-type=2&prefix=ws%2F${id}%2F`);
  const keys = [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
  for (const key of keys.filter((_, index) => index % 2 === 0)) await s3("DELETE", `/${bucket}/${key}`);
}

async function database(region: string, operation: string, input: object): Promise<Record<string, unknown>> {
  const target = `DynamoDB_20120810.${operation}`;
  return JSON.parse(await callAws({ service: "dynamodb", region, operation: [target, input] }));
}

function differences(before: History, after: History, when: string): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((id) => before[id] !== after[id])
    .map((id) => `version ${id} is ${after[id] ?? "gone"} ${when}, not ${before[id] ?? "gone"}`);
}
