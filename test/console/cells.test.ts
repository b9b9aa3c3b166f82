import { tableFromArrays } from "@uwdata/flechette";
import { describe, expect, test } from "vitest";
import { cellText, exactText, GridRows, tabSeparated } from "#console/parts/grid/cells.ts";

describe("the cells of a grid", () => {
  test("a cell is found in the batch that contains its row", () => {
    const rows = new GridRows();
    for (const values of [[1, 2, 3], [4], [5, 6]]) rows.add(tableFromArrays({ n: values }));
    expect(rows.count).toBe(6);
    expect(Array.from({ length: 6 }, (_, row) => rows.valueAt(row, 0))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rows.valueAt(6, 0)).toBeUndefined();
  });

  test.each([
    [null, null],
    [0.1 + 0.2, "0.3"],
    [123456789, "123456789"],
    [1e-7 / 3, "3.33333e-8"],
    [true, "true"],
    [12345678901234567890n, "12345678901234567890"],
    [{ a: 1n }, '{"a":"1"}'],
  ])("the value %s is shown as %s", (value, shown) => {
    expect(cellText(value)).toBe(shown);
  });

  test("cells are copied in full, in a format that spreadsheets accept", () => {
    const rows = new GridRows();
    rows.add(tableFromArrays({ name: ['a "b"', "c\td", null], value: [0.1 + 0.2, 2, 3] }));
    expect(tabSeparated(rows, { fromRow: 0, toRow: 2, fromColumn: 0, toColumn: 1 })).toBe(
      '"a ""b"""\t0.30000000000000004\n"c\td"\t2\n\t3',
    );
    expect(exactText(new Date("2026-01-31T12:00:00Z"))).toBe("2026-01-31T12:00:00.000Z");
  });
});
