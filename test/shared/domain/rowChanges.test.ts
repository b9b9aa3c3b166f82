import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { rowChanges, totalChange } from "#shared/domain/loads/rowChanges.ts";

/** Files of some loads, each load with separate files; a table version contains some of the loads. */
const loads = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 99 }),
    files: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1 }),
  }),
  { selector: ({ id }) => id, maxLength: 8 },
);
type Loads = { id: number; files: number[] }[];

function filesOf(all: Loads, present: readonly boolean[]): DataFile[] {
  return all.flatMap(({ id, files }, index) =>
    present[index]
      ? files.map((rows, file) => ({
          key: `${id}/${file}`,
          load_id: String(id),
          context: { kind: "WORKSPACE" as const },
          rows,
          bytes: rows,
        }))
      : [],
  );
}

const rowsOf = (files: readonly DataFile[]): number => files.reduce((sum, { rows }) => sum + rows, 0);
const flags = fc.array(fc.boolean(), { minLength: 8, maxLength: 8 });

describe("changes of rows between two versions", () => {
  it("changes come from loads in only one of the versions, and they add up", () => {
    fc.assert(
      fc.property(loads, flags, flags, (all, before, after) => {
        const [from, to] = [filesOf(all, before), filesOf(all, after)];
        const changes = rowChanges(from, to);
        const differing = all.filter((_, index) => before[index] !== after[index]).map(({ id }) => id);
        expect(changes.map(({ load_id }) => Number(load_id))).toEqual(
          differing.sort((one, other) => one - other),
        );
        const { rows_added, rows_removed } = totalChange(changes);
        expect(rowsOf(from) + rows_added - rows_removed).toBe(rowsOf(to));
        const reverse = rowChanges(to, from);
        expect(totalChange(reverse)).toEqual({ rows_added: rows_removed, rows_removed: rows_added });
      }),
    );
  });

  it("shared files do not affect the changes", () => {
    fc.assert(
      fc.property(loads, flags, flags, (all, before, after) => {
        const [from, to] = [filesOf(all, before), filesOf(all, after)];
        const without = (files: DataFile[], other: DataFile[]) =>
          files.filter(({ key }) => !other.some((file) => file.key === key));
        expect(rowChanges(without(from, to), without(to, from))).toEqual(rowChanges(from, to));
      }),
    );
  });
});
