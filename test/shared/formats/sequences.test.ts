import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { sentences } from "@pdp/basics/wording";
import type { SequenceFormat } from "@pdp/formats/options";
import { CsvRecords, HEADER_LINE } from "@pdp/formats/text";

import { describe, expect, test } from "vitest";
import { planImport } from "#cli/files/planImport.ts";
import { readSample } from "#cli/files/readSample.ts";
import { scanFile } from "#cli/files/scanFile.ts";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { zipOf } from "#test/shared/formats/zipping.ts";
import { sequenceText } from "../../../shared/formats/sequences/sequenceText.ts";
import { check, column, ingest, linesOf, newPath, useFolder, values } from "./ingesting.ts";

useFolder();

const NAME = "variants.fasta";
const COLUMNS = ["name", "description", "sequence"].map((name) => column(name, "STRING"));
const kind = (value: "DNA" | "ALIGNED" | "NONE") => ({
  metadata: { description: null, deprecated: false, kind: value },
});
const ALIGNED = column("aligned_sequence", "STRING", kind("ALIGNED"));
const ALL = [...COLUMNS, ALIGNED];

async function preview(content: string | Uint8Array, isCut = false, name = NAME): Promise<FilePreview> {
  const path = newPath("bin");
  await writeFile(path, content);
  return previewFile({ path, name, isCut }, () => false);
}

/** Realistic files with the loaded columns and the line numbers of the rows. */
const FILES: [string, SequenceFormat, string, (string | null)[][], number[]][] = [
  [
    "FASTA with wrapped lines, a description and an empty line",
    "FASTA",
    ">wt lab strain, 2024\nMSTNPKPQ\nRKTK\n\n>K5R\nMSTNRKPQRKTK\n",
    [
      ["wt", "lab strain, 2024", "MSTNPKPQRKTK", "MSTNPKPQRKTK"],
      ["K5R", null, "MSTNRKPQRKTK", "MSTNRKPQRKTK"],
    ],
    [1, 5],
  ],
  [
    "FASTA with CRLF, a byte order mark, comments and quotes in a title",
    "FASTA",
    '\ufeff; library\r\n>a "best", so far\r\nMSTNPKPQ\r\n>b\r\nMSTN PKPQ',
    [
      ["a", '"best", so far', "MSTNPKPQ", "MSTNPKPQ"],
      ["b", null, "MSTNPKPQ", "MSTNPKPQ"],
    ],
    [2, 4],
  ],
  [
    "aligned FASTA",
    "FASTA",
    ">one\rMST-NPK\r>two\rMSTANPK",
    [
      ["one", null, "MSTNPK", "MST-NPK"],
      ["two", null, "MSTANPK", "MSTANPK"],
    ],
    [1, 3],
  ],
  [
    "PIR",
    "FASTA",
    ">P1;CRAB\nAlpha crystallin\nMDITIHNP\nLIRR*\n",
    [["CRAB", "Alpha crystallin", "MDITIHNPLIRR", "MDITIHNPLIRR"]],
    [1],
  ],
  [
    "A3M of ColabFold",
    "A3M",
    "#8\t1\n>query\nMSTNPKPQ\n>hit 0.7\nMSTaiN-KPQ\n",
    [
      ["query", null, "MSTNPKPQ", "MSTNPKPQ"],
      ["hit", "0.7", "MSTAINKPQ", "MSTaiN-KPQ"],
    ],
    [2, 4],
  ],
  [
    "A2M",
    "A3M",
    ">query\nMST..NPKPQ\n>hit\nMSTaiN-KPQ\n",
    [
      ["query", null, "MSTNPKPQ", "MST..NPKPQ"],
      ["hit", null, "MSTAINKPQ", "MSTaiN-KPQ"],
    ],
    [1, 3],
  ],
  [
    "Stockholm in two blocks",
    "STOCKHOLM",
    "# STOCKHOLM 1.0\n#=GF ID Fold\n#=GS s2/1-9 DE A relative\n#=GS s2/1-9 OS Mouse\n\ns1     ACDEF..\ns2/1-9 ACDEFkl\n\ns1     GH\ns2/1-9 -H\n#=GC RF xx\n//\n",
    [
      ["s1", null, "ACDEFGH", "ACDEF..GH"],
      ["s2/1-9", "A relative", "ACDEFKLH", "ACDEFkl-H"],
    ],
    [6, 7],
  ],
  [
    "CLUSTAL with counts and marks of conservation",
    "CLUSTAL",
    "CLUSTAL O(1.2.4) multiple sequence alignment\n\n\nwt      MSTN-KPQRK 9\nvar     MSTNPKAQRK 10\n        **** *.***\n\nwt      AA 11\nvar     AC 12\n        *\n",
    [
      ["wt", null, "MSTNKPQRKAA", "MSTN-KPQRKAA"],
      ["var", null, "MSTNPKAQRKAC", "MSTNPKAQRKAC"],
    ],
    [4, 5],
  ],
];

describe("sequence files become rows", () => {
  test.each(FILES)("sequences in %s files become rows", async (_, format, content, rows, lines) => {
    for (const bytes of [
      content,
      gzipSync(content),
      zipOf({ path: "a/b.txt", content: Buffer.from(content) }),
    ]) {
      expect(await values(format, bytes, ALL)).toEqual(rows);
      expect(await check(format, bytes, ALL)).toEqual([]);
    }
    const { target, sentences: none } = await ingest(format, content, COLUMNS);
    expect(none).toEqual([]);
    expect(await linesOf(target)).toEqual(lines);
  });

  test.each(FILES)("the preview of %s proposes rows that load", async (_, format, content, rows) => {
    for (const bytes of [content, gzipSync(content)]) {
      const { config, columns, problems, ...seen } = await preview(bytes);
      expect(problems).toEqual([]);
      expect(seen).toMatchObject({ format, rows_read: rows.length, is_whole: true });
      const table = loadTable("t", config ?? { columns: [] }, []);
      const wanted = columns.map(({ source_name: source }) => ALL.findIndex(({ name }) => name === source));
      expect(seen.rows).toEqual(rows.map((row) => wanted.map((index) => row[index])));
      expect(await values(format, bytes, table.columns, table)).toEqual(seen.rows);
    }
  });

  test("FASTQ records, including multi-line ones, become rows with qualities", async () => {
    const reads = "@r1 1:N:0\nGATT\nACA\n+r1\nII@I\n+HH\n\n@r2\nGAN\n+\n@II\n";
    const columns = [...COLUMNS.slice(0, 2), column("sequence", "STRING", kind("DNA"))];
    const all = [...columns, column("quality", "STRING")];
    const rows = [
      ["r1", "1:N:0", "GATTACA", "II@I+HH"],
      ["r2", null, "GAN", "@II"],
    ];
    expect(await values("FASTQ", reads, all)).toEqual(rows);
    const seen = await preview(gzipSync(reads));
    expect(seen).toMatchObject({ format: "FASTQ", compression: "GZIP", rows, problems: [] });
    expect(seen.columns.map(({ kind }) => kind)).toEqual([null, null, "DNA", null]);
    expect(seen.warnings).toEqual([expect.stringContaining("GROUP BY sequence")]);
  });

  test("sequences load under other names, and without unwanted columns", async () => {
    const columns = [column("id", "STRING", { source_name: "name" }), ALIGNED];
    expect(await values("FASTA", ">a x\nMS-T\n", columns)).toEqual([["a", "MS-T"]]);
    const missing = await ingest("FASTA", ">a\nMST\n", [column("activity", "FLOAT64")]);
    expect(missing.sentences[0]).toContain('column "activity"');
    expect(missing.sentences[0]).toContain("name, description, sequence, aligned_sequence");
  });

  test("sequences are normalized as the preview proposes for genome tools", async () => {
    const content = ">a\nmstnpkpqrk*\n>b\nMSTNPKPQRK\n";
    const { config, problems, warnings } = await preview(content);
    expect(config).toMatchObject({ format: "FASTA", sequences: "NORMALIZE" });
    expect([problems, warnings]).toEqual([[], [expect.stringContaining("NORMALIZE")]]);
    const table = loadTable("t", config ?? { columns: [] }, []);
    expect(await values("FASTA", content, table.columns, table)).toEqual([
      ["a", "MSTNPKPQRK"],
      ["b", "MSTNPKPQRK"],
    ]);
  });

  test("sequences in Latin-1 and UTF-16 become rows", async () => {
    const [columns, rows] = [COLUMNS, [["a", "été", "MSTNPK"]]];
    const latin = Buffer.from(">a été\nMSTNPK\n", "latin1");
    expect(await values("FASTA", latin, columns, { encoding: "WINDOWS-1252" })).toEqual(rows);
    expect((await preview(latin)).config).toMatchObject({ encoding: "WINDOWS-1252" });
    const utf16 = Buffer.from("\ufeff>a été\nMSTNPK\n", "utf16le");
    expect(await values("FASTA", utf16, columns, { encoding: "UTF-16" })).toEqual(rows);
    expect((await preview(utf16)).config).toMatchObject({ encoding: "UTF-16" });
    expect((await ingest("FASTA", latin, columns)).sentences).toEqual([
      'variants.fasta: the text is not UTF-8; specify its "encoding", or save it as UTF-8.',
    ]);
  });
});

describe("a preview of the first bytes", () => {
  test("a preview of the first bytes shows and checks only complete sequences", async () => {
    const content = `${Array.from({ length: 5_000 }, (_, i) => `>v${i}\nMSTNPKPQRK\nMSTNPK\n`).join("")}>last\nMST`;
    for (const bytes of [Buffer.from(content), gzipSync(content).subarray(0, -20)]) {
      const seen = await preview(bytes, true);
      expect(seen).toMatchObject({ format: "FASTA", is_whole: false, problems: [] });
      expect(seen.rows_read).toBeGreaterThan(10);
      expect(seen.rows[0]).toEqual(["v0", "MSTNPKPQRKMSTNPK"]);
    }
    const odd = await preview(content.replace("MSTNPKPQRK\n", "MSTN7KPQRK\n"), true);
    expect(odd.problems).toEqual([
      expect.stringMatching(/^variants\.fasta, line 1, column "sequence": .*"7"/),
    ]);
  });

  test("a preview of the first bytes shows the available parts of an alignment", async () => {
    const seen = await preview("CLUSTAL W\n\na  MSTNPKPQRK\nb  MSTN-KPQRK\n\na  AAAA\nb  CC", true);
    expect(seen.rows).toEqual([
      ["a", "MSTNPKPQRKAAAA", "MSTNPKPQRKAAAA"],
      ["b", "MSTNKPQRK", "MSTN-KPQRK"],
    ]);
  });
});

describe("a proposal never causes problems with its own file", () => {
  const fasta = (count: number, sequence: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => `>v${at}\n${sequence(at)}\n`).join("");
  const oneGap = (at: number) => (at === 7 ? "MKVLKR-MKVLKR" : "MKVLKRAMKVLKR");
  const stockholm = `# STOCKHOLM 1.0\n\n${Array.from({ length: 30 }, (_, at) => `v${at}  ${oneGap(at)}\n`).join("")}//\n`;

  test.each<[string, string, string, SequenceFormat, (string | null)[]]>([
    ["one gap in FASTA", NAME, fasta(30, oneGap), "FASTA", [null, "AMINO_ACIDS", "ALIGNED"]],
    ["one gap in Stockholm", "a.sto", stockholm, "STOCKHOLM", [null, "AMINO_ACIDS", "ALIGNED"]],
    ["primers in lower case", NAME, fasta(12, () => "acgtGGTTAACCacgt"), "FASTA", [null, "DNA"]],
    ["tags in lower case", NAME, fasta(12, () => "mgssMKVLKRAhhhhhh"), "FASTA", [null, "AMINO_ACIDS"]],
    [
      "an insertion and no gap",
      "a.a3m",
      ">q\nMKVLLAAA\n>h\nMKaVLLAAA\n",
      "A3M",
      [null, "AMINO_ACIDS", "ALIGNED"],
    ],
    [
      "an insertion and a comment",
      NAME,
      "#8\t1\n>q\nMKVLLAAA\n>h\nMKaVLLAAA\n",
      "A3M",
      [null, "AMINO_ACIDS", "ALIGNED"],
    ],
    [
      "gaps beside a letter of no protein",
      NAME,
      ">a\nMKVLLA-A\n>b\nMKVLLA~J\n",
      "FASTA",
      [null, "NONE", "NONE"],
    ],
  ])("%s", async (_, name, content, format, kinds) => {
    const { config, columns, problems } = await preview(content, false, name);
    expect([config?.format, columns.map(({ kind: own }) => own)]).toEqual([format, kinds]);
    expect(problems).toEqual([]);
    const table = loadTable("t", config ?? { columns: [] }, []);
    expect((await ingest(format, content, table.columns, table)).sentences).toEqual([]);
  });
});

describe("invalid sequence files are reported with the line", () => {
  const fasta = (more: string) => `>a\nMSTNPKPQRK\n${more}`;
  test.each<[string, SequenceFormat, string, string]>([
    [
      "a letter that no protein has",
      "FASTA",
      fasta(">b\nMST1\n"),
      'line 3, column "sequence": "MST1" has "1"',
    ],
    ["text above the first title", "FASTA", "MSTNPK\n>a\nMST\n", "line 1 is above the first sequence"],
    [
      "a title without anything",
      "FASTA",
      fasta(">\n>b\nMST\n"),
      "the title on line 3 has neither a name nor a sequence",
    ],
    ["a title within a sequence", "FASTA", fasta("MKV>b\nMST\n"), 'line 3 has ">" within a sequence'],
    ["a comment below a title", "FASTA", ">a\n#comment\nMST\n", 'line 2 has "#" within a sequence'],
    ["numbers of residues", "FASTA", fasta(">b\n1 MKV MKV 6\n"), "line 4 has numbers next to the sequence"],
    ["a number alone in a line", "A3M", fasta("  60\n"), "line 3 has numbers next to the sequence"],
    ["no sequence", "FASTA", "; nothing\n", "the file contains no sequence"],
    ["a cut read", "FASTQ", "@a\nGATT\n+\nII\n", "the read on line 1 is incomplete"],
    ["too many qualities", "FASTQ", "@a\nGA\n+\nIII\n", "has 2 bases and 3 quality values"],
    ["another title below", "FASTQ", "@a\nGA\n+b\nII\n", 'the title after "+" in line 3 differs'],
    ["no title of a read", "FASTQ", "@a\nGA\n+\nII\nGA\n", "line 5 must be the title of a read"],
    ["no end", "STOCKHOLM", "# STOCKHOLM 1.0\na MST\n", 'does not end with "//"'],
    [
      "two alignments",
      "STOCKHOLM",
      "# STOCKHOLM 1.0\na MST\n//\n# STOCKHOLM 1.0\n",
      "a second alignment starts on line 4; split the file",
    ],
    ["a name alone", "STOCKHOLM", "# STOCKHOLM 1.0\na\n//\n", "line 2 is not a name and a sequence"],
    [
      "lengths that differ",
      "CLUSTAL",
      "CLUSTAL\n\na MST\nb MS\n",
      '"a" has 3 columns, "b" 2; the file is damaged',
    ],
    ["a name twice", "CLUSTAL", "CLUSTAL\n\na MST\na MST\n", 'line 4 repeats the name "a"'],
    [
      "a sequence that is too long",
      "FASTA",
      fasta(`>b\n${`${"M".repeat(60)}\n`.repeat(34_000)}`),
      "the sequence in line 3 exceeds the maximum row length (2,000,000 bytes)",
    ],
  ])("%s", async (_, format, content, reason) => {
    const { kept, errors } = await ingest(format, content, COLUMNS);
    expect(kept).toBe(false);
    expect(errors).toEqual([expect.stringContaining(reason)]);
  });

  test("other rows are loaded if problem rows are skipped", async () => {
    const content = ">a\nMSTNPK\n>b\nMS7\n\n>c\nMSTNPR\n";
    const { errors, rows, leftOut, target } = await ingest("FASTA", content, COLUMNS, { bad_rows: "SKIP" });
    expect([errors, rows, leftOut]).toEqual([[], 2, { rows: 1, problems: 1 }]);
    expect(await linesOf(target)).toEqual([1, 6]);
  });
});

test("values in unknown columns are counted", async () => {
  const first = ">a\nMSTNPK\n";
  const { config } = await preview(first);
  const table = loadTable("t", config ?? { columns: [] }, []);
  expect((await ingest("FASTA", first, table.columns, table)).warnings).toEqual([]);
  const second = ">b\nMS-NPK\n>c late\nMSTNPK\n";
  for (const content of [second, gzipSync(second)]) {
    expect((await ingest("FASTA", content, table.columns, table)).warnings).toEqual([
      'variants.fasta: not loaded: 1 value of the column "description", 1 value of the column "aligned_sequence".',
    ]);
  }
  const ignored = { ignored_columns: ["Description", "aligned_sequence"] };
  expect((await ingest("FASTA", second, table.columns, ignored)).warnings).toEqual([]);
  const reads = await ingest("FASTQ", "@a\nGATT\n+\nIIII\n", COLUMNS.slice(0, 2));
  expect(reads.warnings).toEqual([
    'variants.fastq: not loaded: 1 value of the column "sequence", 1 value of the column "quality".',
  ]);
});

test("names and descriptions in capital letters are text, not sequences", async () => {
  const { columns } = await preview(">MKVLAAGI ESTERASE\nMSTNPK\n>MKVLAAGT ESTERASE\nMSTNPR\n");
  expect(columns.map(({ kind: own }) => own)).toEqual([null, null, "AMINO_ACIDS"]);
});

test("comments and annotations are counted", async () => {
  const [, , stockholm = ""] = FILES.find(([, format]) => format === "STOCKHOLM") ?? [];
  expect((await ingest("STOCKHOLM", stockholm, ALL)).warnings).toEqual([
    "variants.stockholm: not loaded: 3 lines of annotations (#=GF, #=GS, #=GC).",
  ]);
  expect((await ingest("FASTA", "; made by hand\n>a\nMSTNPK\n", COLUMNS)).warnings).toEqual([
    "variants.fasta: not loaded: 1 comment line.",
  ]);
});

test("empty lines between sequences are processed in chunks", async () => {
  const empty = Buffer.alloc(1 << 20, "\n");
  async function* content(): AsyncGenerator<Buffer> {
    yield Buffer.from(">a\nMKV\n");
    for (let at = 0; at < 5; at++) yield empty;
    yield Buffer.from(">b\nMKV\n>c\nMKV\n");
  }
  const records = new CsvRecords(",", HEADER_LINE);
  const [lines, sizes]: [number[], number[]] = [[], []];
  for await (const chunk of sequenceText(content(), "FASTA", false)) {
    sizes.push(chunk.length);
    records.push(chunk, false);
    while (records.next()) lines.push(records.line);
  }
  const first = 3 + 5 * empty.length;
  expect(lines).toEqual([HEADER_LINE, 1, first, first + 2]);
  expect(Math.max(...sizes)).toBeLessThan(3 << 20);
});

test("indented titles start a sequence, and sequences without letters are counted", async () => {
  expect(await values("FASTA", ">a\nMKI\n >b\nMKV\n>c\nMKV\n", COLUMNS)).toEqual([
    ["a", null, "MKI"],
    ["b", null, "MKV"],
    ["c", null, "MKV"],
  ]);
  const empty = await ingest("FASTA", ">a\nMKVAKR\n>b\n>c\nMKIAKR\n>d\n", ALL);
  expect([empty.rows, empty.warnings]).toEqual([
    4,
    ["variants.fasta: not loaded: 2 sequences without letters (lines 3, 6)."],
  ]);
  const titles = Array.from({ length: 9 }, (_, at) => `>b${at}\n`).join("");
  const many = await ingest("FASTA", `>a\nMKV\n${titles}`, COLUMNS);
  expect(many.warnings).toEqual([
    "variants.fasta: not loaded: 9 sequences without letters (lines 3, 4, 5, 6, 7 and 4 more).",
  ]);
});

test("the command line reports columns in later files that are not in the first file", async () => {
  const paths = [newPath("fasta"), newPath("fasta")];
  for (const [at, path] of paths.entries())
    await writeFile(path, at === 0 ? ">a\nMSTNPK\n" : ">b\nMS-NPK\n>c\nMSTNPK\n");
  const { reports } = await planImport(paths, "t", null, {}, AbortSignal.any([]));
  const notLoaded = reports.map(({ warnings }) => warnings.filter((words) => words.includes("not loaded")));
  expect(notLoaded).toEqual([[], [expect.stringContaining('1 value of the column "aligned_sequence"')]]);
});

test("the command line reads sequence files like the service", async () => {
  for (const [, format, content, rows] of FILES) {
    const path = newPath("bin");
    await writeFile(path, content);
    const sample = await readSample(path, NAME);
    expect(sample).toMatchObject({ format, rows: rows.length });
    const table = loadTable("t", { format, columns: [{ name: "sequence", type: "STRING" }] } as never, []);
    const scanned = await scanFile(path, NAME, "t", table, sample, AbortSignal.any([]));
    expect([scanned.rows, sentences(scanned.problems)]).toEqual([rows.length, []]);
  }
});
