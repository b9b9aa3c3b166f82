import fc from "fast-check";
import { expect, test } from "vitest";
import { runsOf } from "#console/parts/grid/runs.ts";

test("a sequence is split where differences begin and end", () => {
  const sequence = fc
    .array(fc.constantFrom("A", "C"), { minLength: 8, maxLength: 8 })
    .map((all) => all.join(""));
  fc.assert(
    fc.property(sequence, sequence, (one, other) => {
      const runs = runsOf(one, other);
      expect(runs.map(({ run }) => run).join("")).toBe(one);
      for (const [index, { at, run, isSame }] of runs.entries()) {
        expect(other.slice(at, at + run.length) === run).toBe(isSame);
        expect(runs[index + 1]?.isSame).not.toBe(isSame);
        if (!isSame)
          for (let site = 0; site < run.length; site++) expect(run[site]).not.toBe(other[at + site]);
      }
    }),
  );
});
