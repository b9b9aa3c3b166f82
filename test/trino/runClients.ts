import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { preparePython } from "../python/preparePython.ts";
import { withPlatform } from "../python/withPlatform.ts";
import { CLIENTS, checkedFeatures, withMatrix } from "./clientMatrix.ts";
import { type Connection, runClient } from "./runClient.ts";
import { runGoClient } from "./runGoClient.ts";
import { runJavaClients } from "./runJavaClients.ts";
import { runJavaScriptClient } from "./runJavaScriptClient.ts";

const FOLDER = import.meta.dirname;
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "flag", type: "BOOL" },
  { name: "whole", type: "INT64" },
  { name: "number", type: "FLOAT64" },
  { name: "text", type: "STRING" },
  { name: "day", type: "DATE" },
  { name: "instant", type: "TIMESTAMP" },
  { name: "list", type: "ARRAY", item_type: { type: "INT64" } },
  {
    name: "nested",
    type: "STRUCT",
    columns: [
      { name: "a", type: "FLOAT64" },
      { name: "b", type: "STRING" },
    ],
  },
];

/** Values at the limits of every type, as text because JavaScript has no such integers. */
const ROWS = `{"id":1,"flag":true,"whole":9223372036854775807,"number":0.1,"text":"it's \\"quoted\\"\\n,\\\\ π 😀","day":"2026-02-28","instant":"2026-02-28T23:59:59.999999Z","list":[1,null,3],"nested":{"a":5e-324,"b":"x"}}
{"id":2,"flag":false,"whole":-9223372036854775808,"number":-0.0,"text":"","day":"0001-01-01","instant":"0001-01-01T00:00:00Z","list":[],"nested":{"a":null,"b":null}}
{"id":3}
`;

/**
 * Reads a workspace with unmodified Trino clients: the Python client with and without TLS, ibis, dbt, Superset, the clients for
 * JavaScript and Go and, with Java, JDBC and the CLI. Fails if the matrix in docs/connect.md differs from the checked features;
 * with `--write`, writes it.
 */
process.exitCode = await withPlatform(
  () => preparePython(join(FOLDER, "requirements.txt")),
  async (platform, programs) => {
    const { workspace, token } = await filledWorkspace(platform);
    const { certificatePath, euUrl } = platform.tls;
    const connection = { port: new URL(euUrl).port, workspace, token, certificatePath };
    const plain = { ...connection, port: new URL(platform.euUrl).port, certificatePath: "" };
    const outputs = [
      await runPython(programs, "readTables.py", plain),
      await runPython(programs, "readTables.py", connection),
      await runPython(await preparePython(join(FOLDER, "toolsRequirements.txt")), "readTools.py", connection),
      await runSuperset(connection),
      await runJavaScriptClient(connection),
      await runGoClient(connection),
      await runJavaClients(connection),
    ];
    return compareMatrix(checkedFeatures(outputs.join("\n")));
  },
);

/** Runs a Python script. The machine's environment variables would take precedence over the certificate of the connection. */
function runPython(
  programs: string,
  script: string,
  { port, workspace, token, certificatePath }: Connection,
  more: readonly string[] = [],
): Promise<string> {
  const args = [port, workspace, token, ...(certificatePath === "" ? [] : [certificatePath]), ...more];
  const own = { REQUESTS_CA_BUNDLE: "", CURL_CA_BUNDLE: "" };
  return runClient(join(programs, "python"), [join(FOLDER, script), ...args], FOLDER, own);
}

async function runSuperset(connection: Connection): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "superset-"));
  try {
    const programs = await preparePython(join(FOLDER, "supersetRequirements.txt"));
    return await runPython(programs, "readSuperset.py", connection, [folder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compares the matrix in docs/connect.md with the checks, or writes it with `--write`. Returns the exit code. */
async function compareMatrix(checked: ReturnType<typeof checkedFeatures>): Promise<number> {
  const absent = Object.keys(CLIENTS).filter((client) => !checked.has(client));
  if (absent.length > 0) {
    console.log(
      `skipped, these clients were not checked, because Go or Java is missing: ${absent.join(", ")}`,
    );
    return 0;
  }
  const path = join(FOLDER, "../../docs/connect.md");
  const document = await readFile(path, "utf8");
  const matrix = withMatrix(document, checked);
  if (process.argv.includes("--write")) await writeFile(path, matrix);
  else if (matrix !== document) {
    console.log("The matrix in docs/connect.md differs from the checks: npm run trino:clients -- --write");
    return 1;
  }
  return 0;
}

/** Creates a workspace with a view and a table that contains every type. */
async function filledWorkspace(platform: Platform): Promise<{ workspace: string; token: string }> {
  const workspace = "lab";
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const staffToken = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const staff = new ApiClient(platform.url, staffToken);
  await staff.post("/v2/workspace:create", { name: workspace, display_name: "Clients", region: "EU" });
  while ((await staff.get<{ state: string }>(`/v2/workspace:get?name=${workspace}`)).state !== "READY")
    await sleep(10);
  const [organization = ""] = await idp.workspaceOrganizations(workspace);
  const token = await idp.userToken(clientId, "ana@example.org", organization);
  const api = new ApiClient(`${platform.euUrl}/v2/workspace/${workspace}`, token);
  const { id: project_id } = await api.post<{ id: string }>("/project:create", { name: "clients" });
  await api.post("/data/table:create", {
    reference: "every_type",
    description: "A table of every type",
    columns: COLUMNS,
  });
  const load = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id },
    tables: { every_type: { columns: COLUMNS, format: "NDJSON" } },
  });
  await api.upload(load.id, "every_type", "rows.ndjson", ROWS);
  await api.post(`/data/load:finalize?id=${load.id}`);
  await api.settled(load.id);
  await api.post("/data/table:create", {
    kind: "VIEW",
    reference: "few",
    query: "SELECT id FROM every_type",
  });
  return { workspace, token };
}
