import { readFile, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { ingestFile } from "@pdp/formats/ingest";
import { statedOptions } from "@pdp/formats/options";
import { isReserved } from "@pdp/trino/parse";
import fc from "fast-check";
import { writeXlsx } from "hucre";
import { describe, expect, test } from "vitest";
import type { FilePreview } from "#shared/domain/loads/filePreview.ts";
import { loadTable } from "#shared/domain/loads/load.ts";
import { previewFile } from "#shared/proposals/previewFile.ts";
import { sampledRuns } from "#test/support/byNight.ts";
import { newPath, query, readBack, useFolder } from "../formats/ingesting.ts";

useFolder();

async function preview(content: string | Uint8Array, isCut = false): Promise<FilePreview & { path: string }> {
  const path = newPath("bin");
  await writeFile(path, content);
  return { ...(await previewFile({ path, name: "plate.csv", isCut }, isReserved)), path };
}

/** Loads a file with the proposed configuration, and returns its rows. */
async function rowsOf({ path, config }: FilePreview & { path: string }) {
  if (!config) throw new Error("There is no proposal");
  const table = loadTable("t", config, []);
  const target = newPath("parquet");
  const source = { path, name: "plate.csv", format: table.format, reading: statedOptions(table) };
  const { problems } = await ingestFile(source, table.columns, target);
  expect(problems.groups).toEqual([]);
  const names = table.columns.map(({ name }) => `"${name}"`).join(", ");
  return query(`SELECT ${names} FROM read_parquet('${target}')`);
}

const typesOf = ({ columns }: FilePreview) => columns.map(({ name, type }) => [name, type]);

const SHEET = `Plate 7, melting curves
Variant;Sequence;Tm (°C);Aktivität [µmol/min];Datum;Kommentar;
WT;MNFPRASRLMQAA;58,9;1.234,5;2026-03-01;gut;
S238A;MNFPRASALMQAA;n.d.;0,5;2026-03-02;;
S238F;NA;61,25;<LOD;2026-03-03;"a; b";
`.replace("1.234,5", "1234,5");

describe("the preview of a file", () => {
  test("a text column with mostly other values states the reason", async () => {
    const rows = [
      ["amount", "well", "day", "protein", "note", "few"],
      ["1.5", "007", "2026-03-01", "MKTAYIAKQR", "good", "1"],
      ["2.5 mM", "008", "2026-03-02", "MKTAYIAKQL", "2", "x"],
      ["3", "009", "spring", "MKTAYIAKQ-R1", "bad", "y"],
      ["4", "010", "2026-03-04", "MKT_YIAKQR", "odd", "z"],
      ["5 mM", "011", "2026-03-05", "MKTAYIAKQV", "fine", "w"],
    ];
    const { columns } = await preview(rows.map((row) => row.join(",")).join("\n"));
    expect(columns.map(({ name, type, type_reason }) => [name, type, type_reason])).toEqual([
      ["amount", "STRING", 'text, because "2.5 mM" and 1 other value are not numbers'],
      ["well", "STRING", 'text, because "007" starts with a zero, like an identifier'],
      ["day", "DATE", 'dates: 1 cell cannot be read, such as "spring"'],
      ["protein", "STRING", 'text, because "MKTAYIAKQ-R1" and 1 other value are not amino acid sequences'],
      ["note", "STRING", null],
      ["few", "STRING", null],
    ]);
  });

  test("the first sheet with rows is shown, not an empty one or a title page", async () => {
    const sheets = [
      { name: "Notes", rows: [["Plate 3, read on Monday"]] },
      { name: "Blank", rows: [[null, ""], [""]] },
      {
        name: "Data",
        rows: [
          ["variant", "tm"],
          ["S238A", 58.9],
        ],
      },
    ];
    const seen = await preview(await writeXlsx({ sheets }));
    expect(seen.sheets.map(({ name, chosen }) => [name, chosen])).toEqual([
      ["Notes", false],
      ["Blank", false],
      ["Data", true],
    ]);
    expect(seen.config).toMatchObject({ sheet: "Data" });
    expect(await rowsOf(seen)).toEqual([["S238A", 58.9]]);
  });

  test("delimiter, decimals, title and encoding are recognized, and the proposal loads", async () => {
    const seen = await preview(Buffer.from(SHEET, "latin1"));
    expect(seen).toMatchObject({
      format: "CSV",
      encoding: "WINDOWS-1252",
      delimiter: ";",
      decimal: ",",
      header_row: 2,
      is_whole: true,
      rows_read: 3,
      problems: [],
    });
    expect(typesOf(seen)).toEqual([
      ["variant", "STRING"],
      ["sequence", "STRING"],
      ["tm_celsius", "FLOAT64"],
      ["aktivitat_umol_per_min", "FLOAT64"],
      ["datum", "DATE"],
      ["kommentar", "STRING"],
      [null, null],
    ]);
    expect(seen.columns.map(({ unit }) => unit)).toEqual([null, null, "°C", "µmol/min", null, null, null]);
    expect(seen.columns[1]?.kind).toBe("AMINO_ACIDS");
    expect(seen.missing_values).toEqual(["NA", "n.d."]);
    expect(seen.config).toMatchObject({
      encoding: "WINDOWS-1252",
      delimiter: ";",
      decimal: ",",
      header_row: 2,
    });
    expect(await rowsOf(seen)).toEqual([
      ["WT", "MNFPRASRLMQAA", 58.9, 1234.5, null, "2026-03-01", "gut"],
      ["S238A", "MNFPRASALMQAA", null, 0.5, null, "2026-03-02", null],
      ["S238F", null, 61.25, null, "<", "2026-03-03", "a; b"],
    ]);
  });

  test("a column with one wrong letter is still a sequence column, and the line, value, letter and position are named", async () => {
    const good = Array.from({ length: 60 }, () => "MNFPRASRLMQAA");
    const fileOf = (bad: Record<number, string>, name = "sequence") =>
      `${name}\n${good.map((text, row) => bad[row] ?? text).join("\n")}\n`;
    for (const name of ["sequence", "protein"]) {
      const seen = await preview(fileOf({ 7: "MNFPRASXLMQAA" }, name));
      expect(seen.columns[0]?.kind).toBe("AMINO_ACIDS");
      expect(seen.problems).toEqual([
        `plate.csv, line 9, column "${name}": "MNFPRASXLMQAA" has "X" at position 8; a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY; set the column's "kind" to NONE to load such sequences unchecked, or set "bad_rows": "SKIP" to skip these rows.`,
      ]);
    }
    const many = await preview(fileOf({ 1: "see page 3", 2: "see page 4", 3: "see page 5" }));
    expect([many.columns[0]?.kind, many.problems]).toEqual(["NONE", []]);
  });

  test("lower-case sequences and final stops are recognized as values that can be normalized", async () => {
    const kindOf = async (name: string, texts: string[]) => {
      const seen = await preview(`${name},n\n${texts.map((text, row) => `${text},${row}`).join("\n")}\n`);
      expect(seen.problems).toEqual([]);
      return [seen.columns[0]?.kind, seen.config?.sequences === "NORMALIZE"];
    };
    const protein = "MNFPRASRLMQAA";
    expect(await kindOf("sequence", [protein.toLowerCase(), `${protein}*`])).toEqual(["AMINO_ACIDS", true]);
    expect(await kindOf("protein", [protein, `${protein}L`, protein.toLowerCase()])).toEqual([
      "AMINO_ACIDS",
      true,
    ]);
    expect(await kindOf("protein", ["replicate", "screening", "digestive"])).toEqual([null, false]);
    expect(await kindOf("gene_sequence", ["atgcatgcatgcatg", "atgcatgcatgcatc"])).toEqual(["DNA", true]);
    expect(await kindOf("gene_sequence", ["augcaugcaugcaug", "augcaugcaugcauc"])).toEqual(["RNA", true]);
  });

  test("the sheet with data is proposed, not preceding notes", async () => {
    const data = [["name", "n"], ...Array.from({ length: 50 }, (_, row) => [`v${row}`, row])];
    const notes = { name: "Notes", rows: [["made by", "me"]] };
    const chosen = async (sheets: { name: string; rows: (string | number)[][] }[]) => {
      const seen = await preview(await writeXlsx({ sheets }));
      return [seen.config?.sheet, seen.sheets.find((sheet) => sheet.chosen)?.name];
    };
    expect(await chosen([notes, { name: "Data", rows: data }])).toEqual(["Data", "Data"]);
    expect(await chosen([{ name: "Data", rows: data }, notes])).toEqual(["Data", "Data"]);
    expect(
      await chosen([
        { name: "One", rows: data },
        { name: "Two", rows: [...data, ["w", 1]] },
      ]),
    ).toEqual(["One", "One"]);
  });

  test("the requested sheet is shown", async () => {
    const sheets = [
      { name: "Results", rows: [["a"], [1]] },
      { name: "Notes", rows: [["b"], ["x"]] },
    ];
    const path = newPath("xlsx");
    await writeFile(path, await writeXlsx({ sheets }));
    const shown = (sheet: string) =>
      previewFile({ path, name: "book.xlsx", isCut: false, sheet }, isReserved);
    expect(await shown("Notes")).toMatchObject({
      sheets: [{ chosen: false }, { name: "Notes", chosen: true }],
      columns: [{ name: "b" }],
      config: { sheet: "Notes" },
    });
    expect((await shown("Nothing")).problems).toEqual([
      expect.stringContaining('the workbook has no sheet "Nothing" with cells'),
    ]);
  });

  test("gzip, tabs and UTF-16 are read", async () => {
    const text = "id\tvalue\n1\t2.5\n2\t3\n";
    const [packed, wide] = [
      await preview(gzipSync(text)),
      await preview(Buffer.from(`\ufeff${text}`, "utf16le")),
    ];
    expect(packed).toMatchObject({ format: "TSV", compression: "GZIP", problems: [] });
    expect(wide).toMatchObject({ format: "TSV", encoding: "UTF-16", problems: [] });
    for (const seen of [packed, wide])
      expect(await rowsOf(seen)).toEqual([
        ["1", 2.5],
        ["2", 3],
      ]);
  });

  test("workbook sheets are listed, and the header is found", async () => {
    const rows = [["A title"], ["Name", "Tm (°C)"], ["a", 50.5], ["b", 61]];
    const sheets = [
      { name: "Results", rows },
      { name: "Notes", rows: [["x"], ["y"]] },
    ];
    const seen = await preview(await writeXlsx({ sheets }));
    expect(seen).toMatchObject({
      format: "XLSX",
      header_row: 2,
      sheets: [
        { name: "Results", hidden: false, chosen: true },
        { name: "Notes", hidden: false, chosen: false },
      ],
      problems: [],
      config: { sheet: "Results", header_row: 2 },
    });
    expect(await rowsOf(seen)).toEqual([
      ["a", 50.5],
      ["b", 61],
    ]);
  });

  test("a complete workbook or Parquet file is read, regardless of its size", async () => {
    const sheets = [{ name: "s", rows: [["n"], [1]] }];
    const path = newPath("parquet");
    await query(`COPY (SELECT 1 AS n) TO '${path}' (FORMAT parquet)`);
    for (const bytes of [await writeXlsx({ sheets }), await readFile(path)]) {
      expect(await preview(bytes, true)).toMatchObject({ rows: [["1"]], problems: [] });
      expect(await preview(bytes.subarray(0, bytes.length - 1), true)).toMatchObject({
        format: null,
        problems: [expect.stringContaining("load:previewFile")],
      });
    }
  });

  test("the types in a Parquet file are used", async () => {
    const path = newPath("parquet");
    await query(
      `COPY (SELECT 1 AS "Id", 2.5::DOUBLE AS x, 'MKV' AS s, DATE '2026-01-02' AS d, [1, 2] AS list, {'a': 1} AS nested) TO '${path}' (FORMAT parquet)`,
    );
    const seen = { ...(await previewFile({ path, name: "p", isCut: false }, isReserved)), path };
    expect(typesOf(seen)).toEqual([
      ["id", "INT64"],
      ["x", "FLOAT64"],
      ["s", "STRING"],
      ["d", "DATE"],
      ["list", "ARRAY"],
      ["nested", "STRUCT"],
    ]);
    expect(seen.problems).toEqual([]);
    expect(await rowsOf(seen)).toHaveLength(1);
    expect(await readBack(path)).toHaveLength(1);
  });

  test("JSON lines are typed by their notation", async () => {
    const seen = await preview(
      '{"n":1,"x":1.5,"t":"2026-01-02","ok":true,"tags":["a"]}\n{"n":2,"x":2,"t":null,"ok":false}\n',
    );
    expect(typesOf(seen)).toEqual([
      ["n", "INT64"],
      ["x", "FLOAT64"],
      ["t", "DATE"],
      ["ok", "BOOL"],
      ["tags", "ARRAY"],
    ]);
    expect(seen.problems).toEqual([]);
    expect(await rowsOf(seen)).toHaveLength(2);
  });

  test("a numeric column with a few other cells remains numeric and lists them", async () => {
    const cells = Array.from({ length: 40 }, (_, index) => (index === 17 ? "<0.05" : String(index)));
    const seen = await preview(`n,x\n${cells.map((cell, index) => `${index},${cell}`).join("\n")}\n`);
    expect(typesOf(seen)).toEqual([
      ["n", "INT64"],
      ["x", "FLOAT64"],
    ]);
    expect(seen.problems).toEqual([]);
    expect(seen.columns[1]?.exceptions).toMatchObject([
      { notation: "LIMIT", count: 1, examples: [{ line: 19, value: "<0.05" }] },
    ]);
  });

  test("numbers with leading zeros and single letters become text", async () => {
    const seen = await preview("barcode,residue\n00042,T\n00043,F\n");
    expect(typesOf(seen)).toEqual([
      ["barcode", "STRING"],
      ["residue", "STRING"],
    ]);
  });

  test("a preview of the first bytes reads complete rows only", async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => `${index},${index}.5`).join("\n");
    const seen = await preview(`n,x\n${rows}\n12,"cut of`, true);
    expect(seen).toMatchObject({ is_whole: false, rows_read: 1_000, problems: [] });
    const bytes = await writeXlsx({ sheets: [{ name: "a", rows: [["n"], [1]] }] });
    const workbook = await preview(bytes.subarray(0, bytes.length - 30), true);
    expect(workbook).toMatchObject({
      format: null,
      config: null,
      problems: [expect.stringContaining("as a whole")],
    });
  });

  test.each([
    ["nothing", ""],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108", "hex")],
    ["a PDF", "%PDF-1.7\n"],
    ["a JSON array", '[{"a": 1}]'],
  ])("the preview of %s explains why it cannot be loaded", async (_, content) => {
    const seen = await preview(content);
    expect(seen.problems).toHaveLength(1);
    expect(seen.problems[0]).toMatch(/^plate\.csv.*\.$/);
  });

  test("any bytes result in a proposal or a reason", async () => {
    const path = newPath("parquet");
    await query(`COPY (SELECT 1 AS id, 'a' AS s) TO '${path}' (FORMAT parquet)`);
    const seeds = [
      Buffer.from(SHEET),
      await readFile(path),
      Buffer.from(await writeXlsx({ sheets: [{ name: "a", rows: [["n"], [1]] }] })),
      gzipSync("a,b\n1,2\n"),
      Buffer.from('{"a":1,"b":[{"c":2}]}\n{"a":"x"}\n'),
      Buffer.from(`{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}\n`),
    ];
    const changed = fc
      .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), fc.nat())
      .map(([seed, edits, end]) => {
        const bytes = Buffer.from(seed);
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        return end % 3 === 0 ? bytes.subarray(0, end % bytes.length) : bytes;
      });
    await fc.assert(
      fc.asyncProperty(changed, fc.boolean(), async (bytes, isCut) => {
        const seen = await preview(bytes, isCut);
        expect(seen.config !== null || seen.problems.length > 0).toBe(true);
      }),
      { numRuns: sampledRuns(40), seed: 11 },
    );
  });

  test("the proposal for any table loads without errors", async () => {
    const word = fc.constantFrom("n.d.", "NA", "<LOD", "#DIV/0!", "");
    const number = fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
      .map((x) => x.toFixed(3));
    const kinds = [
      fc.oneof({ weight: 4, arbitrary: number }, word),
      fc.integer().map(String),
      fc.string({ minLength: 0, maxLength: 8, unit: "grapheme-ascii" }),
      fc.constantFrom("2026-01-02", "1999-12-31", ""),
      fc.constantFrom("MKVLAAGGH", "MKVLAAGGW", "NA"),
    ];
    const table = fc
      .tuple(
        fc.array(fc.nat(kinds.length - 1), { minLength: 2, maxLength: 5 }),
        fc.integer({ min: 1, max: 30 }),
      )
      .chain(([chosen, rows]) =>
        fc.record({
          header: fc.uniqueArray(fc.stringMatching(/^[A-Za-z][A-Za-z0-9 °%/()]{0,10}$/), {
            minLength: chosen.length,
            maxLength: chosen.length,
            selector: (name) => name.trim().toLowerCase(),
          }),
          cells: fc.array(fc.tuple(...chosen.map((kind) => kinds[kind] as fc.Arbitrary<string>)), {
            minLength: rows,
            maxLength: rows,
          }),
          delimiter: fc.constantFrom(",", ";", "\t", "|"),
        }),
      );
    await fc.assert(
      fc.asyncProperty(table, async ({ header, cells, delimiter }) => {
        const quote = (cell: string) => (cell === "" ? "" : `"${cell.replaceAll('"', '""')}"`);
        const lines = [header, ...cells].map((row) => row.map(quote).join(delimiter));
        const seen = await preview(`${lines.join("\n")}\n`);
        if (seen.problems.length > 0) return;
        await rowsOf(seen);
      }),
      { numRuns: sampledRuns(60), seed: 7 },
    );
  });
});

describe("a file without rows", () => {
  test("a file without rows is reported with its format", async () => {
    const bytes = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 251);
    const reasons = await Promise.all(
      [preview(""), preview(bytes)].map(async (found) => (await found).problems),
    );
    expect(reasons[0]).toEqual([expect.stringContaining("is empty")]);
    expect(reasons[1]).toEqual([expect.stringContaining("neither text nor a workbook or Parquet file")]);
  });
});
