import { writeFile } from "node:fs/promises";
import { ingestFile } from "@pdp/formats/ingest";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const WT = "MKATYIAKLEDWGHP";
const CODONS: Record<string, string> = {
  A: "GCT",
  D: "GAT",
  E: "GAA",
  F: "TTC",
  G: "GGA",
  H: "CAT",
  I: "ATC",
  K: "AAA",
  L: "CTG",
  M: "ATG",
  P: "CCG",
  T: "ACC",
  W: "TGG",
  Y: "TAC",
};
const coding = (protein: string) => `${[...protein].map((letter) => CODONS[letter] ?? "TAA").join("")}TAA`;
const FILE = [
  "name,nt_seq,score",
  `one,${coding(WT)},1.0`,
  `two,${coding(WT.replace("Y", "F"))},0.4`,
  `three,${coding(WT.slice(0, 3) + WT.slice(4))},0.2`,
  `four,${coding(WT.replace("D", "*"))},0.01`,
  `five,${coding(WT.replace("L", "H"))},0.8`,
].join("\n");

async function preview(text: string, monomer?: string) {
  const path = newPath("csv");
  await writeFile(path, text);
  const references =
    monomer === undefined ? [] : [{ name: "enzyme", monomer, first_position: 1, positions: null }];
  const seen = await previewFile({ path, name: "scan.csv", isCut: false }, isReserved, undefined, undefined, {
    references,
  });
  return { seen, path };
}

test("a column of coding sequences is translated in the frame of the reference, and kept", async () => {
  const { seen, path } = await preview(`${FILE}\n`, WT);
  expect(seen.notes).toEqual([
    'nt_seq: a column "sequence" is translated from this DNA with the standard code, in the frame of the project reference "enzyme". The column "nt_seq" is kept.',
  ]);
  expect(seen.config?.sequence_from).toEqual({
    mutations: "nt_seq",
    reference: { project_reference: "enzyme" },
    column: "sequence",
  });
  expect(seen.warnings.join()).toContain("1 row with a stop");
  const table = loadTable(
    "t",
    { ...seen.config, sequence_from: { mutations: "nt_seq", reference: { monomer: WT } } } as never,
    [],
  );
  const source = {
    path,
    name: "scan.csv",
    format: table.format,
    table: "t",
    reading: {},
    sequenceFrom: table.sequence_from as never,
  };
  const { rows, problems } = await ingestFile(source, table.columns, newPath("parquet"));
  expect([rows, problems.count]).toEqual([4, 0]);
});

test("without a reference, the preview says that the column is DNA", async () => {
  const { seen } = await preview(`${FILE}\n`);
  expect(seen.config?.sequence_from).toBeUndefined();
  expect(seen.notes).toEqual([
    "nt_seq: this is DNA, and the file has no protein sequences. To translate it, provide the reference protein or set one for the project.",
  ]);
});

test("DNA of another protein is not translated", async () => {
  const { seen } = await preview(`${FILE}\n`, "GSGSGSWWWWRRRRNNNNCCCC");
  expect(seen.config?.sequence_from).toBeUndefined();
  expect(seen.notes?.join()).toContain("this is DNA that does not code for");
});

test("coding sequences are used if the mutations beside them are changes of DNA", async () => {
  const rows = FILE.split("\n").map((line, at) => `${at === 0 ? "hgvs_nt" : `c.${at}A>G`},${line}`);
  const { seen } = await preview(`${rows.join("\n")}\n`, WT);
  expect(seen.config?.sequence_from).toMatchObject({ mutations: "nt_seq" });
});

test.each([
  ["of a coding sequence", ["c.76A>G", "c.77C>T", "c.3G>A"]],
  ["of a transcript, with synonyms of the wild type", ["ENST0007.2:c.76A>G", "_wt", "ENST0007.2:c.12_14del"]],
])("nucleotide changes %s without DNA are named", async (_, changes) => {
  const text = ["hgvs_nt,score", ...changes.map((change, at) => `${change},${at / 2}`)].join("\n");
  const { preview, rows } = await loadByPreview(text, "scan.csv");
  expect(rows).toHaveLength(3);
  expect(preview.notes?.join(" ")).toMatch(/^hgvs_nt: ".*" is a change of DNA, and the file has neither/);
});

test("temperatures such as 37C are not residue numbers", async () => {
  const text = ["mutant,condition,score", "A2G,37C,1", "A2G,42C,2"].join("\n");
  const { preview } = await loadByPreview(text, "scan.csv");
  expect(preview.columns[1]?.type_reason).toBeNull();
});
