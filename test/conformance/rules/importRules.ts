import { expect } from "vitest";
import { ingestBatch, loadTable, newLoad, ONE_COLUMN, rowsOf } from "../given.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const IMPORT = "Specification: Import data rules";
const FORMATS =
  "import file formats | `.csv`, `.tsv`, `.xlsx`; uploads through the API additionally accept `.parquet`";
const LETTERS =
  "Protein sequences use only capital letters of the canonical amino acids A C D E F G H I K L M N P Q R S T V W Y.";
const UNSUPPORTED = "The characters `-`, `_`, `*`, `.`, `;`, `:` are unsupported.";
const REPEATS = "Multiple measurements of the same sequence are separate rows, never grouped or averaged.";
const CELLS = "Each assay cell holds a numeric value or is empty. Missing values are empty cells or `NaN`";
const ZERO =
  "zero must never stand for a missing value, because models would learn associations with extremely low values.";
const ANSWERS = "Clients: Responses";
const WARNINGS = "A load has `warnings` only if there are any.";
const STRUCTURE = "A file's structure must match the destination table";
const TYPES = "data type conflicts must be resolved before the import proceeds";
const PROBLEMS =
  "Problems found while a load or a task runs are in its `errors`: file, line, column, value and reason, the first 100,";
const LINES =
  "Lines are physical lines of the file, the header being line 1; the file is named by its `filepath` as uploaded.";
const HEADER =
  "`source_name` on a column of the load's table config names the file's column, and a header that matches after trimming and ignoring case is accepted.";
const SIZES =
  "`errors` holds the first 100 sentences, values cut to 200 characters, and a last one with the count of the rest.";
const ASSAY = [
  { name: "sequence", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

async function failImport(site: Site, content: string, columns: object[] = ONE_COLUMN): Promise<string[]> {
  const { load } = await loadTable(site, content, columns);
  expect(load.state, load.errors.join(" ")).toBe("FAILED");
  return load.errors;
}

async function importRows(site: Site, content: string, columns: object[] = ONE_COLUMN): Promise<unknown[][]> {
  const { load, reference } = await loadTable(site, content, columns);
  expect(load.errors).toEqual([]);
  return rowsOf(site, `SELECT * FROM ${reference}`);
}

/** Tests that show how files of a format are read. */
const FORMAT_TESTS: Record<string, string> = {
  CSV: "a table is read exactly from CSV",
  TSV: "a table is read exactly from TSV, with columns in any order",
  XLSX: "a table is read from XLSX as exactly as a spreadsheet can store it",
  PARQUET: "a table is read exactly from Parquet",
  NDJSON: "a table is read exactly from NDJSON, including nested columns",
};

const formatRules = Object.entries(FORMAT_TESTS).map(([format, title]) =>
  testedRule(
    "Specification: Limits",
    FORMATS,
    `a ${format} file is imported`,
    "test/journeys/formats.test.ts",
    title,
  ),
);

/** Returns a load's problems, one row each: file, line, column, value, reason. */
async function problemsOf(site: Site, content: string, columns: object[] = ONE_COLUMN): Promise<string[][]> {
  const { load } = await loadTable(site, content, columns);
  expect(load.state).toBe("FAILED");
  const { body } = await site.get(`/data/load:downloadErrors?id=${load.id}`);
  const [, ...rows] = body.trimEnd().split("\n");
  return rows.map((row: string) =>
    [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
    ),
  );
}

const UNSUPPORTED_CHARACTERS = ["-", "_", "*", ".", ";", ":"];
const FOREIGN_LETTERS = ["B", "J", "O", "U", "X", "Z", "a", " ", "1", "Ä"];

/**
 * Loads one sequence for each of these characters, with the character in the third position. Each must be reported as an error
 * with its line, value and position.
 */
async function expectForeign(site: Site, characters: readonly string[]): Promise<void> {
  const sequences = characters.map((character) => `AC${character}D`);
  const problems = await problemsOf(site, `sequence,fitness\n${sequences.join(",1\n")},1\n`, ASSAY);
  expect(problems).toEqual(
    sequences.map((sequence, index) => [
      "part0.csv",
      String(index + 2),
      "sequence",
      sequence,
      expect.stringContaining("position 3"),
    ]),
  );
}

/** Returns numeric columns and a row with an invalid value in each of them. */
function wrongColumns(count: number): { header: string; row: string; columns: object[] } {
  const names = Array.from({ length: count }, (_, index) => `n${index}`);
  const columns = names.map((name) => ({ name, type: "INT64" }));
  return { header: names.join(","), row: names.map(() => "x").join(","), columns };
}

const NO_NUMBERS = ["N/A", "-", "null", "1.2abc", "1,5", "inf", "1e999", "0x10"];

export const importRules: readonly Rule[] = [
  ...formatRules,
  rule(IMPORT, LETTERS, "a sequence of all 20 canonical amino acids is accepted", async (site) => {
    const sequence = "ACDEFGHIKLMNPQRSTVWY";
    expect(await importRows(site, `sequence,fitness\n${sequence},1\n`, ASSAY)).toEqual([[sequence, 1]]);
  }),
  rule(IMPORT, LETTERS, "a sequence with any other character is refused, with the position", (site) =>
    expectForeign(site, FOREIGN_LETTERS),
  ),
  ...UNSUPPORTED_CHARACTERS.map((character) =>
    rule(IMPORT, UNSUPPORTED, `a sequence with "${character}" is refused, with the position`, (site) =>
      expectForeign(site, [character]),
    ),
  ),
  rule(IMPORT, UNSUPPORTED, "a text column that is not a sequence accepts any character", async (site) => {
    const columns = [{ name: "note", type: "STRING" }];
    expect(await importRows(site, "note\n-_*.;: x\n", columns)).toEqual([["-_*.;: x"]]);
  }),
  rule(
    IMPORT,
    REPEATS,
    "replicates of a sequence stay separate rows, even if they are equal",
    async (site) => {
      const content = "sequence,fitness\nACD,1\nACD,2\nACD,1\n";
      expect((await importRows(site, content, ASSAY)).toSorted()).toEqual([
        ["ACD", 1],
        ["ACD", 1],
        ["ACD", 2],
      ]);
    },
  ),
  rule(IMPORT, CELLS, "numbers are read exactly, including signs and exponents", async (site) => {
    const content = "sequence,fitness\nA,-1.5\nA,+2\nA,1e-3\nA,0.1\nA,1E5\n";
    expect((await importRows(site, content, ASSAY)).map(([, value]) => value)).toEqual([
      -1.5, 2, 0.001, 0.1, 1e5,
    ]);
  }),
  rule(IMPORT, CELLS, "integers beyond 2^53 are read exactly", async (site) => {
    expect(await importRows(site, "n\n9007199254740993\n-9223372036854775808\n")).toEqual([
      [9007199254740993n],
      [-9223372036854775808n],
    ]);
    const [error] = await failImport(site, "n\n9223372036854775808\n");
    expect(error).toContain("INT64");
  }),
  rule(IMPORT, CELLS, "an empty cell, spaces, and NaN in any case are missing values", async (site) => {
    const cells = ["", "  ", "NaN", "nan"];
    const content = `sequence,fitness\n${cells.map((cell) => `ACD,${cell}\n`).join("")}`;
    expect(await importRows(site, content, ASSAY)).toEqual(cells.map(() => ["ACD", null]));
  }),
  rule(IMPORT, CELLS, "any other text in a numeric column is an error, not a missing value", async (site) => {
    const content = `sequence,fitness\n${NO_NUMBERS.map((cell) => `ACD,"${cell}"\n`).join("")}`;
    const problems = await problemsOf(site, content, ASSAY);
    // A cell that a spreadsheet would interpret as a formula is marked.
    expect(problems.map(([, , , value]) => value)).toEqual(
      NO_NUMBERS.map((cell) => (cell === "-" ? "'-" : cell)),
    );
  }),
  rule(IMPORT, CELLS, "a missing value in a non-nullable column is an error", async (site) => {
    const columns = [
      { name: "n", type: "INT64", nullable: false },
      { name: "m", type: "INT64" },
    ];
    const [error] = await failImport(site, 'n,m\n1,1\n"",2\n', columns);
    expect(error).toContain("line 3");
  }),
  rule(IMPORT, ZERO, "zeros next to missing values cause a warning, and the load continues", async (site) => {
    const { load } = await loadTable(site, "sequence,fitness\nA,0\nA,\nA,0.0\n", ASSAY);
    expect(load.state).toBe("COMPLETED");
    expect(load.warnings.join(" ")).toMatch(/fitness: 2 zeros and 1 missing cell/);
  }),
  nightlyRule(
    ANSWERS,
    WARNINGS,
    "zeros and missing values in different columns cause no warning",
    async (site) => {
      for (const content of ["sequence,fitness\nA,0\nA,1\n", "sequence,fitness\nA,\nA,1\n"]) {
        expect((await loadTable(site, content, ASSAY)).load.warnings).toBeUndefined();
      }
    },
  ),
  rule(IMPORT, ZERO, "a zero stays a zero, even next to missing values", async (site) => {
    const content = "sequence,fitness\nA,0\nC,\n";
    expect(await importRows(site, content, ASSAY)).toEqual([
      ["A", 0],
      ["C", null],
    ]);
  }),
  rule(IMPORT, STRUCTURE, "a missing column is refused by name", async (site) => {
    const errors = await failImport(site, "sequence\nA\n", ASSAY);
    expect(errors.join(" ")).toContain("fitness");
  }),
  rule(IMPORT, STRUCTURE, "a column that the table lacks is refused", async (site) => {
    const errors = await failImport(site, "sequence,fitness,extra\nA,1,2\n", ASSAY);
    expect(errors.join(" ")).toContain("extra");
  }),
  rule(IMPORT, STRUCTURE, "a duplicate column is refused", async (site) => {
    expect((await failImport(site, "n,N\n1,2\n")).join(" ")).toContain("twice");
  }),
  rule(IMPORT, STRUCTURE, "a row with too few or too many cells is refused with its line", async (site) => {
    expect((await failImport(site, "sequence,fitness\nA,1\nA\n", ASSAY))[0]).toContain("line 3");
    expect((await failImport(site, "sequence,fitness\nA,1,2\n", ASSAY))[0]).toContain("line 2");
  }),
  rule(IMPORT, STRUCTURE, "columns may be in any order", async (site) => {
    expect(await importRows(site, "fitness,sequence\n0.5,ACD\n", ASSAY)).toEqual([["ACD", 0.5]]);
  }),
  rule(IMPORT, STRUCTURE, "an empty file is refused", async (site) => {
    await failImport(site, "");
  }),
  rule(IMPORT, STRUCTURE, "a file with only a header adds no rows", async (site) => {
    expect(await importRows(site, "n\n")).toEqual([]);
  }),
  rule(IMPORT, TYPES, "a fraction in an integer column is refused", async (site) => {
    const cells = ["1.9", "1e3", "0x10"];
    const problems = await problemsOf(site, `n\n${cells.join("\n")}\n`);
    expect(problems.map(([, , , value]) => value)).toEqual(cells);
  }),
  rule(IMPORT, TYPES, "a word other than true and false in a BOOL column is refused", async (site) => {
    const columns = [{ name: "ok", type: "BOOL" }];
    expect(await importRows(site, "ok\ntrue\nFALSE\n", columns)).toEqual([[true], [false]]);
    expect((await failImport(site, "ok\nmaybe\n", columns))[0]).toContain("maybe");
  }),
  nightlyRule(IMPORT, TYPES, "an impossible date in a DATE column is refused", async (site) => {
    const columns = [{ name: "day", type: "DATE" }];
    expect(await importRows(site, "day\n2024-02-29\n", columns)).toHaveLength(1);
    for (const day of ["2026-02-29", "29.02.2024", "2024-13-01"]) {
      expect((await failImport(site, `day\n${day}\n`, columns))[0]).toContain(day);
    }
  }),
  rule("Decisions: Values", HEADER, "a header may differ in case and surrounding space", async (site) => {
    expect(await importRows(site, " SEQUENCE , Fitness\nACD,1\n", ASSAY)).toEqual([["ACD", 1]]);
  }),
  nightlyRule("Decisions: Values", HEADER, "source_name names the file's column", async (site) => {
    const columns = [{ name: "fitness", type: "FLOAT64", source_name: "Fitness (a.u.)" }];
    expect(await importRows(site, "Fitness (a.u.)\n0.5\n", columns)).toEqual([[0.5]]);
    expect((await failImport(site, "fitness\n0.5\n", columns))[0]).toContain("Fitness (a.u.)");
  }),
  rule("Decisions: Errors", PROBLEMS, "an error names file, line, column, value and reason", async (site) => {
    const load = await newLoad(site);
    const { errors } = await ingestBatch(site, load, "n\n1\nbad\n");
    expect(errors).toEqual([expect.stringMatching(/part0\.csv.*line 3.*"n".*"bad" .+\.$/)]);
  }),
  rule(
    "Decisions: More detail",
    LINES,
    "lines are counted as in an editor, even after a multi-line cell",
    async (site) => {
      const columns = [{ name: "note", type: "STRING" }, ...ONE_COLUMN];
      const [error] = await failImport(site, 'note,n\n"two\nlines",1\nx,bad\n', columns);
      expect(error).toContain("line 4");
    },
  ),
  rule("Decisions: More detail", SIZES, "100 wrong columns are 100 sentences", async (site) => {
    const { header, row, columns } = wrongColumns(100);
    expect(await failImport(site, `${header}\n${row}\n`, columns)).toHaveLength(100);
  }),
  rule(
    "Decisions: More detail",
    SIZES,
    "the last 3 of 103 wrong columns are counted in one more sentence",
    async (site) => {
      const { header, row, columns } = wrongColumns(103);
      const errors = await failImport(site, `${header}\n${row}\n`, columns);
      expect(errors).toHaveLength(101);
      expect(errors.at(-1)).toContain("3 more");
    },
  ),
  rule(
    "Decisions: More detail",
    SIZES,
    "a wrong value of 200 characters is shown in full, a longer one is truncated",
    async (site) => {
      expect((await failImport(site, `n\n${"x".repeat(200)}\n`))[0]).toContain(`"${"x".repeat(200)}"`);
      const [error] = await failImport(site, `n\n${"x".repeat(201)}\n`);
      expect(error).toContain(`${"x".repeat(199)}…`);
      expect(error).not.toContain("x".repeat(200));
    },
  ),
];
