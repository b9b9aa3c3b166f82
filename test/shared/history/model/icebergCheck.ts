import type { DuckDBConnection } from "@duckdb/node-api";
import { expect } from "vitest";
import { icebergTable } from "#shared/iceberg/icebergTable.ts";
import type { TableMetadata } from "#shared/iceberg/tableMetadata.ts";
import { icebergOrigin } from "#shared/objects/keys.ts";
import { holdDataFile } from "#shared/objects/locate.ts";
import { getBytes } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { decodeAvro } from "#test/support/decodeAvro.ts";

/** Data file as listed in an Avro manifest. */
interface ListedFile {
  file_path: string;
  record_count: number;
  file_size_in_bytes: number;
  lower_bounds: { key: number; value: Buffer }[] | null;
  upper_bounds: { key: number; value: Buffer }[] | null;
}

/** Returns the metadata of a table with all of its snapshots. */
export async function completeMetadata(scope: WorkspaceScope, tableId: string): Promise<TableMetadata> {
  const table = await icebergTable(scope, tableId, [], Number.POSITIVE_INFINITY);
  if (!table) throw new Error(`The table ${tableId} has no version`);
  return table.metadata;
}

/** Requires that the snapshot of a version lists exactly the rows with these numbers, in files that exist. */
export async function checkSnapshot(
  scope: WorkspaceScope,
  connection: DuckDBConnection,
  { snapshots }: TableMetadata,
  version: string,
  expected: readonly number[],
): Promise<void> {
  const snapshot = snapshots.findLast((one) => one["snapshot-id"] <= Number(version));
  const files = await filesOfList(scope, snapshot?.["manifest-list"] ?? "");
  expect(files.reduce((sum, file) => sum + file.record_count, 0)).toBe(expected.length);
  const paths = await Promise.all(
    files.map(async ({ file_path, file_size_in_bytes }) => {
      const bytes = await getBytes(scope, keyOf(file_path));
      expect(bytes?.byteLength, file_path).toBe(file_size_in_bytes);
      return `'${(await holdDataFile(scope, keyOf(file_path))).path}'`;
    }),
  );
  const sql =
    paths.length === 0
      ? "SELECT 1 AS n WHERE false"
      : `SELECT n FROM read_parquet([${paths}], union_by_name = true)`;
  const found = (await connection.runAndReadAll(sql)).getRowObjectsJson().map(({ n }) => Number(n));
  expect(found.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
}

/** Requires that no stored Avro manifest contains any of these values of the column `n` or the name of a deleted file. */
export async function requireNoValues(
  scope: WorkspaceScope,
  stored: ReadonlySet<string>,
  erased: ReadonlySet<number>,
): Promise<void> {
  for (const key of stored) {
    if (!/\/iceberg\/(segments|sources)\//.test(key)) continue;
    const { metadata, records } = decodeAvro(await contentOf(scope, key));
    const { fields } = JSON.parse(metadata.schema ?? "") as { fields: { id: number; name: string }[] };
    const id = fields.find(({ name }) => name === "n")?.id;
    for (const { data_file } of records as { data_file: ListedFile }[]) {
      const bounds = [...(data_file.lower_bounds ?? []), ...(data_file.upper_bounds ?? [])];
      const quoted = bounds
        .filter((bound) => bound.key === id)
        .map(({ value }) => Number(value.readBigInt64LE()));
      expect(
        quoted.filter((value) => erased.has(value)),
        key,
      ).toEqual([]);
    }
  }
}

/** Returns the objects, excluding Iceberg objects that can be derived from a reachable object. */
export function withoutDerived(stored: readonly string[], reachable: ReadonlySet<string>): string[] {
  return stored.filter((key) => {
    const origin = icebergOrigin(key);
    return origin === null || !reachable.has(origin);
  });
}

async function filesOfList(scope: WorkspaceScope, listUri: string): Promise<ListedFile[]> {
  const lists = decodeAvro(await contentOf(scope, keyOf(listUri))).records as {
    manifest_path: string;
    manifest_length: number;
    existing_files_count: number;
  }[];
  const files = lists.map(async ({ manifest_path, manifest_length, existing_files_count }) => {
    const content = await contentOf(scope, keyOf(manifest_path));
    expect(content.byteLength).toBe(manifest_length);
    const { records } = decodeAvro(content);
    expect(records).toHaveLength(existing_files_count);
    return (records as unknown as { data_file: ListedFile }[]).map(({ data_file }) => data_file);
  });
  return (await Promise.all(files)).flat();
}

async function contentOf(scope: WorkspaceScope, key: string): Promise<Buffer> {
  const bytes = await getBytes(scope, key);
  if (!bytes) throw new Error(`There is no object ${key}`);
  return Buffer.from(bytes);
}

function keyOf(uri: string): string {
  return uri.slice(uri.indexOf("/", "s3://".length) + 1);
}
