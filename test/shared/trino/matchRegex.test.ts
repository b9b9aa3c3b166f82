import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileRegex, matchesOf } from "#shared/trino/functions/matchRegex.ts";
import { REGISTERED } from "#shared/trino/functions/registeredFunctions.ts";
import { Refusal } from "#shared/trino/sqlError.ts";

const SEED = 45;

function computed(name: string, ...args: (string | number)[]): unknown {
  return REGISTERED[`trino_${name}`]?.compute(...args);
}

describe("patterns of Trino in JavaScript", () => {
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
  ])("%s finds its matches in a text", (pattern, text, expected) => {
    expect([...matchesOf(text, compileRegex(pattern))].map(([whole]) => whole)).toEqual(expected);
  });

  it.each([
    ["(?<=a+)b", "look-behind of any length"],
    ["(?:(a)|b)*(?=c)", "groups that may have no part in a repeated one"],
    ["(a)?\\1", "references to a group that may have no part in the match"],
    ["a(?i)b", "flags after the start of a pattern"],
    ["\\1(a)", "references to a group that does not end before them"],
    ["[[:constructor:]]", "class [:constructor:]"],
  ])("%s is refused, because JavaScript means something else", (pattern, sentence) => {
    expect(() => compileRegex(pattern)).toThrow(sentence);
  });

  it("any text is a pattern or refused with a sentence", () => {
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
  it("replace with groups by number and name, and with escaped signs", () => {
    expect(computed("regexp_replace", "2026-01", "(?<y>\\d+)-(\\d+)(?!x)", "$2/$" + "{y}\\$")).toBe(
      "01/2026$",
    );
    expect(() => computed("regexp_replace", "a", "(a)(?!x)", "$2")).toThrow("number of a group");
  });

  it("give positions and distances in characters, not in UTF-16 units", () => {
    expect(computed("regexp_position", "🧬ab🧬ab", "(?=a)", 3, 1)).toBe(5);
    expect(computed("regexp_position", "🧬ab🧬ab", "ab", 1, 2)).toBe(5);
    expect(computed("levenshtein", "🧬a", "b")).toBe(2);
    expect(computed("levenshtein", "", "äö")).toBe(2);
    expect(computed("levenshtein", "kitten", "sitting")).toBe(3);
    expect(computed("levenshtein", "ä", "ä".repeat(1_000_002))).toBe(1_000_001);
    expect(() => computed("levenshtein", "ä".repeat(1_001), "a".repeat(1_001))).toThrow("too long");
  });

  it("the Levenshtein distance is symmetric and at most the longer length", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "ä", "🧬"), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = computed("levenshtein", a, b) as number;
        expect(computed("levenshtein", b, a)).toBe(distance);
        expect(distance).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
        expect(distance === 0).toBe(a === b);
      }),
      { seed: SEED, numRuns: 300 },
    );
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
