import type { Column } from "@pdp/basics/columns";
import { describe, expect, it } from "vitest";
import { applyKeys, KeyCheckNeeded, type KeyChecks, KeyViolated } from "#shared/domain/loads/keyCheck.ts";
import { isStricter, keyFrom } from "#shared/domain/tableKey.ts";

const column = (name: string): Column => ({
  name,
  type: "STRING",
  nullable: true,
  metadata: { description: null, deprecated: false },
});
const columns = [column("Plate"), column("well")];

describe("a table's key after a request", () => {
  const keyed = { key: ["Plate"], key_rule: "WARN" as const };

  it.each([
    [{}, {}, {}],
    [keyed, {}, keyed],
    [keyed, { key: undefined, key_rule: undefined }, keyed],
    [keyed, { key: null }, {}],
    [keyed, { key: null, key_rule: null }, {}],
    [keyed, { key_rule: null }, { key: ["Plate"], key_rule: "ERROR" }],
    [keyed, { key_rule: "ERROR" as const }, { key: ["Plate"], key_rule: "ERROR" }],
    [keyed, { key: ["WELL", "plate"] }, { key: ["well", "Plate"], key_rule: "WARN" }],
    [{}, { key: ["well"] }, { key: ["well"], key_rule: "ERROR" }],
    [{}, { key_rule: null }, {}],
  ])("%j with %j is %j", (before, input, after) => {
    expect(keyFrom(before, input, columns)).toEqual(after);
  });

  it("the key is compared with the rows if they may violate it", () => {
    const of = (key: string[], key_rule: "ERROR" | "WARN") => ({ key, key_rule });
    expect(isStricter({}, of(["a"], "ERROR"))).toBe(true);
    expect(isStricter(of(["a"], "WARN"), of(["a"], "ERROR"))).toBe(true);
    expect(isStricter(of(["a", "b"], "ERROR"), of(["a"], "ERROR"))).toBe(true);
    expect(isStricter(of(["a", "b"], "ERROR"), of(["b", "a"], "ERROR"))).toBe(false);
    expect(isStricter({}, of(["a"], "WARN"))).toBe(false);
    expect(isStricter(of(["a"], "ERROR"), {})).toBe(false);
  });
});

describe("row keys before a commit", () => {
  const table = { id: "1", reference: "t", manifest_key: "m1", key: ["a", "b"], key_rule: "ERROR" as const };
  const duplicate = {
    file: "f.csv",
    line: 3,
    column: "a, b",
    value: "1, 2",
    reason: "is also the key of line 2",
  };
  const checks = (count: number): KeyChecks => ({
    "1": { manifest_key: "m1", key: ["b", "a"], duplicates: { listed: count > 0 ? [duplicate] : [], count } },
  });

  it("the comparison must match the current table and key", () => {
    const check = { manifest_key: "m1", key: ["a", "b"], duplicates: { listed: [], count: 0 } };
    const outdated: KeyChecks[] = [
      {},
      { "2": check },
      { "1": { ...check, manifest_key: "m0" } },
      { "1": { ...check, key: ["a"] } },
    ];
    for (const stale of outdated) {
      expect(() => applyKeys([table], stale)).toThrow(KeyCheckNeeded);
    }
    expect(applyKeys([table], checks(0))).toEqual([]);
    expect(applyKeys([{ ...table, key: undefined }], {})).toEqual([]);
  });

  it("violations are rejected with the first rows, the number of additional rows, and advice", () => {
    const refusal = (): unknown => {
      try {
        return applyKeys([table], checks(4));
      } catch (error) {
        return error instanceof KeyViolated ? error.sentences : error;
      }
    };
    expect(refusal()).toEqual([
      'f.csv, line 3, column "a, b": "1, 2" is also the key of line 2.',
      "… and 3 more rows.",
      'Each row of "t" needs a unique key (a, b): correct the files, undo the load that added the other rows, or change the table\'s key.',
    ]);
    expect(applyKeys([{ ...table, key_rule: "WARN" }], checks(1))).toEqual([
      'f.csv, line 3, column "a, b": "1, 2" is also the key of line 2.',
      'Rows of "t" have the same key (a, b). They were loaded because the key rule is WARN.',
    ]);
  });
});
