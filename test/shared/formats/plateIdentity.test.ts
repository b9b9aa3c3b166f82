import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { ingestFile } from "@pdp/formats/ingest";
import { type FileOptions, statedOptions } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, query, useFolder } from "./ingesting.ts";

useFolder();

type Row = (string | number | null)[];

/** Grid of 24 wells; the title, if any, is in the row above it. */
function grid(first: number, title?: string): Row[] {
  const header: Row = [null, 1, 2, 3, 4, 5, 6];
  const rows = ["A", "B", "C", "D"].map((letter, row): Row => {
    return [letter, ...[0, 1, 2, 3, 4, 5].map((column) => first + row + column / 8)];
  });
  return [...(title === undefined ? [] : [[title] as Row]), header, ...rows];
}

function workbook(sheets: Record<string, Row[]>): Promise<Uint8Array> {
  return writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
}

function csv(rows: Row[]): string {
  return rows.map((cells) => `${cells.map((cell) => cell ?? "").join(",")}\n`).join("");
}

/** Previews a file and loads it as proposed; returns the plates in both. */
async function platesOf(name: string, content: string | Uint8Array, sheet?: string, more: FileOptions = {}) {
  const path = newPath("bin");
  await writeFile(path, content);
  const preview = await previewFile(
    { path, name, isCut: false, ...(sheet !== undefined && { sheet }) },
    isReserved,
  );
  const at = preview.columns.findIndex((column) => column.name === "plate");
  const previewed = [...new Set(preview.rows.map((row) => row[at]))];
  const table = loadTable("wells", { ...preview.config, ...more } as never, []);
  const target = newPath("parquet");
  const source = { path, name, format: table.format, reading: statedOptions(table) };
  const { problems } = await ingestFile(source, table.columns, target);
  expect(problems.groups).toEqual([]);
  const loaded = await query(`SELECT plate FROM read_parquet('${target}') GROUP BY 1 ORDER BY min(__line)`);
  return { previewed, loaded: loaded.flat() };
}

const same = (...plates: string[]) => ({ previewed: plates, loaded: plates });

describe("the plate of wells", () => {
  test.each([
    ["Plate 1", "1"],
    ["Plate 2", "2"],
    ["plate_07", "07"],
    ["Plate B", "B"],
  ])("in the sheet %s is plate %s", async (sheet, plate) => {
    const book = await workbook({
      "Plate 1": grid(1),
      "Plate 2": grid(2),
      plate_07: grid(3),
      "Plate B": grid(4),
    });
    expect(await platesOf("screen.xlsx", book, sheet)).toEqual(same(plate));
  });

  test("is named after its sheet if other sheets also contain plates", async () => {
    const book = await workbook({ "Day 1": grid(1), "Day 2": grid(2), Notes: [["Comment"], ["none"]] });
    expect(await platesOf("screen.xlsx", book, "Day 1")).toEqual(same("Day 1"));
    expect(await platesOf("screen.xlsx", book, "Day 2")).toEqual(same("Day 2"));
  });

  test("is plate 1 if neither sheets nor the file name a plate", async () => {
    const book = await workbook({ "Day 1": grid(1), Notes: [["Comment"], ["none"]] });
    expect(await platesOf("screen.xlsx", book, "Day 1")).toEqual(same("1"));
    expect(await platesOf("screen.csv", csv(grid(1)))).toEqual(same("1"));
    expect(await platesOf("96-well plate 450nm.csv", csv(grid(1)))).toEqual(same("1"));
  });

  test.each([
    ["plate_2.csv", "2"],
    ["run 4/Plate 11 450nm.csv", "11"],
    ["screen-plate-B.tsv", "B"],
    ["2024-03-01_plate_3_rep2.csv", "3"],
  ])("of the file %s is plate %s", async (name, plate) => {
    expect(await platesOf(name, csv(grid(1)))).toEqual(same(plate));
    expect(await platesOf(`${name}.gz`, gzipSync(csv(grid(1))))).toEqual(same(plate));
  });

  test("of a workbook with one sheet of plates is the one in the file's name", async () => {
    expect(await platesOf("Plate 9.xlsx", await workbook({ Sheet1: grid(1) }))).toEqual(same("9"));
  });

  test("that has a title is the one in the title, whatever the names of the sheet and the file", async () => {
    const book = await workbook({ "Plate 1": grid(1, "Plate 5"), "Plate 2": grid(2) });
    expect(await platesOf("plate_8.xlsx", book, "Plate 1")).toEqual(same("5"));
    expect(await platesOf("plate_8.csv", csv(grid(1, "Plate 5")))).toEqual(same("5"));
  });

  test("is numbered within its sheet if the sheet has several", async () => {
    const two = [...grid(1), [null] as Row, ...grid(2)];
    const book = await workbook({ "Plate 1": two, "Plate 2": two });
    expect(await platesOf("screen.xlsx", book, "Plate 2")).toMatchObject({ loaded: ["2-1", "2-2"] });
    expect(await platesOf("screen.csv", csv(two))).toMatchObject({ loaded: ["1", "2"] });
  });
});
