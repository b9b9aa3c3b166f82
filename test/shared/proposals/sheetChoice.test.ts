import { writeXlsx } from "hucre";
import { expect, test } from "vitest";
import { useFolder } from "../formats/ingesting.ts";
import { type Loaded, loadByPreview } from "./loadByPreview.ts";

useFolder();

type Rows = (string | number | null)[][];

async function load(sheets: Record<string, Rows>): Promise<Loaded> {
  const content = await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
  return loadByPreview(content, "export.xlsx");
}

function chosenOf({ preview }: Loaded): string | undefined {
  return preview.sheets.find(({ chosen }) => chosen)?.name;
}

const NUMBERS = Array.from({ length: 12 }, (_, at) => at + 1);

function plate(title: string, first: number): Rows {
  const rows = [..."ABCDEFGH"].map((letter, row) => [
    letter,
    ...NUMBERS.map((column) => first + row + column / 100),
  ]);
  return [[title], [" "], ["Plate 1"], [" "], ["Abs", ...NUMBERS], ...rows];
}

const LOG: Rows = [
  ["Run log"],
  [null],
  [null, "Time", "Event", "Information"],
  ...["Session started", "Step started", "Step ended"].map((event, at) => [
    null,
    `5/30/2025 12:1${at}:57 PM`,
    event,
    "24.7°C",
  ]),
];

const WELL_IDS: Rows = [
  ["Name", "Plate 1"],
  [null],
  [null, ...NUMBERS],
  ...[..."ABCDEFGH"].map((letter) => [letter, ...NUMBERS.map((column) => `Un${column}`)]),
];

test("a sheet with measured wells is preferred to a sheet with texts only", async () => {
  const loaded = await load({
    "Absorbance 1_01": plate("Wavelength: 450 nm", 2),
    "General information": [["General information"], [null, "Version", null, "7.0.2"]],
    Events: LOG,
    "Layout definitions": WELL_IDS,
  });
  expect(chosenOf(loaded)).toBe("Absorbance 1_01");
  expect(loaded.rows).toHaveLength(96);
});

test("measured wells that follow a table of texts are preferred to it", async () => {
  const loaded = await load({ Events: LOG, "Absorbance 1_01": plate("Wavelength: 450 nm", 2) });
  expect(chosenOf(loaded)).toBe("Absorbance 1_01");
});

test("a sheet with names of wells only is not preferred to a table with numbers", async () => {
  const variants: Rows = [["variant", "kcat"], ...NUMBERS.map((at) => [`A${at}V`, at / 7])];
  expect(chosenOf(await load({ Wells: WELL_IDS, Variants: variants }))).toBe("Variants");
});

test("a table with numbers is preferred to an earlier table of texts", async () => {
  const variants: Rows = [["variant", "kcat"], ...NUMBERS.map((at) => [`A${at}V`, at / 7])];
  expect(chosenOf(await load({ Events: LOG, Variants: variants }))).toBe("Variants");
});

test("a table of texts is read if no sheet has measurements", async () => {
  expect(chosenOf(await load({ Events: LOG, Wells: WELL_IDS }))).toBe("Events");
});

test("the other sheets with wells are named", async () => {
  const loaded = await load({
    "Absorbance 1_01": plate("Wavelength: 450 nm", 2),
    "Blank subtraction 1_02": plate("Wavelength: 450 nm", 1),
    Events: LOG,
  });
  expect(loaded.preview.warnings).toContain(
    'Only the sheet "Absorbance 1_01" is read; "Blank subtraction 1_02" also contains wells. To read it, choose the sheet.',
  );
});

test("a large sheet with an empty plate is not preferred to measured wells", async () => {
  const empty: Rows = [
    [null, ...NUMBERS],
    ...[..."ABCDEFGH"].map((letter) => [letter]),
    ...Array.from({ length: 400 }, (_, at): Rows[number] => [null, ...Array(14).fill(null), `layout ${at}`]),
  ];
  const loaded = await load({ Spots: plate("Spots", 7), Volumes: plate("Volumes", 9), Drawing: empty });
  expect(chosenOf(loaded)).toBe("Spots");
  expect(loaded.rows).toHaveLength(96);
});

test("sheets with lists of an instrument are read together", async () => {
  const list: Rows = [
    ["Well positions", "Label1"],
    ["A1", 1],
    ["A2", 2],
    ["A3", 3],
  ];
  const { preview, rows } = await load({ "Magellan Sheet 1": list, "Magellan Sheet 2": list });
  expect(preview.warnings.join()).toContain('"Magellan Sheet 1" and "Magellan Sheet 2" are read together');
  expect(rows).toHaveLength(6);
});
