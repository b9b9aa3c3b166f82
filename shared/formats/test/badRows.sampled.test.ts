import { readFile, rm, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { type CellValue, writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import {
  column,
  ingest,
  linesOf,
  list,
  newPath,
  query,
  readBack,
  sourceOf,
  useFolder,
} from "../../../test/shared/formats/ingesting.ts";
import { sampledRuns } from "../../../test/support/byNight.ts";
import { BadRows, MAX_BAD_ROWS } from "../badRows.ts";
import { checkFile } from "../checkFile.ts";
import type { FileFormat } from "../options/fileFormat.ts";

useFolder();

const COLUMNS = [
  column("sequence", "STRING"),
  column("n", "INT64", { nullable: false }),
  column("note", "STRING"),
];
const SKIP = { bad_rows: "SKIP" } as const;

interface Row {
  sequence: string | null;
  n: number | null;
  note: string | null;
}

const GOOD_SEQUENCES = ["MKTAYIAKQR", "MKTAYIAKQL", null];
const row: fc.Arbitrary<Row> = fc.record({
  sequence: fc.constantFrom(...GOOD_SEQUENCES, "MKXTAYIAKQ", "NA"),
  n: fc.constantFrom(1, 2, 3, null),
  note: fc.constantFrom("plain", "two\nlines", 'a "quote", and a comma', null),
});
const isEmpty = ({ sequence, n, note }: Row): boolean => sequence === null && n === null && note === null;
const isGood = ({ sequence, n }: Row): boolean => n !== null && GOOD_SEQUENCES.includes(sequence);

/** Writes rows as a file. `lines` contains the lines on which they start. */
const WRITERS: Record<string, (rows: Row[]) => Promise<{ content: string | Uint8Array; lines: number[] }>> = {
  CSV: async (rows) => {
    const lines: number[] = [];
    let [text, line] = ["sequence,n,note\n", 2];
    for (const { sequence, n, note } of rows) {
      const quoted = note === null ? "" : `"${note.replaceAll('"', '""')}"`;
      lines.push(line);
      text += `${sequence ?? ""},${n ?? ""},${quoted}\n`;
      line += 1 + (note?.match(/\n/g)?.length ?? 0);
    }
    return { content: text, lines };
  },
  NDJSON: async (rows) => ({
    content: rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    lines: rows.map((_, index) => index + 1),
  }),
  XLSX: async (rows) => {
    const cells: CellValue[][] = rows.map(({ sequence, n, note }) => [sequence, n, note]);
    const content = await writeXlsx({ sheets: [{ name: "s", rows: [["sequence", "n", "note"], ...cells] }] });
    return { content, lines: rows.map((_, index) => index + 2) };
  },
  PARQUET: async (rows) => {
    const path = newPath("parquet");
    const text = (value: string | null) => (value === null ? "NULL" : `'${value}'`);
    const values = rows.map(({ sequence, n, note }) => `(${text(sequence)}, ${n ?? "NULL"}, ${text(note)})`);
    await query(
      `COPY (SELECT a::VARCHAR AS sequence, b::BIGINT AS n, c::VARCHAR AS note FROM (VALUES ${values.join(", ")}) v(a, b, c)) TO '${path}' (FORMAT parquet)`,
    );
    const content = await readFile(path);
    await rm(path);
    return { content, lines: rows.map((_, index) => index + 1) };
  },
};

describe("unreadable rows are skipped on request", () => {
  test.each(Object.keys(WRITERS))(
    "%s: all other rows are loaded in order, with their line numbers",
    async (name) => {
      const write = WRITERS[name] as NonNullable<(typeof WRITERS)[string]>;
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
          const { content, lines } = await write(rows);
          const filled = rows.flatMap((row, index) =>
            isEmpty(row) ? [] : [{ row, line: lines[index] as number }],
          );
          const good = filled.filter(({ row }) => isGood(row));
          const outcome = await ingest(name as FileFormat, content, COLUMNS, SKIP);
          if (good.length === 0 || filled.length === 0) {
            // Without valid rows, the outcome is the same as without this option: a warning or an error.
            expect(outcome.leftOut).toBeUndefined();
            if (filled.length > 0) expect(outcome.sentences.at(-1)).toContain("every row has a problem");
            return;
          }
          expect(outcome.kept).toBe(true);
          expect(outcome.errors).toEqual([]);
          expect(outcome.leftOut?.rows ?? 0).toBe(filled.length - good.length);
          expect(outcome.sentences).toHaveLength(outcome.leftOut?.problems ?? 0);
          expect(await readBack(outcome.target)).toEqual(
            good.map(({ row: { sequence, n, note } }) => [sequence, String(n), note]),
          );
          expect(await linesOf(outcome.target)).toEqual(good.map(({ line }) => line));
          await rm(outcome.target);
        }),
        { numRuns: sampledRuns(name === "CSV" ? 60 : 30) },
      );
    },
  );

  test("the load reports the number of rows and the reasons", async () => {
    const text = "sequence,n,note\nMKTAYIAKQR,1,\nMKTAYIAKQL,many,\nMKTAYIAKQL,2,\n";
    const outcome = await ingest("CSV", text, COLUMNS, SKIP);
    expect(outcome.warnings).toEqual([
      "variants.csv: 1 of 3 rows has a problem and was skipped; load:downloadErrors lists the reasons.",
    ]);
    expect(outcome.sentences).toEqual(['variants.csv, line 3, column "n": "many" is not a whole number.']);
    expect(outcome.leftOut).toEqual({ rows: 1, problems: 1 });
  });

  test("rows with a different number of cells are skipped unless a quote may have swallowed rows", async () => {
    const head = "sequence,n,note\nMKTAYIAKQR,1,\n";
    const other = await ingest("CSV", `${head}MKTAYIAKQR,1,a,b\nMKTAYIAKQR,2,\n`, COLUMNS, SKIP);
    expect([other.rows, other.leftOut?.rows]).toEqual([2, 1]);
    const swallowed = await ingest(
      "CSV",
      `${head}MKTAYIAKQR,2,"open\nMKTAYIAKQR,3,\nMKTAYIAKQR,4,"closed"\n`,
      COLUMNS,
      SKIP,
    );
    expect(swallowed.kept).toBe(false);
    expect(swallowed.sentences.at(-1)).toContain("do not affect individual rows, so none was skipped");
  });

  test("problems of the whole file are errors", async () => {
    const none = await ingest("CSV", "sequence,note\nMKTAYIAKQR,\n", COLUMNS, SKIP);
    const merged = await ingest(
      "XLSX",
      await writeXlsx({
        sheets: [
          {
            name: "s",
            rows: [
              ["sequence", "n", "note"],
              ["MKTAYIAKQR", 1, "a"],
              ["MKTAYIAKQR", 2, "b"],
            ],
            merges: [{ startRow: 1, startCol: 2, endRow: 2, endCol: 2 }],
          },
        ],
      }),
      COLUMNS,
      SKIP,
    );
    const cut = await ingest("NDJSON", Buffer.from('{"n":1}\n{"note":"\xff"}\n', "latin1"), COLUMNS, SKIP);
    const extra = await ingest(
      "NDJSON",
      '{"sequence":null,"n":1,"note":"a"}\n{"n":2,"m":1}\n',
      COLUMNS,
      SKIP,
    );
    for (const { kept, sentences } of [none, merged, cut, extra]) {
      expect(kept).toBe(false);
      expect(sentences.length).toBeGreaterThan(1);
    }
  });

  test("the check at upload accepts rows that will be skipped", async () => {
    const text = "sequence,n,note\nMKTAYIAKQR,1\nMKTAYIAKQR,2,\n";
    const path = newPath("csv");
    await writeFile(path, text);
    const source = { ...sourceOf(path, "CSV"), reading: SKIP };
    expect((await checkFile(source, COLUMNS)).count).toBe(0);
    expect((await checkFile({ ...source, reading: {} }, COLUMNS)).count).toBe(1);
    expect((await checkFile(source, [...COLUMNS, column("more", "INT64")])).count).toBe(1);
    await rm(path);
    expect((await ingest("CSV", text, COLUMNS, SKIP)).rows).toBe(1);
  });

  test("in a large Parquet file, the other rows keep their order", async () => {
    const path = newPath("parquet");
    await query(
      `COPY (SELECT CASE WHEN i % 10 = 0 THEN 'MKX' ELSE 'MKTAYIAK' END AS sequence, i AS n, NULL::VARCHAR AS note FROM range(400000) t(i)) TO '${path}' (FORMAT parquet)`,
    );
    const { leftOut, target } = await ingest("PARQUET", await readFile(path), COLUMNS, SKIP);
    expect(leftOut).toEqual({ rows: 40_000, problems: 40_000 });
    const [counts] = await query(
      `SELECT count(*), count(*) FILTER (WHERE __line <= before), count(*) FILTER (WHERE n <> __line - 1) FROM (SELECT __line, n, lag(__line) OVER (ORDER BY file_row_number) AS before FROM read_parquet('${target}', file_row_number = true))`,
    );
    expect(counts).toEqual(["360000", "0", "0"]);
  });

  test("the number of skipped rows is limited", () => {
    const rows = new BadRows();
    for (let line = 2; line < MAX_BAD_ROWS + 2; line++) rows.add(line, false);
    expect(rows.among(undefined, 1_000_000).size).toBe(MAX_BAD_ROWS);
    rows.add(1, false);
    expect(rows.areTooMany).toBe(true);
    expect(rows.among(undefined, 1_000_000).size).toBe(0);
  });
});

describe("sequences are normalized", () => {
  const columns = [column("sequence", "STRING", { nullable: false }), column("gene", "STRING")];
  const kinds = columns.map((kindColumn) =>
    kindColumn.name === "gene"
      ? { ...kindColumn, metadata: { ...kindColumn.metadata, kind: "DNA" as const } }
      : kindColumn,
  );
  const NORMALIZE = { sequences: "NORMALIZE" } as const;
  const values = [
    ["mktayiakqr", "atgaaacatacc"],
    [" MKTAYIAKQL* ", "ATGAAACATACG"],
    ["MKTAYiakqs", null],
  ];
  const read = [
    ["MKTAYIAKQR", "ATGAAACATACC"],
    ["MKTAYIAKQL", "ATGAAACATACG"],
    ["MKTAYIAKQS", null],
  ];

  test("sequences are normalized in every format", async () => {
    const csv = `sequence,gene\n${values.map((cells) => cells.map((cell) => cell ?? "").join(",")).join("\n")}\n`;
    const ndjson = values.map(([sequence, gene]) => `${JSON.stringify({ sequence, gene })}\n`).join("");
    const path = newPath("parquet");
    const sql = values.map((cells) => `(${cells.map((cell) => (cell ? `'${cell}'` : "NULL")).join(", ")})`);
    await query(
      `COPY (SELECT * FROM (VALUES ${sql.join(", ")}) v(sequence, gene)) TO '${path}' (FORMAT parquet)`,
    );
    const files: [FileFormat, string | Uint8Array][] = [
      ["CSV", csv],
      ["NDJSON", ndjson],
      ["XLSX", await writeXlsx({ sheets: [{ name: "s", rows: [["sequence", "gene"], ...values] }] })],
      ["PARQUET", await readFile(path)],
    ];
    for (const [format, content] of files) {
      const refused = await ingest(format, content, kinds);
      expect(refused.kept).toBe(false);
      expect(refused.sentences[0]).toContain('write it in capitals, or set "sequences": "NORMALIZE"');
      const outcome = await ingest(format, content, kinds, NORMALIZE);
      expect(outcome.sentences).toEqual([]);
      expect(await readBack(outcome.target)).toEqual(read);
    }
  });

  test("sequences are normalized in lists and objects", async () => {
    const nested = column("domains", "ARRAY", {
      item_type: { type: "STRUCT", nullable: true, columns: [column("sequence", "STRING")] },
    });
    const outcome = await ingest(
      "NDJSON",
      '{"domains":[{"sequence":"mkt"},{"sequence":"AC*"}]}\n',
      [nested],
      NORMALIZE,
    );
    expect(outcome.sentences).toEqual([]);
    expect(JSON.stringify(await readBack(outcome.target))).toBe('[[[{"sequence":"MKT"},{"sequence":"AC"}]]]');
  });

  test("invalid sequences are not normalized: other letters, inner stops, letters with special capitals", async () => {
    const texts = ["mkx", "MK*T", "MK**", "*", "mkß", "mkſ"];
    const text = `sequence,gene\nMKTAYIAKQR,\n${texts.map((text) => `${text},\n`).join("")}`;
    const { sentences } = await ingest("CSV", text, kinds, NORMALIZE);
    expect(sentences).toHaveLength(texts.length);
    const ndjson = texts.map((sequence) => `${JSON.stringify({ sequence, gene: null })}\n`).join("");
    const inJson = `{"sequence":"MKTAYIAKQR","gene":"ACGT"}\n${ndjson}`;
    expect((await ingest("NDJSON", inJson, kinds, NORMALIZE)).sentences).toHaveLength(texts.length);
    const path = newPath("parquet");
    const sql = texts.map((text) => `('${text}', NULL)`).join(", ");
    await query(
      `COPY (SELECT sequence, gene::VARCHAR AS gene FROM (VALUES ('MKTAYIAKQR', NULL), ${sql}) v(sequence, gene)) TO '${path}' (FORMAT parquet)`,
    );
    expect((await ingest("PARQUET", await readFile(path), kinds, NORMALIZE)).sentences).toHaveLength(
      texts.length,
    );
  });

  test("normalized sequences keep their case if it is significant, and are missing if nothing remains", async () => {
    const aligned = [
      {
        ...column("a", "STRING"),
        metadata: { description: null, deprecated: false, kind: "ALIGNED" as const },
      },
      column("b", "INT64"),
    ];
    const outcome = await ingest("CSV", 'a,b\n MKt-. ,1\n"  ",2\n', aligned, NORMALIZE);
    expect(outcome.sentences).toEqual([]);
    expect(await readBack(outcome.target)).toEqual([
      ["MKt-.", "1"],
      [null, "2"],
    ]);
  });
});

describe("duplicate rows", () => {
  const columns = [
    column("name", "STRING"),
    column("value", "FLOAT64"),
    column("tags", "ARRAY", list("STRING")),
  ];

  test("duplicate rows are loaded with a warning", async () => {
    const lines = ['a,1,"[""x""]"', "b,2,", 'a,1,"[""x""]"', "a,1,", "b,2,", "b,2,", ",,[]"];
    const { rows, warnings } = await ingest("CSV", `name,value,tags\n${lines.join("\n")}\n`, columns);
    expect(rows).toBe(7);
    expect(warnings).toEqual([
      "variants.csv: 3 rows are identical to another row in every column. If these are not repeated measurements, undo the load.",
    ]);
  });

  test("duplicate rows are normal in a table of one column", async () => {
    const { warnings } = await ingest("CSV", "name\na\na\n", [column("name", "STRING")]);
    expect(warnings).toEqual([]);
  });
});
