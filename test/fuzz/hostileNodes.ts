import fc from "fast-check";
import type { JsonNode } from "./jsonNode.ts";

const TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "x\udfff\ud83dy",
  "\u202egnp.exe",
  "👩🏽‍🔬",
  "e\u0301".repeat(40),
  "ﷺ".repeat(70),
  "\u2028\u2029\ufeff\ufffe",
  "../../etc/passwd",
  "%00%ff",
  "'; DROP TABLE x; --",
  "$(id)",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "null",
  "true",
  "NaN",
  "-0",
  "1e3",
  "0x10",
  " 1",
  "00000000000000001",
  "9007199254740991",
  "9007199254740992",
  "99999999999999999999999",
  "2026-02-30T99:00:00Z",
];

/** Numbers that JSON's grammar accepts, and some that it does not. */
const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.5",
  "1e400",
  "-1e400",
  "5e-324",
  "9007199254740993",
  "158723604480001.5",
  "1E3",
  "1".repeat(400),
];
const NO_JSON = [
  "NaN",
  "Infinity",
  "01",
  "+1",
  "0x1F",
  "undefined",
  "'a'",
  "{",
  "]",
  "",
  '"',
  '"\\ud800',
  "1 2",
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 80 }) },
  { weight: 1, arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map(fromUnits) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(..."a é😀\u0000\ud800"), longLength()).map(repeatText) },
);

/** Values that no field expects. */
export const hostileNode: fc.Arbitrary<JsonNode> = fc.oneof(
  { weight: 6, arbitrary: hostileText.map((value): JsonNode => ({ kind: "text", value })) },
  { weight: 3, arbitrary: literal(...NUMBERS, "null", "true", "false", "[]", "{}", "[null]", '[""]') },
  { weight: 1, arbitrary: literal(...NO_JSON) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }).map((text): JsonNode => ({ kind: "literal", text })) },
  { weight: 1, arbitrary: nestedNode() },
  { weight: 1, arbitrary: hugeNode() },
);

function literal(...texts: string[]): fc.Arbitrary<JsonNode> {
  return fc.constantFrom(...texts).map((text) => ({ kind: "literal", text }));
}

function nestedNode(): fc.Arbitrary<JsonNode> {
  const around = fc.constantFrom<[string, string]>(
    ["[", "]"],
    ['{"a":', "}"],
    ['{"type":"ARRAY","item_type":', "}"],
    ['{"name":"a","type":"STRUCT","columns":[', "]}"],
  );
  const item: JsonNode = { kind: "literal", text: "null" };
  return fc
    .tuple(around, fc.constantFrom(5, 9, 100, 2000, 10_000, 25_000))
    .map(([[open, close], depth]) => ({ kind: "nested", open, item, close, depth }));
}

function hugeNode(): fc.Arbitrary<JsonNode> {
  const item: JsonNode = { kind: "literal", text: "0" };
  const column: JsonNode = { kind: "literal", text: '{"name":"a","type":"INT64"}' };
  return fc
    .tuple(fc.constantFrom(item, column), fc.constantFrom(1001, 2001, 20_000, 100_000))
    .map(([one, times]) => ({ kind: "repeated", item: one, times }));
}

function longLength(): fc.Arbitrary<number> {
  return fc.constantFrom(65, 129, 201, 1001, 10_001, 70_000, 400_001);
}

function repeatText([unit, times]: [string, number]): string {
  return unit.repeat(times);
}

/** UTF-16 in any order, including lone surrogates. */
function fromUnits(units: number[]): string {
  return String.fromCharCode(...units);
}
