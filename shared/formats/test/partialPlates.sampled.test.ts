import fc from "fast-check";
import { expect, test } from "vitest";
import "../../../test/support/propertySeed.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { plateTable } from "../plates/plateTable.ts";
import { UnreadableText } from "../text/unreadableText.ts";

const SHAPES = [
  { columns: 12, rows: 8 },
  { columns: 24, rows: 16 },
] as const;
const letter = (row: number) => String.fromCharCode(65 + row);

const part = fc.constantFrom(...SHAPES).chain((shape) =>
  fc.record({
    shape: fc.constant(shape),
    rows: fc.uniqueArray(fc.nat(shape.rows - 1), { minLength: 2 }),
    columns: fc.uniqueArray(fc.nat(shape.columns - 1), { minLength: 2 }),
    omitsColumns: fc.boolean(),
    corner: fc.constantFrom("<>", "", "Well row", "Plate 1"),
    title: fc.constantFrom([], [["Raw data"]], [["Plate 3"], ["450 nm"]]),
  }),
);

type PlateTable = ReturnType<typeof plateTable>;

function plateOrRefusal(lines: Parameters<typeof plateTable>[0]): PlateTable | undefined {
  try {
    return plateTable(lines);
  } catch (error) {
    if (error instanceof UnreadableText) return undefined;
    throw error;
  }
}

test.each(["Well row", "Plate 1", "<>"])(
  "the first rows of a plate are read with the corner %j",
  (corner) => {
    const columns = Array.from({ length: 12 }, (_, at) => String(at + 1));
    const lines = [
      [corner, ...columns],
      ...["A", "B", "C"].map((row) => [row, ...columns.map((at) => `${at}.5`)]),
    ];
    const { rows } = plateTable(lines.map((cells, at) => ({ line: at + 1, cells })));
    expect(rows).toHaveLength(36);
  },
);

test("any part of a plate is read into exactly its wells", () => {
  fc.assert(
    fc.property(part, ({ shape, rows, columns, omitsColumns, title, corner }) => {
      const all = Array.from({ length: shape.columns }, (_, at) => at);
      const written = omitsColumns ? columns.toSorted((a, b) => a - b) : all;
      const inOrder = rows.toSorted((a, b) => a - b);
      // Ten rows or more that are all letters of amino acids are a matrix of residues.
      fc.pre(inOrder.length < 10 || inOrder.some((row) => "BJOUXZ".includes(letter(row))));
      const value = (row: number, column: number) => `${1000 + 100 * row + column}.5`;
      const cells = [
        ...title,
        [corner, ...written.map((column) => String(column + 1))],
        ...inOrder.map((row) => [letter(row), ...written.map((column) => value(row, column))]),
      ];
      const plate = plateOrRefusal(cells.map((rowCells, at) => ({ line: at + 1, cells: rowCells })));
      // Only a corner that an instrument writes makes a few cells certainly a plate.
      if (plate === undefined && corner !== "<>") return;
      const { header, rows: loaded } = plate as PlateTable;
      const [well, of] = [header.indexOf("well"), header.indexOf("value")];
      const expected = inOrder.flatMap((row) =>
        written.map((column) => `${letter(row)}${column + 1} ${value(row, column)}`),
      );
      expect(loaded.map((rowCells) => `${rowCells[well]} ${rowCells[of]}`)).toEqual(expected);
    }),
    { numRuns: sampledRuns(300) },
  );
});
