import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { identifier, literal } from "@pdp/basics/columns";
import { copyToParquet, withDuckDb } from "@pdp/formats/ingest";
import { withLocalFile } from "#shared/objects/locate.ts";
import { prepareFolder, putFile } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

const MEMORY = "256MB";
const EXPANSION_RATIO = 4;
/** Columns of data files that contain ids. */
const ID_COLUMNS = ["__load_id", "__file_id"];

/** Returns whether a data file may contain ids: a file with the rows of one upload has them in its name. */
export function mayContainIds(path: string): boolean {
  return path.endsWith(".parquet") && /\/(?:loads|tables)\//.test(path) && !/\/[0-9]+\.parquet$/.test(path);
}

/** Stores a copy of a data file in which the ids of loads and uploaded files have moved by an offset. */
export async function renumberFile(
  scope: WorkspaceScope,
  from: string,
  to: string,
  offset: number,
  signal: AbortSignal,
): Promise<void> {
  const target = join(scope.settings.scratchDirectory, `renumber-${randomUUID()}.parquet`);
  await prepareFolder(target);
  try {
    await withLocalFile(scope, from, (path) =>
      withDuckDb([path, target], 1, { memoryLimit: MEMORY, signal }, async (connection) => {
        const source = `read_parquet(${literal(path)})`;
        const { columns, rowBytes } = await layoutOf(connection, path);
        const moved = ID_COLUMNS.filter((name) => columns.includes(name)).map(
          (name) => `${identifier(name)} + (${offset}) AS ${identifier(name)}`,
        );
        const replaced = moved.length === 0 ? "" : ` REPLACE (${moved.join(", ")})`;
        await copyToParquet(connection, `SELECT *${replaced} FROM ${source}`, target, [], rowBytes);
      }),
    );
    await putFile(scope, to, target);
  } finally {
    await rm(target, { force: true });
  }
}

async function layoutOf(
  connection: DuckDBConnection,
  path: string,
): Promise<{ columns: string[]; rowBytes: number }> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`);
  const columns = described.getRowObjectsJson().map(({ column_name }) => String(column_name));
  const read = await connection.runAndReadAll(
    `SELECT sum(total_compressed_size) AS bytes, (SELECT num_rows FROM parquet_file_metadata(${literal(path)})) AS rows FROM parquet_metadata(${literal(path)})`,
  );
  const [size] = read.getRowObjectsJson();
  return {
    columns,
    rowBytes: (Number(size?.bytes ?? 0) * EXPANSION_RATIO) / Math.max(Number(size?.rows ?? 1), 1),
  };
}
