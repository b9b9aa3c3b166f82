import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { tableFromIPC as readByArrow } from "apache-arrow";
import { writeXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, it } from "vitest";
import { type Lab, newLab } from "../support/lab.ts";
import { waitForTask } from "../support/taskLab.ts";

let lab: Lab;

beforeAll(async () => {
  lab = await newLab();
});

async function ingest(table: string, format: string, columns: object[], content: Blob): Promise<void> {
  const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
    context: { kind: "PROJECT", project_id: lab.projectId },
    tables: { [table]: { columns, format } },
  });
  await lab.api.upload(id, table, `file.${format.toLowerCase()}`, content);
  await lab.api.post(`/data/load:finalize?id=${id}`);
  expect(await lab.api.settled(id)).toMatchObject({ state: "COMPLETED", errors: [] });
}

/** Rows as read from the stream by the Apache Arrow library, an independent reader. */
async function rows(query: string): Promise<unknown[]> {
  const response = await fetch(`${lab.regionUrl}/v2/workspace/${lab.name}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${lab.token}`, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  expect(response.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
  const table = readByArrow(new Uint8Array(await response.arrayBuffer()));
  const text = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  return table.toArray().map((row) => JSON.parse(JSON.stringify(row, text)));
}

const flat = [
  { name: "id", type: "INT64", nullable: false },
  { name: "value", type: "FLOAT64" },
  { name: "note", type: "STRING" },
  { name: "ok", type: "BOOL" },
];

const expected = [
  { id: "-9223372036854775808", value: 0.1, note: 'é, "quoted"', ok: true },
  { id: "9223372036854775807", value: null, note: null, ok: false },
  { id: "9007199254740993", value: null, note: "two\nlines", ok: null },
];

describe("a table", () => {
  it("a table is read exactly from CSV", async () => {
    const csv = `id,value,note,ok\r\n-9223372036854775808,0.1,"é, ""quoted""",true\r\n9223372036854775807,,,false\r\n9007199254740993,NaN,"two\nlines",\r\n`;
    await ingest("from_csv", "CSV", flat, new Blob([csv]));
    expect(await rows("SELECT * FROM from_csv")).toEqual(expected);
  });

  it("a table is read exactly from TSV, with columns in any order", async () => {
    const tsv = `ok\tnote\tid\tvalue\ntrue\t"é, ""quoted"""\t-9223372036854775808\t0.1\nfalse\t\t9223372036854775807\t\n\t"two\nlines"\t9007199254740993\tNaN\n`;
    await ingest("from_tsv", "TSV", flat, new Blob([tsv]));
    expect(await rows("SELECT * FROM from_tsv")).toEqual(expected);
  });

  it("a table is read exactly from NDJSON, including nested columns", async () => {
    const nested = [
      { name: "id", type: "INT64" },
      {
        name: "plate",
        type: "STRUCT",
        columns: [
          { name: "well", type: "STRING" },
          { name: "reads", type: "ARRAY", item_type: { type: "FLOAT64" } },
        ],
      },
    ];
    const lines =
      '{"id": 9007199254740993, "plate": {"well": "A1", "reads": [1.5, null]}}\n{"id": 2, "plate": null}\n';
    await ingest("from_json", "NDJSON", nested, new Blob([lines]));
    expect(
      await rows("SELECT id, plate.well AS well, plate.reads[1] AS first FROM from_json ORDER BY id"),
    ).toEqual([
      { id: "2", well: null, first: null },
      { id: "9007199254740993", well: "A1", first: 1.5 },
    ]);
    expect(await rows("SELECT plate FROM from_json WHERE id = 9007199254740993")).toEqual([
      { plate: { well: "A1", reads: [1.5, null] } },
    ]);
  });

  it("a table is read exactly from Parquet", async () => {
    const folder = await mkdtemp(join(tmpdir(), "formats-"));
    const path = join(folder, "file.parquet");
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(
      `COPY (SELECT * FROM (VALUES ((-9223372036854775807 - 1)::BIGINT, 0.1::DOUBLE, 'é, "quoted"', true), (9223372036854775807, NULL, NULL, false), (9007199254740993, 'nan'::DOUBLE, E'two\\nlines', NULL)) t(id, value, note, ok)) TO '${path}' (FORMAT parquet)`,
    );
    connection.closeSync();
    await ingest("from_parquet", "PARQUET", flat, new Blob([await readFile(path)]));
    await rm(folder, { recursive: true });
    expect(await rows("SELECT * FROM from_parquet")).toEqual(expected);
  });

  it("an alignment is read, and its rows serve as homologs for training", async () => {
    const family = ">query\nMKTAYIAKQR\n>a\nMKTaAYI-KQR\n>b\nMRTAYVAKQK\n>c\nMKSAYIARQR\n";
    const columns = [
      { name: "name", type: "STRING" },
      { name: "sequence", type: "STRING" },
    ];
    await ingest("family", "A3M", columns, new Blob([family]));
    expect(await rows("SELECT name, sequence FROM family WHERE name = 'a'")).toEqual([
      { name: "a", sequence: "MKTAAYIKQR" },
    ]);
    const task = await lab.api.post<{ id: string }>("/task/train/v2:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      parameters: {
        data: { kind: "MONOMER", homologs: { kind: "TABLE", table: "family" }, dataset: null },
        assays: [],
        primary_objective: null,
      },
    });
    expect(await waitForTask(lab, task.id)).toMatchObject({ state: "COMPLETED" });
  });

  it("a table is read from XLSX as exactly as a spreadsheet can store it", async () => {
    const book = await writeXlsx({
      sheets: [
        {
          name: "Sheet1",
          rows: [
            ["id", "value", "note", "ok"],
            [1, 0.1, "é", true],
            [9007199254740991, null, null, false],
          ],
        },
      ],
    });
    await ingest("from_xlsx", "XLSX", flat, new Blob([new Uint8Array(book)]));
    expect(await rows("SELECT * FROM from_xlsx")).toEqual([
      { id: "1", value: 0.1, note: "é", ok: true },
      { id: "9007199254740991", value: null, note: null, ok: false },
    ]);
  });
});
