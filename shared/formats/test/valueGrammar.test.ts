import type { ScalarType } from "@pdp/basics/columns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { column, query, useFolder, values } from "../../../test/shared/formats/ingesting.ts";
import { checkJson } from "../text/checkJson.ts";
import { grammarOf, type ValueGrammar } from "../valueGrammar.ts";

useFolder();

const TYPES = ["BOOL", "INT64", "FLOAT64", "STRING", "DATE", "TIMESTAMP"] as const;
const GRAMMARS: [string, ValueGrammar][] = [
  ...TYPES.map((type): [string, ValueGrammar] => [type, grammar("x", type)]),
  ["a sequence", grammar("sequence", "STRING")],
];
const RUNS = { numRuns: 20_000, seed: 20_260 };

function grammar(name: string, type: ScalarType): ValueGrammar {
  const grammar = grammarOf(column(name, type));
  if (grammar === undefined) throw new Error(`${type} has no grammar`);
  return grammar;
}

/** Strings that are values, or that differ from a value by a character or two. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789+-.eE"), minLength: 1, maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(..."tTrRuUeEfFaAlLsS01"), minLength: 1, maxLength: 6 }),
  fc.string({ unit: fc.constantFrom(..."ACDEFGHIKLMNPQRSTVWYBX*a"), minLength: 1, maxLength: 30 }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.double({ noNaN: true }).map(String),
  fc.tuple(fc.nat(45), fc.nat(45)).map(([whole, fraction]) => `${"0".repeat(whole)}.${"0".repeat(fraction)}`),
  fc.tuple(fc.nat(400), fc.nat(9)).map(([zeros, digit]) => `0.${"0".repeat(zeros)}${digit}`),
  fc.integer({ min: 1, max: 400 }).map((digits) => "9".repeat(digits)),
  fc.constantFrom("true", "FALSE", "True", "1", "0", "-0", "+1", ".", "-", "-.", "@rue", "truE", "t\u0012ue"),
);

describe("the fast check of cells", () => {
  test.each(GRAMMARS)(
    "the fast check of %s agrees with the full rules whenever it is certain",
    (_, { read, fastCheck }) => {
      fc.assert(
        fc.property(texts, (text) => {
          const bytes = Buffer.from(`1${text}1`);
          const reading = fastCheck(bytes, 1, bytes.length - 1);
          if (reading !== "unsure") expect(reading).toBe(read(text));
        }),
        RUNS,
      );
    },
  );

  test.each([
    ["BOOL", ["true", "False", "TRUE", "1", "0"]],
    ["INT64", ["7", "-7", "123456789012345678", "0"]],
    ["FLOAT64", ["7", "-7.25", "0.0619096557142", "0.000"]],
    ["STRING", ["x", "é"]],
  ] as const)("the fast check of %s is certain about the usual notations", (type, notations) => {
    const { fastCheck } = grammar("x", type);
    for (const text of notations) {
      const bytes = Buffer.from(text);
      expect(fastCheck(bytes, 0, bytes.length)).not.toBe("unsure");
    }
  });
});

test("a JSON number is read by the rules for text", () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map(String),
    fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/),
  );
  fc.assert(
    fc.property(numbers, fc.constantFrom("INT64", "FLOAT64"), (text, type) => {
      const bytes = Buffer.from(text);
      const reading = checkJson(bytes, 0, bytes.length, column("x", type));
      const expected = grammar("x", type).read(text);
      expect(typeof reading === "object" ? reading.reason : reading).toBe(
        typeof expected === "object" ? expected.reason : expected,
      );
    }),
    RUNS,
  );
});

describe("the engine and the rules accept the same notations", () => {
  const notations: Record<(typeof TYPES)[number], string[]> = {
    BOOL: ["true", "FALSE", "t", "f", "Yes", "no", "y", "n", "1", "0"],
    INT64: ["7", "+7", "-7", "007", "-9223372036854775808", "9223372036854775807"],
    FLOAT64: ["7", "+7.5", "-.5", "7.", "1e3", "1E-3", "4.9e-324", "1.7976931348623157e308"],
    STRING: ["x", " x ", "é"],
    DATE: ["2024-02-29", "0001-01-01", "9999-12-31"],
    TIMESTAMP: [
      "2024-02-29",
      "2024-02-29 10:11",
      "2024-02-29T10:11Z",
      "2024-02-29T10:11+0530",
      "2024-02-29T10:11:12.123456000",
      "2024-02-29T10:11:12-05",
    ],
  };

  test.each(TYPES)("the engine reads every notation of %s, in a file and in SQL", async (type) => {
    const { read, fromText } = grammar("x", type);
    for (const text of notations[type]) {
      expect(["value", "zero"]).toContain(read(text));
      const [row] = await query(`SELECT ${fromText(`'${text}'`)} IS NULL`);
      expect([text, ...(row ?? [])]).toEqual([text, false]);
    }
    const rows = await values("CSV", `x\n${notations[type].join("\n")}\n`, [column("x", type)]);
    expect(rows).toHaveLength(notations[type].length);
    expect(rows.flat()).not.toContain(null);
  });
});
