import { writeFile } from "node:fs/promises";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { planImport } from "#cli/files/planImport.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { RowsBelow } from "../../../shared/formats/text/rowsBelow.ts";
import { column, ingest, newPath, readBack, useFolder, values } from "../formats/ingesting.ts";

useFolder();

/** Export of a qPCR instrument: sections under names in brackets, rows without trailing empty cells, lines at the end. */
const QPCR = [
  "* Block Type = 96well",
  "* Instrument Type = QuantStudio 5",
  "",
  "[Amplification Data]",
  "Well\tCycle\tTarget\tRn",
  "1\t1\tT1\t0.612",
  "1\t2\tT1\t0.614",
  "",
  "[Results]",
  "Well\tWell Position\tSample Name\tCT\tTm1\tComments\tNOAMP",
  "1\tA1\tS1\t18.717\t78.1",
  "2\tA2\tS2\tUndetermined\t78.2\tlate\tY\t\t",
  "",
  "3\tA3\tS3\t20.5\t78",
  "",
  "Analysis Type\tSinglePlex",
  "Endogenous Control\tT1",
  "",
].join("\r\n");
const XPONENT = [
  '"Program","xPONENT"',
  '"Build","4.2"',
  "",
  '"DataType:","Median"',
  '"Location","Sample","IL-6","TNF"',
  '"1(1,A1)","S1",120.5,33',
  '"2(1,B1)","S2",98,41',
  "",
  '"DataType:","Count"',
  '"Location","Sample","IL-6","TNF"',
  '"1(1,A1)","S1",54,61',
  "",
].join("\n");

async function preview(content: string, headerRow?: number) {
  const path = newPath("txt");
  await writeFile(path, content);
  const source = { path, name: "a.txt", isCut: false, ...(headerRow !== undefined && { headerRow }) };
  return { path, ...(await previewFile(source, isReserved)) };
}

async function loaded(content: string, config: Awaited<ReturnType<typeof preview>>["config"]) {
  const table = loadTable("t", config ?? { columns: [] }, []);
  return values(table.format, content, table.columns, table);
}

describe("sections of a file", () => {
  test("sections are listed with the instrument, and the results are selected", async () => {
    const seen = await preview(QPCR);
    expect(seen).toMatchObject({
      format: "TSV",
      instrument: "QuantStudio 5",
      header_row: 10,
      sections: [
        { name: "[Amplification Data]", header_row: 5, last_row: 7, chosen: false },
        { name: "[Results]", header_row: 10, last_row: 14, chosen: true },
      ],
      config: { header_row: 10, last_row: 14, short_rows: "FILL" },
    });
    expect(seen.warnings).toEqual([
      "The file contains 2 tables; [Results] is read. To read a different table ([Amplification Data] from line 5 with 2 rows), choose its header row.",
      "2 lines below line 14 are not read.",
    ]);
    expect(seen.problems).toEqual([]);
    expect(seen.rows).toEqual([
      ["1", "A1", "S1", "18.717", "78.1", null, null],
      ["2", "A2", "S2", "Undetermined", "78.2", "late", "Y"],
      ["3", "A3", "S3", "20.5", "78", null, null],
    ]);
    const rows = await loaded(QPCR, seen.config);
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      ["1", "A1", "S1"],
      ["2", "A2", "S2"],
      ["3", "A3", "S3"],
    ]);
  });

  test("sections are read by header row, including on the command line", async () => {
    const seen = await preview(QPCR, 5);
    expect(seen.sections.map(({ chosen }) => chosen)).toEqual([true, false]);
    expect(seen.config).toMatchObject({ header_row: 5, last_row: 7 });
    const rows = [
      ["1", "1", "T1", 0.612],
      ["1", "2", "T1", 0.614],
    ];
    expect(await loaded(QPCR, seen.config)).toEqual(rows);
    for (const [headerRow, count] of [
      ["5", 2],
      ["10", 3],
    ] as const) {
      const signal = AbortSignal.any([]);
      const { config, reports } = await planImport(
        [seen.path],
        "t",
        null,
        { headerRow, missing: ["Undetermined"] },
        signal,
      );
      expect(config.header_row).toBe(Number(headerRow));
      expect(reports).toMatchObject([{ rows: count, problems: { count: 0 } }]);
    }
  });

  test("Luminex sections are named after their data types", async () => {
    const seen = await preview(XPONENT);
    expect(seen).toMatchObject({
      instrument: "Luminex xPONENT",
      sections: [
        { name: "Median", header_row: 5, last_row: 7, chosen: true },
        { name: "Count", header_row: 10, last_row: null, chosen: false },
      ],
    });
    expect((await preview(XPONENT, 10)).config).toMatchObject({ header_row: 10 });
    const { config } = seen;
    expect(await loaded(XPONENT, config)).toEqual([
      ["1(1,A1)", "S1", 120.5, 33],
      ["2(1,B1)", "S2", 98, 41],
    ]);
  });

  test("bracketed values of a table are not sections", async () => {
    const seen = await preview("name,value\n[A],1\n[B],2\n");
    expect(seen).toMatchObject({ sections: [], instrument: null, rows_read: 2 });
    expect(seen.config).not.toHaveProperty("last_row");
  });
});

describe("a table above the first bracketed name", () => {
  const NOTES = "\n[Notes]\nwho,when\nAnn,Monday\n";

  test("the table is read, and the section is listed", async () => {
    const content = `variant,activity\nA1V,1.0\nA2V,2.0\nA3V,3.0\n${NOTES}`;
    const seen = await preview(content);
    expect(seen.sections).toEqual([
      { name: "table above [Notes]", header_row: 1, last_row: 4, chosen: true },
      { name: "[Notes]", header_row: 7, last_row: null, chosen: false },
    ]);
    expect(seen.warnings).toEqual([
      "The file contains 2 tables; the table above [Notes] is read. To read a different table ([Notes] from line 7), choose its header row.",
    ]);
    expect([seen.rows_read, seen.problems]).toEqual([3, []]);
    expect(await loaded(content, seen.config)).toEqual([
      ["A1V", 1],
      ["A2V", 2],
      ["A3V", 3],
    ]);
    expect((await preview(content, 7)).rows).toEqual([["Ann", "Monday"]]);
  });

  test.each([
    ["three columns of text", "variant,host,strain\nA1V,E. coli,K12\n", 1],
    ["a column of text, with a narrow section below", "variant,host\nA1V,E. coli\n", 1],
    ["names and values that describe a wider section", "Operator,Ann\nBuild,4.2\nKit,T7\n", 6],
  ])("a table above the sections is selected by its cells: %s", async (_, above, headerRow) => {
    const section = headerRow === 1 ? NOTES : "\n[Results]\nwell,sample,ct\nA1,S1,20.5\n";
    const seen = await preview(above + section);
    expect(seen.header_row).toBe(headerRow);
    expect(seen.sections).toHaveLength(2);
    expect(seen.warnings[0]).toContain("The file contains 2 tables");
  });

  test("a table without separators is counted in a warning", async () => {
    const seen = await preview(`variant\nA1V\nA2V\n${NOTES}`);
    expect(seen.warnings).toEqual(["3 lines above line 6 are not read."]);
  });

  test("a table may contain bracketed names, including within quotes", async () => {
    const rows = await preview("name,x\nwt,3\n[a],\nfoo,1\nbar,2\nbaz,4\n");
    expect(rows).toMatchObject({ header_row: 1, rows_read: 5, sections: [], warnings: [], problems: [] });
    const quoted = await preview('name,source\nwt,"see\n[1]\nBaker, 1998"\nA1V,"the ""same"""\n');
    expect(quoted).toMatchObject({ header_row: 1, rows_read: 2, sections: [], warnings: [], problems: [] });
  });

  test("the table and a single-column section are listed", async () => {
    const seen = await preview(
      'a,b,c\n1,2,3\n\n[Remarks]\nall fine\n\n[Open]\n"never closed\n[Results]\nwell,ct\nA1,20\n',
    );
    expect(seen.sections.map(({ name, header_row: row }) => [name, row])).toEqual([
      ["table above [Remarks]", 1],
      ["[Remarks]", 5],
      ["[Open]", 8],
      ["[Results]", 10],
    ]);
  });
});

test("the first hundred sections and the selected one are shown", async () => {
  const seen = await preview(Array.from({ length: 300 }, (_, at) => `[S${at}]\na,b\n1,2\n\n`).join(""));
  expect(seen.sections).toHaveLength(101);
  expect(seen.sections.at(-1)).toMatchObject({ name: "[S299]", chosen: true });
  expect(seen.warnings[0]).toContain("The file contains 300 tables");
});

describe("the last row of a table", () => {
  const COLUMNS = [column("a", "INT64"), column("b", "STRING")];

  test.each(["\n", "\r\n", "\r"])(
    "the last row of a table is the last row read, with lines that end in %j",
    async (end) => {
      const content = ["title", "a,b", "1,x", '2,"y', 'z"', "3,w", "[Next]", "c,d,e", ""].join(end);
      const reading = { header_row: 2, last_row: 6 };
      const { target, sentences } = await ingest("CSV", content, COLUMNS, reading);
      expect(sentences).toEqual([]);
      expect(await readBack(target)).toEqual([
        ["1", "x"],
        ["2", `y${end}z`],
        ["3", "w"],
      ]);
    },
  );

  test("the last row must be below the header", () => {
    const config = { columns: [{ name: "a", type: "STRING" }], header_row: 3, last_row: 3 };
    expect(() => loadTable("t", config as never, [])).toThrow(/below the header row/);
  });
});

describe("sections of a sheet", () => {
  const rows = [
    ["* Block Type = 96well"],
    [null],
    ["[Raw]"],
    ["well", "cycle", "rn"],
    ["A1", 1, 0.5],
    ["A1", 2, 0.75],
    [null],
    ["[Results]"],
    ["well", "sample", "ct", "task"],
    ["A1", "S1", 18.5, "UNKNOWN"],
    ["A2", "S2", 20.25, "NTC"],
    [null],
    ["Analysis Type", "Singleplex"],
  ];
  const previewSheet = async (headerRow?: number) => {
    const content = await writeXlsx({ sheets: [{ name: "Run", rows }] });
    const path = newPath("xlsx");
    await writeFile(path, content);
    const source = { path, name: "run.xlsx", isCut: false, ...(headerRow !== undefined && { headerRow }) };
    return { content, path, ...(await previewFile(source, isReserved)) };
  };

  test("sections of a sheet are listed, selected and loaded like those of a text file", async () => {
    const seen = await previewSheet();
    expect(seen).toMatchObject({
      format: "XLSX",
      instrument: "Applied Biosystems qPCR",
      sections: [
        { name: "[Raw]", header_row: 4, last_row: 6, chosen: false },
        { name: "[Results]", header_row: 9, last_row: 11, chosen: true },
      ],
      config: { header_row: 9, last_row: 11 },
      problems: [],
      warnings: [
        "The file contains 2 tables; [Results] is read. To read a different table ([Raw] from row 4 with 2 rows), choose its header row.",
        "1 row below row 11 is not read.",
      ],
    });
    const table = loadTable("t", seen.config ?? { columns: [] }, []);
    expect(await values("XLSX", seen.content, table.columns, table)).toEqual([
      ["A1", "S1", 18.5, "UNKNOWN"],
      ["A2", "S2", 20.25, "NTC"],
    ]);
  });

  test("sections of a sheet are read as specified by the header row, including on the command line", async () => {
    const seen = await previewSheet(4);
    expect(seen.config).toMatchObject({ header_row: 4, last_row: 6 });
    const table = loadTable("t", seen.config ?? { columns: [] }, []);
    expect(await values("XLSX", seen.content, table.columns, table)).toHaveLength(2);
    const signal = AbortSignal.any([]);
    const { config, reports } = await planImport([seen.path], "t", null, { headerRow: "4" }, signal);
    expect(config).toMatchObject({ header_row: 4, last_row: 6 });
    expect(reports).toMatchObject([{ rows: 2, problems: { count: 0 } }]);
  });
});

test("the last row of a sheet is the last row read", async () => {
  const rows = [["title"], ["a", "b"], [1, "x"], [2, "y"], ["Mean", null, 1.5], ["c", "d", "e"]];
  const content = await writeXlsx({ sheets: [{ name: "s", rows }] });
  const columns = [column("a", "INT64"), column("b", "STRING")];
  expect(await values("XLSX", content, columns, { header_row: 2, last_row: 4 })).toEqual([
    ["1", "x"],
    ["2", "y"],
  ]);
});

test("empty cells beyond the header are ignored only with FILL", async () => {
  const columns = [column("a", "INT64"), column("b", "STRING")];
  const content = "a,b\n1,x,,\n2,y,\n";
  expect(await values("CSV", content, columns, { short_rows: "FILL" })).toEqual([
    ["1", "x"],
    ["2", "y"],
  ]);
  expect((await ingest("CSV", content, columns)).sentences).toHaveLength(2);
  const { sentences } = await ingest("CSV", "a,b\n1,x,,lost\n", columns, { short_rows: "FILL" });
  expect(sentences).toEqual([expect.stringContaining("the row has 4 cells, but the header has 2")]);
});

describe("rows below the last row of a different file", () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => `A${at},S${at},20.5`);
  const plate = (count: number, ...below: string[]) =>
    ["[Results]", "Well,Sample,CT", ...rows(count), "", ...below, ""].join("\r\n");

  test("a load counts the rows below, excluding notes and later sections", async () => {
    const first = plate(8, "Analysis by Ann", "[Melt]", "Well,Sample,Tm", ...rows(3));
    const { config, warnings } = await preview(first, 2);
    expect(config).toMatchObject({ last_row: 10 });
    expect(warnings).toContain("1 line below line 10 is not read.");
    const table = loadTable("t", config ?? { columns: [] }, []);
    const reading = { header_row: 2, last_row: 10 };
    expect((await ingest("CSV", first, table.columns, reading)).warnings).toEqual([]);
    const second = plate(30, "Analysis by Ann", "[Melt]", "Well,Sample,Tm", ...rows(3));
    const { rows: read, warnings: told } = await ingest("CSV", second, table.columns, reading);
    expect(read).toBe(8);
    expect(told).toEqual([
      expect.stringMatching(
        /: not loaded: 22 rows below line 10; if they belong to the table, load this file with a different "last_row"\.$/,
      ),
    ]);
  });

  test("the command line counts the rows below", async () => {
    const paths = [newPath("csv"), newPath("csv")];
    for (const [at, path] of paths.entries())
      await writeFile(path, plate(at === 0 ? 8 : 30, "Analysis by Ann"));
    const { reports } = await planImport(paths, "t", null, {}, AbortSignal.any([]));
    expect(reports.map(({ rows: read }) => read)).toEqual([8, 8]);
    expect(reports[0]?.warnings.join()).not.toContain("not loaded");
    expect(reports[1]?.warnings).toContainEqual(expect.stringContaining("not loaded: 22 rows below line 10"));
  });
});

test.each([1, 2, 3, 7, 1_000])("the rows below are counted in chunks of %d bytes", (size) => {
  const below = new RowsBelow(",");
  const pieces = (text: string, take: (chunk: Buffer) => void) => {
    for (let at = 0; at < text.length; at += size) take(Buffer.from(text.slice(at, at + size)));
  };
  pieces("\r\n,b,c\r\n1,2,3\r\n", (chunk) => below.takeTable(chunk));
  pieces("4\r\n5,6,7\r\n\r\nnote\r\n8,9,0", (chunk) => below.takeBelow(chunk));
  expect(below.end()).toBe(4);
});
