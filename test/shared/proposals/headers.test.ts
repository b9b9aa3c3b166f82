import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { useFolder } from "../formats/ingesting.ts";
import { loadByPreview } from "./loadByPreview.ts";

useFolder();

const lines = (...rows: string[][]) => rows.map((cells) => `${cells.join("\t")}\n`).join("");

describe("a file without column names keeps its first row", () => {
  test("a table of BLAST hits gets the names of the format", async () => {
    const hit = (to: string, identity: string) => [
      `contig7`,
      to,
      identity,
      "140",
      "6",
      "1",
      "3",
      "142",
      "20",
      "159",
      "3e-55",
      "171",
    ];
    const { names, rows, preview } = await loadByPreview(lines(hit("P1", "81.3"), hit("P2", "55.0")));
    expect(names.slice(0, 3)).toEqual(["qseqid", "sseqid", "pident"]);
    expect(rows?.map((row) => row[1])).toEqual(["P1", "P2"]);
    expect(preview.warnings.join()).toContain("without a header");
    expect(preview.header_row).toBeNull();
  });

  test("BED and GFF get the names of their columns", async () => {
    const bed = await loadByPreview(
      lines(["chrX", "20", "95", "a", "7", "+"], ["chrX", "31", "99", "b", "9", "-"]),
    );
    expect([bed.names.slice(0, 2), bed.rows?.length]).toEqual([["chrom", "start"], 2]);
    const gff = `##gff-version 3\n${lines(["s1", "x", "CDS", "4", "60", ".", "+", "0", "ID=a"])}###\n${lines(["s1", "x", "CDS", "80", "99", ".", "-", "0", "ID=b"])}`;
    const found = await loadByPreview(gff);
    expect([found.names[8], found.rows?.map((row) => row[8])]).toEqual(["attributes", ["ID=a", "ID=b"]]);
  });

  test("rows of numbers and a layout of a plate get numbered columns", async () => {
    const numbers = await loadByPreview("0.31,0.5,0.11\n0.24,0.7,0.22\n0.25,0.1,0.3\n");
    expect([numbers.names, numbers.rows?.length]).toEqual([["column_1", "column_2", "column_3"], 3]);
    expect(numbers.preview.warnings).toEqual([
      "Line 1 looks like data, so the file is read without a header, with numbered columns. If line 1 contains the column names, choose it as the header row.",
    ]);
    const layout = await loadByPreview("A_2uM,A_2uM,B_2uM\nA_1uM,A_1uM,B_1uM\nA_0uM,A_0uM,B_0uM\n");
    expect(layout.rows?.map((row) => row[0])).toEqual(["A_2uM", "A_1uM", "A_0uM"]);
  });

  test("the first of several variants with a value is not a name", async () => {
    const { rows } = await loadByPreview("A12G,1\nK13R,0.62\nT14S,0.4\nV15A,0.91\n");
    expect(rows?.[0]).toEqual(["A12G", 1]);
  });

  test("a first record with increasing numbers among texts is not a row of names", async () => {
    const event = (at: number) => ["40", `2024-05-0${at} 08:12:47`, `P1_${at}`, "SAM", "", `  5.${at}734`];
    const first = ["0", "2024-05-09 16:34:37", "#ARC-FILE#", "1.1a", "12345", ""];
    const { rows } = await loadByPreview(lines(first, ...[1, 2, 3, 4, 5].map(event)));
    expect(rows).toHaveLength(6);
  });

  test("increasing times next to each other are names", async () => {
    const { names } = await loadByPreview("well,0,30,60\nA1,5,7,6\nA2,4,9,5\nA3,8,3,4\n");
    expect(names).toEqual(["well", "c_0", "c_30", "c_60"]);
  });

  test("a sheet whose header starts after empty cells has its settings above it", async () => {
    const content = await writeXlsx({
      sheets: [
        {
          name: "Sheet",
          rows: [
            ["Plate Name", "Plate1"],
            ["Dilution", 2],
            ["Operator", "admin"],
            [null, null, "Row", "Well Name", "Live Count", "Viability (%)", "Errors"],
            [null, null, 0, 1, 24, 90.5, null],
            [null, null, 0, 2, 31, 91.5, null],
          ],
        },
      ],
    });
    const { names, rows, preview } = await loadByPreview(content, "export.xlsx");
    expect(preview.config).toMatchObject({ header_row: 4 });
    expect(names).toContain("live_count");
    expect(rows).toHaveLength(2);
  });

  test("a sheet without names keeps its first row", async () => {
    const rows = [
      ["S1_4x", "S1_4x", "S2_4x"],
      ["S1_2x", "S1_2x", "S2_2x"],
      ["S1_1x", "S1_1x", "S2_1x"],
    ];
    const book = await writeXlsx({ sheets: [{ name: "Layout", rows }] });
    const loaded = await loadByPreview(new Uint8Array(book), "layout.xlsx");
    expect(loaded.rows).toEqual(rows);
    expect(loaded.preview.warnings.join()).toContain("Row 1 looks like data");
  });
});

describe("column names are found", () => {
  test.each([
    ["times as names", "variant,0,10,20,30\nA4G,0.5,0.1,0.3,0.2\nK5R,0.5,0.4,0.3,0.6\n"],
    ["a wavelength as a name", "well,600\nA1,0.31\nA2,0.35\nA3,0.29\n"],
    ["one row of numbers", "a,b\n1,2\n"],
    ["names of other words", "name,comment\nwild type,good\ndouble,bad\n"],
    ["an empty column", "name,empty,value\nx1,,2\nx2,,3\n"],
  ])("%s", async (_, text) => {
    const { preview, rows } = await loadByPreview(text);
    expect(preview.header_row).toBe(1);
    expect(rows?.length).toBe(text.split("\n").length - 2);
  });

  test("below a title, in a line that ends in a separator", async () => {
    const text = "Raw data\tExperiment 4\nPos\tName\tCycle\t465-510\t\nB3\tS1\t1\t0.4\nB3\tS1\t2\t0.41\n";
    const { names, rows } = await loadByPreview(text);
    expect([names, rows?.length]).toEqual([["pos", "name", "cycle", "c_465_510"], 2]);
  });

  test("in a comment between other comments", async () => {
    const text =
      "# Tool 1\n# Fields: query id, score, % identity\n# 2 hits\nq7\t55.1\t91\nq7\t40\t88.2\n# Tool 1\n# 0 hits\n";
    const { names, rows, preview } = await loadByPreview(text);
    expect(names).toEqual(["query_id", "score", "percent_identity"]);
    expect(rows).toEqual([
      ["q7", 55.1, 91],
      ["q7", 40, 88.2],
    ]);
    expect(preview.warnings.join()).toContain("not loaded: 5 comment lines");
  });
});

describe("a table without separators is split", () => {
  test("at runs of spaces", async () => {
    const text = "  score     rms    model\n  -12.5    0.41   d_7\n   -9.25  10.4    d_12\n";
    expect(await loadByPreview(text)).toMatchObject({
      names: ["score", "rms", "model"],
      rows: [
        [-12.5, 0.41, "d_7"],
        [-9.25, 10.4, "d_12"],
      ],
    });
  });

  test("at a line of dashes below names with spaces, with a text at the end", async () => {
    const text =
      "# target name  E-value  description\n#------------- ------- ------------\nfam|P1|LONG_NAME_1 2e-9  Kinase of yeast\nP2  0.5  Transporter\n#\n# [ok]\n";
    const { names, rows } = await loadByPreview(text);
    expect(names).toEqual(["target_name", "e_value", "description"]);
    expect(rows).toEqual([
      ["fam|P1|LONG_NAME_1", 2e-9, "Kinase of yeast"],
      ["P2", 0.5, "Transporter"],
    ]);
  });

  test("at fixed columns whose cells contain spaces", async () => {
    const text = "Name        Value\n----------- -----\nwild type   1.0\nA 4 G       0.25\n            0.5\n";
    expect(await loadByPreview(text)).toMatchObject({
      names: ["name", "value"],
      rows: [
        ["wild type", 1],
        ["A 4 G", 0.25],
        [null, 0.5],
      ],
    });
  });

  test("lines with different numbers of cells are refused", async () => {
    const { preview } = await loadByPreview("x 1.5 2.5 a\ny 1.4\nz 3 4 5 6\nu 1 2 3\n");
    expect(preview.config).toBeNull();
    expect(preview.problems.join()).toContain("have no separators");
  });
});

test("a row that is too long for the first rows of a table without names is reported with its line", async () => {
  const { preview } = await loadByPreview(`${"0.5,0.25\n".repeat(20_000)}0.1,0.2,0.3\n`);
  expect(preview.problems.join()).toContain("line 20001: the row has 3 cells");
});
