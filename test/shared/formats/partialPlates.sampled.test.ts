import fc from "fast-check";
import { expect, test } from "vitest";
import "../../support/propertySeed.ts";
import { plateTable } from "#shared/formats/plates/plateTable.ts";
import { sampledRuns } from "../../support/byNight.ts";

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
    title: fc.constantFrom([], [["Raw data"]], [["Plate 3"], ["450 nm"]]),
  }),
);

test("any part of a plate is read into exactly its wells", () => {
  fc.assert(
    fc.property(part, ({ shape, rows, columns, omitsColumns, title }) => {
      const all = Array.from({ length: shape.columns }, (_, at) => at);
      const written = omitsColumns ? columns.toSorted((one, other) => one - other) : all;
      const inOrder = rows.toSorted((one, other) => one - other);
      // Ten rows or more that are all letters of amino acids are a matrix of residues.
      fc.pre(inOrder.length < 10 || inOrder.some((row) => "BJOUXZ".includes(letter(row))));
      const value = (row: number, column: number) => `${1000 + 100 * row + column}.5`;
      const cells = [
        ...title,
        ["<>", ...written.map((column) => String(column + 1))],
        ...inOrder.map((row) => [letter(row), ...written.map((column) => value(row, column))]),
      ];
      const { header, rows: loaded } = plateTable(cells.map((own, at) => ({ line: at + 1, cells: own })));
      const [well, of] = [header.indexOf("well"), header.indexOf("value")];
      const expected = inOrder.flatMap((row) =>
        written.map((column) => `${letter(row)}${column + 1} ${value(row, column)}`),
      );
      expect(loaded.map((own) => `${own[well]} ${own[of]}`)).toEqual(expected);
    }),
    { numRuns: sampledRuns(300) },
  );
});
