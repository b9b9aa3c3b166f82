import { expect, test } from "vitest";
import { loadByPreview } from "../proposals/loadByPreview.ts";
import { useFolder } from "./ingesting.ts";

useFolder();

const PREAMBLE = "User: USER,Path: C:\\data,Test run no.: 7\nLuminescence\n\nRaw Data (No filter)\n\n";

/** Writes a grid with these row letters and column numbers; the value of a well is its row letter's index and its column. */
function grid(letters: readonly string[], columns: readonly number[], corner = ""): string {
  const rows = letters.map((letter, at) => [letter, ...columns.map((column) => `${at + 1}0${column}.5`)]);
  return [[corner, ...columns.map(String)], ...rows].map((cells) => `${cells.join(",")}\n`).join("");
}

function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

async function wellsOf(text: string): Promise<(string | number)[][]> {
  const { names, rows, preview } = await loadByPreview(text, "export.csv");
  expect(preview.config?.arrangement).toBe("PLATES");
  const [well, value] = [names.indexOf("well"), names.indexOf("value")];
  return (rows ?? []).map((row) => [row[well] as string, row[value] as number]);
}

test("a grid that omits rows keeps each value in its well", async () => {
  const wells = await wellsOf(PREAMBLE + grid(["A", "C", "D", "H"], upTo(12)));
  expect(wells).toHaveLength(48);
  expect(wells[12]).toEqual(["C1", 201.5]);
  expect(wells[47]).toEqual(["H12", 4012.5]);
});

test("a grid that starts below row A keeps each value in its well", async () => {
  const wells = await wellsOf(PREAMBLE + grid(["E", "F"], upTo(24)));
  expect(wells).toHaveLength(48);
  expect(wells[0]).toEqual(["E1", 101.5]);
});

test("rows of a plate with 1,536 wells can have small letters after Z", async () => {
  const wells = await wellsOf(PREAMBLE + grid(["A", "G", "M", "Y", "a", "e"], upTo(48)));
  expect(wells).toHaveLength(288);
  expect(wells[4 * 48]).toEqual(["AA1", 501.5]);
  expect(wells[5 * 48]).toEqual(["AE1", 601.5]);
});

test("a grid that omits columns keeps each value in its well", async () => {
  const wells = await wellsOf(PREAMBLE + grid(["A", "B", "C"], [1, 2, 3, 7, 8, 9]));
  expect(wells).toHaveLength(18);
  expect(wells.slice(3, 7)).toEqual([
    ["A7", 107.5],
    ["A8", 108.5],
    ["A9", 109.5],
    ["B1", 201.5],
  ]);
});

test("a grid that starts with a later column keeps each value in its well", async () => {
  const wells = await wellsOf(PREAMBLE + grid(["C", "E"], upTo(9, 4), "<>"));
  expect(wells).toHaveLength(12);
  expect(wells[0]).toEqual(["C4", 104.5]);
  expect(wells[11]).toEqual(["E9", 209.5]);
});

test("two partial grids, one below the other, are two reads", async () => {
  const text = `Read 450 nm\n${grid(["A", "D"], upTo(12))}\nRead 600 nm\n${grid(["B", "D"], upTo(12))}`;
  const wells = await wellsOf(text);
  expect(wells.map(([well]) => well).filter((well) => String(well).endsWith("1"))).toHaveLength(8);
  expect(wells).toHaveLength(48);
});

test("a matrix of amino acids and positions is not a plate", async () => {
  const text = grid([..."ACDEFGHIKLMNPQRSTVWY"], upTo(48), "residue");
  const { preview, rows } = await loadByPreview(text, "scan.csv");
  expect(preview.config?.arrangement).toBeUndefined();
  expect(rows).toHaveLength(20);
});

test.each([
  ["residue", "ADG", 12],
  ["aa", "DEK", 24],
  ["base", "ACGT", 48],
  ["variant", "BC", 4],
])("a table with %s above the rows %s is not a plate", async (corner, letters, last) => {
  const { preview, rows } = await loadByPreview(grid([...letters], upTo(last), corner), "scan.csv");
  expect(preview.config?.arrangement).toBeUndefined();
  expect(rows).toHaveLength(letters.length);
});

test("a matrix of a few amino acids is not a plate", async () => {
  const text = grid([..."ACDEFG"], upTo(24), "residue");
  const { preview } = await loadByPreview(text, "scan.csv");
  expect(preview.config?.arrangement).toBeUndefined();
});
