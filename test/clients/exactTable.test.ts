import { int64, list, struct, tableFromArrays, tableToIPC, utf8 } from "@uwdata/flechette";
import { describe, expect, test } from "vitest";
import { readBatches } from "#client/arrowStream.ts";
import { exactTable, withNumbers } from "#client/exactTable.ts";

const types = { id: int64(), list: list(int64()), row: struct({ a: int64(), b: utf8() }) };

function bytesOf(columns: Record<keyof typeof types, unknown[]>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(tableToIPC(tableFromArrays(columns, { types }), { format: "stream" }) ?? []);
}

const small = bytesOf({ id: [1n, null], list: [[2n], null], row: [{ a: 3n, b: "x" }, null] });
const large = bytesOf({
  id: [1n, 9007199254740993n],
  list: [[-9007199254740993n, 2n], null],
  row: [
    { a: 5n, b: "x" },
    { a: 9007199254740995n, b: null },
  ],
});

describe("rows of a result", () => {
  test("integers are returned as numbers", () => {
    expect(withNumbers(exactTable(small))).toEqual([
      { id: 1, list: [2], row: { a: 3, b: "x" } },
      { id: null, list: null, row: null },
    ]);
  });

  test("integers beyond 2^53 are returned as bigint, even inside lists and rows", () => {
    expect(withNumbers(exactTable(large))).toEqual([
      { id: 1, list: [-9007199254740993n, 2], row: { a: 5, b: "x" } },
      { id: 9007199254740993n, list: null, row: { a: 9007199254740995n, b: null } },
    ]);
  });

  test("reading batch by batch keeps every digit", async () => {
    const ids: unknown[] = [];
    for await (const batch of readBatches(new Blob([large]).stream())) {
      ids.push(...Array.from({ length: batch.numRows }, (_, row) => batch.getChild("id").at(row)));
    }
    expect(ids.map(String)).toEqual(["1", "9007199254740993"]);
  });
});
