import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

type Rows = (string | number | null)[][];

/** Loads a file and returns each well as text: plate, read, well and value. */
async function wellsOf(content: string | Uint8Array, name = "export.txt"): Promise<string[]> {
  const { rows, names, preview } = await loadByPreview(content, name);
  expect(preview.problems).toEqual([]);
  expect(preview.config?.arrangement).toBe("PLATES");
  const at = ["plate", "read", "well", "value"].map((column) => names.indexOf(column));
  return (rows ?? []).map((row) => at.map((index) => `${row[index] ?? ""}`).join(" | "));
}

const sheet = (rows: Rows, name = "Sheet 1") => writeXlsx({ sheets: [{ name, rows }] });

const COLUMNS = Array.from({ length: 12 }, (_, at) => at + 1);
const LETTERS = [..."ABCDEFGH"];

test("SkanIt grids are named after the wavelength above them", async () => {
  const block = (wavelength: number): Rows => [
    [`Wavelength: ${wavelength} nm`],
    [" "],
    ["Plate 2"],
    [" "],
    ["Abs", ...COLUMNS],
    ...LETTERS.map((letter, row) => [
      letter,
      ...COLUMNS.map((column) => wavelength + row / 10 + column / 1000),
    ]),
    [null],
  ];
  const rows: Rows = [
    ["Measurement results"],
    ["assay.skax"],
    [" "],
    ["Absorbance 1"],
    ...block(214),
    ...block(280),
  ];
  const wells = await wellsOf(await sheet(rows), "export.xlsx");
  expect(wells).toHaveLength(192);
  expect(wells[0]).toBe("2 | Abs 214 nm | A1 | 214.001");
  expect(wells[96]).toBe("2 | Abs 280 nm | A1 | 280.001");
});

test("grids of concentrations and dilutions with a number before their title describe wells", async () => {
  const block = (title: string, value: (row: number, column: number) => number | string): Rows => [
    [null, title],
    [null, ...COLUMNS],
    ...LETTERS.map((letter, row) => [letter, ...COLUMNS.map((column) => value(row, column))]),
    [null],
  ];
  const rows: Rows = [
    ["User: user"],
    ["Test ID: 11"],
    ...block("1. Layout", (row) => `S${row}`),
    ...block("2. Standard Concentrations in ng/mL", (row) => 1000 / (row + 1)),
    ...block("3. Dilutions", () => 500),
    ...block("4. Raw Data (480-14/520-30)", (row, column) => 8000 + row * 100 + column),
  ];
  const wells = await wellsOf(await sheet(rows), "export.xlsx");
  expect(wells).toHaveLength(96);
  expect(wells[13]).toMatch(/Raw Data .* \| B2 \| 8102$/);
});

const ENVISION = (plate: number, label: string, first: number, rows: number) =>
  [
    "Plate information ",
    "Plate,Repeat,Barcode,Measured height,Group,Label,ScanX,ScanY,Measinfo,Kinetics,Measurement date,",
    `${plate},1,"=""1/2/2024""",14.6,1,${label},0,0,De=1st,0,1/2/2024,`,
    "",
    "Background information",
    "Plate,Label,Result,Signal,Flashes/Time,Meastime,MeasInfo,",
    `${plate},${label},0,289468,156,00:00:00.000,De=1st,`,
    "",
    ...Array.from({ length: 8 }, (_, row) =>
      row < rows ? `${COLUMNS.map((column) => first + 100 * row + column).join(",")},` : ",,,,,,,,,,,,",
    ),
    "",
  ].join("\n");

test("EnVision plates without row letters get the plate and the label above them", async () => {
  const settings =
    "Basic assay information \nAssay ID: ,,,,2899\nProtocol Name: ,,,,Test\n\nPlatemap:\nPlate,,,,1\n";
  const text = `${ENVISION(1, "BCA @ 562(1)", 3000, 4)}\n${ENVISION(2, "Screen(1)", 5000, 8)}\n${settings}`;
  const wells = await wellsOf(text, "export.csv");
  expect(wells).toHaveLength(48 + 96);
  expect(wells[0]).toBe("1 | BCA @ 562(1) | A1 | 3001");
  expect(wells[47]).toBe("1 | BCA @ 562(1) | D12 | 3312");
  expect(wells[143]).toBe("2 | Screen(1) | H12 | 5712");
});

test("EnVision plates keep their wells after a spreadsheet has added separators to every line", async () => {
  const padded = `${ENVISION(1, "BCA", 3000, 8)}\n${ENVISION(2, "Screen", 5000, 4)}`
    .split("\n")
    .map((line) => line + ",".repeat(Math.max(0, 12 - line.split(",").length + 1)))
    .join("\n");
  const wells = await wellsOf(padded, "export.csv");
  expect(wells).toHaveLength(96 + 48);
  expect(wells[0]).toBe("1 | BCA | A1 | 3001");
  expect(wells[95]).toBe("1 | BCA | H12 | 3712");
  expect(wells[96]).toBe("2 | Screen | A1 | 5001");
});

test("two Magellan lists, one below the other, are two plates, and a well is never read twice", async () => {
  const list = (first: number): Rows => [
    ["Well positions", "Label1"],
    ["A1", first],
    ["A2", first + 1],
    ["A3", first + 2],
    ["Date of measurement: 2021-07-06"],
  ];
  const wells = await wellsOf(await sheet([...list(1), ...list(11)], "Magellan Sheet 1"), "export.xlsx");
  expect(wells.map((well) => well.split(" | ").at(-1))).toEqual(["1", "2", "3", "11", "12", "13"]);
  expect(new Set(wells.map((well) => well.split(" | ").slice(0, 3).join())).size).toBe(6);
});

test("Magellan lists of wells become one read for each label", async () => {
  const rows: Rows = [
    ["Well positions", "Label1", "Label2"],
    [null, "0s", "0s"],
    [null, "24.8 °C", "25.1 °C"],
    ["A1", 0.5, 0.05],
    ["A2", 0.6, 0.06],
    ["B1", 0.7, null],
    ["Date of measurement: 2021-07-06"],
    ["Measurement mode: Absorbance"],
  ];
  const wells = await wellsOf(await sheet(rows, "Magellan Sheet 1"), "export.xlsx");
  expect(wells).toEqual([
    "1 | Label1 | A1 | 0.5",
    "1 | Label1 | A2 | 0.6",
    "1 | Label1 | B1 | 0.7",
    "1 | Label2 | A1 | 0.05",
    "1 | Label2 | A2 | 0.06",
  ]);
});

test("the plates of a Magellan well list stay separate", async () => {
  const rows: Rows = [
    ["Raw data", "Well positions", "Plate"],
    [0.1, "A1", "P7"],
    [0.2, "B1", "P7"],
    [0.3, "A1", "P8"],
    ["595nm"],
  ];
  const wells = await wellsOf(await sheet(rows, "Magellan Sheet 1"), "export.xlsx");
  expect(wells).toEqual(["P7 | Raw data | A1 | 0.1", "P7 | Raw data | B1 | 0.2", "P8 | Raw data | A1 | 0.3"]);
});

const WELLS = ["A1", "A2", "A3", "B1"];

test("a spectrum of Gen5 is one read for each wavelength", async () => {
  const text = `Software Version\t3.12.08\n\nScan:Spectrum\n\nWavelength\t${WELLS.join("\t")}\n300\t0.1\t0.2\t0.3\t0.4\n310\t1.1\t1.2\t1.3\tOVRFLW\n\nResults\n`;
  const wells = await wellsOf(text);
  expect(wells).toHaveLength(8);
  expect(wells[5]).toBe("1 | 310 | A2 | 1.2");
});

test("a spectrum of SoftMax Pro is one read for each wavelength", async () => {
  const text = `##BLOCKS= 1\nPlate:\tgels\t1.3\tTimeFormat\tSpectrum\tAbsorbance\tRaw\tFALSE\t2\t\t\t520\t530\t1\t\t\t1\t2\t4\t1\t2\nWavelength\tTemperature(¡C)\t${WELLS.join("\t")}\n520\t25\t2.1\t2.2\t2.3\t2.4\n530\t25\t3.1\t3.2\t3.3\t3.4\n\n\t\t${WELLS.join("\t")}\n\t\t530\t530\t520\t530\n~End\n`;
  const wells = await wellsOf(text);
  expect(wells.slice(0, 8)).toEqual([
    "gels | 520 | A1 | 2.1",
    "gels | 520 | A2 | 2.2",
    "gels | 520 | A3 | 2.3",
    "gels | 520 | B1 | 2.4",
    "gels | 530 | A1 | 3.1",
    "gels | 530 | A2 | 3.2",
    "gels | 530 | A3 | 3.3",
    "gels | 530 | B1 | 3.4",
  ]);
});

test("SoftMax Pro plates with several wavelengths side by side have one read per wavelength", async () => {
  const numbers = [1, 2, 3, 4];
  const head = `\tTemperature(¡C)\t${numbers.join("\t")}\t\t${numbers.join("\t")}\t\t`;
  const row = (at: number) =>
    `\t${at === 0 ? "25" : ""}\t${numbers.map((n) => (1 + at / 10 + n / 100).toFixed(2)).join("\t")}\t\t${numbers.map((n) => (2 + at / 10 + n / 100).toFixed(2)).join("\t")}\t\t`;
  const plate = `Plate:\tP9\t1.3\tPlateFormat\tEndpoint\tAbsorbance\tRaw\tFALSE\t1\t\t\t\t\t\t\t2\t280 450 \t1\t4\t12\t1\t3\t\t\t`;
  const group = "Group: Unknowns\nSample\tWells\tValue\nS1\tA3\t-0.486\nS2\tA4\t0.2\n~End\n";
  const text = `##BLOCKS= 2\n${plate}\n${head}\n${[0, 1, 2].map(row).join("\n")}\n\n~End\n${group}`;
  const wells = await wellsOf(text);
  expect(wells).toHaveLength(24);
  expect(wells).toContain("P9 | 280 | B3 | 1.13");
  expect(wells).toContain("P9 | 450 | C4 | 2.24");
});

test("an export that contains only settings is refused with its instrument", async () => {
  const text =
    "Software Version\t3.12\n\nExperiment File Path:\tC:\\a.xpt\n\nPlate Number\tPlate 1\nReading Type\tReader\n\nProcedure Details\n\nPlate Type\t96 WELL PLATE\nSkip dialog\nRead\tImage\n\tFull Plate\n";
  const { preview } = await loadByPreview(text);
  expect(preview.problems).toEqual([
    "export.txt: the export of BioTek Gen5 contains settings, but no measurements; export it again with its results.",
  ]);
});

test("a well that Gen5 missed is a missing value", async () => {
  const rows = LETTERS.map((letter, row) =>
    [
      letter,
      ...COLUMNS.map((column) => (row === 2 && column === 5 ? "MISSED" : `${row}.${column}`)),
      "450",
    ].join("\t"),
  );
  const text = `Software Version\t3.12\n\nResults\n\t${COLUMNS.join("\t")}\n${rows.join("\n")}\n`;
  const wells = await wellsOf(text);
  expect(wells).toHaveLength(96);
  expect(wells[28]).toMatch(/\| C5 \| $/);
});
