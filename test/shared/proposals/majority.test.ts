import { writeFile } from "node:fs/promises";
import { sentences } from "@pdp/basics/wording";
import { ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import { loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { newPath, query, useFolder } from "../formats/ingesting.ts";

useFolder();

interface Case {
  /** Lines of a CSV file without its key column, or rows of a workbook. */
  cells: string[];
  /** Columns of the proposed configuration: name, type. */
  columns: string[];
  /** Loaded values, by row. */
  rows: (number | string | boolean | null)[][];
  header?: string;
  reason?: string;
}

async function preview(content: string | Uint8Array) {
  const path = newPath("bin");
  await writeFile(path, content);
  return { ...(await previewFile({ path, name: "plate.csv", isCut: false }, isReserved)), path };
}

async function load(path: string, config: TableConfig | null) {
  if (config === null) throw new Error("The preview proposes nothing");
  const table = loadTable("t", config, []);
  const target = newPath("parquet");
  const source = { path, name: "plate.csv", format: table.format, reading: statedOptions(table) };
  const { problems, warnings } = await ingestFile(source, table.columns, target);
  if (problems.count > 0) return { errors: sentences(problems), warnings, rows: [] };
  const names = table.columns.map(({ name, type }) =>
    type === "DATE" || type === "TIMESTAMP" ? `CAST("${name}" AS VARCHAR)` : `"${name}"`,
  );
  return {
    errors: [],
    warnings,
    rows: await query(`SELECT ${names.join(", ")} FROM read_parquet('${target}') ORDER BY __line`),
  };
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csvOf = (header: string, cells: readonly string[]) =>
  `id,${header}\n${cells.map((cell, row) => `v${row},${cell === "" ? "" : quoted(cell)}`).join("\n")}\n`;
const typesOf = (config: TableConfig | null) =>
  (config?.columns ?? []).map(({ name, type }) => `${name} ${type}`);

const CASES: Record<string, Case> = {
  "errors behind ±": {
    cells: ["12.3 ± 0.4", "10.1+/-0.2", "9.5 +- 1", "7"],
    columns: ["y FLOAT64", "y_error FLOAT64"],
    rows: [
      [12.3, 0.4],
      [10.1, 0.2],
      [9.5, 1],
      [7, null],
    ],
    reason: 'numbers: 3 cells with an error, such as "12.3 ± 0.4"; y_error keeps the rest of these cells',
  },
  "errors in brackets": {
    cells: ["0.5(1)", "0.61(12)", "12(3)"],
    columns: ["y FLOAT64", "y_error FLOAT64"],
    rows: [
      [0.5, 0.1],
      [0.61, 0.12],
      [12, 3],
    ],
  },
  "limits and words for them": {
    cells: ["1.5", "<0.5", "> 70", "<1E-12", "<LOD", ">ULOQ", "≤3", "BLQ", "n.d.", ""],
    columns: ["y FLOAT64", "y_limit STRING"],
    rows: [
      [1.5, null],
      [0.5, "<"],
      [70, ">"],
      [1e-12, "<"],
      [null, "<"],
      [null, ">"],
      [3, "<"],
      [null, "<"],
      [null, null],
      [null, null],
    ],
  },
  "percent signs alone": {
    cells: ["95%", "91.5 %", "7 %"],
    columns: ["y FLOAT64"],
    rows: [[95], [91.5], [7]],
  },
  "percent signs beside numbers of percents": {
    cells: ["95", "91.5", "7", "88 %", "12"],
    columns: ["y FLOAT64"],
    rows: [[95], [91.5], [7], [88], [12]],
  },
  "percent signs beside fractions": {
    cells: ["0.95", "0.915", "0.07", "88 %", "0.12"],
    columns: ["y FLOAT64"],
    rows: [[0.95], [0.915], [0.07], [0.88], [0.12]],
  },
  "decimal commas beside points": {
    cells: ["1.5", "2.5", "3,25", "4.0", "0,125"],
    columns: ["y FLOAT64"],
    rows: [[1.5], [2.5], [3.25], [4], [0.125]],
  },
  "thousands that are certain": {
    cells: ["12,345.5", "1,002.0", "999.5", "1,234,567"],
    columns: ["y FLOAT64"],
    rows: [[12345.5], [1002], [999.5], [1234567]],
  },
  "thousands in a count": {
    header: "reads",
    cells: ["12,345", "1,002", "2,001"],
    columns: ["reads INT64"],
    rows: [["12345"], ["1002"], ["2001"]],
  },
  "thousands as they are written in German": {
    cells: ["1.234,5", "12.345,25", "999,5"],
    columns: ["y FLOAT64"],
    rows: [[1234.5], [12345.25], [999.5]],
  },
  "thousands behind spaces and apostrophes": {
    cells: ["12 345", "1'002.5", "1\u202f234\u202f567", "12"],
    columns: ["y FLOAT64"],
    rows: [[12345], [1002.5], [1234567], [12]],
  },
  "numbers that do not tell thousands from decimals": {
    cells: ["1,234", "2,345", "3,456"],
    columns: ["y STRING"],
    rows: [["1,234"], ["2,345"], ["3,456"]],
    reason:
      'text, because "1,234" can be read with commas between thousands or with a decimal comma; choose one',
  },
  "days before months": {
    cells: ["3.11.2026", "28.02.2026", "05.11.26", "4-Nov-2026"],
    columns: ["y DATE"],
    rows: [["2026-11-03"], ["2026-02-28"], ["2026-11-05"], ["2026-11-04"]],
  },
  "months before days": {
    cells: ["11/03/2026", "02/28/2026", "2026-11-05"],
    columns: ["y DATE"],
    rows: [["2026-11-03"], ["2026-02-28"], ["2026-11-05"]],
  },
  "years before months": {
    cells: ["2026/11/3", "2026.02.28"],
    columns: ["y DATE"],
    rows: [["2026-11-03"], ["2026-02-28"]],
  },
  "dates that do not tell days from months": {
    cells: ["03/04/2026", "05/06/2026"],
    columns: ["y STRING"],
    rows: [["03/04/2026"], ["05/06/2026"]],
    reason: 'text, because "03/04/2026" can be read with the day first or with the month first; choose one',
  },
  "dates with a time": {
    cells: ["3.11.2026 14:05", "28.11.2026 9:30:15"],
    columns: ["y TIMESTAMP"],
    rows: [["2026-11-03 14:05:00"], ["2026-11-28 09:30:15"]],
  },
  "several notations together": {
    cells: ["<0,5", "1,5 ± 0,25", "2,5", "12,5 %", "3,5"],
    columns: ["y FLOAT64", "y_error FLOAT64", "y_limit STRING"],
    rows: [
      [0.5, null, "<"],
      [1.5, 0.25, null],
      [2.5, null, null],
      [12.5, null, null],
      [3.5, null, null],
    ],
  },
  "names, clones and long numbers": {
    cells: ["007", "012", "<5", "013", "014"],
    columns: ["y STRING"],
    rows: [["007"], ["012"], ["<5"], ["013"], ["014"]],
  },
  "notes that have numbers": {
    cells: ["95% sure", "12 ± a few", "see 1,002", "ok"],
    columns: ["y STRING"],
    rows: [["95% sure"], ["12 ± a few"], ["see 1,002"], ["ok"]],
  },
};

describe("the proposal keeps values", () => {
  test.each(Object.entries(CASES))(
    "the proposal keeps %s",
    async (_, { cells, columns, rows, header = "y", reason }) => {
      const seen = await preview(csvOf(header, cells));
      expect(typesOf(seen.config).slice(1)).toEqual(columns);
      expect(seen.problems).toEqual([]);
      if (reason !== undefined) expect(seen.columns[1]?.type_reason).toBe(reason);
      const loaded = await load(seen.path, seen.config);
      expect(loaded.errors).toEqual([]);
      expect(loaded.rows.map(([, ...values]) => values)).toEqual(rows);
    },
  );

  test.each(Object.entries(CASES))(
    "the proposal keeps %s in a workbook",
    async (_, { cells, columns, rows, header = "y" }) => {
      const data = [["id", header], ...cells.map((cell, row) => [`v${row}`, cell === "" ? null : cell])];
      const seen = await preview(await writeXlsx({ sheets: [{ name: "S", rows: data }] }));
      expect(typesOf(seen.config).slice(1)).toEqual(columns);
      const loaded = await load(seen.path, seen.config);
      expect(loaded.errors).toEqual([]);
      expect(loaded.rows.map(([, ...values]) => values)).toEqual(rows);
    },
  );
});

describe("four of five values determine a type", () => {
  test("exceptions are listed with lines and ways to keep them", async () => {
    const seen = await preview(csvOf("y", ["1.5", "2.5", "see note 3", "3.5", "4.5"]));
    const [, column] = seen.columns;
    expect(column?.type).toBe("FLOAT64");
    expect(column?.exceptions).toEqual([
      {
        notation: null,
        count: 1,
        examples: [{ line: 4, value: "see note 3" }],
        reason: '1 cell cannot be read, such as "see note 3".',
      },
    ]);
    expect(seen.problems).toEqual(['plate.csv, line 4, column "y": "see note 3" is not a number.']);
    expect(column?.proposals.map(({ title, applied }) => [title, applied])).toEqual([
      ["Keep other text in y_text", false],
      ["Load y as text", false],
    ]);
    const results = [];
    for (const { columns } of column?.proposals ?? []) {
      const config = seen.config as TableConfig;
      const others = config.columns.filter(({ name }) => name !== "y");
      results.push((await load(seen.path, { ...config, columns: [...others, ...columns] as never })).rows[2]);
    }
    expect(results).toEqual([
      ["v2", null, "see note 3"],
      ["v2", "see note 3"],
    ]);
  });

  test("three of four values do not determine a type", async () => {
    const { columns } = await preview(csvOf("y", ["1.5", "2.5", "see note", "3.5"]));
    expect(columns[1]).toMatchObject({ type: "STRING", exceptions: [], proposals: [] });
    expect(columns[1]?.type_reason).toBe('text, because "see note" is not a number');
  });

  test.each([
    ["BOOL", ["true", "false", "yes", "no", "perhaps"]],
    ["DATE", ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "last week"]],
    ["TIMESTAMP", ["2026-11-01T10:00", "2026-11-02T10:00", "2026-11-03", "2026-11-04", "later"]],
  ])("exceptions are also listed for %s columns", async (type, cells) => {
    const { columns } = await preview(csvOf("y", cells));
    expect(columns[1]).toMatchObject({ type, exceptions: [{ notation: null, count: 1 }] });
  });

  test("each proposed reading loads its values", async () => {
    const seen = await preview(csvOf("y", ["1,234", "2,345"]));
    const config = seen.config as TableConfig;
    const rows = [];
    for (const { columns } of seen.columns[1]?.proposals ?? []) {
      const others = config.columns.filter(({ name }) => name !== "y");
      rows.push(
        (await load(seen.path, { ...config, columns: [...others, ...columns] as never })).rows[0]?.[1],
      );
    }
    expect(rows).toEqual([1234, 1.234, "1,234"]);
  });
});

describe("rows without measurements", () => {
  test("rows without measurements are excluded at the end of a file, with any number of cells", async () => {
    const seen = await preview(
      "sample,y,z\nv1,1,2\nv2,3,4\nv3,5,7\nMean,3,4.3\nSD,2\nCV (%),66,58\n* measured in triplicate by the night shift\n",
    );
    expect(seen.problems).toEqual([]);
    expect(seen.config?.exclusions).toEqual([
      { column: "sample", value: "Mean", reason: "Summary row below the data" },
      { column: "sample", value: "SD", reason: "Summary row below the data" },
      { column: "sample", value: "CV (%)", reason: "Summary row below the data" },
      {
        column: "sample",
        value: "* measured in triplicate by the night shift",
        reason: "Note below the data",
      },
    ]);
    const { rows, warnings } = await load(seen.path, seen.config);
    expect(rows).toEqual([
      ["v1", 1, 2],
      ["v2", 3, 4],
      ["v3", 5, 7],
    ]);
    expect(warnings).toContain('plate.csv: 4 rows were excluded, as specified by the load\'s "exclusions".');
  });

  test("rows without measurements are excluded by line if their label is also used in data rows", async () => {
    const seen = await preview("sample,y\nmean,1\nv2,3\nv3,5\nMean,3\n");
    expect(seen.config?.exclusions).toEqual([
      { file: "plate.csv", line: 5, reason: "Summary row below the data" },
    ]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["mean", 1],
      ["v2", 3],
      ["v3", 5],
    ]);
  });

  test("residues and sample names are not mistaken for rows without measurements", async () => {
    for (const content of [
      "residue,y\nA,1\nC,2\nN,3\n",
      "gene,y\nabc,1\nMAX,2\n",
      "sample,note\nv1,a\nMean,b\n",
    ])
      expect((await preview(content)).config?.exclusions).toBeUndefined();
  });

  test("units rows become column descriptions", async () => {
    const seen = await preview("variant,Tm,activity\n,C,U/mg\nA1G,55.1,2.2\nA2G,54.1,2.3\n");
    expect(seen.problems).toEqual([]);
    expect(seen.columns.map(({ type, unit }) => [type, unit])).toEqual([
      ["STRING", null],
      ["FLOAT64", "C"],
      ["FLOAT64", "U/mg"],
    ]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["A1G", 55.1, 2.2],
      ["A2G", 54.1, 2.3],
    ]);
  });
});

describe("header rows", () => {
  test.each([
    [
      "with repeated names",
      ",Activity,,Stability,\nvariant,rep1,rep2,rep1,rep2\nA1G,1.5,2,3,4\nA2G,2.5,3,4,5\n",
    ],
    [
      "with a name above each column",
      ",Activity,Activity,Stability,Stability\nvariant,rep1,rep2,rep1,rep2\nA1G,1.5,2,3,4\nA2G,2.5,3,4,5\n",
    ],
    [
      "below a title",
      "Plate 7\n,Activity,,Stability,\nvariant,rep1,rep2,rep1,rep2\nA1G,1.5,2,3,4\nA2G,2.5,3,4,5\n",
    ],
  ])("%s are joined", async (_, content) => {
    const seen = await preview(content);
    expect(seen.config?.header_rows).toBe(2);
    expect(seen.config?.columns.map(({ name }) => name)).toEqual([
      "variant",
      "activity_rep1",
      "activity_rep2",
      "stability_rep1",
      "stability_rep2",
    ]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["A1G", 1.5, 2, 3, 4],
      ["A2G", 2.5, 3, 4, 5],
    ]);
  });

  test("two header rows are joined even if the names differ", async () => {
    const seen = await preview(
      ",Kinetics,,Stability\nvariant,kcat,km,tm\nA1G,1.5,2.5,3.5\nA2G,2.5,3.5,4.5\n",
    );
    expect(seen.config?.columns.map(({ name }) => name)).toEqual([
      "variant",
      "kinetics_kcat",
      "kinetics_km",
      "stability_tm",
    ]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["A1G", 1.5, 2.5, 3.5],
      ["A2G", 2.5, 3.5, 4.5],
    ]);
  });

  test("two header rows of a workbook are joined", async () => {
    const rows = [
      [null, "Activity", null, "Stability", null],
      ["variant", "rep1", "rep2", "rep1", "rep2"],
      ["A1G", 1.5, 2.5, 3.5, 4.5],
      ["A2G", 2.5, 3.5, 4.5, 5.5],
    ];
    const seen = await preview(await writeXlsx({ sheets: [{ name: "S", rows }] }));
    expect(seen.problems).toEqual([]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["A1G", 1.5, 2.5, 3.5, 4.5],
      ["A2G", 2.5, 3.5, 4.5, 5.5],
    ]);
    expect(seen.config?.columns[3]?.name).toBe("stability_rep1");
  });

  test("if a header name occurs twice, both columns are loaded by position", async () => {
    const seen = await preview("well,rep1,rep1,rep2,type\nA1,1.5,1.1,1.2,parent\nA2,2.5,2.1,2.2,variant\n");
    expect(seen.problems).toEqual([]);
    expect((await load(seen.path, seen.config)).rows).toEqual([
      ["A1", 1.5, 1.1, 1.2, "parent"],
      ["A2", 2.5, 2.1, 2.2, "variant"],
    ]);
  });
});

test("a sheet with a name that suggests results is proposed", async () => {
  const rows = [
    ["variant", "y"],
    ["A1G", 1.5],
    ["A2G", 2.5],
  ];
  const notes = [
    ["By", "Date"],
    ["me", "today"],
    ["you", "tomorrow"],
  ];
  for (const names of [
    ["README", "Results"],
    ["Plate map", "Sheet2"],
    ["Sheet1", "Assay data"],
  ]) {
    const sheets = [
      { name: names[0] as string, rows: notes },
      { name: names[1] as string, rows },
    ];
    expect((await preview(await writeXlsx({ sheets }))).config?.sheet).toBe(names[1]);
  }
});

test("replicate columns are proposed with a query that returns one row each", async () => {
  const seen = await preview("sequence,rep1,rep2,mean\nMKTAYIAK,1.5,2.5,2\nMKTAYIAR,3.5,,3.5\n");
  expect(seen.replicates).toEqual([{ assay: "value", columns: ["rep1", "rep2"], mean: "mean", sd: null }]);
  expect(seen.replicates_query).toContain(
    'SELECT "sequence", 1 AS replicate, CAST("rep1" AS double) AS "value" FROM "the_table"',
  );
  expect((await preview("sequence,y\nMKTAYIAK,1.5\n")).replicates_query).toBeNull();
});

test("words that the user specified for missing values do not affect the proposed type", async () => {
  const path = newPath("csv");
  const dead = ["k,kcat", "1,1.5", "2,not made", "3,Not made", "4,not made", "5,2.5"].join("\n");
  await writeFile(path, dead);
  const source = { path, name: "plate.csv", isCut: false, missing: ["not made"] };
  const { config, columns } = await previewFile(source, isReserved);
  expect(columns.map(({ name, type }) => ({ name, type }))).toEqual([
    { name: "k", type: "INT64" },
    { name: "kcat", type: "FLOAT64" },
  ]);
  expect(config?.missing_values).toEqual(["not made"]);
  const loaded = await load(path, config);
  expect(loaded.errors).toEqual([]);
  expect(loaded.rows.map(([, kcat]) => kcat)).toEqual([1.5, null, null, null, 2.5]);
});
