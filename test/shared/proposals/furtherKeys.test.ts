import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const REFERENCE = "MKSAYIGKQRLISFVKTHFARQLE";
const OTHER = "MADEVLNQGWYTRPHCKSIFLEVA";
const references = [{ name: "wt", monomer: REFERENCE, first_position: 1 }];

/** Substitutions of a protein, one for each position. */
const codes = (protein: string, to = "W") =>
  [...protein].map((residue, at) => `${residue}${at + 1}${residue === to ? "Y" : to}`);
const csv = (header: string, rows: (string | number)[][]) =>
  `${header}\n${rows.map((row) => row.join(",")).join("\n")}\n`;

async function preview(content: string, known = references) {
  const path = newPath("csv");
  await writeFile(path, content);
  const seen = await previewFile(
    { path, name: "scan.csv", isCut: false },
    () => false,
    undefined,
    undefined,
    {
      references: known,
    },
  );
  return { ...seen, note: (seen.notes ?? []).join(" ") };
}

describe("residue numbers with insertion codes", () => {
  const rows = codes(REFERENCE).map((code, at) => [code, at / 8]);

  test("codes with a letter keep their rows, and the note says why there are no sequences", async () => {
    const content = csv("mutation,score", [...rows, ["S14aT", 0.5], ["S14bG", 0.75]]);
    const { config, problems, note } = await preview(content);
    expect([problems, config?.sequence_from]).toEqual([[], undefined]);
    expect(note).toBe(
      'mutation: no sequences were computed because "S14aT" and 1 other cell have an insertion code, which a numbered reference does not have. All rows are loaded; to compute sequences, exclude these rows, or number the residues without letters.',
    );
    expect((await loadByPreview(content, "scan.csv")).rows).toHaveLength(rows.length + 2);
  });

  test("a column of positions with letters is text and keeps its rows", async () => {
    const parts = [...REFERENCE].map((residue, at) => [at + 1, residue, residue === "W" ? "Y" : "W", at / 8]);
    const content = csv("site,wildtype,mutant,score", [...parts, ["14a", "S", "T", 0.5]]);
    const { columns, problems, note } = await preview(content);
    expect([problems, columns[0]?.type, columns[0]?.type_reason]).toEqual([
      [],
      "STRING",
      'text, because "14a" is a residue number with an insertion code',
    ]);
    expect(note).toContain('site: no sequences were computed because "14a" has an insertion code');
    expect((await loadByPreview(content, "scan.csv")).rows?.at(-1)).toEqual(["14a", "S", "T", 0.5]);
  });

  test("a number with a letter in another column is still an exception", async () => {
    const { columns } = await preview(
      csv("name,count", [...rows.map((_, at) => [`v${at}`, at]), ["x", "14a"]]),
    );
    expect(columns[1]).toMatchObject({ type: "INT64", exceptions: [{ count: 1 }] });
  });
});

describe("a table of several proteins", () => {
  const rows = [REFERENCE, OTHER].flatMap((protein, at) =>
    codes(protein).map((code, row) => [`P${at + 1}`, code, row / 8]),
  );

  test("the note names the column of proteins instead of asking for one reference", async () => {
    for (const known of [references, []]) {
      const { config, note } = await preview(csv("uniprot,mutation,ddg", rows), known);
      expect(config?.sequence_from).toBeUndefined();
      expect(note).toBe(
        'mutation: its wild-type letters contradict each other, so the table describes several proteins; the column "uniprot" has 2. One reference cannot fit all rows: load each protein separately, or add a column with the sequence of each variant.',
      );
    }
  });

  test("columns of positions and residues say so, too, without a column of proteins", async () => {
    const parts = [REFERENCE, OTHER].flatMap((protein) =>
      [...protein].map((residue, at) => [at + 1, residue, residue === "W" ? "Y" : "W", at / 8]),
    );
    const { note } = await preview(csv("position,wt,mut,ddg", parts), []);
    expect(note).toMatch(
      /^position, wt, mut: its wild-type letters .* several proteins\. One reference cannot fit/,
    );
  });

  test("one protein with a few wrong letters is not several", async () => {
    const some = [...codes(REFERENCE, "W"), ...codes(REFERENCE, "P"), "G3P"];
    const { note } = await preview(
      csv(
        "mutation,y",
        some.map((code, at) => [code, at / 8]),
      ),
      [],
    );
    expect(note).toContain("provide a reference");
  });
});

describe("a further key beside the variants", () => {
  const scan = (
    values: (string | number)[],
    more: (value: string | number) => (string | number)[] = () => [],
  ) =>
    values.flatMap((value, k) =>
      codes(REFERENCE).map((code, at) => [code, value, ...more(value), at / 8 + k]),
    );

  test.each([
    ["epitope", ["A", "B", "C"], "A, B, C"],
    ["library", [1, 2], "1, 2"],
  ])("%s is named, because a training run would average over it", async (key, values, shown) => {
    const { note, config } = await preview(csv(`mutation,${key},score`, scan(values)));
    expect(config?.sequence_from).toBeDefined();
    expect(note).toContain(
      `Each variant has a row for each value of "${key}" (${shown}). Filter one value, or make a column of each, before you train a model; it would average over them.`,
    );
  });

  test("sequences in the file are also variants", async () => {
    const rows = ["pH 5", "pH 7"].flatMap((condition, k) =>
      [...REFERENCE].map((_, at) => [
        REFERENCE.slice(0, at) + (REFERENCE[at] === "W" ? "Y" : "W") + REFERENCE.slice(at + 1),
        condition,
        at / 8 + k,
      ]),
    );
    expect((await preview(csv("sequence,condition,score", rows), [])).note).toContain('value of "condition"');
  });

  test.each([
    ["replicates", "mutation,replicate,score", scan([1, 2, 3])],
    ["plates", "mutation,plate,score", scan(["p1", "p2"])],
    [
      "a column with one value for each variant",
      "mutation,domain,score",
      codes(REFERENCE).map((code, at) => [code, at < 9 ? "N" : "C", at / 8]),
    ],
  ])("%s are not a further key", async (_, header, rows) => {
    expect((await preview(csv(header, rows))).note).not.toContain("average");
  });
});

test("a change of DNA says which columns it needs", async () => {
  const rows = Array.from({ length: 14 }, (_, at) => [`c.${3 * at + 2}A>G`, at / 4]);
  expect((await preview(csv("variant,score", rows))).note).toBe(
    'variant: no sequences were computed because "c.2A>G" is a change of DNA; it needs a column with the coding sequence of each variant, or with protein changes such as p.Lys26Arg.',
  );
});
