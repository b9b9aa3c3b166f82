import { describe, expect, test } from "vitest";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const lines = (...rows: (string | number)[][]) => rows.map((cells) => `${cells.join("\t")}\n`).join("");
const meta = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `##contig=<ID=ctg${at},length=${1000 + at},assembly="a;b, c">\n`,
  ).join("");

async function load(content: string, name: string) {
  const loaded = await loadByPreview(content, name);
  expect(loaded.preview.problems).toEqual([]);
  const columns = Object.fromEntries(
    (loaded.preview.columns ?? []).map((column) => [column.name, column.type]),
  );
  return { ...loaded, columns, rows: loaded.rows ?? [] };
}

describe("VCF", () => {
  const names = ["#CHROM", "POS", "ID", "REF", "ALT", "QUAL", "FILTER", "INFO", "FORMAT", "clone7", "clone8"];
  const vcf = `##fileformat=VCFv4.3\n${meta(120)}##INFO=<ID=DP,Number=1,Type=Integer,Description="Depth, raw">\n${lines(
    names,
    [7, 151, ".", "T", "A", "38.5", "PASS", "DP=41;AF=0.5", "GT:DP", "0/1:20", "."],
    [7, 160, "snp9", "GAC", ".", ".", ".", ".", "GT", "1/1", '"odd'],
    ["X", 99, ".", "C", "<DEL>", "4", "q10;s50", "END=120", "GT", "./.", "0/0"],
  )}`;

  test("metadata above the names is skipped, and dots are missing values", async () => {
    const { names, columns, rows, preview } = await load(vcf, "calls.vcf");
    expect(names).toEqual([
      "chrom",
      "pos",
      "id",
      "ref",
      "alt",
      "qual",
      "filter",
      "info",
      "format",
      "clone7",
      "clone8",
    ]);
    expect(columns).toMatchObject({
      chrom: "STRING",
      pos: "INT64",
      ref: "STRING",
      qual: "FLOAT64",
      clone7: "STRING",
    });
    expect(rows).toEqual([
      ["7", "151", null, "T", "A", 38.5, "PASS", "DP=41;AF=0.5", "GT:DP", "0/1:20", null],
      ["7", "160", "snp9", "GAC", null, null, null, null, "GT", "1/1", '"odd'],
      ["X", "99", null, "C", "<DEL>", 4, "q10;s50", "END=120", "GT", "./.", "0/0"],
    ]);
    expect(preview.config).toMatchObject({ format: "TSV", comments: "##" });
    expect(preview.config).not.toHaveProperty("header_row");
    expect(preview.warnings).toContain("Lines of VCF metadata are not loaded: fileformat, contig, INFO.");
  });
});

describe("GFF", () => {
  const feature = (
    source: string,
    start: number,
    end: number,
    score: string,
    phase: string,
    attributes: string,
  ) => ["chr4", source, "CDS", start, end, score, "-", phase, attributes];

  test("sequences after the features are not rows, and dots are missing values", async () => {
    const gff = `##gff-version 3\n##sequence-region chr4 1 900\n${lines(
      feature("tool", 40, 120, "0.5", "0", "ID=a;Note=one%2Ctwo"),
      feature(".", 130, 200, ".", ".", "ID=b"),
    )}###\n${lines(feature("tool", 230, 300, ".", "2", "ID=c"))}##FASTA\n>chr4\nACGT\nTTGA\n`;
    const { names, columns, rows, preview } = await load(gff, "genes.gff3");
    expect(names).toEqual([
      "seqid",
      "source",
      "type",
      "start",
      "end_value",
      "score",
      "strand",
      "phase",
      "attributes",
    ]);
    expect(columns).toMatchObject({ start: "INT64", score: "FLOAT64", phase: "INT64", attributes: "STRING" });
    expect(rows).toEqual([
      ["chr4", "tool", "CDS", "40", "120", 0.5, "-", "0", "ID=a;Note=one%2Ctwo"],
      ["chr4", null, "CDS", "130", "200", null, "-", null, "ID=b"],
      ["chr4", "tool", "CDS", "230", "300", null, "-", "2", "ID=c"],
    ]);
    expect(preview.config).toMatchObject({ last_row: 6 });
    expect(preview.warnings).toContain(
      "Lines of GFF metadata are not loaded: gff-version, sequence-region, FASTA.",
    );
  });

  test.each([
    ["GTF", 'gene_id "G1"; transcript_id "T1";'],
    ["GFF 2", "g=A32033;i=1;p=1.000;q=23,12,18;u=0,0,0,1"],
  ])("attributes of %s stay one column, whatever separators they contain", async (_, attributes) => {
    const { rows } = await load(
      `# a model (-- is UTR, == is CDS)\n${lines(feature("x", 5, 30, ".", ".", attributes), feature("y", 50, 60, ".", ".", attributes))}`,
      "genes.gtf",
    );
    expect(rows.map((row) => [row[3], row[8]])).toEqual([
      ["5", attributes],
      ["50", attributes],
    ]);
  });
});

describe("SAM", () => {
  const header = "@HD\tVN:1.6\tSO:unknown\n@SQ\tSN:plasmid\tLN:4000\n@CO\tsee the notes, please\n";
  const read = (name: string, flag: number, quality: string, ...tags: string[]) => [
    name,
    flag,
    flag === 4 ? "*" : "plasmid",
    flag === 4 ? 0 : 17,
    60,
    flag === 4 ? "*" : "8M",
    "*",
    0,
    0,
    "GATTACAG",
    quality,
    ...tags,
  ];

  test("reads have the names of the format, and stars are missing values", async () => {
    const { names, columns, rows } = await load(
      `${header}${lines(
        read("r1", 0, '"FFFF"F,', "NM:i:0"),
        read("r2", 4, "*"),
        read("r3", 16, '"#######', "NM:i:2", "AS:i:11", "XX:Z:a b"),
        read("r4", 0, '~"~"~"~"'),
      )}`,
      "reads.sam",
    );
    expect(names).toEqual(
      "qname flag rname pos mapq cigar rnext pnext tlen seq qual tag_1 tag_2 tag_3".split(" "),
    );
    expect(columns).toMatchObject({
      flag: "INT64",
      pos: "INT64",
      mapq: "INT64",
      tlen: "INT64",
      qual: "STRING",
    });
    expect(rows.map((row) => [row[0], row[2], row[5], row[10], row[11], row[13]])).toEqual([
      ["r1", "plasmid", "8M", '"FFFF"F,', "NM:i:0", null],
      ["r2", null, null, null, null, null],
      ["r3", "plasmid", "8M", '"#######', "NM:i:2", "XX:Z:a b"],
      ["r4", "plasmid", "8M", '~"~"~"~"', null, null],
    ]);
  });
});

describe("PSL", () => {
  const head = `psLayout version 3\n\n${lines(
    "match,mis- ,rep. ,N's,Q gap,Q gap,T gap,T gap,strand,Q        ,Q   ,Q    ,Q  ,T        ,T   ,T    ,T  ,block,blockSizes ,qStarts, tStarts".split(
      ",",
    ),
    "     ,match,match,   ,count,bases,count,bases,      ,name     ,size,start,end,name     ,size,start,end,count".split(
      ",",
    ),
  )}${"-".repeat(150)}\n`;
  const hit = (matches: number, blocks: string, ...more: string[]) => [
    ...[matches, 0, 0, 1, 0, 0, 1, 44, "+", "design3", 90, 4, 60, "chr9", 5000, 200, 320, 2],
    blocks,
    "4,",
    "200,",
    ...more,
  ];

  test.each([
    ["with its header", head],
    ["without a header", ""],
  ])("alignments %s have the names of the format, and lists stay text", async (_, above) => {
    const { names, columns, rows } = await load(
      `${above}${lines(hit(52, "16,"), hit(31, "6,38,"))}`,
      "hits.psl",
    );
    expect([names.length, names[0], names[9], names[20]]).toEqual([21, "matches", "q_name", "t_starts"]);
    expect(columns).toMatchObject({
      matches: "INT64",
      t_base_insert: "INT64",
      block_sizes: "STRING",
      q_starts: "STRING",
    });
    expect(rows.map((row) => [row[0], row[9], row[18], row[19]])).toEqual([
      ["52", "design3", "16,", "4,"],
      ["31", "design3", "6,38,", "4,"],
    ]);
  });

  test("PSLX also has the sequences of both sides", async () => {
    const { names, rows } = await load(
      `${head}${lines(hit(8, "8,", "acgtacgt,", "acgtaggt,"))}`,
      "hits.pslx",
    );
    expect([names.slice(21), rows[0]?.slice(21)]).toEqual([
      ["q_sequences", "t_sequences"],
      ["acgtacgt,", "acgtaggt,"],
    ]);
  });

  test("a header without alignments says so", async () => {
    const { preview } = await loadByPreview(head, "none.psl");
    expect(preview.problems).toEqual(["none.psl: the PSL file has a header but no alignments."]);
  });
});

test("missing values of a known format are empty cells of its type", async () => {
  const text = lines(["chr1", 5, 9, "a", "7.5", "+"], ["chr1", 15, 19, "b", ".", "-"]);
  const { columns, rows } = await load(text, "sites.bed");
  expect([columns.score, rows.map((row) => row[4])]).toEqual(["FLOAT64", [7.5, null]]);
});

test("a column of a known format with a value that does not fit its type is text", async () => {
  const row = (phase: string, score: string) => ["chr1", "x", "CDS", 5, 9, score, "+", phase, "ID=a"];
  const { columns, rows } = await load(lines(row("0", "7.5"), row("1", "high")), "sites.gff");
  expect([columns.score, columns.phase, rows.map((cells) => cells[5])]).toEqual([
    "STRING",
    "INT64",
    ["7.5", "high"],
  ]);
});

test.each([
  ["#chrom\tstart\tend\tkd\n", lines(["chr1", 5, 9, "0.5"], ["chr1", 15, 19, "7"]), ["kd", "FLOAT64"]],
  [
    "# BLASTP\n# Fields: query, subject, similar, length, mismatches, gaps, q. start, q. end, s. start, s. end, score, same\n",
    lines(["a", "b", "97.5", 120, 3, 0, 1, 120, 4, 123, "250", "118"]),
    ["same", "FLOAT64"],
  ],
])("names in a comment are not replaced by those of a known format: %j", async (comment, text, last) => {
  const { names, columns } = await load(`${comment}${text}`, "hits.txt");
  expect([names.at(-1), columns[last[0] as string]]).toEqual(last);
});

test("sequences at the end of a large GFF file are not rows, although its preview does not reach them", async () => {
  const feature = (at: number) =>
    `chr1\ttool\tgene\t${at * 10 + 1}\t${at * 10 + 9}\t.\t+\t.\tID=gene${at};Note=${"n".repeat(200)}`;
  const features = Array.from({ length: 18_000 }, (_, at) => feature(at));
  const text = ["##gff-version 3", ...features, "##FASTA", ">chr1", "ACGTACGT", "ACGT", ""].join("\n");
  expect(text.length).toBeGreaterThan(4 << 20);
  const { preview, rows } = await loadByPreview(text);
  expect(preview.is_whole).toBe(false);
  expect(preview.config).toMatchObject({ comments: "#" });
  expect(rows).toHaveLength(18_000);
});

test("aligned proteins with stops inside are text, and a stop at the end is not", async () => {
  const rows = ["ACDEFGHIKLMN", "ACDEF*HIKLMN", "ACDEFGHIKLMP", "ACDEFGHIKLMQ"];
  const inside = await loadByPreview(`hit,aligned\n${rows.map((row, at) => `h${at},${row}\n`).join("")}`);
  expect(inside.preview.problems).toEqual([]);
  expect(inside.preview.columns[1]?.kind).toBeNull();
  const atEnd = rows.map((row, at) => `h${at},${row.replace("*", "G")}${at === 0 ? "*" : ""}\n`).join("");
  const ends = await loadByPreview(`hit,aligned\n${atEnd}`);
  expect(ends.preview.columns[1]?.kind).toBe("AMINO_ACIDS");
});

test("names above a shifted line of dashes are not cut", async () => {
  const text = [
    "# hit name  acc query name   score  bias",
    "#--------- ----        ----- -----  ----",
    "Globin     PF01        seq_1  75.2   0.1",
    "",
  ].join("\n");
  const { names, rows } = await loadByPreview(text);
  expect(names).toEqual(["hit_name", "acc", "query_name", "score", "bias"]);
  expect(rows?.[0]).toEqual(["Globin", "PF01", "seq_1", 75.2, 0.1]);
});
