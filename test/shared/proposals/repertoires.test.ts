import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { expect, test } from "vitest";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, useFolder } from "../formats/ingesting.ts";

useFolder();

const VH = [
  "EVQLVESGGGLVQPGGSLRLSCAAS",
  "GFNIKDTY",
  "IHWVRQAPGKGLEWVAR",
  "IYPTNGYT",
  "RYADSVKGRFTISADTSKNTAYLQMNSLRAEDTAVYYC",
  "SRWGGDGFYAMDY",
  "WGQGTLVTVSS",
];
const VL = [
  "DIQMTQSPSSLSASVGDRVTITCRAS",
  "QDVNTA",
  "VAWYQQKPGKAPKLLIY",
  "SAS",
  "FLYSGVPSRFSGSRSGTDFTLTISSLQPEDFATYYC",
  "QQHYTTPPT",
  "FGQGTKVEIK",
];
const REGIONS = ["fwr1", "cdr1", "fwr2", "cdr2", "fwr3", "cdr3", "fwr4"];

async function preview(name: string, lines: readonly string[]) {
  const path = newPath("txt");
  await writeFile(path, `${lines.join("\n")}\n`);
  return previewFile({ path, name, isCut: false }, isReserved);
}

const CONTIG_HEADER = [
  "barcode",
  "is_cell",
  "contig_id",
  "chain",
  "v_gene",
  "j_gene",
  "productive",
  ...REGIONS,
  "umis",
];
const contig = (cell: string, at: number, chain: string, productive = "true", isCell = "true") =>
  [
    cell,
    isCell,
    `${cell}_contig_${at}`,
    chain,
    `${chain}V1-1`,
    `${chain}J1`,
    productive,
    ...(chain === "IGH" ? VH : VL),
    5,
  ].join(",");

test("contigs of cells are recognized by their columns, and cells without a pair are counted", async () => {
  const {
    decisions,
    pairs_query: query,
    config,
    problems,
  } = await preview("filtered_contig_annotations.csv", [
    CONTIG_HEADER.join(","),
    contig("AAAC-1", 1, "IGH"),
    contig("AAAC-1", 2, "IGK"),
    contig("AAAG-1", 1, "IGH"),
    contig("AAAT-1", 1, "IGH"),
    contig("AAAT-1", 2, "IGL"),
    contig("AAAT-1", 3, "IGK"),
    contig("AACC-1", 1, "IGH"),
    contig("AACC-1", 2, "IGK", "false"),
    contig("AACG-1", 1, "TRB"),
    contig("AAGA-1", 1, "IGH", "true", "false"),
    contig("AAGA-1", 2, "IGK", "true", "false"),
  ]);
  expect(problems).toEqual([]);
  expect(config?.columns.map(({ name }) => name)).toContain("barcode");
  expect(decisions.find(({ subject }) => subject === "CHAINS")?.reason).toBe(
    "The columns are those of contigs of Cell Ranger (10x Genomics): one row per chain. Of 4 cells with a productive heavy or light chain, 1 has one of each, 2 have none of one kind, and 1 has several of one kind. `pairs_query` joins the pairs by cell and omits the others.",
  );
  expect(query).toContain(`coalesce("cdr3", ''), coalesce("fwr4", '')), '') AS domain`);
  expect(query).toContain(`lower(CAST("is_cell" AS varchar)) IN ('t', 'true')`);
});

const AIRR_HEADER = [
  "sequence_id",
  "sequence",
  "rev_comp",
  "productive",
  "v_call",
  "d_call",
  "j_call",
  "sequence_alignment",
  "germline_alignment",
  "junction",
  "junction_aa",
  "v_cigar",
  "d_cigar",
  "j_cigar",
  ...REGIONS.map((region) => `${region}_aa`),
];
const rearrangement = (id: string, locus: string, productive = "T") =>
  [
    id,
    "GAGGTGCAG",
    "F",
    productive,
    `${locus}V1-1*01`,
    "",
    `${locus}J4*02`,
    "GAG...GTG",
    "GAG...GTG",
    "TGTGCG",
    "CASW",
    "9=",
    "",
    "3=",
    ...(locus === "IGH" ? VH : VL),
  ].join("\t");

test("rearrangements without cells are paired by the names of their contigs", async () => {
  const rows = ["AAAC-1_contig_1", "AAAG-1_contig_1"].map((id) => rearrangement(id, "IGH"));
  const {
    decisions,
    pairs_query: query,
    problems,
  } = await preview("airr_rearrangement.tsv", [
    AIRR_HEADER.join("\t"),
    ...rows,
    rearrangement("AAAC-1_contig_2", "IGK"),
  ]);
  expect(problems).toEqual([]);
  expect(decisions.find(({ subject }) => subject === "CHAINS")?.reason).toContain(
    "Of 2 cells with a productive heavy or light chain, 1 has one of each, 1 has none of one kind, and 0 have several of one kind.",
  );
  expect(query).toContain("regexp_extract(\"sequence_id\", '^(.*)_contig_\\d+$', 1) AS cell");
});

test("rearrangements of no cell have no pairs, and other tables are not recognized", async () => {
  const bulk = await preview("igblast.tsv", [
    AIRR_HEADER.join("\t"),
    rearrangement("read1", "IGH"),
    rearrangement("read2", "IGH"),
  ]);
  expect(bulk.pairs_query).toBeNull();
  expect(bulk.decisions.find(({ subject }) => subject === "CHAINS")?.reason).toContain(
    "No cell has a heavy or a light chain",
  );
  const other = await preview("other.csv", ["sequence_id,productive", "a,T"]);
  expect([other.pairs_query, other.decisions]).toEqual([null, []]);
});

test("columns of heavy and light chains are named by a decision, whatever their names", async () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => `m${at},${VL.join("")},${VH.join("").replace("DTY", `${"ACDEFGHIKLMN"[at]}TY`)},${at}.5`,
  );
  const { decisions } = await preview("plate.csv", ["clone,seq_a,seq_b,yield", ...rows]);
  expect(decisions).toEqual([
    {
      subject: "CHAINS",
      name: null,
      certainty: "LIKELY",
      reason:
        "seq_b contains heavy chains of antibodies and seq_a light chains: tasks with a reference of two chains read them together.",
      alternatives: ["Use seq_b or seq_a alone, as one chain"],
    },
  ]);
});

test("names of rearrangements are on the first line, even if rows with another separator fit each other better", async () => {
  const named = [
    "cell_id",
    "sequence_id",
    "sequence",
    "rev_comp",
    "productive",
    "v_call",
    "j_call",
    "v_cigar",
    "j_cigar",
  ];
  const header = [...named, "np1", "np2"];
  const row = (cell: string, more: readonly string[] = []) =>
    [
      cell,
      `${cell}|CELL_ID=${cell}|PRFREQ=0.94|COUNT=2927|DUP=1`,
      "GAGGTG",
      "F",
      "T",
      "IGHV1-1*01",
      "IGHJ4*02",
      "9=",
      "3=",
    ]
      .concat(more)
      .join("\t");
  const {
    config,
    problems,
    rows_read: count,
  } = await preview("changeo.tsv", [
    header.join("\t"),
    row("AAAC", ["1", "2"]),
    ...["AAAG", "AAAT", "AACC", "AACG"].map((cell) => row(cell)),
  ]);
  expect([problems, count, config?.columns.map(({ name }) => name)]).toEqual([[], 5, header]);
});

test("translations with unknown residues and stops are loaded", async () => {
  const header = [...AIRR_HEADER.slice(0, 14), "sequence_alignment_aa"];
  const row = (id: string, aa: string) =>
    [...rearrangement(id, "IGH").split("\t").slice(0, 14), aa].join("\t");
  const { problems, columns } = await preview("igblast.tsv", [
    header.join("\t"),
    row("a", "EVQLVESGGGLVQPGGSLRL"),
    row("b", "XVQLVESGG*LVQPGGSLRL"),
    row("c", "EVQLVESGGGLVQPGGSLRW"),
  ]);
  expect([problems, columns.at(-1)?.kind]).toEqual([[], null]);
});
