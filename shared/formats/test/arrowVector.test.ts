import { DuckDBDataChunk, LIST, listValue, STRUCT, structValue, VARCHAR } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { describe, expect, it } from "vitest";
import { isSet } from "../arrow/arrowBitmap.ts";
import { textOffsets, writeTexts } from "../arrow/arrowText.ts";
import { type RawVector, readChunk } from "../arrow/arrowVector.ts";

const LONG = "a string that is not within its entry";

describe("readChunk", () => {
  it("the fields of an absent struct are also absent, regardless of their flags", () => {
    const chunk = DuckDBDataChunk.create([STRUCT({ s: VARCHAR })]);
    chunk.setColumns([[structValue({ s: LONG }), structValue({ s: LONG })]]);
    const handle = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    duckdb.vector_ensure_validity_writable(handle);
    duckdb.copy_data_to_vector_validity(handle, 0, BigUint64Array.of(0b01n).buffer, 0, 8);
    const [vector] = readChunk(chunk, [{ kind: "struct", fields: [{ kind: "text" }] }]);
    const validity = vector?.children[0]?.validity ?? null;
    expect(validity && [isSet(validity, 0), isSet(validity, 1)]).toEqual([true, false]);
  });

  it("items not referenced by any list are absent, and their pointers are never followed", () => {
    const chunk = DuckDBDataChunk.create([LIST(VARCHAR)]);
    chunk.setColumns([[listValue([LONG, LONG, LONG])]]);
    const handle = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    // The list is truncated to its first item; the third item receives a position without content.
    duckdb.copy_data_to_vector(handle, 0, BigUint64Array.of(0n, 1n).buffer, 0, 16);
    const items = duckdb.list_vector_get_child(handle);
    const dangling = Uint32Array.of(40, 0x78787878, 0x1000, 0);
    duckdb.copy_data_to_vector(items, 32, dangling.buffer, 0, 16);
    const [vector] = readChunk(chunk, [{ kind: "list", item: { kind: "text" }, length: null }]);
    const child = vector?.children[0];
    const validity = child?.validity ?? null;
    expect(validity && [0, 1, 2].map((item) => isSet(validity, item))).toEqual([true, false, false]);
    expect(textsOf(child)).toEqual([LONG, "", ""]);
  });
});

describe("writeTexts", () => {
  it("string pointers may come in any order and be repeated", () => {
    const chunk = DuckDBDataChunk.create([VARCHAR]);
    const stored = ["short", `${LONG} 1`, `${LONG} 2`, null, `${LONG} 3`, `${LONG} 4`, "", `${LONG} 5`];
    chunk.setColumns([stored]);
    const handle = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    const entry = (row: number): Uint8Array =>
      duckdb.vector_get_data(handle, 8 * 16).slice(row * 16, row * 16 + 16);
    expect(textsOf(vectorOf(chunk))).toEqual(stored.map((text) => text ?? ""));
    // Rows 1 and 2 reversed, row 5 with the same string as row 4, and row 7 with the string of row 1.
    const [single, two, four] = [entry(1), entry(2), entry(4)];
    for (const [row, bytes] of [
      [1, two],
      [2, single],
      [5, four],
      [7, single],
    ] as const) {
      duckdb.copy_data_to_vector(handle, row * 16, new Uint8Array(bytes).buffer, 0, 16);
    }
    const moved = ["short", stored[2], stored[1], "", stored[4], stored[4], "", stored[1]];
    expect(textsOf(vectorOf(chunk))).toEqual(moved);
    expect(textsOf(vectorOf(chunk), 2, 5)).toEqual(moved.slice(2, 7));
  });
});

function vectorOf(chunk: DuckDBDataChunk): RawVector | undefined {
  return readChunk(chunk, [{ kind: "text" }])[0];
}

function textsOf(vector: RawVector | undefined, from = 0, count = vector?.count ?? 0): string[] {
  const slices = vector === undefined ? [] : [{ vector, from, count }];
  const offsets = textOffsets(slices, count);
  const bytes = Buffer.alloc(offsets[count] ?? 0);
  writeTexts(slices, offsets, bytes);
  return Array.from({ length: count }, (_, row) => bytes.toString("utf8", offsets[row], offsets[row + 1]));
}
