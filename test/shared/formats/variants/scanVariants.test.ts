import { writeFile } from "node:fs/promises";
import { sentences } from "@pdp/basics/wording";
import { ingestFile } from "@pdp/formats/ingest";
import { type FileFormat, statedOptions } from "@pdp/formats/options";
import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import type { TableConfig } from "#client/importFiles.ts";
import { checkRows } from "#console/worker/checkRows.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { newPath, sourceOf, useFolder } from "#test/shared/formats/ingesting.ts";

useFolder();

const WT = "MKATYIAKLE";
type Cell = string | number | null;
interface Case {
  title: string;
  columns: [name: string, type: "STRING" | "INT64" | "FLOAT64"][];
  rows: Cell[][];
  rule: object;
  options?: object;
}

const CODES: Case["columns"] = [
  ["mutant", "STRING"],
  ["score", "FLOAT64"],
];
const CASES: Case[] = [
  {
    title: "wrong letters, texts and stops",
    columns: CODES,
    rows: [
      ["A3G", 1],
      ["G3A", 2],
      ["Y5*", 3],
      [null, 4],
      ["what", 5],
      ["K2R", 6],
    ],
    rule: { mutations: "mutant" },
  },
  {
    title: "rows that are skipped",
    columns: CODES,
    rows: [
      ["A3G", 1],
      ["G3A", 2],
      ["Y5*", 3],
      ["T4S", "n.d."],
      ["K2R", 6],
      ["p.Thr4fs", 7],
    ],
    rule: { mutations: "mutant" },
    options: { bad_rows: "SKIP" },
  },
  {
    title: "another numbering",
    columns: CODES,
    rows: [
      ["M24V", 1],
      ["K25R", 2],
      ["A26G", 3],
      ["T27S", 4],
    ],
    rule: { mutations: "mutant" },
  },
  {
    title: "the reference in the row of the wild type",
    columns: [...CODES, ["protein", "STRING"]],
    rows: [
      ["A3G", 1, null],
      ["WT", 2, WT],
      ["A9G", 3, "MK"],
    ],
    rule: { mutations: "mutant", reference: { column: "protein" } },
  },
  {
    title: "no row of the wild type",
    columns: [...CODES, ["protein", "STRING"]],
    rows: [
      ["A3G", 1, "MKA"],
      ["A9G", 3, "MK"],
    ],
    rule: { mutations: "mutant", reference: { column: "protein" } },
  },
  {
    title: "columns of numbers and letters",
    columns: [
      ["at", "INT64"],
      ["wt", "STRING"],
      ["to", "STRING"],
    ],
    rows: [
      [3, "A", "G"],
      [3, "Ala", "Val"],
      [4, "A", "W"],
      [99, "A", "W"],
      [5, "Y", "B"],
    ],
    rule: { mutations: { position: "at", wild_type: "wt", mutant: "to" } },
  },
  {
    title: "a matrix",
    columns: [
      ["site", "STRING"],
      ["a", "FLOAT64"],
      ["g", "FLOAT64"],
      ["w", "FLOAT64"],
    ],
    rows: [
      ["A3", null, 1, 2],
      ["K4", 3, 4, null],
      ["Y5", 5.5, null, 0],
    ],
    rule: { mutations: { matrix: "site", value: "fitness" } },
  },
  {
    title: "combinations",
    columns: [["combo", "STRING"]],
    rows: [["GW"], ["GWK"], ["G*"], ["JJ"], ["="]],
    rule: { mutations: { residues: "combo", positions: [3, 5] } },
  },
];

const FORMATS: Record<string, (file: Case) => Promise<string | Uint8Array>> = {
  CSV: async ({ columns, rows }) =>
    [columns.map(([name]) => name), ...rows].map((row) => row.map((cell) => cell ?? "").join(",")).join("\n"),
  NDJSON: async ({ columns, rows }) =>
    rows
      .map((row) => JSON.stringify(Object.fromEntries(columns.map(([name], at) => [name, row[at] ?? null]))))
      .join("\n"),
  XLSX: async ({ columns, rows }) =>
    writeXlsx({ sheets: [{ name: "scan", rows: [columns.map(([name]) => name), ...rows] }] }),
};

test.each(Object.keys(FORMATS))(
  "the check without the engine reads mutations in %s the same way as the load",
  async (format) => {
    for (const file of CASES) {
      const content = (await FORMATS[format]?.(file)) ?? "";
      const config = {
        format,
        columns: file.columns.map(([name, type]) => ({ name, type })),
        sequence_from: { reference: { monomer: WT }, ...file.rule },
        ...file.options,
      } as TableConfig;
      const table = loadTable("scan", config as never, []);
      const path = newPath(format.toLowerCase());
      await writeFile(path, content);
      const source = {
        ...sourceOf(path, format as FileFormat),
        table: "scan",
        reading: statedOptions(table),
        ...(table.sequence_from && { sequenceFrom: table.sequence_from }),
      };
      const loaded = await ingestFile(source, table.columns, newPath("parquet"));
      const request = { file: new Blob([content as string]), name: source.name, into: "scan", config };
      const checked = await checkRows(request, () => undefined);
      if (checked === null) throw new Error(`${file.title} was not checked`);
      const isSkipped = Object.hasOwn(file, "options");
      const found = isSkipped ? [] : sentences(checked.problems);
      expect([file.title, found]).toEqual([file.title, sentences(loaded.problems)]);
      expect(isSkipped || loaded.problems.count > 0 || loaded.rows > 0).toBe(true);
      if (loaded.problems.count > 0) continue;
      const rows = checked.rows - (isSkipped ? checked.badRows : 0);
      expect([file.title, rows]).toEqual([file.title, loaded.rows]);
      expect(checked.omitted + (isSkipped ? checked.badRows : 0)).toBe(loaded.leftOut?.rows ?? 0);
    }
  },
);
