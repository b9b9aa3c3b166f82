import type { LoadView } from "../../examples/apiClient.ts";
import type { SmokeWorkspace } from "./smokeTest.ts";

export interface LoadedFile {
  id: string;
  size: number;
  filepath: string;
}

export interface Files {
  table: string;
  format: "CSV" | "NDJSON";
  columns: readonly object[];
  /** File content by file name. */
  content: Record<string, string>;
}

/** Creates a load for one table and uploads its files without finalizing it. */
export async function stageLoad(
  { api, projectId }: SmokeWorkspace,
  { table, format, columns, content }: Files,
): Promise<{ id: string; files: LoadedFile[] }> {
  const { id } = await api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: projectId },
    tables: { [table]: { columns, format } },
  });
  const files: LoadedFile[] = [];
  for (const [name, bytes] of Object.entries(content)) {
    files.push(await api.upload<LoadedFile>(id, table, name, bytes));
  }
  return { id, files };
}

/** Finalizes, undoes or redoes a load, and waits until the operation completes without errors. */
export async function settle(
  { api }: SmokeWorkspace,
  verb: "finalize" | "undo" | "redo",
  id: string,
  seconds: number,
): Promise<LoadView> {
  await api.post(`/data/load:${verb}?id=${id}`);
  const load = await api.settled(id, { seconds });
  const wanted = verb !== "undo";
  if (load.state === "COMPLETED" && load.errors.length === 0 && load.is_active === wanted) return load;
  const why = load.errors.slice(0, 3).join(" ");
  throw new Error(`After load:${verb}, load ${id} is ${load.state}, is_active ${load.is_active}: ${why}`);
}

export async function loadAll(workspace: SmokeWorkspace, files: Files, patience: number) {
  const staged = await stageLoad(workspace, files);
  await settle(workspace, "finalize", staged.id, patience);
  return staged;
}
