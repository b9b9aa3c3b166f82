import { expect } from "vitest";
import { expectSuccess } from "../expectations.ts";
import { freshName, ingestBatch, newLoad, rowsOf } from "../given.ts";
import { nightlyRule, type Rule, rule } from "../rule.ts";
import type { Site } from "../site.ts";

const SECTION = "Clients: Cells and rows in lab tables";
const MAJORITY =
  "In a preview, a column gets a type if at least four in five of its values have that type. `exceptions` lists the other values with their count, lines and examples, and `proposals` lists columns that would preserve them.";
const TABLE =
  "The `problem_groups` of a preview present its `problems` as a table: column, number of cells, examples, first lines and reason.";
const NOTATIONS =
  "In CSV, TSV and XLSX, a column's `notations` lists alternative notations for its cells, and `part` selects part of each cell. Several columns may have the same `source_name`.";
const CORRECTIONS =
  "`corrections` for a table in a load replace the values of cells, each with a `reason`. The load lists them, and its file does not change. It is an error if a cell's value differs from `was`.";
const EXCLUSIONS =
  "`exclusions` for a table in a load skip rows, each with a `reason`. They select rows by `line` and `last_line`, or by `column` and `value`. A preview proposes exclusions for summary rows at the end and for a row of units.";
const HEADERS =
  'With `"header_rows": 2`, which a preview can propose, the names in two header rows are joined: `Activity` above `rep1` becomes `Activity rep1`.';
const NO_HEADER =
  'With `"header_rows": 0`, which a preview proposes if the first row does not differ from the rows below it, a CSV, TSV or XLSX file has no column names: `header_row` is its first row, and the `source_name` of its columns is `column 1`, `column 2`, …. `comments` skips lines that start with a sign (`#`; `##` for VCF and `@` for SAM, in which quotes are ordinary characters), and `"delimiter": " "` splits lines at runs of spaces.';

async function preview(site: Site, content: string) {
  const headers = { "content-type": "text/csv" };
  return expectSuccess(await site.post("/data:preview", content, { headers }));
}

async function load(site: Site, content: string, config: object) {
  const reference = freshName("lab_");
  const created = await newLoad(site, { tables: { [reference]: config } });
  const ended = await ingestBatch(site, created, content);
  return { reference, ended };
}

const LAB = "id,Act.\nv1,1.5\nv2,<0.5\nv3,2.5 ± 0.25\nv4,see note\nv5,4.5\n";

export const cellRules: readonly Rule[] = [
  nightlyRule(
    SECTION,
    MAJORITY,
    "a numeric column with other texts stays numeric, and each proposal loads",
    async (site) => {
      const seen = await preview(site, LAB);
      const [, column] = seen.columns;
      expect(
        column.exceptions.map(({ notation, count }: { notation: string; count: number }) => [
          notation,
          count,
        ]),
      ).toEqual([
        ["LIMIT", 1],
        ["PLUS_MINUS", 1],
        [null, 1],
      ]);
      const proposal = column.proposals.find(({ title }: { title: string }) =>
        title.startsWith("Keep other text"),
      );
      const [id] = seen.config.columns;
      const config = { ...seen.config, columns: [id, ...proposal.columns] };
      const { reference, ended } = await load(site, LAB, config);
      expect(ended).toMatchObject({ state: "COMPLETED", errors: [] });
      expect(await rowsOf(site, `SELECT * FROM ${reference} ORDER BY id`)).toEqual([
        ["v1", 1.5, null, null, null],
        ["v2", 0.5, null, "<", null],
        ["v3", 2.5, 0.25, null, null],
        ["v4", null, null, null, "see note"],
        ["v5", 4.5, null, null, null],
      ]);
    },
  ),
  rule(SECTION, TABLE, "wrong cells of a column are one entry with examples and lines", async (site) => {
    const reference = "MKTAYIAKQRQISFVKSHFSRQ";
    const codes = [...reference].map((residue, at) => `${residue}${at + 1}W`);
    codes.splice(1, 0, "K3R");
    const content = `code\n${codes.join("\n")}\n`;
    const headers = { "content-type": "text/csv" };
    const seen = expectSuccess(await site.post(`/data:preview?reference=${reference}`, content, { headers }));
    expect(seen.problems).toHaveLength(1);
    expect(seen.problem_groups).toEqual([
      {
        column: "code",
        count: 1,
        value: "K3R",
        other_values: [],
        lines: [3],
        reason: 'expects "K" at position 3, but the reference has "T"',
      },
    ]);
    expect((await preview(site, "code\nx\n")).problem_groups).toEqual([]);
  }),
  rule(SECTION, NOTATIONS, "cells are read in the column's stated notations", async (site) => {
    const columns = [
      { name: "share", type: "FLOAT64", notations: ["PERCENT_FRACTION"] },
      { name: "day", type: "DATE", notations: ["DAY_MONTH_YEAR"] },
    ];
    const { reference } = await load(site, "share,day\n95 %,3.11.2026\n0.5,2026-11-04\n", { columns });
    expect(await rowsOf(site, `SELECT share, CAST(day AS varchar) FROM ${reference} ORDER BY day`)).toEqual([
      [0.95, "2026-11-03"],
      [0.5, "2026-11-04"],
    ]);
  }),
  rule(SECTION, CORRECTIONS, "a cell is corrected, and the load shows the reason", async (site) => {
    const columns = [
      { name: "id", type: "STRING" },
      { name: "y", type: "FLOAT64" },
    ];
    const corrections = [{ line: 2, column: "y", was: "1.2.5", value: "1.25", reason: "Typing error" }];
    const { reference, ended } = await load(site, "id,y\nv1,1.2.5\n", { columns, corrections });
    expect(await rowsOf(site, `SELECT * FROM ${reference}`)).toEqual([["v1", 1.25]]);
    expect(ended.tables[reference].corrections).toEqual(corrections);
    const file = await site.get(`/data/load:downloadFile?file_id=${ended.files[0].id}`);
    expect(String(file.body)).toContain("1.2.5");
    const other = await load(site, "id,y\nv1,1.3\n", { columns, corrections });
    expect(other.ended.errors).toEqual([
      expect.stringContaining('"1.3" is not the value "1.2.5" that the correction of this cell expects'),
    ]);
  }),
  rule(SECTION, EXCLUSIONS, "summaries and units rows are excluded as the preview proposes", async (site) => {
    const content = "id,Tm\n,°C\nv1,55.5\nv2,56.5\nMean,56\n";
    const { config } = await preview(site, content);
    expect(config.exclusions.map(({ value }: { value: string }) => value)).toEqual(["°C", "Mean"]);
    const { reference } = await load(site, content, config);
    expect(await rowsOf(site, `SELECT * FROM ${reference} ORDER BY id`)).toEqual([
      ["v1", 55.5],
      ["v2", 56.5],
    ]);
  }),
  rule(SECTION, HEADERS, "two header rows are joined into column names", async (site) => {
    const content = ",Activity,,Stability,\nid,rep1,rep2,rep1,rep2\nv1,1.5,2.5,3.5,4.5\n";
    const { config } = await preview(site, content);
    const { reference } = await load(site, content, config);
    const rows = await rowsOf(site, `SELECT activity_rep1, stability_rep2 FROM ${reference}`);
    expect(rows).toEqual([[1.5, 4.5]]);
  }),
  rule(
    SECTION,
    NO_HEADER,
    "a table without names, with comments and spaces, keeps every row",
    async (site) => {
      const content = "0.5  7.5\n# second block\n0.25 8.5\n";
      const { config } = await preview(site, content);
      expect(config).toMatchObject({ header_rows: 0, comments: "#", delimiter: " " });
      const { reference } = await load(site, content, config);
      expect(await rowsOf(site, `SELECT column_1, column_2 FROM ${reference} ORDER BY 1`)).toEqual([
        [0.25, 8.5],
        [0.5, 7.5],
      ]);
    },
  ),
];
