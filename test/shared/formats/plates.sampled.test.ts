import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { planImport } from "#cli/files/planImport.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { isNightly } from "#test/support/byNight.ts";
import { plateFiles, textOf } from "#test/support/plateFiles.ts";
import { findGrids } from "../../../shared/formats/plates/findGrids.ts";
import { readSeconds, timeUnitOf } from "../../../shared/formats/plates/wellTimes.ts";
import { check, ingest, newPath, useFolder, values } from "./ingesting.ts";

useFolder();

const numbers = (count: number) => Array.from({ length: count }, (_, column) => String(column + 1));
const letterOf = (row: number) =>
  row < 26 ? String.fromCharCode(65 + row) : `A${String.fromCharCode(39 + row)}`;
/** Plate wells at their positions. */
const grid = (columns: number, value: (row: number, column: number) => string, rows = (columns * 2) / 3) =>
  Array.from({ length: rows }, (_, row) => [
    letterOf(row),
    ...numbers(columns).map((_unused, column) => value(row, column)),
  ]);
const plate = (columns: number, value: (row: number, column: number) => string, corner = "") => [
  [corner, ...numbers(columns)],
  ...grid(columns, value),
];
const measured = (row: number, column: number) => String((row * 100 + column) / 8 + 0.125);

type Cells = readonly (readonly string[])[];

async function preview(content: string | Uint8Array) {
  const path = newPath("bin");
  await writeFile(path, content);
  return { path, ...(await previewFile({ path, name: "plate.csv", isCut: false }, isReserved)) };
}

/** Loads a file as proposed by its preview, and returns its rows as records. */
async function loaded(content: string | Uint8Array) {
  const seen = await preview(content);
  expect(seen.problems).toEqual([]);
  const table = loadTable("t", seen.config ?? { columns: [] }, []);
  expect(await check(table.format, content, table.columns, table)).toEqual([]);
  const rows = await values(table.format, content, table.columns, table);
  const names = table.columns.map(({ name, source_name: source }) => source ?? name);
  return { seen, rows: rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]]))) };
}

async function workbook(cells: Cells): Promise<Uint8Array> {
  const typed = cells.map((row) =>
    row.map((cell) => (cell === "" ? null : Number.isNaN(Number(cell)) ? cell : Number(cell))),
  );
  return writeXlsx({ sheets: [{ name: "Plate 1", rows: typed }] });
}

describe("a plate becomes one row per well", () => {
  /** Plates of each size, with and without letters and numbers; by day, every third. */
  const grids = plateFiles.slice(0, 12).filter((_, index) => isNightly || index % 3 === 0);

  test.each(grids)("wells become rows: $title", async ({ cells, title }) => {
    const lettered = title.includes("letters") ? 1 : 0;
    const bare = cells.slice(title.includes("numbers") ? 1 : 0).map((row) => row.slice(lettered));
    const expected = bare.flatMap((row, at) =>
      row.map((value, column) => ({
        plate: "1",
        read: null,
        well: `${letterOf(at)}${column + 1}`,
        row: letterOf(at),
        column: String(column + 1),
        value: Number(value),
      })),
    );
    const others = [
      textOf(cells, ";").replaceAll(".", ","),
      textOf(
        cells.map((row) => [...row, ""]),
        "\t",
      ),
      await workbook(cells),
    ];
    for (const content of [textOf(cells, ","), ...(title.startsWith("96") ? others : [])]) {
      const { seen, rows } = await loaded(content);
      expect(seen.config).toMatchObject({ arrangement: "PLATES" });
      expect(rows).toEqual(expected);
    }
  });

  test("stacked grids with layout, plates, wavelengths and times become rows", async () => {
    const cells: Cells = [
      ["Reader", "Spark"],
      [""],
      ["Layout"],
      ...plate(12, (row, column) => (column === 0 ? "neg" : column === 1 ? "pos" : `V${row * 12 + column}`)),
      [""],
      ["Plate 7"],
      ["450 nm"],
      ["Time 0:05:00"],
      ...plate(12, (row, column) =>
        String(column === 0 ? 0.1 + row / 100 : column === 1 ? 2 + row / 100 : 1.5),
      ),
      [""],
      ["600 nm"],
      ["Time 0:10:00"],
      ...plate(12, measured),
    ];
    for (const content of [textOf(cells, "\t"), await workbook(cells)]) {
      const { seen, rows } = await loaded(content);
      expect(rows).toHaveLength(192);
      expect(rows[0]).toEqual({
        plate: "7",
        read: "450 nm",
        time: 300,
        well: "A1",
        row: "A",
        column: "1",
        value: 0.1,
        layout: "neg",
      });
      expect(rows[191]).toMatchObject({ plate: "7", read: "600 nm", time: 600, well: "H12", layout: "V95" });
      expect(rows[191]?.value).toBe(Number(measured(7, 11)));
      expect(seen.warnings).toContain("2 cells outside the plates are not loaded.");
      expect(seen.plate_notes?.[0]).toBe(
        "Plate 7, 450 nm: positive controls have the mean 2.035 of 8 wells, negative controls the mean 0.135 of 8 wells; Z′ is 0.92.",
      );
    }
  });

  test.each(["0.00", "0", "0%", "#,##0.0", "General"])(
    "plates in a workbook that shows %s are read with all digits",
    async (format) => {
      const value = (row: number, column: number) => (row * 12 + column) / 97 + 0.1234567;
      const cells = plate(12, (row, column) => String(value(row, column)));
      const content = await writeXlsx({
        sheets: [
          {
            name: "Plate 1",
            rows: cells.map((row) => row.map((cell) => (Number(cell) ? Number(cell) : cell || null))),
            columns: cells[0]?.map(() => ({ style: { numFmt: format } })) ?? [],
          },
        ],
      });
      const { rows } = await loaded(content);
      expect(rows).toHaveLength(96);
      expect(rows.at(-1)).toMatchObject({ well: "H12", value: value(7, 11) });
    },
  );

  test("plates side by side become rows", async () => {
    const [left, right] = [plate(12, measured), plate(12, (row, column) => String(row + column / 16))];
    const both = left.map((row, at) => [...row, "", ...(right[at] ?? [])]);
    const { rows } = await loaded(textOf(both, ","));
    expect(rows).toHaveLength(192);
    expect(rows.filter(({ well }) => well === "H12")).toMatchObject([
      { plate: "1", value: Number(measured(7, 11)) },
      { plate: "2", value: 7 + 11 / 16 },
    ]);
  });

  test("files with one row per read, as written by Gen5, become rows", async () => {
    const cells: Cells = [
      ["Results"],
      ["", ...numbers(12)],
      ...grid(12, measured).flatMap(([letter = "", ...own]) => [
        [letter, ...own, "450"],
        ["", ...own.map((value) => String(Number(value) + 1)), "600"],
      ]),
    ];
    const { rows } = await loaded(textOf(cells, "\t"));
    expect(rows).toHaveLength(192);
    expect(rows.filter(({ well }) => well === "B3")).toMatchObject([
      { read: "Results 450", value: Number(measured(1, 2)) },
      { read: "Results 600", value: Number(measured(1, 2)) + 1 },
    ]);
  });

  test("plates with separate layouts and text values become rows", async () => {
    const cells: Cells = [
      ["Plate 1 names"],
      ...plate(12, (row, column) => `a${row}_${column}`),
      ["Plate 2 names"],
      ...plate(12, (row, column) => `b${row}_${column}`),
      ["Concentration"],
      ...plate(12, (_, column) => String(column + 1)),
      ["Plate 1"],
      ...plate(12, (row, column) => (row + column === 0 ? "OVRFLW" : measured(row, column))),
      ["Plate 2"],
      ...plate(12, measured),
    ];
    const seen = await preview(textOf(cells, ","));
    expect(seen.columns.map(({ source_name: name }) => name)).toEqual([
      "plate",
      "read",
      "well",
      "row",
      "column",
      "value",
      "names",
      "concentration",
    ]);
    expect(seen.rows[1]).toEqual(["1", null, "A2", "A", "2", measured(0, 1), "a0_1", "2"]);
    const table = loadTable("t", seen.config ?? { columns: [] }, []);
    const reading = { ...table, missing_values: ["OVRFLW"] };
    const rows = await values("CSV", textOf(cells, ","), table.columns, reading);
    expect(rows).toHaveLength(192);
    expect(rows.find(([number, , well]) => number === "2" && well === "H12")).toEqual(
      expect.arrayContaining(["b7_11", Number(measured(7, 11))]),
    );
  });

  test("an unnamed map below each plate describes its wells", async () => {
    const cells: Cells = [
      ["Plate 1"],
      ...plate(12, measured),
      ["Plate layout"],
      ...plate(12, (row, column) => `a${row}_${column}`),
      ["Plate 2"],
      ...plate(12, measured),
      ["Plate layout"],
      ...plate(12, (row, column) => `b${row}_${column}`),
    ];
    const { rows, seen } = await loaded(textOf(cells, ","));
    expect(seen.warnings).toEqual([]);
    expect(seen.plate_notes).toContain(
      'The grid "Plate layout" from line 12 is read into the column plate_layout as a description of the wells of plate 1.',
    );
    expect(rows).toHaveLength(192);
    expect(rows.filter(({ well }) => well === "C4")).toMatchObject([
      { plate: "1", plate_layout: "a2_3" },
      { plate: "2", plate_layout: "b2_3" },
    ]);
  });

  test("plates with only names, or only concentrations, become rows", async () => {
    const names = await loaded(
      textOf(
        plate(12, (row, column) => `v${row}_${column}`),
        ",",
      ),
    );
    expect(names.rows[13]).toMatchObject({ plate: "1", well: "B2", layout: "v1_1" });
    const doses = await loaded(textOf([["Concentration"], ...plate(12, measured)], ","));
    expect(doses.rows[13]).toMatchObject({
      read: "Concentration",
      well: "B2",
      value: Number(measured(1, 1)),
    });
  });

  test("the command line imports plates", async () => {
    for (const content of [textOf(plate(12, measured), ","), await workbook(plate(12, measured))]) {
      const { path } = await preview(content);
      const { config, reports } = await planImport([path], "t", null, {}, AbortSignal.any([]));
      expect(config).toMatchObject({ arrangement: "PLATES" });
      expect(reports).toMatchObject([{ rows: 96, problems: { count: 0 } }]);
    }
  });
});

test("empty wells are omitted, and unused layouts are counted", async () => {
  const cells: Cells = [
    ["Names"],
    ...plate(24, (row) => `x${row}`),
    ["Values"],
    ...plate(12, (row, column) => (row === 0 ? measured(row, column) : "")),
    ["Comment: read by Ana", "", "", "twice"],
  ];
  const { seen, rows } = await loaded(textOf(cells, ","));
  expect(rows).toHaveLength(12);
  expect(seen.warnings).toContain(`${24 * 16 + 2} cells outside the plates are not loaded.`);
});

test("columns in a later file that are not in the first file's table are reported", async () => {
  const first = await preview(textOf(plate(12, measured), ","));
  expect(first.config?.columns.map(({ name }) => name)).toContain("read");
  const cells: Cells = [
    ["Plate 1 450 nm"],
    ...plate(12, measured),
    ["Plate 2 570 nm"],
    ...plate(12, measured),
    ["Sample names"],
    ...plate(12, (row, column) => `v${row}_${column}`),
  ];
  const table = loadTable("t", first.config ?? { columns: [] }, []);
  const load = (more: object) =>
    ingest("CSV", textOf(cells, ","), table.columns, { arrangement: "PLATES", ...more });
  const { rows, warnings } = await load({});
  expect(rows).toBe(192);
  expect(warnings).toEqual(['variants.csv: not loaded: 192 values of the column "sample_names".']);
  expect((await load({ ignored_columns: ["sample_names"] })).warnings).toEqual([]);
  const few = table.columns.filter(({ name }) => name === "well" || name === "value");
  const narrow = await ingest("CSV", textOf(cells, ","), few, { arrangement: "PLATES" });
  const unread = ["plate", "read", "sample_names"].map((name) => `192 values of the column "${name}"`);
  expect(narrow.warnings[0]).toBe(`variants.csv: not loaded: ${unread.join(", ")}.`);
});

describe("wells over time become one row per well and time", () => {
  const columns = [
    ["Results of Plate 7"],
    ["450 nm"],
    ["Time", "T° 450", "A1", "A2", "H12"],
    ["0:00:00", "37.0", "0.125", "0.25", "0.375"],
    ["0:05:30", "37.1", "0.5", "", "OVRFLW"],
    [""],
    ["Plate 7 600 nm"],
    ["Time", "T° 600", "A1", "A2", "H12"],
    ["0:00:00", "37.0", "1.5", "1.25", "1.75"],
    [""],
    ["Layout"],
    ["", ...numbers(12)],
    ...grid(12, (row, column) => `v${row * 12 + column}`),
  ];
  const row = (read: string, time: number, well: string, value: number, layout: string) => ({
    plate: "7",
    read,
    time,
    temperature: time === 0 ? 37 : 37.1,
    well,
    row: well.slice(0, 1),
    column: well.slice(1),
    value,
    layout,
  });
  const expected = [
    row("Results of 450 nm", 0, "A1", 0.125, "v0"),
    row("Results of 450 nm", 0, "A2", 0.25, "v1"),
    row("Results of 450 nm", 0, "H12", 0.375, "v95"),
    row("Results of 450 nm", 330, "A1", 0.5, "v0"),
    row("600 nm", 0, "A1", 1.5, "v0"),
    row("600 nm", 0, "A2", 1.25, "v1"),
    row("600 nm", 0, "H12", 1.75, "v95"),
  ];

  test("text files and workbooks with one column per well and a layout become rows", async () => {
    const plain = columns.map((cells) => cells.map((cell) => (cell === "OVRFLW" ? "" : cell)));
    for (const content of [textOf(plain, ","), textOf(plain, "\t"), await workbook(plain)]) {
      const { seen, rows } = await loaded(content);
      expect(seen.config).toMatchObject({ arrangement: "PLATES" });
      expect(rows).toEqual(expected);
      expect(seen.warnings).toContain("93 cells outside the plates are not loaded.");
    }
    const { rows } = await loaded(textOf(columns, ","));
    expect(rows).toHaveLength(expected.length + 1);
  });

  test("files with one row per well below the times, as written by i-control, become rows", async () => {
    const content = [
      "Cycle Nr.;1;2;3",
      "Time [min];0;0,5;1,5",
      "Temp. [°C];30;30,1;30",
      "B2;1,5;2;2,5",
      "B3;3,5;4;4,5",
      "B4;5,5;6;6,5",
      "",
    ].join("\n");
    const { seen, rows } = await loaded(content);
    expect(seen.config).toMatchObject({ arrangement: "PLATES", delimiter: ";", decimal: "," });
    expect(rows.map(({ temperature }) => temperature).slice(0, 3)).toEqual([30, 30.1, 30]);
    expect(rows.map(({ time, well, value }) => [time, well, value])).toEqual([
      [0, "B2", 1.5],
      [30, "B2", 2],
      [90, "B2", 2.5],
      [0, "B3", 3.5],
      [30, "B3", 4],
      [90, "B3", 4.5],
      [0, "B4", 5.5],
      [30, "B4", 6],
      [90, "B4", 6.5],
    ]);
    expect(seen.warnings).toContain("4 cells outside the plates are not loaded.");
  });

  test("two plates without titles get different names", async () => {
    const table = ["Time [s],A1,A2,A3", "0,1,2,3", "60,2,3,4"];
    const { rows } = await loaded([...table, "", ...table, ""].join("\n"));
    expect(rows.map(({ plate: own }) => own)).toEqual([..."111111", ..."222222"]);
  });

  test("wells over time can still be loaded as a table", async () => {
    const content = "Time [s],A1,A2,A3\n0,1,2,3\n60,2,3,4\n";
    const names = ["Time [s]", "A1", "A2", "A3"].map((source_name, at) => ({
      name: `c${at}`,
      source_name,
      type: "FLOAT64" as const,
    }));
    const table = loadTable("t", { columns: names } as never, []);
    expect(await values("CSV", content, table.columns)).toHaveLength(2);
  });

  test("tables with a time column and few wells, or names that are not wells, stay tables", async () => {
    for (const header of ["Time,A1,A2,note", "Time [s],A1,A1,A2", "Time,P1,P2,P99", "Sample,A1,A2,A3"]) {
      const { config } = await preview(`${header}\n1,2,3,4\n2,3,4,5\n`);
      expect(config?.arrangement, header).toBeUndefined();
    }
  });

  test.each([
    ["Time", "90", 90],
    ["Time [min]", "1.5", 90],
    ["Time(hh:mm:ss)", "1:00:01", 3601],
    ["Time (hh:mm)", "01:30", 5400],
    ["Time", "01:30", 90],
    ["Elapsed time", "2 min", 120],
    ["Time [ms]", "250", 0.25],
    ["Time", "1900-01-01T00:05:00.000Z", 86_700],
    ["Time", "1900-01-12T00:05:00.000Z", 1_037_100],
    ["Time(hh:mm:ss)", "26:30:00", 95_400],
    ["Time(hh:mm:ss)", "1.02:30:00", 95_400],
    ["Time", "1d 02:30:00", 95_400],
    ["Time", "1.02:30", undefined],
  ])("times are converted to seconds: %s %s", (header, cell, seconds) => {
    const unit = timeUnitOf(header);
    expect(unit && readSeconds(cell, unit)).toBe(seconds);
  });
});

test("a line with the numbers of very many plates is read in linear time", () => {
  const cells = Array.from({ length: 24_000 }, (_, at) => String((at % 12) + 1));
  let copied = 0;
  cells.slice = (start, end) => {
    const part = Array.prototype.slice.call(cells, start, end) as string[];
    copied += part.length;
    return part;
  };
  findGrids([{ line: 1, cells }]);
  expect(copied).toBeLessThan(20 * cells.length);
});

test("repeated reads of a plate are distinguished and named", async () => {
  const block = (title: string) => [[title], ...plate(12, measured)];
  const cells = [
    ...block("Plate 7 450 nm"),
    ...block("Plate 8 450 nm"),
    ...block("Plate 7 450 nm"),
    ...block("Plate 7"),
  ];
  const { seen, rows } = await loaded(textOf([...cells, ...block("Plate 7")], ","));
  const reads = [...new Set(rows.map(({ plate: own, read }) => `${own}: ${read}`))];
  expect(reads).toEqual(["7: 450 nm", "8: 450 nm", "7: 450 nm (2)", "7: null", "7: read 2"]);
  expect(new Set(rows.map((row) => `${row.plate} ${row.read} ${row.well}`)).size).toBe(rows.length);
  expect(seen.plate_notes?.filter((note) => note.includes("more than once"))).toEqual([
    expect.stringContaining(
      'Plate 7 has the read "450 nm" more than once. The one from line 22 was named "450 nm (2)"',
    ),
    expect.stringContaining(
      'Plate 7 has values without a title more than once. The one from line 42 was named "read 2"',
    ),
  ]);
});

test("a file without plates is rejected, and so are header rows", async () => {
  const table = loadTable("t", { columns: [{ name: "value", type: "FLOAT64" }] } as never, []);
  const { sentences } = await ingest("CSV", "a,b\n1,2\n", table.columns, { arrangement: "PLATES" });
  expect(sentences).toEqual([
    "variants.csv: the file has neither a plate of 6 to 1,536 wells nor well columns over time.",
  ]);
  const config = { columns: [{ name: "a", type: "STRING" }], arrangement: "PLATES", header_rows: 2 };
  expect(() => loadTable("t", config as never, [])).toThrow(/no header rows/);
});
