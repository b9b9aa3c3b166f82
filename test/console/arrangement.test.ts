import { tableFromArrays } from "@uwdata/flechette";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Arrangement,
  moveColumn,
  readArrangement,
  togglePinned,
  toggleShown,
  writeArrangement,
} from "#console/pages/table/arrangement.ts";
import { GridRows } from "#console/parts/grid/cells.ts";
import { ArrangedRows } from "#console/parts/grid/gridSource.ts";

const NAMES = ["id", "sequence", "tm", "a,b", "&x=1"];
const plain: Arrangement = { shown: NAMES, pinned: 0 };

const anyArrangement = fc
  .tuple(fc.shuffledSubarray(NAMES, { minLength: 1 }), fc.nat())
  .map(([shown, pinned]): Arrangement => ({ shown, pinned: pinned % (shown.length + 1) }));

function throughAddress(arrangement: Arrangement): Arrangement {
  const searchParams = new URLSearchParams("where=tm%7Cpresent%7C");
  writeArrangement(searchParams, arrangement, NAMES);
  expect(searchParams.get("where")).toBe("tm|present|");
  return readArrangement(new URLSearchParams(searchParams.toString()), NAMES);
}

describe("the columns of a table", () => {
  test("every arrangement round-trips through the URL", () => {
    fc.assert(
      fc.property(anyArrangement, (arrangement) => {
        expect(throughAddress(arrangement)).toEqual(arrangement);
      }),
      { seed: 46 },
    );
  });

  test("a URL without an arrangement shows all columns, and unknown columns in a URL are skipped", () => {
    expect(readArrangement(new URLSearchParams(), NAMES)).toEqual(plain);
    const searchParams = new URLSearchParams("show=gone&show=tm&show=tm&show=id&pin=sequence&pin=id");
    expect(readArrangement(searchParams, NAMES)).toEqual({ shown: ["id", "tm"], pinned: 1 });
    expect(readArrangement(new URLSearchParams("show=gone"), NAMES)).toEqual(plain);
    const written = new URLSearchParams();
    writeArrangement(written, plain, NAMES);
    expect(written.toString()).toBe("");
  });

  test("columns can be hidden, shown again, pinned, unpinned and moved", () => {
    const pinned = togglePinned(togglePinned(plain, "tm"), "id");
    expect(pinned).toEqual({ shown: ["tm", "id", "sequence", "a,b", "&x=1"], pinned: 2 });
    expect(moveColumn(pinned, "tm", 1).shown.slice(0, 2)).toEqual(["id", "tm"]);
    expect(moveColumn(pinned, "id", 1)).toEqual(pinned);
    expect(togglePinned(pinned, "tm")).toEqual({ shown: ["id", "tm", "sequence", "a,b", "&x=1"], pinned: 1 });
    const hidden = toggleShown(pinned, "tm");
    expect(hidden).toEqual({ shown: ["id", "sequence", "a,b", "&x=1"], pinned: 1 });
    expect(toggleShown(hidden, "tm").shown.at(-1)).toBe("tm");
    expect(toggleShown({ shown: ["id"], pinned: 0 }, "id").shown).toEqual(["id"]);
  });

  test("no step loses, duplicates or invents a column", () => {
    const step = fc.record({
      name: fc.constantFrom(...NAMES, "gone"),
      kind: fc.constantFrom("pin", "up", "down"),
    });
    fc.assert(
      fc.property(anyArrangement, fc.array(step, { maxLength: 12 }), (start, steps) => {
        let now = start;
        for (const { name, kind } of steps) {
          now = kind === "pin" ? togglePinned(now, name) : moveColumn(now, name, kind === "up" ? -1 : 1);
          expect([...now.shown].sort()).toEqual([...start.shown].sort());
          expect(now.pinned).toBeGreaterThanOrEqual(0);
          expect(now.pinned).toBeLessThanOrEqual(now.shown.length);
        }
      }),
      { seed: 46 },
    );
  });

  test("arranged rows have the values of their columns", () => {
    const rows = new GridRows();
    rows.add(tableFromArrays({ id: [1, 2], sequence: ["MK", "MR"], tm: [50.5, null] }));
    const arranged = new ArrangedRows(rows, ["tm", "gone", "id"]);
    expect(arranged.columns.map(({ name, isNumber }) => [name, isNumber])).toEqual([
      ["tm", true],
      ["id", true],
    ]);
    expect([arranged.count, arranged.valueAt(0, 0), arranged.valueAt(1, 1)]).toEqual([2, 50.5, 2]);
    expect(arranged.valueAt(1, 0)).toBeNull();
  });
});
