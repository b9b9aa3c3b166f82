import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writeHgvs } from "../../../../test/support/writeHgvs.ts";
import { AMINO_ACIDS } from "../../proteins/aminoAcids.ts";
import { applyMutations, applyResidues } from "../../proteins/applyMutations.ts";
import type { Change } from "../../proteins/change.ts";
import { Numbering } from "../../proteins/numbering.ts";
import { proposeNumbering, sitesOfChanges } from "../../proteins/proposeNumbering.ts";
import { readMutations } from "../../proteins/readMutations.ts";
import { residueName } from "../../proteins/residueNames.ts";

const SEED = 4511;
const REFERENCE = { sequence: "MKATYIAKLE", numbering: new Numbering() };

function mutated(text: string, reference = REFERENCE): unknown {
  const read = readMutations(text);
  if (!("changes" in read)) return "truncation" in read ? read.truncation : read.reason;
  const result = applyMutations(read.changes, reference);
  if ("sequence" in result) return result.sequence;
  return "truncation" in result ? result.truncation : result.reason;
}

describe("every spelling of a substitution produces the variant's sequence", () => {
  const ONE = "MKGTYIAKLE";
  const TWO = "MKGTFIAKLE";
  test.each([
    ["A3G", ONE],
    [" A3G ", ONE],
    ["p.A3G", ONE],
    ["Ala3Gly", ONE],
    ["p.Ala3Gly", ONE],
    ["p.(Ala3Gly)", ONE],
    ["ALA3GLY", ONE],
    ["NP_000537.3:p.Ala3Gly", ONE],
    ["ENSP00000269305.4:p.A3G", ONE],
    ["A3G:Y5F", TWO],
    ["A3G;Y5F", TWO],
    ["A3G; Y5F", TWO],
    ["A3G,Y5F", TWO],
    ["A3G, Y5F", TWO],
    ["A3G/Y5F", TWO],
    ["A3G+Y5F", TWO],
    ["A3G + Y5F", TWO],
    ["A3G_Y5F", TWO],
    ["A3G|Y5F", TWO],
    ["A3G Y5F", TWO],
    ["A3G-Y5F", TWO],
    ["Y5F A3G", TWO],
    ["p.[Ala3Gly;Tyr5Phe]", TWO],
    ["p.[(Ala3Gly);(Tyr5Phe)]", TWO],
    ["p.[A3G;Y5F]", TWO],
    ["p.A3G;p.Y5F", TWO],
    ["p.Ala3Gly p.Tyr5Phe", TWO],
    ["p.[Ala3Gly;Tyr5=]", ONE],
    ["A3G:Y5Y", ONE],
  ])("%s", (text, sequence) => {
    expect(mutated(text)).toBe(sequence);
  });
});

test.each([
  "WT",
  "wt",
  "_wt",
  "_WT",
  "wild type",
  "wild-type",
  "Wildtype",
  "parent",
  "=",
  "p.=",
  "p.(=)",
  "p.[=]",
  "_sy",
  "p.Tyr5=",
])("%s is the wild type", (text) => {
  expect(mutated(text)).toBe(REFERENCE.sequence);
});

describe("deletions, insertions, duplications and replacements change the length", () => {
  test.each([
    ["p.Lys8del", "MKATYIALE"],
    ["K8del", "MKATYIALE"],
    ["K8-", "MKATYIALE"],
    ["K8Δ", "MKATYIALE"],
    ["p.Ala3_Tyr5del", "MKIAKLE"],
    ["A3_Y5del", "MKIAKLE"],
    ["p.Lys2_Ala3insGlySer", "MKGSATYIAKLE"],
    ["K2_A3insGS", "MKGSATYIAKLE"],
    ["p.Ala3dup", "MKAATYIAKLE"],
    ["p.Ala3_Tyr5dup", "MKATYATYIAKLE"],
    ["p.Ala3_Tyr5delinsTrp", "MKWIAKLE"],
    ["A3delinsGW", "MKGWTYIAKLE"],
    ["p.[Lys2Arg;Lys8del]", "MRATYIALE"],
    ["0_M1insG", "GMKATYIAKLE"],
    ["p.0_Met1insGly", "GMKATYIAKLE"],
    ["E10_11insWG", "MKATYIAKLEWG"],
    ["K2R;0_M1insG;E10_11insHH", "GMRATYIAKLEHH"],
  ])("%s", (text, sequence) => {
    expect(mutated(text)).toBe(sequence);
  });
});

test.each([
  ["p.Thr4Ter", "STOP"],
  ["T4*", "STOP"],
  ["T4X", "STOP"],
  ["p.[Lys2Arg;Thr4Ter]", "STOP"],
  ["p.Lys2_Ala3insGlyTer", "STOP"],
  ["p.Thr4fs", "FRAMESHIFT"],
  ["p.Thr4AlafsTer12", "FRAMESHIFT"],
  ["T4Afs*12", "FRAMESHIFT"],
  ["p.Ter11GlnextTer17", "EXTENSION"],
  ["p.0", "ABSENT"],
  ["p.Met1?", "ABSENT"],
])("%s does not produce a protein with a known sequence: %s", (text, truncation) => {
  expect(mutated(text)).toBe(truncation);
});

test.each([
  ["", "is empty"],
  ["A3", /^is not a valid mutation/],
  ["12,5", /^has "12", which is not a valid mutation/],
  ["sample 7", /^has "sample", which/],
  [";", /^is not a valid mutation/],
  ["-", /^is not a valid mutation/],
  ["c.76A>T", /^is a change of DNA/],
  ["NM_000546.6:c.215C>G", /^is a change of DNA/],
  ["p.[Ala3Gly];[Tyr5Phe]", /^has two alleles/],
  ["A3B", /^is not a valid mutation/],
  ["A3G:foo", /^has "foo", which/],
  ["K2_A3insLysGl", /^is not a valid mutation/],
  ["G3A", 'expects "G" at position 3, but the reference has "A"'],
  ["G3Ter", 'expects "G" at position 3, but the reference has "A"'],
  ["p.Gly3fs", 'expects "G" at position 3, but the reference has "A"'],
  ["A3_K5del", 'expects "K" at position 5, but the reference has "Y"'],
  ["E99A", "has position 99, which is outside the reference (numbered from 1 to 10)"],
  ["A3G:A3V", 'has both "A3G" and "A3V", which change the same position'],
  ["A3_Y5del:T4G", 'has both "A3_Y5del" and "T4G", which change the same position'],
  ["K2_T4insG", 'has "K2_T4insG" with two positions that are not adjacent'],
  ["Y5_A3del", 'has "Y5_A3del", which ends before it starts'],
  ["0_1insG", /mutation/],
  ["12_A3insG", "has position 12, which is outside the reference (numbered from 1 to 10)"],
  ["K2_11insG", 'has "K2_11insG" with two positions that are not adjacent'],
  ["L10_11insG", 'expects "L" at position 10, but the reference has "E"'],
])("%s is refused with a reason", (text, reason) => {
  expect(mutated(text)).toEqual(typeof reason === "string" ? reason : expect.stringMatching(reason));
});

test("the numbering of a protein may start at any number, or use positions with gaps", () => {
  const mature = { ...REFERENCE, numbering: new Numbering({ first_position: 24 }) };
  expect(mutated("A26G", mature)).toBe("MKGTYIAKLE");
  const tagged = { ...REFERENCE, numbering: new Numbering({ first_position: -1 }) };
  expect(mutated("M-1L:K0R", tagged)).toBe("LRATYIAKLE");
  expect(mutated("-2_M-1insG", tagged)).toBe("GMKATYIAKLE");
  expect(mutated("K0R;-2_M-1insG", tagged)).toBe("GMRATYIAKLE");
  expect(mutated("M-1L-K0R", tagged)).toBe("LRATYIAKLE");
  const positions = [1, 2, 3, 10, 11, 12, 13, 14, 15, 16];
  const gaps = { ...REFERENCE, numbering: new Numbering({ positions }) };
  expect(mutated("T10S", gaps)).toBe("MKASYIAKLE");
  expect(mutated("E16_17insW", gaps)).toBe("MKATYIAKLEW");
  expect(mutated("5_M1insW", gaps)).toMatch(/^has position 5,/);
  expect(mutated("T4S", gaps)).toMatch(
    "has position 4, which is outside the reference (numbered from 1 to 16 with gaps)",
  );
});

test("a combination of residues at given positions produces a sequence", () => {
  expect(applyResidues("GRF", [3, 4, 5], REFERENCE)).toEqual({ sequence: "MKGRFIAKLE" });
  expect(applyResidues("GR", [3, 4, 5], REFERENCE)).toEqual({ reason: "has 2 residues for 3 positions" });
  expect(applyResidues("G*F", [3, 4, 5], REFERENCE)).toMatchObject({ truncation: "STOP" });
});

describe("the numbering is proposed from the wild-type letters", () => {
  const sequence = "MKATYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKA";
  const rows = (first: number, count: number): Change[][] =>
    Array.from({ length: count }, (_, index) => [
      {
        kind: "SUBSTITUTION",
        code: "",
        site: { residue: sequence[index * 3] as string, position: index * 3 + first },
        to: "W",
      },
    ]);

  test.each([0, 1, 24, -10])("the numbering from %i is proposed", (first) => {
    const proposed = proposeNumbering(sequence, sitesOfChanges(rows(first, 15)));
    expect(proposed).toEqual({ first_position: first, agreeing: 15, sites: 15 });
  });

  test("two sites or contradictory letters produce no proposal", () => {
    expect(proposeNumbering(sequence, sitesOfChanges(rows(24, 2)))).toBeUndefined();
    const other = [...sequence].reverse().join("");
    expect(proposeNumbering(other, sitesOfChanges(rows(1, 15)))).toBeUndefined();
  });
});

const letter = fc.constantFrom(...AMINO_ACIDS);
const protein = fc.string({ unit: letter, minLength: 12, maxLength: 60 });
const kinds = [
  "SUBSTITUTION",
  "DELETION",
  "DUPLICATION",
  "REPLACEMENT",
  "INSERTION",
  "STOP",
  "FRAMESHIFT",
  "EXTENSION",
] as const;

/** Reference, the number of its first residue, and changes at nonadjacent sites. */
const variant = fc
  .record({
    sequence: protein,
    first: fc.integer({ min: -30, max: 400 }),
    picks: fc.array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        to: letter,
        residues: fc.string({ unit: letter, minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ sequence, first, picks }) => {
    const changes = picks.map(({ kind, to, residues }, at): Change => {
      const site = (index: number) => ({ residue: sequence[index] as string, position: index + first });
      const [start, end] = [site(at * 4), site(at * 4 + 1)];
      if (kind === "SUBSTITUTION") return { kind, code: "", site: start, to };
      if (kind === "REPLACEMENT" || kind === "INSERTION") return { kind, code: "", start, end, residues };
      return kind === "DELETION" || kind === "DUPLICATION"
        ? { kind, code: "", start, end }
        : { kind, code: "", start, end: start };
    });
    return { reference: { sequence, numbering: new Numbering({ first_position: first }) }, changes };
  });

function withoutCodes(changes: readonly Change[]): unknown[] {
  return changes.map(({ code: _, ...change }) => change);
}

test("every spelling is read as written", () => {
  fc.assert(
    fc.property(variant, fc.constantFrom(1 as const, 3 as const), ({ changes }, letters) => {
      const read = readMutations(writeHgvs(changes, letters));
      expect("changes" in read && withoutCodes(read.changes)).toEqual(withoutCodes(changes));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("every separator works with one-letter and three-letter substitutions", () => {
  const separators = fc.constantFrom(":", ";", ",", "/", "+", "_", "|", " ", ", ", " + ", ":p.");
  fc.assert(
    fc.property(variant, separators, fc.boolean(), ({ changes }, separator, isLong) => {
      const write = (residue: string): string => (isLong ? residueName(residue) : residue);
      const only = changes.filter((change) => change.kind === "SUBSTITUTION");
      const text = only
        .map(({ site, to }) => `${write(site.residue as string)}${site.position}${write(to)}`)
        .join(separator);
      const read = readMutations(text);
      if (only.length > 0)
        expect("changes" in read && withoutCodes(read.changes)).toEqual(withoutCodes(only));
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("an incorrect wild-type letter is always detected", () => {
  fc.assert(
    fc.property(variant, fc.nat(), letter, ({ reference, changes }, pick, wrong) => {
      const at = pick % changes.length;
      const change = changes[at] as Change;
      const site = change.kind === "SUBSTITUTION" ? change.site : change.start;
      fc.pre(wrong !== site.residue);
      const bad = { ...site, residue: wrong };
      const replaced = changes.map((item): Change => {
        if (item !== change) return item;
        if (item.kind === "SUBSTITUTION") return { ...item, site: bad };
        return { ...item, end: item.end === item.start ? bad : item.end, start: bad } as Change;
      });
      expect(applyMutations(replaced, reference)).toMatchObject({
        reason: expect.stringContaining(`expects "${wrong}"`),
      });
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test("any string is read in bounded time without errors", () => {
  const noise = fc.string({
    unit: fc.constantFrom(..."AGl3_:;,/+|p.()[]=-*delinsdupfsext? ".split("")),
    maxLength: 80,
  });
  fc.assert(
    fc.property(noise, (text) => {
      const read = readMutations(text);
      if ("changes" in read) applyMutations(read.changes, REFERENCE);
    }),
    { seed: SEED, numRuns: 2_000 },
  );
});

test("plain substitutions are read like the same ones in parentheses, which take the general path", () => {
  const code = fc
    .tuple(letter, fc.integer({ min: 0, max: 999_999 }), letter)
    .map(([from, position, to]) => `${from}${position}${to}`);
  const noisy = fc
    .tuple(fc.constantFrom("", "0", "00", "-"), code)
    .map(([sign, text]) => text[0] + sign + text.slice(1));
  const codes = fc.array(fc.oneof({ weight: 5, arbitrary: code }, noisy), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(codes, fc.constantFrom(":", ";", ",", "::", " "), (parts, separator) => {
      const text = parts.join(separator);
      const [plain, general] = [readMutations(text), readMutations(`(${text})`)];
      if ("changes" in plain) expect(plain).toEqual(general);
      else expect("changes" in general).toBe(false);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});
