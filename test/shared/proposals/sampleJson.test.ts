import { expect, it } from "vitest";
import { sampleJson } from "#shared/proposals/sampleJson.ts";

it("a JSON sample is bounded by cells, regardless of the keys of later lines", () => {
  const keys = Array.from({ length: 30_000 }, (_, key) => `"${key}":1`);
  const { rows, header, isAll } = sampleJson(Buffer.from(`${"{}\n".repeat(30_000)}{${keys.join(",")}}\n`));
  expect({ rows, header, isAll }).toEqual({ rows: 30_000, header: [], isAll: false });
});

it("a JSON sample contains all rows of a small file and says so", () => {
  const { rows, cells, isAll } = sampleJson(Buffer.from('{"a":1}\n{"b":"x"}\n\n{"a":null}\n'));
  expect({ rows, cells, isAll }).toEqual({
    rows: 3,
    cells: [
      ["1", null, null],
      [null, "x", null],
    ],
    isAll: true,
  });
});
