import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { FORMATS, type SequenceFormat } from "@pdp/formats/options";
import { describe, expect, test } from "vitest";
import { readSample } from "#cli/files/readSample.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { zipOf } from "#test/shared/formats/zipping.ts";
import { CifRows } from "../../../shared/formats/sequences/cifRows.ts";
import { readLocation, reverseComplement } from "../../../shared/formats/sequences/featureLocation.ts";
import { GenbankReader } from "../../../shared/formats/sequences/genbankReader.ts";
import { check, column, ingest, linesOf, newPath, useFolder, values } from "./ingesting.ts";
import { atomLine, GENBANK_FILE, MMCIF_FILE, PDB_FILE } from "./recordFiles.ts";

useFolder();

const BASES = "GGGATGAAACCCCCATCATGGTACCGAGCTCGGATCCACTAGTAACGGCCGCCAGTGTGC";

const columnsOf = (format: SequenceFormat) =>
  FORMATS[format].columns.map((name) =>
    ["start", "end"].includes(name)
      ? column(name, "INT64")
      : column(name, "STRING", { metadata: { description: null, deprecated: false, kind: "NONE" } }),
  );

const EXAMPLE = ["EX0001.2", "Expression construct with a tag."] as const;
const FEATURES = [
  [...EXAMPLE, "source", null, null, "1..60", "1", "60", "+", BASES, null, "organism=synthetic construct"],
  [
    ...EXAMPLE,
    "CDS",
    "tagA",
    'His tag "A", short',
    "join(4..9,13..18)",
    "4",
    "18",
    "+",
    "ATGAAACCATCA",
    "MKHH",
    "gene=tagA; codon_start=1",
  ],
  [
    ...EXAMPLE,
    "misc_feature",
    "site",
    null,
    "complement(49..>60)",
    "49",
    "60",
    "-",
    "GCACACTGGCGG",
    null,
    "label=site; pseudo",
  ],
  [...EXAMPLE, "regulatory", null, null, "J00194.1:100..202", null, null, null, null, null, null],
  ["EX_2", "A peptide.", null, null, null, "1..8", "1", "8", "+", "MKVLHHHH", null, null],
  ["EX_2", "A peptide.", "Region", null, null, "3..5", "3", "5", "+", "VLH", null, "note=loop; flexible"],
];
const CHAINS = [
  ["1EXA_A", "ESTERASE", "1EXA", "A", "PROTEIN", "GMKXHV", "MKXH", "-1,52,52A,54"],
  ["1EXA_C", "PRIMER", "1EXA", "C", "DNA", "ACG", "AG", "1,3"],
];
const CIF_CHAINS = [
  ["1EXA_B", "ESTERASE", "1EXA", "B", "PROTEIN", "GMKCHV", null, null],
  ["1EXA_A", "ESTERASE", "1EXA", "A", "PROTEIN", "GMKCHV", "MKXH", "-1,52,52A,54"],
  ["1EXA_C", "5'-primer", "1EXA", "C", "DNA", "ACG", "AG", "1,3"],
];

const FILES: [SequenceFormat, string, (string | null)[][], number[], string][] = [
  [
    "GENBANK",
    GENBANK_FILE,
    FEATURES,
    [10, 12, 19, 22, 26, 29],
    "not loaded: 3 lines of references and comments, sequences of 1 feature with a location outside the record.",
  ],
  ["PDB", PDB_FILE, CHAINS, [9, 10], "not loaded: 1 other model, 2 atoms of ligands and water."],
  ["MMCIF", MMCIF_FILE, CIF_CHAINS, [24, 37, 42], "not loaded: 1 other model, 2 atoms of ligands and water."],
];

describe("records and structures become rows", () => {
  test.each(FILES)("%s becomes rows, plain and compressed", async (format, content, rows, lines, warning) => {
    const columns = columnsOf(format);
    for (const bytes of [
      content,
      gzipSync(content.replaceAll("\n", "\r\n")),
      zipOf({ path: "a.txt", content: Buffer.from(content) }),
    ]) {
      expect(await values(format, bytes, columns)).toEqual(rows);
      expect(await check(format, bytes, columns)).toEqual([]);
    }
    const { target, sentences, warnings } = await ingest(format, content, columns);
    expect(sentences).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining(warning)]);
    expect(await linesOf(target)).toEqual(lines);
  });

  test.each(FILES)(
    "the preview of %s proposes columns that load, and the command line reads the same rows",
    async (format, content, rows) => {
      const path = newPath("bin");
      const names: readonly string[] = FORMATS[format].columns;
      for (const bytes of [content, gzipSync(content)]) {
        await writeFile(path, bytes);
        const { config, columns, problems, ...seen } = await previewFile(
          { path, name: "construct.txt", isCut: false },
          () => false,
        );
        expect(problems).toEqual([]);
        expect(seen).toMatchObject({ format, rows_read: rows.length, is_whole: true });
        const table = loadTable("t", config ?? { columns: [] }, []);
        const wanted = columns.map(({ source_name: source }) => names.indexOf(source));
        const shown = rows.map((row) => wanted.map((index) => row[index]));
        expect(seen.rows).toEqual(shown);
        expect(await values(format, bytes, table.columns, table)).toEqual(shown);
        expect(await readSample(path, "construct.txt")).toMatchObject({ format, rows: rows.length });
      }
    },
  );
});

test("a preview proposes suitable types and kinds for nucleotide sequences and their translations", async () => {
  const path = newPath("gb");
  await writeFile(path, `${GENBANK_FILE.split("\n//\n")[0]}\n//\n`);
  const { columns } = await previewFile({ path, name: "a.gb", isCut: false }, () => false);
  const shown = columns.map(({ name, type, kind }) => [name, type, kind]);
  expect(shown).toContainEqual(["sequence", "STRING", "DNA"]);
  expect(shown).toContainEqual(["translation", "STRING", "AMINO_ACIDS"]);
  expect(shown.filter(([, type]) => type === "INT64")).toHaveLength(2);
});

test("structures without stated sequences use residues with coordinates", async () => {
  const content = [
    atomLine("ATOM", 1, "MET", " ", "7"),
    atomLine("ATOM", 2, "LYS", " ", "8"),
    atomLine("HETATM", 3, "HOH", " ", "9"),
  ].join("\n");
  const columns = columnsOf("PDB").filter(({ name }) => ["sequence", "positions"].includes(name));
  expect(await values("PDB", content, columns)).toEqual([["MK", "7,8"]]);
  const cif = `data_model
loop_
_atom_site.group_PDB
_atom_site.auth_comp_id
_atom_site.auth_asym_id
_atom_site.auth_seq_id
ATOM MET A 7
ATOM LYS A 8
HETATM HOH A 9
HETATM HOH W 1
data_second
loop_
_atom_site.group_PDB
_atom_site.auth_comp_id
_atom_site.auth_asym_id
_atom_site.auth_seq_id
ATOM GLY A 1
`;
  const names = columnsOf("MMCIF").filter(({ name }) => ["name", "sequence"].includes(name));
  expect(await values("MMCIF", cif, names)).toEqual([
    ["model_A", "MK"],
    ["second_A", "G"],
  ]);
});

describe("structures written by other programs", () => {
  const shown = async (lines: readonly string[]) => {
    const names = ["name", "sequence", "observed_sequence", "positions"];
    const columns = columnsOf("PDB").filter(({ name }) => names.includes(name));
    const content = `${lines.join("\n")}\n`;
    const { warnings } = await ingest("PDB", content, columns);
    return { rows: await values("PDB", content, columns), warnings };
  };
  const atoms = (chain: string, ...residues: string[]) =>
    residues.map((residue, at) => atomLine("ATOM", at + 1, residue, chain, String(at + 1)));

  test("a modified residue uses the letter of its parent residue listed below the sequence", async () => {
    const { rows } = await shown([
      "SEQRES   1 A    3  GLY Z9Z LYS",
      "MODRES 1EXA Z9Z A    2  HIS  MODIFIED",
      ...atoms("A", "GLY"),
      atomLine("HETATM", 2, "Z9Z", "A", "2"),
    ]);
    expect(rows).toEqual([["A", "GHK", "GH", "1,2"]]);
  });

  test("an amino acid after the end of its chain is a ligand if the chain does not continue", async () => {
    const { rows, warnings } = await shown([
      ...atoms("A", "GLY", "LYS"),
      "TER       3      LYS A   2",
      ...atoms("B", "GLY"),
      "TER",
      atomLine("HETATM", 9, "GLU", "A", "401"),
      atomLine("HETATM", 10, "MSE", "B", "2"),
      atomLine("ATOM", 11, "LYS", "B", "3"),
    ]);
    expect(rows).toEqual([
      ["A", "GK", "GK", "1,2"],
      ["B", "GMK", "GMK", "1,2,3"],
    ]);
    expect(warnings).toEqual([expect.stringContaining("1 residue that may be ligands")]);
  });

  test("each of several structures in a file has the right chains", async () => {
    const header = (id: string) => `HEADER    HYDROLASE                               01-JAN-24   ${id}`;
    const { rows } = await shown([
      header("1AAA"),
      "SEQRES   1 A    2  GLY LYS",
      ...atoms("A", "GLY"),
      header("2BBB"),
      "SEQRES   1 A    1  HIS",
      ...atoms("A", "HIS"),
      "END",
      ...atoms("A", "MET", "VAL"),
    ]);
    expect(rows).toEqual([
      ["1AAA_A", "GK", "G", "1"],
      ["2BBB_A", "H", "H", "1"],
      ["A", "MV", "MV", "1,2"],
    ]);
  });

  test("water and ions in simulation files are not residues", async () => {
    const { rows, warnings } = await shown(atoms("A", "GLY", "LYS", "SOL", "NA"));
    expect(rows).toEqual([["A", "GK", "GK", "1,2"]]);
    expect(warnings).toEqual([expect.stringContaining("2 atoms of ligands and water")]);
  });
});

test("features and bases are read regardless of indentation", async () => {
  const content = `LOCUS       X                         12 bp    DNA
FEATURES             Location/Qualifiers
     a_very_long_name_of_a_feature 1..3
                    /label=one
     gene 4..6
                   /note="two
                   lines"
ORIGIN
ACGTAC
gtac gt

//
`;
  const names = ["feature", "location", "sequence", "qualifiers"];
  const columns = columnsOf("GENBANK").filter(({ name }) => names.includes(name));
  expect(await values("GENBANK", content, columns)).toEqual([
    [null, "1..12", "ACGTACGTACGT", null],
    ["a_very_long_name_of_a_feature", "1..3", "ACG", "label=one"],
    ["gene", "4..6", "TAC", "note=two lines"],
  ]);
});

test("the memory of records, locations and categories is bounded", () => {
  const reader = new GenbankReader();
  reader.take("LOCUS       X                         12 bp    DNA", 1);
  reader.take("FEATURES             Location/Qualifiers", 2);
  reader.take(`     a               ${"1".repeat(63_900_000)}`, 3);
  expect(() => {
    for (let at = 4; at < 2_000; at++) reader.take("     a               1", at);
  }).toThrow("a record has more than 64,000,000 letters");
  expect(readLocation(`join(${"1,".repeat(300_000)}2)`).parts).toBeUndefined();
  const cif = new CifRows(["_entry"]);
  expect(() => {
    for (let at = 1; at < 2_000; at++) cif.take(`_entry.item${at} 1`, at);
  }).toThrow("the category _entry has more than 1000 items (line 1001)");
});

describe("damaged records and structures are reported with their lines", () => {
  const noEnd = GENBANK_FILE.slice(0, GENBANK_FILE.indexOf("//\n"));
  test.each<[string, SequenceFormat, string, string]>([
    ["a record without an end", "GENBANK", noEnd, 'the record from line 1 does not end with "//"'],
    [
      "a record within another one",
      "GENBANK",
      `${noEnd}${GENBANK_FILE}`,
      'does not end with "//" above line 25',
    ],
    [
      "a sequence that lacks a line",
      "GENBANK",
      GENBANK_FILE.replace("                      60 bp", "                     120 bp"),
      "the record from line 1 has 60 letters but should have 120",
    ],
    [
      "a wrong number of a base",
      "GENBANK",
      GENBANK_FILE.replace("        1 gggatg", "       61 gggatg"),
      "line 24 starts with letter 61, but 0 letters are above it",
    ],
    [
      "a value without an end",
      "GENBANK",
      GENBANK_FILE.replace('construct"\n', "construct\n"),
      "a value of the feature in line 10 is not closed; add the missing quote",
    ],
    [
      "a residue that SEQRES lacks",
      "PDB",
      PDB_FILE.replace(" HIS VAL", " HIS"),
      'chain "A" has 5 residues in SEQRES but should have 6 (line 9)',
    ],
    [
      "an atom without a residue",
      "PDB",
      PDB_FILE.replace("LYS A  52 ", "      52  "),
      "has no numbered residue; PDB files use fixed-width columns",
    ],
    ["no chain", "PDB", "HEADER    HYDROLASE\nEND\n", "the file contains no sequence"],
    [
      "a row without all values",
      "MMCIF",
      MMCIF_FILE.replace("A 99 ? 2", "A 99"),
      "the last row of the loop from line 27 has 7 of 9 values",
    ],
    [
      "a text without an end",
      "MMCIF",
      "data_a\n_entry.id\n;1EXA\n",
      "the text that starts on line 3 has no end",
    ],
    ["a quote without an end", "MMCIF", "data_a\n_entry.id 'a\n", "a quote on line 2 is not closed"],
    ["a value without a name", "MMCIF", "data_a\n1EXA\n", "line 2 has a value without a name"],
  ])("a file with %s is refused", async (_, format, content, reason) => {
    const { kept, errors } = await ingest(format, content, columnsOf(format));
    expect(kept).toBe(false);
    expect(errors).toEqual([expect.stringContaining(reason)]);
  });
});

test("overlapping features share one limit", async () => {
  const bases = "acgtacgtacgtacgtacgtacgtacgtacgtacgtacgtacgtacgtacgtacgtacgt\n".repeat(15_000);
  const features = "     gene            1..900000\n".repeat(400);
  const content = `LOCUS       X                     900000 bp    DNA\nFEATURES             Location/Qualifiers\n${features}ORIGIN\n${bases}//\n`;
  const { errors } = await ingest("GENBANK", content, columnsOf("GENBANK"));
  expect(errors).toEqual([expect.stringContaining("more than 256,000,000 letters; split the file")]);
});

test("locations are read in strand order", () => {
  expect(readLocation("complement(join(3..4,7..>9))")).toEqual({
    parts: [
      { start: 7, end: 9, isComplement: true },
      { start: 3, end: 4, isComplement: true },
    ],
    start: 3,
    end: 9,
    isComplement: true,
  });
  expect(readLocation("join(complement(7..9),complement(3..4))")).toEqual(
    readLocation("complement(join(3..4,7..9))"),
  );
  expect(readLocation("join(90..100,1..5)")).toMatchObject({ start: 1, end: 100, isComplement: false });
  for (const other of [
    "",
    "J00194.1:1..2",
    "12^13",
    "one-of(1,3)..9",
    "complement(1..2",
    "1..2)",
    "(".repeat(9),
  ])
    expect(readLocation(other).parts, other).toBeUndefined();
  expect(readLocation("complement(".repeat(100_000)).parts).toBeUndefined();
  expect(reverseComplement("AACGRYn")).toBe("nRYCGTT");
});
