import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const SPARK = [
  "Method name: growth,,,",
  "Application: SparkControl,,,V3.1",
  "Device: Spark,,,Serial number: 77",
  ",,,",
];
/** Returns the value of a well by read, well and time, as text. */
async function wellsOf(content: string | Uint8Array, name = "export.csv") {
  const { rows, names, preview } = await loadByPreview(content, name);
  expect(preview.problems).toEqual([]);
  const at = (column: string) => names.indexOf(column);
  const cell = (row: unknown[], column: string) => (at(column) < 0 ? "" : `${row[at(column)] ?? ""}`);
  const wells = (rows ?? []).map((row) =>
    [
      cell(row, "read"),
      cell(row, "time"),
      cell(row, "well"),
      cell(row, "value") + cell(row, "value_limit"),
    ].join(" | "),
  );
  const plates = new Set((rows ?? []).map((row) => row[at("plate")]));
  return { wells, plates: plates.size, names, notes: preview.plate_notes ?? [], rows: rows ?? [] };
}

test("the kinetic labels of a Spark are reads of one plate, with overflows as limits", async () => {
  const block = (label: string, ...wells: string[]) => [
    `${label},,,`,
    "Cycle Nr.,1,2,",
    "Time [s],0,90.5,",
    "Temp. [°C],30,30.1,",
    ...wells,
    ",,,",
  ];
  const text = [
    ...SPARK,
    ...block("OD 595", "B1,0.11,0.21,", "B2,0.12,0.22,", "B3,0.13,0.23,"),
    ...block("RFP", "B1,950,OVER,", "B2,Invalid,960,", "B3,970,980,"),
  ].join("\n");
  const { wells, plates, notes } = await wellsOf(text);
  expect(plates).toBe(1);
  expect(wells).toHaveLength(12);
  expect(wells).toContain("OD 595 | 90.5 | B3 | 0.23");
  expect(wells).toContain("RFP | 90.5 | B1 | >");
  expect(wells).toContain("RFP | 0 | B2 | ");
  expect(notes).toEqual([
    '"OVER" in 1 well is read as a limit (">") without a value.',
    '"Invalid" in 1 well is read as a missing value.',
  ]);
});

test("lists of wells of a Spark get the label above them", async () => {
  const block = (label: string, first: string) => [
    "Mode,Absorbance,,",
    `Name,${label},,`,
    "Settle time,,50,ms",
    ",,,",
    "<>,Value,Time [ms],",
    `C1,${first},0,`,
    "C2,0.5,210,",
    ",,,",
  ];
  const { wells } = await wellsOf([...SPARK, ...block("A 450", "0.4"), ...block("A 650", "0.1")].join("\n"));
  expect(wells).toEqual([
    "A 450 |  | C1 | 0.4",
    "A 450 |  | C2 | 0.5",
    "A 650 |  | C1 | 0.1",
    "A 650 |  | C2 | 0.5",
  ]);
});

test("a part of a plate from i-control gets the label of its block, and the layout beside it", async () => {
  const rows = [
    ["Application: Tecan i-control", null, null, null, "Tecan i-control , 2.0"],
    ["Device: infinite", null, null, null, "Serial number: 8"],
    ["Label: OD550"],
    ["Mode", null, null, null, "Absorbance"],
    ["Start Time:", "6/17/2021 6:16:35 PM"],
    [],
    [null, "Temperature: 24.9 °C", null, null, null, null, "Samples"],
    ["<>", 1, 2, 3, 4, 5, null, "<>", 1, 2, 3, 4, 5],
    ["A", 0.11, 0.12, null, null, null, null, "A", "wt", "mut"],
    ["B", 0.21, 0.22, 0.23, 0.24, 0.25, null, "B", "wt", "mut", "x", "y", "z"],
    ["Label: YFP"],
    ["Mode", null, null, null, "Fluorescence Top Reading"],
    [null, "Temperature: 25 °C"],
    ["<>", 1, 2, 3, 4, 5],
    ["A", 10, 11],
    ["B", 20, 21, 22, 23, 24],
  ];
  const book = await writeXlsx({ sheets: [{ name: "Sheet2", rows: rows as never }] });
  const { wells, plates, names, rows: loaded } = await wellsOf(new Uint8Array(book), "icontrol.xlsx");
  expect([plates, wells.length]).toEqual([1, 14]);
  expect(wells).toContain("OD550 |  | B5 | 0.25");
  expect(wells).toContain("YFP |  | A2 | 11");
  expect(names.slice(5)).toEqual(["value", "samples"]);
  expect(loaded[0]?.[6]).toBe("wt");
});

test("SoftMax Pro plates without column numbers have the size next to their name", async () => {
  const text =
    "##BLOCKS= 1\nPlate:\tPlate02\t0.3\tPlateFormat\tEndpoint\tAbsorbance\tRaw\tFALSE\t1\t\t\t1\t450\t1\t4\t12\t1\t3\tNone\n25.0\t0.1\t0.2\t0.3\t0.4\t\n\t0.5\t0.6\t0.7\t0.8\t\n\t0.9\t1.0\t1.1\t>Max\t\n~End\n";
  const { wells } = await wellsOf(text, "softmax.txt");
  expect(wells).toHaveLength(12);
  expect([wells[0], wells[11]]).toEqual([" |  | A1 | 0.1", " |  | C4 | >"]);
});

test("SoftMax Pro lines with one cell for each well are wells", async () => {
  const text =
    "##BLOCKS= 1\nPlate:\tP1\t1.3\tTimeFormat\tEndpoint\n\tTemperature(°C)\tA1\tA2\tA3\tA4\n\t25.0\n\n\t\tA1\tA2\tA3\tA4\n\t\t41000\t42000\t\t44000\n~End\n";
  expect((await wellsOf(text, "time.txt")).wells).toEqual([
    " |  | A1 | 41000",
    " |  | A2 | 42000",
    " |  | A4 | 44000",
  ]);
});

test("Gen5 exports with a column for each well are parsed as reads, with or without times", async () => {
  const endpoint = [
    ["Software Version", "3.11"],
    [],
    [null, "Well", "A1", "A2", "A3", "A4"],
    [null, "OD:600", 0.5, 0.25, 0.125, 0.06],
    [null, "RFP 60:560,610", "OVRFLW", 900, 450, 225],
  ];
  const book = await writeXlsx({ sheets: [{ name: "Plate 1", rows: endpoint as never }] });
  const { wells } = await wellsOf(new Uint8Array(book), "gen5.xlsx");
  expect(wells).toContain("OD:600 |  | A4 | 0.06");
  expect(wells).toContain("RFP 60:560,610 |  | A1 | >");
  const kinetic = (read: string, first: string) =>
    `${read}\n\t\t\t\nKinetic read\tC1\tC2\tC3\n0:00:00\t${first}\t2\t3\n0:10:02\t4\t5\t6\n\t\t\t\n`;
  const text = kinetic("Read 1:600", "1") + kinetic("Read 2:485/20,528/20", "100");
  const timed = await wellsOf(text, "gen5.txt");
  expect([timed.plates, timed.wells.length]).toEqual([1, 12]);
  expect(timed.wells).toContain("600 | 602 | C3 | 6");
  expect(timed.wells).toContain("485/20,528/20 | 0 | C1 | 100");
});

test("CLARIOstar wells over time keep their content", async () => {
  const text =
    "User: LAB,Path: C:\\BMG,Test run no.: 4\nTest name: growth,Date: 1/2/2024,Time: 10:00:00\n,,,\nWell,Content,Raw Data (580),Raw Data (580)\n,Time [min],0,2\nB01,blank,0.1,0.11\nB02,Sample X1,0.2,0.25\nB03,Sample X2,0.3,0.36\n";
  const { wells, names, rows } = await wellsOf(text);
  expect(wells).toHaveLength(6);
  expect(wells).toContain("Raw Data (580) | 120 | B2 | 0.25");
  expect(rows.map((row) => row[names.indexOf("content")])).toContain("Sample X2");
});
