import { writeFile } from "node:fs/promises";
import { ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, query, useFolder } from "../formats/ingesting.ts";

useFolder();

type Seen = FilePreview & { path: string };

async function preview(content: string | Uint8Array): Promise<Seen> {
  const path = newPath("bin");
  await writeFile(path, content);
  return { ...(await previewFile({ path, name: "file.csv", isCut: false }, isReserved)), path };
}

async function previewPath(path: string): Promise<Seen> {
  return { ...(await previewFile({ path, name: "file.csv", isCut: false }, isReserved)), path };
}

/** Loads a file with the proposed configuration and returns its rows with all values as text. */
async function rowsOf({ path, config }: Seen, more: object = {}) {
  if (!config) throw new Error("There is no proposal");
  const table = loadTable("t", { ...config, ...more }, []);
  const target = newPath("parquet");
  const source = { path, name: "file.csv", format: table.format, reading: statedOptions(table) };
  const { problems } = await ingestFile(source, table.columns, target);
  expect(problems.groups).toEqual([]);
  const names = table.columns.map(({ name }) => `CAST("${name}" AS VARCHAR)`).join(", ");
  return query(`SELECT ${names} FROM read_parquet('${target}')`);
}

const proposed = ({ columns }: FilePreview) =>
  columns.map(({ name, type, kind, type_reason }) => [name, kind ?? type, type_reason]);

const column = (name: string, ...cells: string[]) =>
  `${name},y\n${cells.map((cell, row) => `"${cell}",${row}.5`).join("\n")}\n`;

describe("a proposal keeps values unchanged", () => {
  test("clone names remain text, and numbers with a sign or point before the exponent remain numbers", async () => {
    const seen = await preview(column("clone", "9E10", "1E7", "4E2", "2E11"));
    const reason = 'text, because "9E10" looks like a clone name, not a number';
    expect(proposed(seen)[0]).toEqual(["clone", "STRING", reason]);
    expect((await rowsOf(seen)).map(([clone]) => clone)).toEqual(["9E10", "1E7", "4E2", "2E11"]);
    for (const cells of [
      ["1e-05", "2E+07", "3e-9"],
      ["1.5E7", "2.0e3", "1.25E10"],
      ["9E10", "1.5", "2", "0.25"],
    ])
      expect(proposed(await preview(column("count", ...cells)))[0]).toEqual(["count", "FLOAT64", null]);
  });

  test("64-bit integers are exact in every text format", async () => {
    const ids = ["9007199254740993", "1234567890123456789", "9223372036854775807", "-9223372036854775808"];
    const ndjson = ids.map((id) => `{"barcode_id":${id},"y":1.5}\n`).join("");
    for (const content of [ndjson, column("barcode_id", ...ids)]) {
      const seen = await preview(content);
      expect(proposed(seen)[0]).toEqual(["barcode_id", "INT64", null]);
      expect((await rowsOf(seen)).map(([id]) => id)).toEqual(ids);
    }
  });

  test("integers beyond the largest decimal number remain text", async () => {
    const seen = await preview(column("id", "9".repeat(309), "9".repeat(20_000)));
    expect(proposed(seen)[0]?.slice(0, 2)).toEqual(["id", "STRING"]);
  });

  test("integers with more digits remain text, and a warning says that JSON loses digits", async () => {
    const ids = ["12345678901234567891", "12345678901234567892", "12345678901234567893"];
    const seen = await preview(column("id", ...ids));
    const reason = 'text, because "12345678901234567891" has more digits than a number can store';
    expect(proposed(seen)[0]).toEqual(["id", "STRING", reason]);
    expect((await rowsOf(seen)).map(([id]) => id)).toEqual(ids);
    const lines = await preview(ids.map((id) => `{"id":${id}}\n`).join(""));
    expect(proposed(lines)[0]).toEqual([
      "id",
      "FLOAT64",
      'decimal numbers; "12345678901234567891" loses digits, so write it as text to keep them',
    ]);
  });
});

describe("objects", () => {
  const LINES = [
    { sequence: "MKT", origin: { plate: "P1", well: { row: "A", column: 1 } } },
    { sequence: "MKV", origin: { plate: "P2", well: { row: "B", column: 12 }, tags: ["x"] } },
  ];

  test("objects in JSON lines become a STRUCT that loads exactly", async () => {
    const seen = await preview(LINES.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(seen.problems).toEqual([]);
    expect(proposed(seen)[1]).toEqual(["origin", "STRUCT", null]);
    expect(await rowsOf(seen)).toEqual([
      ["MKT", "{'plate': P1, 'well': {'row': A, 'column': 1}, 'tags': NULL}"],
      ["MKV", "{'plate': P2, 'well': {'row': B, 'column': 12}, 'tags': [x]}"],
    ]);
  });

  test("objects in a Parquet file become a STRUCT that loads exactly", async () => {
    const path = newPath("parquet");
    await query(
      `COPY (SELECT 1 AS n, {'plate': 'P1', 'wells': [{'row': 'A', 'at': DATE '2026-03-01'}]} AS origin) TO '${path}' (FORMAT parquet)`,
    );
    const seen = await previewPath(path);
    expect(proposed(seen)).toEqual([
      ["n", "INT64", null],
      ["origin", "STRUCT", null],
    ]);
    expect(await rowsOf(seen)).toEqual([["1", "{'plate': P1, 'wells': [{'row': A, 'at': 2026-03-01}]}"]]);
  });

  test("objects that have no type are omitted with a reason", async () => {
    const lines = [
      { n: 1, named: { "Tm (°C)": 5 }, mixed: { a: 1 }, none: {}, twice: { a: 1, A: 2 } },
      { n: 2, named: { "Tm (°C)": 6 }, mixed: 3, none: {}, twice: { a: 1, A: 2 } },
    ];
    const seen = await preview(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(proposed(seen)).toEqual([
      ["n", "INT64", null],
      [null, null, 'skipped, because its field "Tm (°C)" has no valid SQL name'],
      [null, null, "skipped, because only some of its values are lists or objects"],
      [null, null, "skipped, because its objects have no fields"],
      [null, null, 'skipped, because it has the field "A" twice, ignoring case'],
    ]);
    expect(await rowsOf(seen)).toEqual([["1"], ["2"]]);
    const path = newPath("parquet");
    await query(
      `COPY (SELECT 1 AS n, MAP {'a': 1} AS m, UUID '${crypto.randomUUID()}' AS u) TO '${path}' (FORMAT parquet)`,
    );
    expect(proposed(await previewPath(path))).toEqual([
      ["n", "INT64", null],
      [null, null, "skipped, because its type MAP is neither a list nor a group of fields"],
      [null, null, "skipped, because no column type can store its type UUID without loss"],
    ]);
  });
});

describe("columns with indistinguishable names", () => {
  const CELLS = [
    ["well", "rep1", "rep1", "", "type", ""],
    ["A1", "1.0", "1.1", "good", "parent", ""],
    ["A2", "2.0", "2.1", "bad", "variant", ""],
  ];

  test("columns with indistinguishable names are found by position in text files and workbooks", async () => {
    const text = CELLS.map((row) => row.join(",")).join("\n");
    const rows = CELLS.map((row) => row.map((cell) => (cell === "" ? null : cell)));
    const sheet = await writeXlsx({ sheets: [{ name: "Data", rows }] });
    for (const content of [text, sheet]) {
      const seen = await preview(content);
      expect(seen.problems).toEqual([]);
      expect(seen.columns.slice(0, 5).map(({ source_name, name }) => [source_name, name])).toEqual([
        ["well", "well"],
        ["rep1 (column 2)", "rep1"],
        ["rep1 (column 3)", "rep1_2"],
        ["column 4", "column_4"],
        ["type", "type"],
      ]);
      expect(await rowsOf(seen)).toEqual([
        ["A1", "1.0", "1.1", "good", "parent"],
        ["A2", "2.0", "2.1", "bad", "variant"],
      ]);
    }
    const { columns } = await preview(text);
    expect(columns[5]).toMatchObject({
      source_name: "column 6",
      name: null,
      type_reason: "skipped because it has neither a name nor values",
    });
  });

  test("columns with indistinguishable names can be skipped by position", async () => {
    const seen = await preview(CELLS.map((row) => row.join(",")).join("\n"));
    const columns = seen.config?.columns.filter(({ name }) => !["rep1_2", "column_4"].includes(name));
    const ignored_columns = ["rep1 (column 3)", "column 4", "column 6"];
    expect(await rowsOf(seen, { columns, ignored_columns })).toEqual([
      ["A1", "1.0", "parent"],
      ["A2", "2.0", "variant"],
    ]);
  });

  test("a first column that numbers the rows is omitted with a reason, but one with names is not", async () => {
    const counted = await preview(",variant,tm\n0,K2R,58.9\n1,K2V,61.5\n");
    const reason = "skipped because it only numbers the rows and has no name";
    expect(proposed(counted)[0]).toEqual([null, null, reason]);
    expect(await rowsOf(counted)).toEqual([
      ["K2R", "58.9"],
      ["K2V", "61.5"],
    ]);
    const named = await preview(",tm\nK2R,58.9\nK2V,61.5\n");
    expect(await rowsOf(named)).toEqual([
      ["K2R", "58.9"],
      ["K2V", "61.5"],
    ]);
  });
});

describe("the kind of sequences", () => {
  test.each([
    ["dna", ["ATGAAAACC", "ATGCGTACC", "ATGTAAACC"], "DNA"],
    ["dna_seq", ["atgaaa", "atgcgt"], "DNA"],
    ["primer", ["GATTACA", "GATRYSW"], "DNA"],
    ["insert", ["ATGAAAACC", "ATGCGTACC", "ATGTAANCC"], "DNA"],
    ["gene", [...Array.from({ length: 30 }, () => "ATGAAAACCGCT"), "ATGAAAACCGCTRYK"], "DNA"],
    ["sgrna", ["GUUUUAGAGC", "GUUUUAGAGA"], "RNA"],
    ["dna", ["MKTAYIAKQRQ", "MKTAYIAKQRL"], null],
    ["peptide", ["GATTACAGAT"], "AMINO_ACIDS"],
    ["protein", ["MKTAYIAKQRQ", "MKTAYIAKQRL"], "AMINO_ACIDS"],
  ])("the kind is detected for the column %s with %j", async (name, cells, kind) => {
    expect((await preview(column(name, ...cells))).columns[0]?.kind).toBe(kind);
  });

  test("the kind NONE is explained, with a note that nothing is checked", async () => {
    const cells = ["MKTAYIAKQRQISF", "MKTXYIAKQRQISF", "MKTUYIAKQRQISF", "MKT*YIAKQRQISF"];
    const seen = await preview(column("sequence", ...cells));
    expect(proposed(seen)[0]).toEqual([
      "sequence",
      "NONE",
      'text with unchecked letters (kind NONE), because "MKTXYIAKQRQISF" and 2 other values are not amino acid sequences',
    ]);
    const bases = await preview(column("dna_sequence", "ATG-AAA", "see notes", "p.7"));
    expect(proposed(bases)[0]?.[2]).toContain(
      'because "ATG-AAA" and 2 other values are not sequences of bases',
    );
  });
});

describe("a units row below the header", () => {
  const UNITS = "variant,Tm,activity\n,C,U/mg\nA1G,55.1,2.2\nA2G,54.1,2.3\n";

  test("a units row is reported, does not affect types, and is not loaded", async () => {
    const seen = await preview(UNITS);
    expect(seen.problems).toEqual([]);
    expect(seen.warnings).toContain(
      "The row below the header contains units (Tm in C, activity in U/mg), not values. It is not loaded, but is used in the column descriptions.",
    );
    expect(seen.columns.map(({ type, unit }) => [type, unit])).toEqual([
      ["STRING", null],
      ["FLOAT64", "C"],
      ["FLOAT64", "U/mg"],
    ]);
    expect(seen.config?.columns[1]?.metadata).toEqual({ description: "Tm (C)" });
    expect(await rowsOf(seen)).toEqual([
      ["A1G", "55.1", "2.2"],
      ["A2G", "54.1", "2.3"],
    ]);
  });

  test("a units row may have brackets or a label", async () => {
    for (const row of ["Unit,[°C],[U/mg]", "units:,(°C),"]) {
      const seen = await preview(UNITS.replace(",C,U/mg", row));
      expect(seen.warnings.join()).toContain("The row below the header contains units (Tm in °C");
      expect(seen.columns[1]).toMatchObject({ type: "FLOAT64", unit: "°C" });
    }
  });

  test.each([
    "variant,chain\nA1G,A\nA2G,C\n",
    "chain,n\nA,1\nC,2\n",
    "variant,tm\n,\nA1G,55\n",
    "variant,tm\nA1G,C\nA2G,55\nA3G,54\n",
    "x,y\nm,s\nkg,min\n",
  ])("a units row is not found in %j", async (content) => {
    const { warnings } = await preview(content);
    expect(warnings.filter((text) => text.includes("units"))).toEqual([]);
  });
});

describe("a text file with several tables", () => {
  const SECTIONS = [
    "* Instrument = A",
    "",
    "[Raw]",
    "Well\tCycle\tTarget",
    "1\t1\tT1",
    "2\t1\tT1",
    "",
    "[Results]",
    "Well\tName\tCT\tComment\tFlag",
    "1\tS1\t18.5",
    "2\tS2\t20.25",
    "3\tS3\t21.5\tdry",
    "",
  ].join("\n");

  test("filled rows do not include rows of another table", async () => {
    const path = newPath("txt");
    await writeFile(path, SECTIONS);
    const columns = ["Well", "Cycle", "Target"].map((name) => ({ ...PLAIN, name, type: "STRING" as const }));
    const reading = { header_row: 4, short_rows: "FILL" as const };
    const source = { path, name: "file.csv", format: "TSV" as const, reading };
    const { problems } = await ingestFile(source, columns, newPath("parquet"));
    expect(problems.groups[0]?.first).toMatchObject({
      line: 8,
      reason:
        'the row has 1 cell, but the header has 3; [Results] begins another table: save each table as a separate file, or choose one with "header_row" and "last_row"',
    });
  });
});

const PLAIN = { nullable: true, metadata: { description: null, deprecated: false } };
