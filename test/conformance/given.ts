import type { Answer } from "../support/http.ts";
import { expectSuccess } from "./expectations.ts";
import type { Site } from "./site.ts";

/** Creates the resources that rows require, under names that no other row uses. */

let count = 0;

export function freshName(prefix: string): string {
  count += 1;
  return `${prefix}${count}`;
}

export const ONE_COLUMN = [{ name: "n", type: "INT64" }];
export const UNKNOWN = "5";

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came back
type Json = any;

export async function newProject(site: Site, fields: object = {}): Promise<Json> {
  return expectSuccess(await site.post("/project:create", { name: freshName("project-"), ...fields }));
}

export async function newRound(site: Site, fields: object = {}): Promise<Json> {
  const body = { project_id: site.lab.projectId, name: freshName("round "), ...fields };
  return expectSuccess(await site.post("/round:create", body));
}

export async function newTable(site: Site, fields: object = {}): Promise<Json> {
  const body = { reference: freshName("table_"), columns: ONE_COLUMN, ...fields };
  return expectSuccess(await site.post("/data/table:create", body));
}

export async function newView(site: Site, query: string): Promise<Json> {
  return expectSuccess(
    await site.post("/data/table:create", { kind: "VIEW", reference: freshName("view_"), query }),
  );
}

/** Load of one table with one INT64 column, by default in the lab's project. */
export async function newLoad(site: Site, fields: object = {}): Promise<Json> {
  const body = {
    context: { kind: "PROJECT", project_id: site.lab.projectId },
    tables: { [freshName("loaded_")]: { columns: ONE_COLUMN, format: "CSV" } },
    ...fields,
  };
  return expectSuccess(await site.post("/data/load:create", body));
}

export function upload(
  site: Site,
  loadId: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = "file.csv",
): Promise<Answer> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set("file", new File([content], name));
  return site.post(`/data/load:uploadFile?id=${loadId}`, form);
}

/** Waits until the work on a load is done. */
export async function waitForLoad(site: Site, loadId: string): Promise<Json> {
  for (;;) {
    const load = expectSuccess(await site.get(`/data/load:get?id=${loadId}&wait_seconds=5`));
    if (load.state !== "LOADING") return load;
  }
}

/** Uploads these files for the load's only table, finalizes the load, and waits for it to finish. */
export async function ingestBatch(site: Site, load: Json, ...contents: string[]): Promise<Json> {
  const [table = ""] = Object.keys(load.tables);
  for (const [index, content] of contents.entries()) {
    expectSuccess(await upload(site, load.id, content, { table_reference: table }, `part${index}.csv`));
  }
  expectSuccess(await site.post(`/data/load:finalize?id=${load.id}`));
  return waitForLoad(site, load.id);
}

/** Finished load of `content` with these columns into a new table named `reference`. */
export async function loadTable(
  site: Site,
  content = "n\n1\n2\n",
  columns: object[] = ONE_COLUMN,
): Promise<{ load: Json; reference: string }> {
  const reference = freshName("loaded_");
  const load = await newLoad(site, { tables: { [reference]: { columns, format: "CSV" } } });
  return { load: await ingestBatch(site, load, content), reference };
}

export async function undoLoad(site: Site, loadId: string): Promise<Json> {
  expectSuccess(await site.post(`/data/load:undo?id=${loadId}`));
  return waitForLoad(site, loadId);
}

/** Query rows, as arrays in column order. */
export async function rowsOf(site: Site, query: string, options: object = {}): Promise<unknown[][]> {
  const table = await site.lab.api.query(query, { ...options });
  return Array.from({ length: table.numRows }, (_, row) =>
    Array.from({ length: table.numCols }, (_unused, column) => table.getChildAt(column)?.at(row)),
  );
}
