import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { ApiClient } from "#examples/apiClient.ts";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import type { LoadedRows } from "./judgeRows.ts";

/** Number of leading bytes that a client sends for a preview. */
const PREVIEW_BYTES = 4 << 20;

/** Workspace into which the files of a corpus are loaded. */
export interface CorpusSite {
  api: ApiClient;
  projectId: string;
  /** Returns the rows of a query as lines of JSON. */
  query: (sql: string) => Promise<string>;
}

/** Loads a file with the config that its preview proposes, unchanged, and returns its rows or the reason for the refusal. */
export async function loadFile(
  site: CorpusSite,
  path: string,
  table: string,
): Promise<LoadedRows | { refusal: string }> {
  const { api, projectId } = site;
  const bytes = await readFile(path);
  const name = basename(path);
  try {
    const form = new FormData();
    form.set("file", new File([new Uint8Array(bytes.subarray(0, PREVIEW_BYTES))], name));
    const { config, problems } = await api.postForm<FilePreview>(`/data:preview?size=${bytes.length}`, form);
    if (config === null) return { refusal: problems.join(" ") };
    const context = { kind: "PROJECT", project_id: projectId };
    const load = await api.post<{ id: string }>("/data/load:create", {
      context,
      tables: { [table]: config },
    });
    const upload = new FormData();
    upload.set("table_reference", table);
    upload.set("file", new File([new Uint8Array(bytes)], name));
    await api.postForm(`/data/load:uploadFile?id=${load.id}`, upload);
    await api.post(`/data/load:finalize?id=${load.id}`);
    const { state, errors } = await settled(api, load.id);
    if (state !== "COMPLETED") return { refusal: `${errors.join(" ")} ${problems.join(" ")}` };
    const query = `SELECT * FROM "${table}" ORDER BY "$line"`;
    const rows = (await site.query(query))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { rows, columns: config.columns as LoadedRows["columns"] };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

async function settled(api: ApiClient, id: string): Promise<{ state: string; errors: string[] }> {
  for (;;) {
    const load = await api.get<{ state: string; errors: string[] }>(
      `/data/load:get?id=${id}&wait_seconds=20`,
    );
    if (load.state !== "LOADING") return load;
  }
}
