import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { identifier, literal } from "@pdp/basics/columns";
import { copyForEngine } from "@pdp/formats/files";
import { withDuckDb } from "@pdp/formats/ingest";
import { UnreadableText } from "@pdp/formats/text";

import { parquetTypes } from "./parquetTypes.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns } from "./sample.ts";

const MAX_ROWS = 1_000;
const MAX_TEXT = 100_000;

/** Reads the types and the first rows of a Parquet file. */
export async function sampleParquet({ path, name, isCut }: PreviewSource): Promise<Sample> {
  if (isCut && !(await isWhole(path))) {
    throw new NoSample(
      "Parquet metadata is at the end of the file: upload the file to a load and preview it with load:previewFile",
    );
  }
  const { names, types, rows } = await parquetTypes({ path, name });
  const columns = await firstRows(path, names).catch((error: unknown) => {
    // Values that the engine cannot read are reported when the file is loaded.
    if (!(error instanceof Error) || "syscall" in error || error instanceof UnreadableText) throw error;
    return new SampleColumns(names.length);
  });
  const parts = { detected: {}, options: {}, header: names, types };
  return {
    format: "PARQUET",
    ...parts,
    cells: columns.cells,
    rows: columns.rows,
    isWhole: rows <= columns.rows,
  };
}

/** Tells whether a file ends as Parquet files do. */
async function isWhole(path: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, Math.max(size - 4, 0));
  return buffer.toString("latin1", 0, bytesRead) === "PAR1" && size > 4;
}

/** Reads the first rows from a copy without its writer's claims, like the ingestion. */
async function firstRows(path: string, names: readonly string[]): Promise<SampleColumns> {
  const folder = await mkdtemp(join(tmpdir(), "sample-"));
  try {
    const copy = join(folder, "proven.parquet");
    await copyForEngine(path, copy, { exactTimes: false });
    return await readFirst(copy, names);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFirst(path: string, names: readonly string[]): Promise<SampleColumns> {
  const columns = new SampleColumns(names.length);
  const texts = names.map(
    (name, index) => `left(CAST(${identifier(name)} AS VARCHAR), ${MAX_TEXT}) AS c${index}`,
  );
  const file = `read_parquet(${literal(path)}, hive_partitioning = false)`;
  const maxRows = Math.max(20, Math.min(MAX_ROWS, Math.floor(100_000 / Math.max(names.length, 1))));
  const select = `SELECT ${texts.join(", ")} FROM ${file} LIMIT ${maxRows}`;
  const rows = await withDuckDb([path], names.length, {}, async (connection) =>
    (await connection.runAndReadAll(select)).getRowsJson(),
  );
  for (const row of rows) columns.add(row.map((cell) => (cell === null ? null : String(cell))));
  return columns;
}
