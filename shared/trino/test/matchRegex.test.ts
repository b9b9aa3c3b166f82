import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRegex, matchesOf } from "../functions/matchRegex.ts";
import { REGISTERED } from "../functions/registeredFunctions.ts";
import { Refusal } from "../sqlError.ts";

const SEED = 45;

function computed(name: string, ...args: (string | number)[]): unknown {
  return REGISTERED[`trino_${name}`]?.compute(...args);
}

/** Computes the distance cell by cell. */
function distanceByMatrix(a: string[], b: string[]): number {
  let above = [0, ...b.keys()].map((_, index) => index);
  for (const [i, character] of a.entries()) {
    const row = [i + 1];
    for (const [j, other] of b.entries())
      row.push(
        Math.min(
          (above[j] as number) + (character === other ? 0 : 1),
          (above[j + 1] as number) + 1,
          (row[j] as number) + 1,
        ),
      );
    above = row;
  }
  return above[b.length] as number;
}

describe("Trino patterns in JavaScript", () => {
  it.each([
    ["(?>a|ab)c", "abc", []],
    ["a*+b", "aab", ["aab"]],
    ["a*+a", "aaa", []],
    ["(a)(b)\\2\\1", "abba", ["abba"]],
    ["(?<x>..)-\\k<x>", "ab-ab", ["ab-ab"]],
    ["(?<!a)b", "ab b", ["b"]],
    ["a$", "a\n", ["a"]],
    ["a\\z", "a\n", []],
    [".", "\r\n\u2028", ["\r", "\u2028"]],
    ["\\bé", "aé é", ["é"]],
    ["(?s)a.b", "a\nb", ["a\nb"]],
    ["(?i:K)v", "kv KV", ["kv"]],
    ["[(?<g1>\\]\\[-]", "g(", ["g", "("]],
    ["\\Qa.b\\E(?=c)", "a.bc axbc", ["a.b"]],
    ["\\Qa.b\\E+(?=c)", "a.bbc a.ba.bc", ["a.bb", "a.b"]],
    ["(?i)\\w(?=.)", "\u017f\u212aa_b", ["a", "_"]],
    ["(?i:\\W)(?=.)", "\u212aab", ["\u212a"]],
    ["[[:ascii:]](?=b)", "ab", ["a"]],
    ["\\x{1F9EC}", "🧬", ["🧬"]],
    ["x*", "ab", ["", "", ""]],
    ["", "🧬", ["", ""]],
  ])("the pattern %s finds its matches", (pattern, text, expected) => {
    expect([...matchesOf(text, compileRegex(pattern))].map(([whole]) => whole)).toEqual(expected);
  });

  it.each([
    ["(?<=a+)b", "look-behind of any length"],
    ["(?:(a)|b)*(?=c)", "groups that may not participate in a repeated group"],
    ["(a)?\\1", "backreferences to a group that may not participate in the match"],
    ["a(?i)b", "flags after the start of a pattern"],
    ["\\1(a)", "backreferences to a group that is not yet closed"],
    ["[[:constructor:]]", "class [:constructor:]"],
  ])("the pattern %s is refused because it has a different meaning in JavaScript", (pattern, sentence) => {
    expect(() => compileRegex(pattern)).toThrow(sentence);
  });

  it("any string is either accepted as a pattern or rejected with a message", () => {
    const pieces = fc.constantFrom(
      ..."()[]{}|?*+^$.\\-&:=!<>#ab1kpQEbBdDwWsSxuzZA,é🧬\n".match(/./gsu)!,
      ..."(?: (?= (?! (?<= (?<! (?> (?<n> \\k<n> [: :] [:alpha:] \\p{L} {2,3} (?i) ++ *+".split(" "),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.string({ maxLength: 8 }), (parts, text) => {
        try {
          for (const match of matchesOf(text, compileRegex(parts.join("")))) match.index.toFixed();
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { seed: SEED, numRuns: 3_000 },
    );
  });
});

describe("registered functions", () => {
  it("replacements can use groups by number and name, and escaped characters", () => {
    expect(computed("regexp_replace", "2026-01", "(?<y>\\d+)-(\\d+)(?!x)", "$2/$" + "{y}\\$")).toBe(
      "01/2026$",
    );
    expect(() => computed("regexp_replace", "a", "(a)(?!x)", "$2")).toThrow("followed by a group number");
  });

  it("positions and distances are counted in characters, not UTF-16 units", () => {
    expect(computed("regexp_position", "🧬ab🧬ab", "(?=a)", 3, 1)).toBe(5);
    expect(computed("regexp_position", "🧬ab🧬ab", "ab", 1, 2)).toBe(5);
    expect(computed("levenshtein", "🧬a", "b")).toBe(2);
    expect(computed("levenshtein", "", "äö")).toBe(2);
    expect(computed("levenshtein", "kitten", "sitting")).toBe(3);
    expect(computed("levenshtein", "ä", "ä".repeat(1_000_002))).toBe(1_000_001);
    expect(() => computed("levenshtein", "ä".repeat(1_001), "a".repeat(1_001))).toThrow("too long");
  });

  it("the Levenshtein distance equals that of the full matrix, even with several blocks of bits", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "ä", "🧬"), maxLength: 100 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(computed("levenshtein", a, b)).toBe(distanceByMatrix([...a], [...b]));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it("results that grow too large are refused before they fill the memory", () => {
    const text = "a".repeat(12_000);
    for (const name of ["regexp_extract_all", "regexp_pieces"])
      expect(() => computed(name, text, "(?=(a*))", 1)).toThrow("The result of the function is too large");
    expect(() => computed("regexp_replace", text, "", text)).toThrow(
      "The result of the function is too large",
    );
    expect(computed("regexp_count", text, "(?=(a*))")).toBe(12_001);
  });

  it.each([
    [0, "0"],
    [999, "999"],
    [1_005, "1K"],
    [12_345, "12.3K"],
    [-12_345, "-12.35K"],
    [1_000_000, "1M"],
    [2e18, "2000Q"],
  ])("format_number writes %i with a unit", (count, text) => {
    expect(computed("format_number", count)).toBe(text);
  });
});
