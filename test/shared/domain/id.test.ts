import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { composeId, isId, laterId, nextId, sortableId, TaskId } from "#shared/domain/id.ts";

const moment = fc.integer({ min: Date.UTC(2025, 0, 1) + 1, max: Date.UTC(2094, 0, 1) });
const bits = fc.integer({ min: 0, max: 4095 });

describe("ids", () => {
  it("ids stay below 2^53, so that clients may send them as JSON numbers", () => {
    fc.assert(
      fc.property(moment, bits, (milliseconds, random) => {
        const id = composeId(milliseconds, random);
        expect(isId(id)).toBe(true);
        expect(JSON.parse(id)).toBe(Number(id));
        expect(String(JSON.parse(id))).toBe(id);
      }),
    );
  });

  it("ids sort as keys in creation order", () => {
    fc.assert(
      fc.property(moment, moment, bits, bits, (a, b, x, y) => {
        fc.pre(a < b);
        expect(sortableId(composeId(a, x)) < sortableId(composeId(b, y))).toBe(true);
      }),
    );
  });

  it("later ids follow earlier ones", () => {
    fc.assert(
      fc.property(moment, bits, (milliseconds, random) => {
        const id = composeId(milliseconds, random);
        expect(laterId(id, nextId(id))).toBe(nextId(id));
      }),
    );
  });

  it("ids are accepted as strings and as numbers", () => {
    expect(v.parse(TaskId, "158723604480001")).toBe("158723604480001");
    expect(v.parse(TaskId, 158723604480001)).toBe("158723604480001");
  });

  it.each([["0"], ["-1"], ["01"], ["1.5"], ["1e3"], ["abc"], [""], [1.5], [-3], [true], [{}]])(
    "%j is refused as an id",
    (value) => {
      expect(v.safeParse(TaskId, value).success).toBe(false);
    },
  );
});
