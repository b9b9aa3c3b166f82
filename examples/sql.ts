import { parseArgs } from "node:util";
import { localIdp } from "#local/idp/localIdp.ts";
import { dataDirectoryFrom } from "#local/idp/localSecret.ts";
import { ApiClient } from "./apiClient.ts";
import { explainFailure } from "./explainFailure.ts";
import { printTable } from "./printTable.ts";

const HELP = `Runs one SQL query on the platform of this machine and prints the result.

  npm run -s sql -- --workspace lab "SELECT count(*) FROM variants"
  npm run -s sql -- --workspace lab --version-id ID "SELECT …"     as of a version
  npm run -s sql -- --workspace lab --project-id ID "SELECT …"     only a project's rows

Set PORT (default 4000) and DATA_DIR (default .data) to those of the platform.`;

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      workspace: { type: "string" },
      "version-id": { type: "string" },
      "project-id": { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const [query] = positionals;
  if (values.help || !query || !values.workspace) {
    console.log(HELP);
    process.exitCode = values.help ? 0 : 1;
    return;
  }
  const port = Number(process.env.PORT ?? 4000);
  const idp = localIdp({
    idpUrl: `http://127.0.0.1:${port + 3}`,
    dataDirectory: dataDirectoryFrom(process.env),
  });
  const [orgId] = await idp.workspaceOrganizations(values.workspace);
  if (!orgId) throw new Error(`There is no workspace "${values.workspace}" on this platform.`);
  const token = await idp.userToken((await idp.settings()).clientId, "dev@example.org", orgId);
  const platform = new ApiClient(`http://127.0.0.1:${port}`, token);
  const record = await platform.get<{ region_api_url: string }>(
    `/v2/workspace:getRecord?name=${encodeURIComponent(values.workspace)}`,
  );
  const api = new ApiClient(`${record.region_api_url}/v2/workspace/${values.workspace}`, token);
  const table = await api.query(query, {
    version_id: values["version-id"] ?? null,
    project_id: values["project-id"] ?? null,
  });
  console.log(printTable(table));
}

run().catch((error: unknown) => {
  console.error(explainFailure(error));
  process.exitCode = 1;
});
