import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packLargeFields, unpackFields } from "#shared/store/dynamodb/jsonFields.ts";
import { manyColumns } from "#test/support/manyColumns.ts";

describe("large fields of an item", () => {
  it("large fields are stored as text, and small fields are stored unchanged", () => {
    const item = { id: "1", columns: manyColumns(2_000, 20), context: { kind: "WORKSPACE" }, note: null };
    const packed = packLargeFields(item) as Record<string, unknown>;
    expect(packed.columns).toBe(JSON.stringify(item.columns));
    expect(packed).toMatchObject({ id: "1", context: { kind: "WORKSPACE" }, note: null });
    expect(unpackFields({ ...packed })).toEqual(item);
  });

  it("a small item stays unchanged", () => {
    const item = { id: "1", errors: ["a sentence"] };
    expect(packLargeFields(item)).toBe(item);
  });

  it("any fields round-trip", () => {
    const value = fc.oneof(fc.jsonValue(), fc.array(fc.string({ minLength: 300 }), { minLength: 10 }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (read) => {
        // JSON has no -0.
        const item = JSON.parse(JSON.stringify(read));
        expect(unpackFields({ ...packLargeFields(item) } as Record<string, unknown>)).toEqual(item);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
