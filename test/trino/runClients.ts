import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { localIdp } from "#local/idp/localIdp.ts";
import type { Platform } from "#local/startPlatform.ts";
import { ApiClient } from "../../examples/apiClient.ts";
import { preparePython } from "../python/preparePython.ts";
import { runProgram, withPlatform } from "../python/withPlatform.ts";
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
 * Reads a workspace with unmodified Trino clients: the Python client with and without TLS, ibis, dbt, the JavaScript client
 * and, with Java, JDBC and the CLI.
 */
process.exitCode = await withPlatform(
  () => preparePython(join(FOLDER, "requirements.txt")),
  async (platform, programs) => {
    const { workspace, token } = await filledWorkspace(platform);
    const python = join(programs, "python");
    const tools = await preparePython(join(FOLDER, "toolsRequirements.txt"));
    const script = join(FOLDER, "readTables.py");
    const { certificatePath, euUrl } = platform.tls;
    const plain = [script, new URL(platform.euUrl).port, workspace, token];
    const secure = [script, new URL(euUrl).port, workspace, token, certificatePath];
    // The machine's environment variables would take precedence over the certificate of the connection.
    const own = { REQUESTS_CA_BUNDLE: "", CURL_CA_BUNDLE: "" };
    const codes = [
      await runProgram(python, plain, FOLDER, own),
      await runProgram(python, secure, FOLDER, own),
      await runProgram(
        join(tools, "python"),
        [join(FOLDER, "readTools.py"), ...secure.slice(1)],
        FOLDER,
        own,
      ),
      await runJavaScriptClient({ port: new URL(euUrl).port, workspace, token, certificatePath }),
      await runJavaClients({ port: new URL(euUrl).port, workspace, token, certificatePath }),
    ];
    return Math.max(...codes);
  },
);

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
