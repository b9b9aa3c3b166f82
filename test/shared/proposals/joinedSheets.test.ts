import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

type Rows = (string | number | null)[][];

const LETTERS = [..."ABCDEFGH"];
const NUMBERS = Array.from({ length: 12 }, (_, at) => at + 1);
const grid = (cell: (row: number, column: number) => string | number | null): Rows => [
  [null, ...NUMBERS],
  ...LETTERS.map((letter, row) => [letter, ...NUMBERS.map((column) => cell(row, column))]),
];
const values = (base: number) => grid((row, column) => base + row + column / 16);
const samples = (start: string) => grid((row, column) => `${start}${row * 12 + column}`);
const LIST: Rows = [
  ["Well", "Sample", "Mutations", "Conc. (µM)"],
  ...LETTERS.flatMap((letter, row) =>
    NUMBERS.map((column) => [`${letter}${column}`, `s${row * 12 + column}`, `A${row + 2}G`, column / 2]),
  ),
];

const workbook = (sheets: Record<string, Rows>) =>
  writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });

/** Loads a workbook as its preview proposes, and returns the rows as objects. */
async function load(sheets: Record<string, Rows>) {
  const { preview, names, rows } = await loadByPreview(await workbook(sheets), "export.xlsx");
  const objects = (rows ?? []).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  return { preview, names, rows: objects, said: preview.warnings.join(" ") };
}

describe("sheets with plates", () => {
  test("plates and the layouts of their names are joined by plate and well", async () => {
    const { preview, rows, said } = await load({
      "Plate 1": values(1),
      "Plate 2": values(20),
      "Plate 1 layout": samples("p"),
      "Plate 2 layout": samples("q"),
    });
    expect(preview.config?.sheet).toBe("*");
    expect(rows).toHaveLength(192);
    expect(rows.find(({ plate, well }) => plate === "2" && well === "B3")).toMatchObject({
      value: 21.1875,
      layout: "q15",
    });
    expect(rows[0]).toMatchObject({ plate: "1", well: "A1", value: 1.0625, layout: "p1" });
    expect(said).toContain(
      'The sheets "Plate 1" and "Plate 2" are read together; "Plate 1 layout" and "Plate 2 layout" describe their wells.',
    );
    expect(preview.sheets.every(({ chosen }) => chosen)).toBe(true);
  });

  test("reads of one plate are named after their sheets", async () => {
    const { rows, names } = await load({ OD600: values(1), GFP: values(100), Strains: samples("x") });
    expect(rows).toHaveLength(192);
    expect(new Set(rows.map(({ plate }) => plate)).size).toBe(1);
    expect(rows.filter(({ well }) => well === "H12").map(({ read, value }) => ({ read, value }))).toEqual([
      { read: "OD600", value: 8.75 },
      { read: "GFP", value: 107.75 },
    ]);
    expect(names.at(-1)).toBe("strains");
  });

  test("reads of several plates are named after the rest of their sheets", async () => {
    const { rows } = await load({
      "Plate 1 OD600": values(1),
      "Plate 1 GFP": values(100),
      "Plate 2 OD600": values(20),
      "Plate 2 GFP": values(200),
    });
    expect(rows).toHaveLength(384);
    expect(
      rows.filter(({ well }) => well === "A1").map(({ plate, read, value }) => ({ plate, read, value })),
    ).toEqual([
      { plate: "1", read: "OD600", value: 1.0625 },
      { plate: "1", read: "GFP", value: 100.0625 },
      { plate: "2", read: "OD600", value: 20.0625 },
      { plate: "2", read: "GFP", value: 200.0625 },
    ]);
  });

  test("a list may name its plates in full", async () => {
    const list: Rows = [
      ["Plate", "Well", "Sample"],
      ...[1, 2].flatMap((plate) =>
        NUMBERS.map((column) => [`Plate ${plate}`, `A${column}`, `${plate}-${column}`]),
      ),
    ];
    const { rows } = await load({ "Plate 1": values(1), "Plate 2": values(2), Map: list });
    expect(rows.filter(({ well }) => well === "A7").map(({ sample }) => sample)).toEqual(["1-7", "2-7"]);
  });

  test("a list of wells becomes columns, wherever it is in the workbook", async () => {
    for (const sheets of [
      { Data: values(1), Samples: LIST },
      { Samples: LIST, Data: values(1) },
    ]) {
      const { rows, said } = await load(sheets);
      expect(rows).toHaveLength(96);
      expect(rows.find(({ well }) => well === "C4")).toMatchObject({
        value: 3.25,
        sample: "s28",
        mutations: "A4G",
        conc_um: 2,
      });
      expect(said).toContain('The sheet "Data" is read; "Samples" describes its wells.');
    }
  });

  test("lists of measured wells are joined with the sheets that describe their wells", async () => {
    const results = (base: number): Rows => [
      ["Well", "Activity (U/mg)", "OD600"],
      ...LETTERS.flatMap((letter, row) =>
        NUMBERS.map((column) => [`${letter}${column}`, base + row + column / 16, 0.5]),
      ),
    ];
    const one = await load({ Layout: LIST, Results: results(1) });
    expect(one.rows).toHaveLength(96);
    expect(one.names.slice(0, 3)).toEqual(["well", "activity_u_per_mg", "od600"]);
    expect(one.rows.find(({ well }) => well === "C4")).toMatchObject({
      activity_u_per_mg: 3.25,
      sample: "s28",
    });
    expect(one.said).toContain('The sheet "Results" is read; "Layout" describes its wells.');

    const two = await load({ Layout: samples("v"), "Plate A": results(1), "Plate B": results(20) });
    expect(two.rows).toHaveLength(192);
    expect(two.rows.find(({ plate, well }) => plate === "B" && well === "B3")).toMatchObject({
      activity_u_per_mg: 21.1875,
      layout: "v15",
    });
    // A list with several rows for a well is about something else.
    const repeated = await load({ Layout: LIST, Results: [...results(1), ["A1", 3, 0.5]] });
    expect(repeated.preview.config?.sheet).toBe("Results");
  });

  test("a preview counts the controls that samples are named after", async () => {
    const named = grid((row, column) =>
      column === 1 ? "WT" : column === 12 ? `blank ${row + 1}` : `v${row}-${column}`,
    );
    const { preview, rows } = await load({ Data: values(1), Layout: named });
    expect(preview.plate_notes?.join(" ")).toContain(
      "layout names the wild type in 8 rows and blanks in 8 rows. These rows are kept",
    );
    expect(rows.filter(({ layout }) => String(layout).startsWith("blank"))).toHaveLength(8);
  });

  test("a list with plates describes the wells of each plate", async () => {
    const list: Rows = [
      ["Plate", "Well", "Sample"],
      ...[1, 2].flatMap((plate) => NUMBERS.map((column) => [plate, `A${column}`, `${plate}-${column}`])),
    ];
    const { rows, said } = await load({ "Plate 1": values(1), "Plate 2": values(2), Map: list });
    expect(rows.filter(({ well }) => well === "A7").map(({ sample }) => sample)).toEqual(["1-7", "2-7"]);
    expect(rows.filter(({ well }) => well === "B7").map(({ sample }) => sample)).toEqual([null, null]);
    expect(said).not.toContain("outside");
  });

  test("cells of wells without a measurement are counted", async () => {
    const half = grid((row, column) => (row < 4 ? row + column : null));
    const { said } = await load({ Data: half, Layout: samples("v") });
    expect(said).toContain("48 cells outside the plates are not loaded.");
  });
});

describe("sheets that do not belong together", () => {
  const WIDE: Rows = [
    ["Well", ...Array.from({ length: 150 }, (_, at) => `sample ${at}`)],
    ...NUMBERS.map((column) => [`A${column}`, ...Array.from({ length: 150 }, (_, at) => `s${at}`)]),
  ];
  const TABLE: Rows = [
    ["variant", "kcat"],
    ["A5G", 1.5],
    ["K7R", 2.5],
  ];

  test.each<[string, Record<string, Rows>]>([
    ["a table of results", { "Plate 1": values(1), "Plate 2": values(2), Kinetics: TABLE }],
    ["sheets that measure the same wells", { "Plate 1": values(1), "Plate-1": values(2) }],
    [
      "a list with several samples of a well",
      {
        Data: values(1),
        Samples: [
          ["Well", "Sample"],
          ...["x", "y"].flatMap((day) => NUMBERS.map((column) => [`A${column}`, `${day}${column}`])),
        ],
      },
    ],
    ["a sheet that is too wide for a list", { Data: values(1), Wide: WIDE }],
    ["plates with unrelated names", { Spots: values(1), Areas: values(2) }],
    [
      "a list of wells with measurements",
      {
        Data: values(1),
        Results: [["Well", "Cq"], ...NUMBERS.map((column) => [`A${column}`, 20.5 + column])],
      },
    ],
  ])("are read one at a time: %s", async (_, sheets) => {
    const { preview, said } = await load(sheets);
    expect(preview.config?.sheet).not.toBe("*");
    expect(said).toMatch(/Only the sheet .* is read/);
  });

  test("are joined if the user asks for it", async () => {
    const path = newPath("xlsx");
    await writeFile(path, await workbook({ "Plate 1": values(1), "Plate 2": values(2), Kinetics: TABLE }));
    const source = { path, name: "a.xlsx", isCut: false, sheet: "*" };
    const { rows_read: rows, warnings } = await previewFile(source, isReserved);
    expect(rows).toBe(192);
    expect(warnings.join(" ")).toContain('Not read: "Kinetics".');
  });

  test("without any plate, a sentence says so", async () => {
    const path = newPath("xlsx");
    await writeFile(path, await workbook({ One: TABLE, Two: TABLE }));
    const { problems } = await previewFile({ path, name: "a.xlsx", isCut: false, sheet: "*" }, isReserved);
    expect(problems.join(" ")).toContain("no sheet contains plates with measurements");
  });
});
