import { ANY, type DuckDBResult } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { arrowSchema } from "../arrow/arrowSchema.ts";
import { textOffsets } from "../arrow/arrowText.ts";
import type { VectorSlice } from "../arrow/arrowVector.ts";

test("a type not supported by Arrow is rejected with the name of its column", () => {
  const result = { columnNames: () => ["x"], columnTypes: () => [ANY] } as unknown as DuckDBResult;
  expect(() => arrowSchema(result)).toThrow(expect.objectContaining({ code: "unsupported_result_type" }));
});

test("more than 2 GiB of text in a batch is rejected", () => {
  const rendered = [{ byteLength: 2 ** 30 }, { byteLength: 2 ** 30 }, { byteLength: 1 }];
  const slice = {
    vector: { entries: null, validity: null, rendered },
    from: 0,
    count: 3,
  } as unknown as VectorSlice;
  expect(() => textOffsets([slice], 3)).toThrow(expect.objectContaining({ code: "value_too_large" }));
});
