import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { KnownReference } from "#shared/proposals/fitReference.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampledRuns } from "#test/support/byNight.ts";

const WT = "MKATYIAKQRQISFVKSHFS";
const LETTERS = "ACDEFGHIKLMNPQRSTVWY";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "propose-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function preview(text: string, references: KnownReference[] = [], positions: number[] | null = null) {
  const path = join(folder, "scan.csv");
  await writeFile(path, text);
  const {
    config,
    problems,
    notes = [],
  } = await previewFile({ path, name: "scan.csv", isCut: false }, () => false, undefined, undefined, {
    references,
    positions,
  });
  return { rule: config?.sequence_from, problems, notes };
}

/** Rows of a header and single mutations, in which the first residue has a number. */
function scan(
  header: string,
  first: number,
  code = (from: string, at: number, to: string) => `${from}${at}${to}`,
): string {
  const rows = [...WT].map(
    (from, index) => `${code(from, index + first, LETTERS[index] as string)},${index / 10}`,
  );
  return `${header},score\n${rows.join("\n")}\n`;
}

const GIVEN: KnownReference = { monomer: WT };

test.each<[string, Parameters<typeof scan>[2], string]>([
  [
    "changes of DNA",
    (_, at) => `c.${at}A>G`,
    '"c.1A>G" is a change of DNA; it needs a column with the coding sequence of each variant, or with protein changes such as p.Lys26Arg.',
  ],
  [
    "codes with a chain",
    (from, at, to) => `${from}B${at}${to}`,
    '"MB1A" is not a valid mutation; write a substitution as A23G, several as A23G:V45I',
  ],
  [
    "codes without a wild type",
    (_, at, to) => `${at}${to}`,
    '"1A" is not a valid mutation; write a substitution as A23G, several as A23G:V45I',
  ],
])("the preview names %s and states what to do", async (_, code, sentence) => {
  const { rule, notes } = await preview(scan("What (was) made", 1, code), [GIVEN]);
  expect(rule).toBeUndefined();
  expect(notes).toEqual([
    expect.stringContaining(`what_was_made: no sequences were computed because ${sentence}`),
  ]);
});

test("names of clones and wells are not interpreted as mutations", async () => {
  const { rule, notes } = await preview(
    scan("clone", 1, (_, at) => `clone ${at}`),
    [GIVEN],
  );
  expect([rule, notes]).toEqual([undefined, []]);
  expect(
    (
      await preview(
        scan("well", 1, (_, at) => `A${at}`),
        [GIVEN],
      )
    ).notes,
  ).toEqual([]);
});

test("sequences that contain spaces are text, with a reason", async () => {
  const path = join(folder, "spaced.csv");
  await writeFile(path, `aaseq,y\n${["A", "C", "D"].map((to) => `${WT} ${to}${WT},1`).join("\n")}\n`);
  const { columns } = await previewFile({ path, name: "spaced.csv", isCut: false }, () => false);
  expect(columns[0]).toMatchObject({ type: "STRING", kind: null });
  expect(columns[0]?.type_reason).toMatch(/sequences contain spaces, such as "MKATY.*remove the spaces/);
});

describe("a preview proposes to compute sequences from mutations", () => {
  test("mutations are detected by content, under any column name, with the numbering implied by the letters", async () => {
    const { rule, problems, notes } = await preview(scan("Mutation(s)", 24), [GIVEN]);
    expect(rule).toEqual({
      mutations: "mutation_s",
      reference: { monomer: WT },
      numbering: { first_position: 24 },
      column: "sequence",
    });
    expect(problems).toEqual([]);
    expect(notes).toEqual([
      'mutation_s: a column "sequence" is computed from its mutations and the provided reference, with the first residue numbered 24, which matches 20 of 20 wild-type letters.',
    ]);
  });

  test.each([0, 1, -3])("positions counted from %i are recognized", async (first) => {
    const { rule, problems } = await preview(scan("mutant", first), [GIVEN]);
    expect([rule?.numbering, problems]).toEqual([{ first_position: first }, []]);
  });

  test("the project's reference is used with its numbering if it matches", async () => {
    const named = { name: "mature", monomer: WT, first_position: 24 };
    const other = { name: "other", monomer: [...WT].reverse().join(""), first_position: 1 };
    const { rule, problems } = await preview(scan("hgvs_pro", 24), [other, named]);
    expect(rule).toEqual({
      mutations: "hgvs_pro",
      reference: { project_reference: "mature" },
      column: "sequence",
    });
    expect(problems).toEqual([]);
    const shifted = await preview(scan("hgvs_pro", 1), [named]);
    expect(shifted.rule).toMatchObject({ numbering: { first_position: 1 } });
  });

  test("the wild-type row can contain the reference", async () => {
    const text = `${scan("variant", 1).replaceAll("\n", ",\n").replace("score,", "score,aaseq")}WT,0,${WT}\n`;
    const { rule, problems } = await preview(text);
    expect(rule).toMatchObject({
      mutations: "variant",
      reference: { column: "aaseq" },
      numbering: { first_position: 1 },
    });
    expect(problems).toEqual([]);
  });

  test("columns with position, wild type and mutant produce sequences", async () => {
    const text = `res,new,old,y\n${[...WT].map((from, at) => `${at + 5},${LETTERS[at]},${from},${at}`).join("\n")}\n`;
    const { rule, problems } = await preview(text, [GIVEN]);
    expect(rule).toMatchObject({
      mutations: { position: "res", wild_type: "old", mutant: "new" },
      numbering: { first_position: 5 },
    });
    expect(problems).toEqual([]);
  });

  test.each(["-", "del", "Δ"])(
    "a column of new residues in which %s means a deletion is not ignored",
    async (mark) => {
      const rows = [...WT].map((from, at) => `${at + 1},${from},${at % 5 === 2 ? mark : LETTERS[at]},${at}`);
      const { rule, problems } = await preview(`pos,wildtype,mutant,y\n${rows.join("\n")}\n`, [GIVEN]);
      expect(rule).toMatchObject({ mutations: { position: "pos", wild_type: "wildtype", mutant: "mutant" } });
      expect(problems).toEqual([]);
    },
  );

  test("a column of residues that repeats the reference is not proposed as new residues", async () => {
    const rows = [...WT].map((from, at) => `${at + 1},${from},${at / 10}`);
    const { rule } = await preview(`pos,amino_acid,score\n${rows.join("\n")}\n`, [GIVEN]);
    expect(rule).toBeUndefined();
  });

  test("a matrix of positions and residues produces sequences in both orientations", async () => {
    const wide = `site,${[...LETTERS].join(",")}\n${[...WT].map((from, at) => `${from}${at + 2},${[...LETTERS].map((_, n) => n / 10).join(",")}`).join("\n")}\n`;
    const rows = await preview(wide, [GIVEN]);
    expect(rows.rule).toMatchObject({
      mutations: { matrix: "site", value: "value" },
      numbering: { first_position: 2 },
    });
    expect(rows.problems).toEqual([]);
    const turned = `aa,${[...WT].map((from, at) => `${from}${at + 1}`).join(",")}\n${[...LETTERS].map((letter) => `${letter},${[...WT].map((_, n) => n / 10).join(",")}`).join("\n")}\n`;
    const columns = await preview(turned, [GIVEN]);
    expect(columns.rule).toMatchObject({ mutations: { matrix: "aa", value: "value" } });
    expect(columns.problems).toEqual([]);
  });

  test("the positions of a matrix are distinguished from other integers", async () => {
    const cells = [...LETTERS].map((_, n) => n / 10).join(",");
    const rows = [...WT].map((_, at) => `${at % 3},${100 + at},${at + 1},${cells}`);
    const wide = `reads,depth,pos,${[...LETTERS].join(",")}\n${rows.join("\n")}\n`;
    const { rule } = await preview(wide, [GIVEN]);
    expect(rule).toMatchObject({ mutations: { matrix: "pos", value: "value" } });
  });

  test("a chain column is not mistaken for a mutant column", async () => {
    const rows = [...WT].map((_, at) => `A,${at + 1},${at / 10}`);
    const { rule } = await preview(`chain,position,score\n${rows.join("\n")}\n`, [GIVEN]);
    expect(rule).toBeUndefined();
    const scan = await preview(`mutant,position,score\n${rows.join("\n")}\n`, [GIVEN]);
    expect(scan.rule).toMatchObject({ mutations: { mutant: "mutant" } });
  });

  test("a file with sequences gets no proposal", async () => {
    const rows = [...WT].map((from, at) => {
      const residues = [...WT];
      residues[at] = LETTERS[at] as string;
      return `${from}${at + 1}${LETTERS[at]},${residues.join("")}`;
    });
    const { rule } = await preview(`mutant,mutated_sequence\n${rows.join("\n")}\n`, [GIVEN]);
    expect(rule).toBeUndefined();
  });
});

test("combinations of residues are recognized, and become sequences once their positions are known", async () => {
  const combos = [..."ACDEFGHIKLMN"].map((letter, at) => `${letter}W${LETTERS[at]}A,${at}`);
  const text = `combo,fitness\n${combos.join("\n")}\nWT,1\n`;
  const asked = await preview(text, [GIVEN]);
  expect(asked.notes).toEqual([
    expect.stringContaining("combo: its cells may be combinations of 4 residues"),
  ]);
  const { rule, problems, notes } = await preview(text, [{ ...GIVEN, first_position: 24 }], [26, 27, 30, 33]);
  expect(rule).toMatchObject({ mutations: { residues: "combo", positions: [26, 27, 30, 33] } });
  expect([problems, notes[0]]).toEqual([[], expect.stringContaining('a column "sequence" is computed')]);
  const foreign = await preview(text, [GIVEN], [26, 27, 30, 33]);
  expect(foreign.notes).toEqual([expect.stringContaining("no reference has the positions 26, 27, 30, 33")]);
});

test("without a reference, the preview requests one", async () => {
  const { rule, notes } = await preview(scan("hgvs_pro", 1));
  expect([rule, notes]).toEqual([
    undefined,
    [
      "hgvs_pro: the file has mutations but no sequences. With a reference, the import checks the mutations and computes a sequence column, by which variants are compared: provide a reference or set one for the project.",
    ],
  ]);
});

test("a reference that does not match is named", async () => {
  const other = { name: "other", monomer: [...WT].reverse().join("") };
  const { rule, notes } = await preview(scan("hgvs_pro", 1), [other]);
  expect(rule).toBeUndefined();
  expect(notes).toEqual([expect.stringContaining('do not match the project reference "other"')]);
});

test("an incorrect wild-type letter is a problem in the preview", async () => {
  const { rule, problems } = await preview(`${scan("mutant", 1)}W3A,2\n`, [GIVEN]);
  expect(rule).toMatchObject({ mutations: "mutant" });
  expect(problems).toEqual([expect.stringContaining('expects "W" at position 3, but the reference has "A"')]);
});

test("sample names, numbers and times are not mistaken for mutations", async () => {
  const text = `sample,y\n${["A1", "B2", "C3", "H12", "s 7", "2024-01-02", "12,5", "K2"].map((cell) => `"${cell}",1`).join("\n")}\n`;
  const { rule, notes } = await preview(text, [GIVEN]);
  expect([rule, notes]).toEqual([undefined, []]);
});

test("a matrix next to a column with the new column's name is loaded unchanged", async () => {
  const header = `mutant,site,${[...LETTERS].join(",")}`;
  const rows = [...WT].map(
    (from, at) => `x${at},${from}${at + 2},${[...LETTERS].map((_, n) => n / 10).join(",")}`,
  );
  const { rule, problems, notes } = await preview(`${header}\n${rows.join("\n")}\n`, [GIVEN]);
  expect([rule, problems, notes]).toEqual([undefined, [], []]);
});

test("any table with any reference has a loadable proposal or none", async () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "A2G",
      "M1K",
      "p.Lys2Arg",
      "WT",
      "",
      "12",
      "1.5",
      "A",
      "Ala",
      "*",
      "del",
      "A3",
      "K2_A3insG",
      WT,
      "=",
      "sequence",
    ),
    fc.string({ maxLength: 6 }),
  );
  const header = fc.constantFrom(
    "mutant",
    "sequence",
    "position",
    "A",
    "C",
    "value",
    "site",
    "x",
    "2",
    "A3",
    "wt",
  );
  const table = fc.array(header, { minLength: 1, maxLength: 5 }).chain((names) =>
    fc.tuple(
      fc.constant(names),
      fc.array(fc.array(cell, { minLength: names.length, maxLength: names.length }), {
        minLength: 1,
        maxLength: 6,
      }),
    ),
  );
  const write = (cells: readonly string[]) =>
    cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(",");
  await fc.assert(
    fc.asyncProperty(table, async ([names, rows]) => {
      const { problems } = await preview(`${[names, ...rows].map(write).join("\n")}\n`, [GIVEN]);
      for (const problem of problems) expect(problem).not.toMatch(/undefined|NaN|\[object/);
    }),
    { seed: 4512, numRuns: sampledRuns(25) },
  );
});
