import { literal } from "@pdp/basics/columns";
import { compileQuery } from "@pdp/trino/compile";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { type EmptyInstance, emptyInstance } from "#test/shared/engines/emptyInstance.ts";
import { relationResolver } from "#test/shared/engines/parquetLake.ts";

const SEED = 45;

let instance: EmptyInstance;

beforeAll(async () => {
  instance = await emptyInstance({ memoryLimit: "500MB", threads: 1, temporaryLimit: "10MB" });
});

afterAll(() => instance.close());

/** Returns the values of an expression over rows in which the columns `a` and `b` are SQL literals. */
async function valuesOf(expression: string, rows: readonly [a: string, b: string][]): Promise<unknown[]> {
  const values = rows.map(([a, b], index) => `(${index}, ${a}, ${b})`).join(", ");
  const text = `SELECT ${expression} FROM (VALUES ${values}) AS t (n, a, b) ORDER BY n`;
  const { sql, relations } = await compileQuery(text, { resolve: relationResolver({}) });
  const read = await instance.connection.runAndReadAll(executableSql(sql, relations, () => []));
  return read.getRowsJson().map(([value]) => value);
}

function samples<T>(arbitrary: fc.Arbitrary<T>, count = 300): T[] {
  return fc.sample(arbitrary, { seed: SEED, numRuns: count });
}

/** Returns a DOUBLE in Trino's notation, based on the shortest digits that JavaScript writes. */
function trinoText(value: number): string {
  const [, sign, digits, exponent] = /^(-?)(.*)e(.*)$/.exec(value.toExponential()) as unknown as string[];
  const [whole, rest = "0"] = `${digits}`.split(".");
  return `${sign}${whole}.${rest}E${Number(exponent)}`;
}

describe("a DOUBLE cast to VARCHAR", () => {
  it("a DOUBLE cast to VARCHAR has one digit before the decimal point, at any magnitude", async () => {
    const powers = Array.from({ length: 40 }, (_, index) => index - 18).flatMap((power) =>
      [1, 0.5, 9.999999999999998, 1.25].map((factor) => factor * 10 ** power),
    );
    const numbers = [...powers, ...powers.map((power) => -power), 999_999_999_999_999, 1e15, 0.001, 0.00099]
      .concat(samples(fc.double({ min: -1e4, max: 1e4, noNaN: true })))
      .filter((value) => value !== 0 && Math.abs(value) > Number.MIN_VALUE);
    const rows = numbers.map((value): [string, string] => [`DOUBLE '${value}'`, "0"]);
    expect(await valuesOf("CAST(a AS VARCHAR)", rows)).toEqual(numbers.map(trinoText));
  });

  it("a DOUBLE cast to VARCHAR reports values that are not numbers, and keeps the sign of zero", async () => {
    const rows = ["nan()", "infinity()", "-infinity()", "DOUBLE '0'", "DOUBLE '-0'", "CAST(NULL AS DOUBLE)"];
    expect(
      await valuesOf(
        "CAST(a AS VARCHAR)",
        rows.map((row) => [row, "0"]),
      ),
    ).toEqual(["NaN", "Infinity", "-Infinity", "0E0", "-0E0", null]);
  });
});

describe("reverse and upper", () => {
  const texts = [
    "",
    "MKV",
    "a\r\nb",
    "straße",
    "e\u0301x",
    "🧬 DNA",
    "ﬁ",
    "\u{1f469}\u{200d}\u{1f52c}",
    ...samples(fc.string({ unit: fc.constantFrom("a", "Z", "ß", "é", "µ", "\u0301", "𝛼", "\n") }), 60),
  ];
  const rows = texts.map((text): [string, string] => [literal(text), "0"]);

  it("reverse reverses code points, including those within one letter", async () => {
    expect(await valuesOf("reverse(a)", rows)).toEqual(texts.map((text) => [...text].reverse().join("")));
  });

  it("upper changes only single letters", async () => {
    const upper = (letter: string): string => {
      const raised = letter.toUpperCase();
      return [...raised].length === 1 ? raised : letter;
    };
    expect(await valuesOf("upper(a)", rows)).toEqual(texts.map((text) => [...text].map(upper).join("")));
  });
});

describe("the division of decimals", () => {
  /** Unscaled digits of two decimals, most of them near the limits of the integers that the division uses. */
  const digits = (size: number): fc.Arbitrary<bigint> =>
    fc.oneof(
      fc.bigInt({ min: -(10n ** BigInt(size)) + 1n, max: 10n ** BigInt(size) - 1n }),
      fc.bigInt({ min: -50n, max: 50n }),
      fc
        .tuple(fc.integer({ min: 1, max: size - 1 }), fc.bigInt({ min: -2n, max: 2n }))
        .map(([power, more]) => 10n ** BigInt(power) + more),
    );
  const text = (value: bigint, scale: number): string => {
    const padded = `${value < 0n ? -value : value}`.padStart(scale + 1, "0");
    const cut = padded.length - scale;
    return `${value < 0n ? "-" : ""}${padded.slice(0, cut)}${scale > 0 ? `.${padded.slice(cut)}` : ""}`;
  };
  const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

  it.each([
    [5, 2, 3, 1],
    [19, 0, 10, 0],
    [18, 6, 9, 2],
    [16, 0, 15, 3],
    [20, 1, 2, 2],
    [21, 10, 12, 6],
    [12, 12, 6, 2],
    [30, 4, 5, 0],
  ])(
    "division rounds half away from zero, and remainders have the sign of the dividend: DECIMAL(%i, %i) by DECIMAL(%i, %i)",
    async (size, scale, bySize, byScale) => {
      const pairs = samples(
        fc.tuple(
          digits(size),
          digits(bySize).filter((value) => value !== 0n),
        ),
        80,
      );
      const rows = pairs.map(([a, b]): [string, string] => [
        `CAST('${text(a, scale)}' AS DECIMAL(${size}, ${scale}))`,
        `CAST('${text(b, byScale)}' AS DECIMAL(${bySize}, ${byScale}))`,
      ]);
      const places = Math.max(scale, byScale);
      const quotients = pairs.map(([a, b]) => {
        const n = magnitude(a) * 10n ** BigInt(places + byScale - scale);
        const d = magnitude(b);
        const rounded = (n * 2n + d) / (d * 2n);
        return rounded === 0n || a < 0n === b < 0n ? rounded : -rounded;
      });
      // Trino refuses quotients with more than 38 digits, which these types cannot represent.
      const shown = await valuesOf("CAST(a / b AS VARCHAR)", rows);
      expect(shown).toEqual(quotients.map((quotient) => text(quotient, places)));
      const remainders = pairs.map(
        ([a, b]) => (a * 10n ** BigInt(places - scale)) % (b * 10n ** BigInt(places - byScale)),
      );
      expect(await valuesOf("CAST(a % b AS VARCHAR)", rows)).toEqual(
        remainders.map((rest) => text(rest, places)),
      );
    },
  );

  it("a divisor of zero is an error for narrow and wide decimals", async () => {
    for (const a of ["1.5", "12345678901234567890123.5"])
      await expect(valuesOf("a / b", [[a, "0.0"]])).rejects.toThrow("Division by zero");
  });
});

describe("times with a zone", () => {
  it("times are converted between zones before 1970, and with microseconds", async () => {
    const times = ["1899-12-31 23:59:59.999999", "1970-01-01 00:00:00.000000", "2024-02-29 12:30:15.000001"];
    const rows = times.map((time): [string, string] => [`TIMESTAMP '${time}'`, "0"]);
    const utc = await valuesOf("CAST(a AT TIME ZONE 'UTC' AS VARCHAR)", rows);
    expect(utc).toEqual(times.map((time) => `${time} UTC`));
    const moved = await valuesOf("CAST(CAST(a AT TIME ZONE '+01:30' AS TIMESTAMP(6)) AS VARCHAR)", rows);
    expect(moved).toEqual([
      "1900-01-01 01:29:59.999999",
      "1970-01-01 01:30:00.000000",
      "2024-02-29 14:00:15.000001",
    ]);
  });
});

/** Returns the values of a function call with a pattern, one for each string in a list. */
function matching(call: string, pattern: string, texts: readonly string[]): Promise<unknown[]> {
  const value = `${call}(a, ${literal(pattern)})`;
  return valuesOf(
    value,
    texts.map((text) => [literal(text), "0"]),
  );
}

describe("a pattern for RE2", () => {
  it("a pattern repeats only the last character of quoted text", async () => {
    expect(await matching("regexp_extract", "\\Qab\\E+", ["abbb", "abab"])).toEqual(["abbb", "ab"]);
  });

  it("a pattern matches the end before a final newline, even with an escaped backslash or a multiline group", async () => {
    expect(await matching("regexp_like", "\\\\z$", ["a\\z", "a\\z\n", "a\\z\n\n", "a"])).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await matching("regexp_like", "(?m)^$", ["a\n", "a\n\nb", "a"])).toEqual([false, true, false]);
    expect(await matching("regexp_like", "(?m:^a)b$", ["ab\n", "c\nab", "abc"])).toEqual([true, true, false]);
    expect(await matching("regexp_like", "a\\z|b$", ["a\n", "b\n", "a"])).toEqual([false, true, true]);
    expect(await matching("regexp_like", "[(?m]*b$", ["ab\n", "ba"])).toEqual([true, false]);
  });

  it("a pattern that RE2 does not support is evaluated in JavaScript or refused with a message", async () => {
    const long = "a".repeat(1_001);
    expect(await matching("regexp_like", "^a{1001}$", [long, "a"])).toEqual([true, false]);
    for (const [pattern, sentence] of [
      ["a{2,1}", "has a count with its larger number first"],
      ["\\x{110000}", "has an escape beyond"],
      ["[[:foo:]]", "class [:foo:]"],
      ["[[:constructor:]]", "class [:constructor:]"],
    ] as const)
      await expect(matching("regexp_like", pattern, ["a"])).rejects.toThrow(sentence);
  });
});

describe("levenshtein_distance", () => {
  const distance = (one: string, other: string): Promise<unknown[]> =>
    valuesOf("levenshtein_distance(a, b)", [[one, other]]);

  it("levenshtein_distance allows at most as many steps as Trino, including for ASCII strings", async () => {
    expect(await distance("'a'", "rpad('', 1000002, 'a')")).toEqual(["1000001"]);
    expect(await distance("'kitten'", "'sitting'")).toEqual(["3"]);
    expect(await distance("CAST(NULL AS VARCHAR)", "'a'")).toEqual([null]);
    await expect(distance("rpad('', 1001, 'a')", "rpad('', 1001, 'b')")).rejects.toThrow("too long");
    expect(
      await valuesOf("try(levenshtein_distance(a, b))", [["rpad('', 1001, 'a')", "rpad('', 1001, 'b')"]]),
    ).toEqual([null]);
  });
});
