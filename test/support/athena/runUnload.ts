import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type DuckDBConnection, DuckDBInstance, DuckDBTypeId } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import { compileQuery } from "@pdp/trino/compile";
import { tokenize } from "@pdp/trino/parse";
import type { RelationFile } from "@pdp/trino/relations";
import { appendKey, download, listFiles, parseS3Uri } from "#shared/engines/athena/s3Place.ts";
import { registerFunctions } from "#shared/engines/duckdb/registerFunctions.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { PATH_COLUMN, readableNames, rewriteForAthena } from "./athenaReader.ts";
import type { GlueTable } from "./glueCatalog.ts";
import { glueColumn } from "./glueType.ts";

export interface UnloadOptions {
  s3: S3Client;
  directory: string;
  sql: string;
  tableOf: (name: string) => Promise<GlueTable | undefined>;
  /** Maximum number of bytes that a query may scan. */
  maxBytes: number;
  onConnection: (connection: DuckDBConnection) => void;
  /** Local copies of the lake's files, by URL. */
  copies: Map<string, Copy>;
}

export interface Copy {
  path: string;
  /** Size of the original object. */
  bytes: number;
}

const UNLOAD =
  /^UNLOAD \((SELECT .*)\) TO '(s3:\/\/[^']+\/)' WITH \(format = 'PARQUET', compression = 'SNAPPY'\)$/s;
/** Number of files in a result; each is sorted independently. */
const RESULT_FILES = 3;

/** Runs an UNLOAD with DuckDB. Throws errors from DuckDB and the platform's translation, as well as Athena's refusals. */
export async function runUnload(options: UnloadOptions): Promise<void> {
  const [, select, target] = UNLOAD.exec(options.sql) ?? [];
  if (select === undefined || target === undefined) throw new Error("mismatched input. Expecting: UNLOAD");
  const folder = await mkdtemp(join(options.directory, "execution-"));
  const instance = await DuckDBInstance.create(":memory:", { threads: "2" });
  const connection = await instance.connect();
  registerFunctions(connection);
  options.onConnection(connection);
  try {
    const sql = await translateQuery(select, connection, folder, options);
    await connection.run("SET TimeZone = 'UTC'");
    await connection.run(`CREATE TEMP TABLE result AS ${sql}`);
    await refuseTimestamps(connection);
    await storeResult(connection, folder, target, options.s3);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** Translates a query into DuckDB SQL over local copies of the table files. */
async function translateQuery(
  select: string,
  connection: DuckDBConnection,
  folder: string,
  { s3, tableOf, maxBytes, copies }: UnloadOptions,
): Promise<string> {
  let scanned = 0;
  const compiled = await compileQuery(readableNames(withoutZones(select)), {
    resolve: async (reference) => {
      const table = await tableOf(reference);
      if (!table) throw new Error(`TABLE_NOT_FOUND: line 1:1: Table '${reference}' does not exist`);
      const files: RelationFile[] = [];
      for (const uri of await readFileList(s3, table)) {
        const { path, bytes } = await copyForAthena(uri, connection, folder, s3, copies);
        scanned += bytes;
        files.push({ key: path, rows: 0, bytes });
      }
      const columns = table.StorageDescriptor.Columns.map(({ Name, Type }) =>
        glueColumn(Name.replace(/^__/, "physical__"), Type),
      );
      columns.push(glueColumn(PATH_COLUMN, "string"));
      return { kind: "TABLE", columns, files };
    },
  });
  if (scanned > maxBytes) throw new Error("Query cancelled! : Bytes scanned limit was exceeded");
  return executableSql(compiled.sql, compiled.relations, ({ files }) => files.map(({ key }) => key));
}

/** Returns a copy of a file with the types that Athena reads. Objects never change, so one copy serves all executions. */
async function copyForAthena(
  uri: string,
  connection: DuckDBConnection,
  folder: string,
  s3: S3Client,
  copies: Map<string, Copy>,
): Promise<Copy> {
  const known = copies.get(uri);
  if (known) return known;
  const raw = join(folder, `${randomUUID()}.parquet`);
  await download(s3, parseS3Uri(uri), raw).catch(() => {
    throw new Error(`HIVE_CANNOT_OPEN_SPLIT: Error opening Hive split ${uri}`);
  });
  const copy = { path: join(folder, "..", `${randomUUID()}.parquet`), bytes: (await stat(raw)).size };
  await rewriteForAthena(connection, raw, copy.path, uri);
  copies.set(uri, copy);
  return copy;
}

/** Removes `AT TIME ZONE 'UTC'`: in the platform's translation, times have no zone and are in UTC. */
function withoutZones(sql: string): string {
  const tokens = tokenize(sql);
  const zones = tokens.filter(
    (token, index) =>
      token.key === "AT" && tokens[index + 1]?.key === "TIME" && tokens[index + 2]?.key === "ZONE",
  );
  return zones.reduceRight(
    (text, { at }) => text.slice(0, at) + text.slice(at).replace(/^AT TIME ZONE 'UTC'/, ""),
    sql,
  );
}

/** Returns the URLs in a table's file list. */
export async function readFileList(s3: S3Client, { StorageDescriptor }: GlueTable): Promise<string[]> {
  if (!StorageDescriptor.InputFormat.endsWith("SymlinkTextInputFormat"))
    throw new Error("Not a list of files");
  const place = parseS3Uri(StorageDescriptor.Location);
  const uris: string[] = [];
  for (const [{ bucket, key }] of await listFiles(s3, place)) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    uris.push(...((await Body?.transformToString()) ?? "").split("\n").filter((line) => line !== ""));
  }
  return uris;
}

/** Throws Athena's error for timestamps with microseconds, which it cannot write. */
async function refuseTimestamps(connection: DuckDBConnection): Promise<void> {
  const statement = await connection.prepare("SELECT * FROM result");
  for (let index = 0; index < statement.columnCount; index += 1) {
    if (statement.columnType(index).typeId === DuckDBTypeId.TIMESTAMP) {
      throw new Error(
        "NOT_SUPPORTED: Incorrect timestamp precision for timestamp(6); the configured precision is MILLISECONDS",
      );
    }
  }
}

async function storeResult(
  connection: DuckDBConnection,
  folder: string,
  target: string,
  s3: S3Client,
): Promise<void> {
  const place = parseS3Uri(target);
  if ((await listFiles(s3, place)).length > 0)
    throw new Error("HIVE_PATH_ALREADY_EXISTS: Target directory is not empty");
  for (let part = 0; part < RESULT_FILES; part += 1) {
    const path = join(folder, `part-${part}.parquet`);
    const rows = `SELECT * FROM result WHERE rowid % ${RESULT_FILES} = ${part}`;
    const reader = await connection.runAndReadAll(`SELECT count(*) FROM (${rows})`);
    if (Number(reader.getRows()[0]?.[0]) === 0) continue;
    await connection.run(
      `COPY (${rows} ORDER BY hash(rowid)) TO ${literal(path)} (FORMAT parquet, COMPRESSION snappy)`,
    );
    const { bucket, key } = appendKey(place, `${part}_result`);
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: await readFile(path) }));
  }
}
