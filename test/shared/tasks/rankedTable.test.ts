import { FROM_ONE } from "@pdp/basics/proteins";
import { expect, test } from "vitest";
import { rankedTable } from "#shared/tasks/rankedTable.ts";

test("ranked sequences are compared with the best one whose chains have the same lengths", () => {
  const { rows } = rankedTable("", ["ACDE/FGHI", "ACD/EFGHI", "ACDE/FGHK", "ACD/EFGHK"], FROM_ONE);
  expect(rows.map(({ mutations, parent }) => [mutations, parent])).toEqual([
    ["", "ACDE/FGHI"],
    ["", "ACD/EFGHI"],
    ["L:I4K", "ACDE/FGHI"],
    ["L:I5K", "ACD/EFGHI"],
  ]);
});
