import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Column } from "@pdp/basics/columns";
import { sentences } from "@pdp/basics/wording";
import { ingestFile } from "@pdp/formats/ingest";
import type { RelationFile } from "@pdp/trino/relations";
import { prepareFolder, putFile } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

export interface NewRows {
  name: string;
  columns: Column[];
  rows: readonly object[];
}

/** Error for rows with cells that cannot be read as the types of their columns. */
export class UnreadableRows extends Error {
  override readonly name = "UnreadableRows";
}

/** Writes rows as a Parquet object, in the same way as uploaded files. */
export async function writeRows(
  scope: WorkspaceScope,
  key: string,
  { name, columns, rows }: NewRows,
  signal: AbortSignal,
): Promise<RelationFile> {
  const base = join(scope.settings.scratchDirectory, `task-${randomUUID()}`);
  await prepareFolder(base);
  try {
    await writeFile(`${base}.ndjson`, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
    const source = { path: `${base}.ndjson`, format: "NDJSON" as const, name };
    const written = await ingestFile(source, columns, `${base}.parquet`, { signal });
    if (written.problems.count > 0) throw new UnreadableRows(sentences(written.problems).join(" "));
    await putFile(scope, key, `${base}.parquet`);
    return { key, rows: written.rows, bytes: written.bytes };
  } finally {
    await rm(`${base}.ndjson`, { force: true });
    await rm(`${base}.parquet`, { force: true });
  }
}
