import { setTimeout as sleep } from "node:timers/promises";
import { ApiClient } from "../../examples/apiClient.ts";

/** IDs of a workspace's resources, by the names of the environment variables that pass them on. */
export interface SeededIds extends Record<string, string> {
  PROJECT_ID: string;
  ROUND_ID: string;
  LOAD_ID: string;
  FILE_ID: string;
  TABLE_ID: string;
  VERSION_ID: string;
  TASK_ID: string;
  ARTIFACT_ID: string;
}

interface WithId {
  id: string;
}

const REFERENCE = "MKTAYIAKQR";
const ROWS = ["MKTAYIAKQA,1.2", "MKTAYIAKAR,0.9", "MKTAYIAAQR,1.4", "MKTAYAAKQR,0.7"];

/** Creates a workspace with a project, a round, a table with rows, and a task with its report. */
export async function seedWorkspace(platformUrl: string, name: string, token: string): Promise<SeededIds> {
  const platform = new ApiClient(platformUrl, token);
  await platform.post("/v2/workspace:create", { name, display_name: "Requests of all kinds" });
  const query = `name=${name}`;
  while ((await platform.get<{ state: string }>(`/v2/workspace:get?${query}`)).state !== "READY")
    await sleep(50);
  const record = await platform.get<{ region_api_url: string }>(`/v2/workspace:getRecord?${query}`);
  const api = new ApiClient(`${record.region_api_url}/v2/workspace/${name}`, token);
  const project = await api.post<WithId>("/project:create", { name: "seeded" });
  const round = await api.post<WithId>("/round:create", { project_id: project.id, name: "round" });
  const context = { kind: "PROJECT", project_id: project.id };
  const load = await api.post<WithId>("/data/load:create", {
    context,
    tables: {
      variants: {
        columns: [
          { name: "sequence", type: "STRING" },
          { name: "tm_celsius", type: "FLOAT64" },
        ],
      },
    },
  });
  await api.upload(load.id, "variants", "variants.csv", `sequence,tm_celsius\n${ROWS.join("\n")}\n`);
  await api.post(`/data/load:finalize?id=${load.id}`);
  await api.settled(load.id);
  const { files } = await api.get<{ files: WithId[] }>(`/data/load:get?id=${load.id}`);
  const table = await api.get<WithId & { version_id: string }>("/data/table:get?reference=variants");
  const task = await api.post<WithId>("/task/analyze.data/v2:create", {
    context,
    parameters: {
      dataset: { kind: "TABLE", table: "variants" },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "tm_celsius" }],
    },
  });
  await api.post("/data/version:tag", { version_id: table.version_id, name: "seeded" });
  await api.post("/data/query:start", { query: "SELECT count(*) FROM variants" });
  await api.post("/project/order:create", {
    project_id: project.id,
    name: "Plate 1",
    designs: { kind: "TABLE", table: "variants" },
    plates: [{ format: 96 }],
  });
  const { result } = await api.finished<{ report: { artifact_id: string } }>(task.id);
  return {
    PROJECT_ID: project.id,
    ROUND_ID: round.id,
    LOAD_ID: load.id,
    FILE_ID: files[0]?.id ?? "",
    TABLE_ID: table.id,
    VERSION_ID: table.version_id,
    TASK_ID: task.id,
    ARTIFACT_ID: result.report.artifact_id,
  };
}
