import { dataOf } from "./rawClient.ts";
import type { operations } from "./schema.ts";
import type { Workspace } from "./workspace.ts";

type DownloadQuery = operations["startTableDownload"]["parameters"]["query"];

/** Starts to store all rows of a table as a file, whatever its size. Returns the ID of a query: see `workspace.queries.file`. */
export async function startTableDownload({ raw, name }: Workspace, query: DownloadQuery): Promise<string> {
  const params = { path: { workspace: name }, query };
  return (await dataOf(raw.POST("/v2/workspace/{workspace}/data/table:startDownload", { params }))).id;
}
