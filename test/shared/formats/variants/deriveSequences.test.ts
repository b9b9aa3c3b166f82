import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { type Problem, sentences } from "@pdp/basics/wording";
import { ingestBatch, ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadTable, TableConfig } from "#shared/domain/loads/load.ts";

const WT = "MKATYIAKLE";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "derive-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Columns = Record<string, string>;

async function derive(text: string, columns: Columns, rule: object, options: object = {}) {
  const path = join(folder, "file.csv");
  const target = join(folder, "rows.parquet");
  await writeFile(path, text);
  const stated = Object.entries(columns).map(([name, type]) => ({
    name: name.replace(/^\W|^(?=\d)/, "_"),
    source_name: name,
    type,
  }));
  const config = v.parse(TableConfig, {
    columns: stated,
    sequence_from: { reference: { monomer: WT }, ...rule },
    ...options,
  });
  const table = loadTable("scan", config, ["config"]);
  const log: Problem[] = [];
  const source = {
    path,
    name: "scan.csv",
    format: table.format,
    table: "scan",
    reading: statedOptions(table),
    log: { add: (problem: Problem) => log.push(problem) },
    ...(table.sequence_from && { sequenceFrom: table.sequence_from }),
  };
  const { rows, problems, warnings, leftOut } = await ingestFile(source, table.columns, target);
  const found = problems.count > 0 ? [] : await readRows(target);
  return {
    count: rows,
    rows: found,
    errors: sentences(problems),
    warnings,
    leftOut,
    log: log.length,
    source,
    columns: table.columns,
  };
}

async function readRows(target: string): Promise<unknown[]> {
  const connection = await (await DuckDBInstance.create()).connect();
  try {
    const reader = await connection.runAndReadAll(`SELECT * EXCLUDE __line FROM read_parquet('${target}')`);
    return reader.getRowsJson();
  } finally {
    connection.closeSync();
  }
}

const SCORES = { hgvs_pro: "STRING", score: "FLOAT64" };

describe("sequences are computed from a mutation column", () => {
  test("a score set produces sequences, and its stops and frameshifts are counted but not loaded", async () => {
    const text =
      "hgvs_pro,score\np.Ala3Gly,-0.4\np.[Lys2Arg;Ala3Gly],-1.1\np.Thr4Ter,-3.2\np.Tyr5=,0\np.Lys8del,-2\np.Thr4fs,-3\n,1\n_wt,0.1\n";
    const { rows, warnings, leftOut, log } = await derive(text, SCORES, { mutations: "hgvs_pro" });
    expect(rows).toEqual([
      ["p.Ala3Gly", -0.4, "MKGTYIAKLE"],
      ["p.[Lys2Arg;Ala3Gly]", -1.1, "MRGTYIAKLE"],
      ["p.Tyr5=", 0, WT],
      ["p.Lys8del", -2, "MKATYIALE"],
      ["_wt", 0.1, WT],
    ]);
    expect(warnings).toContain(
      "scan.csv: 3 of 8 rows have no sequence and are not loaded: 1 row with a stop, 1 row with a frameshift, 1 row with no mutations, such as p.Thr4Ter in line 4; load:downloadErrors lists them.",
    );
    expect([leftOut, log]).toEqual([{ rows: 3, problems: 3 }, 3]);
  });

  test("controls are kept without a sequence, and samples named after the wild type get the reference sequence", async () => {
    const columns = { sample: "STRING", mutations: "STRING", score: "FLOAT64" };
    const text = "sample,mutations,score\ns1,A3G,1\nWT 2,,2\nblank,,3\ns4,Blank,4\ns5,,5\nempty vector,,6\n";
    const { rows, warnings, errors, leftOut } = await derive(text, columns, { mutations: "mutations" });
    expect(errors).toEqual([]);
    expect(rows).toEqual([
      ["s1", "A3G", 1, "MKGTYIAKLE"],
      ["WT 2", null, 2, WT],
      ["blank", null, 3, null],
      ["s4", "Blank", 4, null],
      ["empty vector", null, 6, null],
    ]);
    expect(leftOut).toEqual({ rows: 1, problems: 1 });
    expect(warnings?.join(" ")).toContain(
      "1 of 6 rows has no sequence and is not loaded: 1 row with no mutations",
    );
  });

  test("an incorrect wild-type letter is a problem in its row, which may be skipped", async () => {
    const text = "hgvs_pro,score\np.Ala3Gly,1\np.Gly3Ala,2\np.Ala99Gly,3\np.Gly3Ter,4\nfoo,5\n";
    const refused = await derive(text, SCORES, { mutations: "hgvs_pro" });
    expect(refused.errors).toHaveLength(3);
    expect(refused.errors.join("\n")).toContain('expects "G" at position 3, but the reference has "A"');
    expect(refused.errors.join("\n")).toContain(
      "has position 99, which is outside the reference (numbered from 1 to 10)",
    );
    const skipped = await derive(text, SCORES, { mutations: "hgvs_pro" }, { bad_rows: "SKIP" });
    expect([skipped.rows, skipped.leftOut?.rows]).toEqual([[["p.Ala3Gly", 1, "MKGTYIAKLE"]], 4]);
  });

  test("a different numbering is proposed if most letters contradict the reference", async () => {
    const text = "hgvs_pro,score\nM0A,1\nK1R,2\nA2G,3\nT3S,4\nY4F,5\n";
    const refused = await derive(text, SCORES, { mutations: "hgvs_pro" });
    expect(refused.errors.join("\n")).toContain('set "numbering": {"first_position": 0} in "sequence_from"');
    const numbering = { first_position: 0 };
    const { rows } = await derive(text, SCORES, { mutations: "hgvs_pro", numbering });
    expect(rows[0]).toEqual(["M0A", 1, "AKATYIAKLE"]);
  });

  test("the reference may be the wild-type row, or the sequence of every row", async () => {
    const columns = { ...SCORES, aaseq: "STRING" };
    const rule = { mutations: "hgvs_pro", reference: { column: "aaseq" } };
    const { rows } = await derive(`hgvs_pro,score,aaseq\nA3G,1,\nWT,0,${WT}\n`, columns, rule);
    expect(rows[0]).toEqual(["A3G", 1, null, "MKGTYIAKLE"]);
    const same = await derive(`hgvs_pro,score,aaseq\nA3G,1,${WT}\nA3V,0,${WT}\n`, columns, rule);
    expect(same.rows[1]).toEqual(["A3V", 0, WT, "MKVTYIAKLE"]);
    const none = await derive(`hgvs_pro,score,aaseq\nA3G,1,${WT}\nA3V,0,MKV\n`, columns, rule);
    expect(none.errors).toEqual([expect.stringContaining("no wild-type row identifies the reference")]);
  });

  test("the reference may be FASTA text", async () => {
    const rule = { mutations: "hgvs_pro", reference: { fasta: ">sp|P1|X OS=E. coli\nMKATY\nIAKLE*\n" } };
    expect((await derive("hgvs_pro,score\nA3G,1\n", SCORES, rule)).rows).toEqual([["A3G", 1, "MKGTYIAKLE"]]);
    const two = { mutations: "hgvs_pro", reference: { fasta: ">a\nMKATY\n>b\nMKATY\n" } };
    await expect(derive("hgvs_pro,score\nA3G,1\n", SCORES, two)).rejects.toThrow("has 2 sequences");
  });
});

test("a row without a sequence is listed once, even if problem rows are skipped", async () => {
  const text = "hgvs_pro,score\nA3G,1\nT4*,2\nG3A,3\n";
  const { count, leftOut, log } = await derive(text, SCORES, { mutations: "hgvs_pro" }, { bad_rows: "SKIP" });
  expect([count, leftOut, log]).toEqual([1, { rows: 2, problems: 2 }, 2]);
});

test("columns with position, wild type and mutant produce sequences", async () => {
  const columns = { pos: "INT64", wt: "STRING", mut: "STRING", y: "FLOAT64" };
  const rule = { mutations: { position: "pos", wild_type: "wt", mutant: "mut" } };
  const text = "pos,wt,mut,y\n3,A,G,1\n3,Ala,Val,2\n4,T,*,3\n5,Y,Y,4\n8,K,del,5\n";
  const { rows } = await derive(text, columns, rule);
  expect(rows.map((row) => (row as unknown[])[4])).toEqual(["MKGTYIAKLE", "MKVTYIAKLE", WT, "MKATYIALE"]);
  const wrong = await derive("pos,wt,mut,y\n3,G,V,1\n", columns, rule);
  expect(wrong.errors.join()).toContain('expects "G" at position 3, but the reference has "A"');
  const without = { mutations: { position: "pos", mutant: "mut" } };
  expect((await derive(text, columns, without)).count).toBe(4);
});

test("combinations at given positions produce sequences", async () => {
  const columns = { combo: "STRING", fitness: "FLOAT64" };
  const rule = { mutations: { residues: "combo", positions: [3, 4, 8, 10] } };
  const { rows, errors } = await derive("combo,fitness\nATKE,1\nGRFW,2\nG*FW,3\nWT,4\n", columns, rule);
  expect([errors, rows]).toEqual([
    [],
    [
      ["ATKE", 1, WT],
      ["GRFW", 2, "MKGRYIAFLW"],
      ["WT", 4, WT],
    ],
  ]);
  const wrong = await derive("combo,fitness\nATK,1\nATKB,1\n", columns, rule);
  expect(wrong.errors).toEqual([
    expect.stringContaining("has 3 residues for 4 positions"),
    expect.stringContaining('has "B", which is not an amino acid'),
  ]);
});

describe("a matrix of positions and residues becomes one row per value", () => {
  test("a matrix with positions in rows becomes one row per value", async () => {
    const columns = { position: "STRING", A: "FLOAT64", G: "FLOAT64", "*": "FLOAT64" };
    const rule = { mutations: { matrix: "position", value: "fitness" } };
    const { rows, warnings } = await derive("position,A,G,*\nA3,0,1.5,-2\nT4,2,,-3\n", columns, rule);
    expect(rows).toEqual([
      ["A3", "A3A", 0, WT],
      ["A3", "A3G", 1.5, "MKGTYIAKLE"],
      ["T4", "T4A", 2, "MKAAYIAKLE"],
    ]);
    expect(warnings).toContainEqual(expect.stringContaining("2 of 5 rows have no sequence"));
    const wrong = await derive("position,A,G,*\nG3,0,1.5,-2\n", columns, rule);
    expect(wrong.errors.join()).toContain('expects "G" at position 3, but the reference has "A"');
  });

  test("a matrix with residues in rows becomes one row per value", async () => {
    const columns = { residue: "STRING", "3": "FLOAT64", "4": "FLOAT64" };
    const rule = { mutations: { matrix: "residue", value: "fitness" } };
    const { rows } = await derive("residue,3,4\nAla,0,1\nGly,2,3\n", columns, rule);
    expect(rows).toEqual([
      ["Ala", "A3A", 0, WT],
      ["Ala", "T4A", 1, "MKAAYIAKLE"],
      ["Gly", "A3G", 2, "MKGTYIAKLE"],
      ["Gly", "T4G", 3, "MKAGYIAKLE"],
    ]);
  });
});

test("several small files in a batch get their sequences", async () => {
  const { source, columns } = await derive("hgvs_pro,score\nA3G,1\n", SCORES, { mutations: "hgvs_pro" });
  const target = join(folder, "batch.parquet");
  const { files } = await ingestBatch(
    [
      { id: "1", source },
      { id: "2", source },
    ],
    columns,
    target,
  );
  expect(files.map(({ rows }) => rows)).toEqual([1, 1]);
  expect(await readRows(target)).toEqual([
    ["A3G", 1, "MKGTYIAKLE", "1"],
    ["A3G", 1, "MKGTYIAKLE", "2"],
  ]);
});

test("many rows keep their order and their sequences", async () => {
  const letters = "ACDEFGHIKLMNPQRSTVWY";
  const code = (row: number): string => {
    const at = row % WT.length;
    return `${WT[at]}${at + 1}${letters[row % 20]}`;
  };
  const count = 6_000;
  const text = `hgvs_pro,score\n${Array.from({ length: count }, (_, row) => `${code(row)},${row}\n`).join("")}`;
  const { rows } = await derive(text, SCORES, { mutations: "hgvs_pro" });
  const expected = Array.from({ length: count }, (_, row) => {
    const residues = [...WT];
    residues[row % WT.length] = letters[row % 20] as string;
    return [code(row), row, residues.join("")];
  });
  expect(rows).toEqual(expected);
});
