import { DuckDBDataChunk, LIST, listValue, STRUCT, structValue, VARCHAR } from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import { describe, expect, it } from "vitest";
import { isSet } from "#shared/lake/formats/arrow/arrowBitmap.ts";
import { readChunk } from "#shared/lake/formats/arrow/arrowVector.ts";

const LONG = "a string that is not within its entry";

describe("readChunk", () => {
  it("takes the fields of an absent struct for absent, whatever they say themselves", () => {
    const chunk = DuckDBDataChunk.create([STRUCT({ s: VARCHAR })]);
    chunk.setColumns([[structValue({ s: LONG }), structValue({ s: LONG })]]);
    const handle = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    duckdb.vector_ensure_validity_writable(handle);
    duckdb.copy_data_to_vector_validity(handle, 0, BigUint64Array.of(0b01n).buffer, 0, 8);
    const [vector] = readChunk(chunk, [{ kind: "struct", fields: [{ kind: "text" }] }]);
    const validity = vector?.children[0]?.validity ?? null;
    expect(validity && [isSet(validity, 0), isSet(validity, 1)]).toEqual([true, false]);
  });

  it("takes items that no list refers to for absent, and never follows their addresses", () => {
    const chunk = DuckDBDataChunk.create([LIST(VARCHAR)]);
    chunk.setColumns([[listValue([LONG, LONG, LONG])]]);
    const handle = duckdb.data_chunk_get_vector(chunk.chunk, 0);
    // The list is cut to its first item; the third item gets an address that nothing is at.
    duckdb.copy_data_to_vector(handle, 0, BigUint64Array.of(0n, 1n).buffer, 0, 16);
    const items = duckdb.list_vector_get_child(handle);
    const dangling = Uint32Array.of(40, 0x78787878, 0x1000, 0);
    duckdb.copy_data_to_vector(items, 32, dangling.buffer, 0, 16);
    const [vector] = readChunk(chunk, [{ kind: "list", item: { kind: "text" } }]);
    const child = vector?.children[0];
    const validity = child?.validity ?? null;
    expect(validity && [0, 1, 2].map((item) => isSet(validity, item))).toEqual([true, false, false]);
    expect(child?.windows.length).toBe(1);
  });
});
