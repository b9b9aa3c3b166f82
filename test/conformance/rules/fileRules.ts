import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { expectInvalid, expectRefused, expectSuccess } from "../expectations.ts";
import { freshName, ingestBatch, newLoad, newTable, rowsOf, upload } from "../given.ts";
import { nightlyRule, type Rule, rule, testedRule } from "../rule.ts";
import type { Site } from "../site.ts";

const SECTION = "Clients: How files are read";
const CONFIG =
  "The config of a table in a load can describe its text files: `delimiter`, `decimal`, `header_row` and `encoding`. If a file differs, the error suggests the right settings.";
const COMPRESSED =
  "A text file may be compressed with gzip, or be the only file of a ZIP archive. It may contain at most 500 MB of text.";
const MISSING =
  "`missing_values`, for a load's table or for one of its columns, lists words that stand for a missing value, ignoring case and surrounding space.";
const IGNORED =
  '`ignored_columns` names columns of the files to skip: an empty name skips columns without a name, and `["*"]` skips all columns not named in `columns`.';
const PLACES =
  "In CSV, TSV and XLSX, `source_name` and `ignored_columns` name a column by its position if its name is empty (`column 4`) or repeated in the header (`rep1 (column 3)`).";
const SHORT =
  'A row with fewer cells than the header is an error. In CSV and TSV, `"short_rows": "FILL"` fills the row with empty cells, and ignores empty cells beyond the header. A row with a single cell is always an error.';
const SEQUENCE_FILES =
  "Files in `FASTA`, `FASTQ`, `A3M` (also A2M), `STOCKHOLM` and `CLUSTAL` are tables with one row per sequence: `name`, `description`, `sequence` without gaps, and `aligned_sequence` as written, or `quality` in FASTQ. Columns not named in the table's config are not read. Properties that at least half of the first titles of a FASTA or A3M file have (`score=0.8, seed=3`) are further columns under their names; `description` also contains them. `GENBANK` has one row per feature: `record`, `description`, `feature`, `name`, `product`, `location`, `start`, `end`, `strand`, `sequence`, `translation` and `qualifiers`. `PDB` and `MMCIF` have one row per chain of a polymer: `name`, `description`, `structure`, `chain`, `molecule`, `sequence`, `observed_sequence` and `positions`, which numbers the residues of the observed sequence.";
const SECTIONS =
  "If a text file or a sheet contains several named tables, as instrument files do, its preview lists them in `sections`. The `config` reads one of them, identified by `header_row` and `last_row`; the preview parameter `header_row` selects another one. `instrument` names the instrument if it was identified with certainty.";
const PLATES =
  'Measurements in a grid of wells (plates of 6 to 1,536 wells, in CSV, TSV and XLSX), and tables with a column or a row per well over time, are read with `"arrangement": "PLATES"`, which a preview proposes. The result is one row per well with `plate`, `read`, `time`, `temperature` (if the reader states one with each time), `well`, `row`, `column`, `value`, and a column for each grid of names or concentrations. A plate without a title is named after its sheet or its file if their names contain one (`Plate 2`, `plate_2.csv`), or after its sheet if several sheets contain plates; otherwise, plates are numbered. `plate_notes` in the preview state the means of controls and Z′, and name each grid that is read as a description. A load reports columns that contain values but are missing from the table. Such a file cannot be loaded as a plain table.';
const JOINED =
  'With `"sheet": "*"`, which a preview proposes if the visible sheets of a workbook belong together, plates on several sheets are joined: sheets with measurements are plates, or reads of one plate that are named after their sheet, and sheets with grids or lists of wells become columns. The preview parameter `sheet` selects a single sheet.';
const FLAT_FILES =
  "EMBL and UniProt records are read as `GENBANK`. Like LOCUS in GenBank, their first line states whether the sequences are DNA or proteins.";
const NO_TABLE =
  "Documents of other programs, such as PDF and Apple Numbers, are not supported; previews and loads reject them with an error that names the format.";
const LETTERS =
  "Letters are read in the same way everywhere: a preview proposes `NORMALIZE` if it makes sequences valid, and the kind `NONE` for sequences of amino acids with `X` or other ambiguous letters or with a stop (`*`) before the end. Gaps (`-`, `.`) make a column `ALIGNED`; in sequence files, the column `sequence` is written without them.";
const KIND =
  "A column's `metadata.kind` states the kind of its sequences, and is present only if the column contains any. It defaults to `AMINO_ACIDS` in a STRING column called `sequence` or `…_sequence`. Lists of strings are checked item by item in the same way; the default then also applies to the names `sequences` and `…_sequences`.";
const KIND_CHANGE =
  "`table:update` can change the `kind` of a column only to `NONE`, and a load must use the kind of the table's column. Otherwise the response is a 409 with the code `column_kind_mismatch`.";
const KIND_TAKEN =
  "A column without a kind adopts the kind stated in a load. Existing rows are not checked; the load contains a warning about this.";
const WORDS =
  "An empty sequence is a missing value. A word such as `NA` or `WT` is an error if it is at most half as long as a typical sequence in its column.";
const EMPTY = "Rows with only empty cells are skipped; a warning states their number.";
const DECIMALS =
  'FLOAT64 values for an INT64 column of a table result in a 409. With `"decimals": "NEW_COLUMN"`, they are stored in a new column (`…_decimal`), because a column never changes its type. A warning contains the query for a view that combines both columns.';
const TIMES =
  'A time with a precision finer than a microsecond is an error; with `"times": "ROUND"`, it is rounded.';
const NORMALIZED =
  'A sequence with lower-case letters, surrounding space or a final stop (`*`) is an error; `"sequences": "NORMALIZE"` corrects all three. Aligned sequences keep their case.';
const BAD_ROWS =
  'A row that cannot be read is an error. With `"bad_rows": "SKIP"`, it is skipped, in every format. The load\'s `rows_left_out` counts the skipped rows, and `load:downloadErrors` lists the reasons. A problem that affects the whole file is always an error.';

const AS_TEXT = { "content-type": "text/plain" };
/** One sequence in each format. */
const SEQUENCES_BY_FORMAT = [
  ["FASTA", ">a b\nAC-\nDE\n"],
  ["A3M", ">a\nAC-de\n"],
  ["FASTQ", "@a\nACDE\n+\nIIII\n"],
  ["STOCKHOLM", "# STOCKHOLM 1.0\na AC..DE\n//\n"],
  ["CLUSTAL", "CLUSTAL\n\na AC-DE\n  ** **\n"],
  [
    "GENBANK",
    `LOCUS       x  4 aa\nFEATURES\n     source          1..4\n${" ".repeat(21)}/label=a\nORIGIN\n        1 acde\n//\n`,
  ],
  ["PDB", "SEQRES   1 a    4  ALA CYS ASP GLU\n"],
  [
    "MMCIF",
    "data_\n_entity_poly.entity_id 1\n_entity_poly.pdbx_seq_one_letter_code ACDE\n_entity_poly.pdbx_strand_id a\n",
  ],
] as const;
const NUMBERS = [
  { name: "x", type: "FLOAT64" },
  { name: "y", type: "INT64" },
];
const SEQUENCES = [
  { name: "sequence", type: "STRING" },
  { name: "y", type: "INT64" },
];
const SEMICOLONS = "x;y\n1,5;2\n";
const PROTEIN = "MKVLAAGIVGLLLAQWE";

/** Loads a file into a new table with its configuration. */
async function load(site: Site, content: string, config: object) {
  const reference = freshName("read_");
  const created = await newLoad(site, { tables: { [reference]: { format: "CSV", ...config } } });
  return { reference, load: await ingestBatch(site, created, content) };
}

async function rowsOfLoad(site: Site, content: string, config: object): Promise<unknown[][]> {
  const { reference, load: ended } = await load(site, content, config);
  expect(ended).toMatchObject({ state: "COMPLETED", errors: [] });
  return rowsOf(site, `SELECT * FROM ${reference}`);
}

async function errorsOfLoad(site: Site, content: string, config: object): Promise<string[]> {
  return (await load(site, content, config)).load.errors;
}

export const fileRules: readonly Rule[] = [
  nightlyRule(
    SECTION,
    CONFIG,
    "semicolons and decimal commas are read as the table's config states",
    async (site) => {
      const config = { columns: NUMBERS, delimiter: ";", decimal: ",", header_row: 2, encoding: "UTF-8" };
      expect(await rowsOfLoad(site, `title\n${SEMICOLONS}`, config)).toEqual([[1.5, 2n]]);
    },
  ),
  rule(SECTION, CONFIG, "a load shows only its stated config", async (site) => {
    const config = { columns: NUMBERS, format: "CSV", delimiter: ";", decimal: null };
    const { tables } = await newLoad(site, { tables: { shown: config } });
    expect(tables.shown).toMatchObject({ delimiter: ";" });
    expect(Object.keys(tables.shown)).not.toContain("decimal");
  }),
  rule(
    SECTION,
    CONFIG,
    "an undeclared file with semicolons is an error that says what to set",
    async (site) => {
      const reference = freshName("read_");
      const { id } = await newLoad(site, { tables: { [reference]: { columns: NUMBERS } } });
      expectSuccess(await upload(site, id, SEMICOLONS, { table_reference: reference }, "a.csv"));
      expect(expectSuccess(await site.get(`/data/load:get?id=${id}`)).errors).toEqual([
        `a.csv, line 1: the cells are separated by semicolons and decimals follow a comma; set "delimiter": ";", "decimal": "," for the table "${reference}".`,
      ]);
    },
  ),
  rule(SECTION, CONFIG, "an option that the format does not support is refused", async (site) => {
    const tables = { t: { columns: NUMBERS, format: "PARQUET", delimiter: ";" } };
    const context = { kind: "PROJECT", project_id: site.lab.projectId };
    expectInvalid(
      await site.post("/data/load:create", { context, tables }),
      "body",
      "tables",
      "t",
      "delimiter",
    );
  }),
  rule(SECTION, COMPRESSED, "a gzip-compressed file is read", async (site) => {
    const reference = freshName("read_");
    const { id } = await newLoad(site, { tables: { [reference]: { columns: NUMBERS } } });
    const fields = { table_reference: reference };
    expectSuccess(await upload(site, id, Uint8Array.from(gzipSync("x,y\n1,2\n")), fields, "a.csv.gz"));
    expect(expectSuccess(await site.get(`/data/load:get?id=${id}`)).errors).toEqual([]);
  }),
  rule(SECTION, MISSING, "words of the table and of a column are missing values", async (site) => {
    const columns = [{ ...NUMBERS[0], missing_values: ["-999"] }, NUMBERS[1]];
    const config = { columns, missing_values: ["n.d."] };
    expect(await rowsOfLoad(site, "x,y\n N.D. ,1\n-999,n.d.\n2,-999\n", config)).toEqual([
      [null, 1n],
      [null, null],
      [2, -999n],
    ]);
  }),
  rule(SECTION, IGNORED, "an unwanted column is skipped", async (site) => {
    const config = { columns: NUMBERS, ignored_columns: ["Comment", ""] };
    expect(await rowsOfLoad(site, ",x,comment,y\n1,1,a,2\n", config)).toEqual([[1, 2n]]);
    expect(
      await rowsOfLoad(site, "p,x,q,y\n1,1,a,2\n", { columns: NUMBERS, ignored_columns: ["*"] }),
    ).toEqual([[1, 2n]]);
  }),
  rule(SECTION, PLACES, "duplicate and nameless columns are found by position", async (site) => {
    const columns = [
      { name: "well", type: "STRING" },
      { name: "second", type: "FLOAT64", source_name: "rep1 (column 3)" },
      { name: "note", type: "STRING", source_name: "column 4" },
    ];
    const config = { columns, ignored_columns: ["rep1 (column 2)"] };
    expect(await rowsOfLoad(site, "well,rep1,rep1,\nA1,1.5,2.5,good\n", config)).toEqual([
      ["A1", 2.5, "good"],
    ]);
    expect(
      await errorsOfLoad(site, "well,rep1,rep1,\nA1,1.5,2.5,good\n", { columns: columns.slice(0, 2) }),
    ).toEqual([
      expect.stringContaining("column 4 of the file has no name"),
      expect.stringContaining('column "rep1 (column 2)": this column is in the file but not in the table'),
    ]);
  }),
  nightlyRule(SECTION, SHORT, "rows that lack final cells are refused, or filled", async (site) => {
    const columns = [...NUMBERS, { name: "note", type: "STRING" }];
    const content = "x,y,note\n1,2\n2,3,good\n";
    expect(await errorsOfLoad(site, content, { columns })).toEqual([
      expect.stringMatching(/line 2: the row has 2 cells, but the header has 3; .*"short_rows": "FILL"/),
    ]);
    const config = { columns, short_rows: "FILL" };
    expect(await rowsOfLoad(site, content, config)).toEqual([
      [1, 2n, null],
      [2, 3n, "good"],
    ]);
    expect(await errorsOfLoad(site, `${content}5\n`, config)).toEqual([
      expect.stringContaining("the row has 1 cell"),
    ]);
  }),
  rule(SECTION, SEQUENCE_FILES, "a preview of FASTA loads as proposed", async (site) => {
    const content = `>wt the wild type\n${PROTEIN.slice(0, 5)}\n${PROTEIN.slice(5)}\n`;
    const rows = [["wt", "the wild type", PROTEIN]];
    const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
    expect(seen).toMatchObject({ format: "FASTA", rows, problems: [], config: { format: "FASTA" } });
    expect(await rowsOfLoad(site, content, seen.config)).toEqual(rows);
    const { tables } = await newLoad(site, { tables: { t: seen.config } });
    expect(tables.t?.format).toBe("FASTA");
  }),
  rule(SECTION, SEQUENCE_FILES, "properties in titles are columns", async (site) => {
    const content = ">T=0.1, sample=1, score=0.75\nMKTAYIAKQR\n>T=0.1, sample=2, score=0.5\nMKTAYIAKQK\n";
    const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
    const at = seen.config.columns.findIndex(({ name }: { name: string }) => name === "score");
    const rows = await rowsOfLoad(site, content, seen.config);
    expect(rows.map((row: unknown[]) => row[at])).toEqual([0.75, 0.5]);
  }),
  nightlyRule(SECTION, SEQUENCE_FILES, "a load reads the wanted columns of each format", async (site) => {
    const columns = [
      { name: "name", type: "STRING" },
      { name: "sequence", type: "STRING" },
    ];
    for (const [format, content] of SEQUENCES_BY_FORMAT)
      expect(await rowsOfLoad(site, content, { format, columns })).toEqual([["a", "ACDE"]]);
  }),
  rule(SECTION, SECTIONS, "a section is selected, and loads as proposed", async (site) => {
    const content = "* Block Type = 96well\n\n[Raw]\nx,y\n1,2\n\n[Results]\nx,ct,note\n1,20.5\n";
    const headers = AS_TEXT;
    const seen = expectSuccess(await site.post("/data:preview", content, { headers }));
    expect(seen).toMatchObject({
      instrument: "Applied Biosystems qPCR",
      sections: [
        { name: "[Raw]", header_row: 4, last_row: 5, chosen: false },
        { name: "[Results]", header_row: 8, last_row: null, chosen: true },
      ],
      problems: [],
    });
    expect(await rowsOfLoad(site, content, seen.config)).toEqual([[1, 20.5, null]]);
    const raw = expectSuccess(await site.post("/data:preview?header_row=4", content, { headers }));
    expect(raw.config).toMatchObject({ header_row: 4, last_row: 5 });
    expect(await rowsOfLoad(site, content, raw.config)).toHaveLength(1);
    expectInvalid(await site.post("/data:preview?header_row=0", content, { headers }), "query", "header_row");
  }),
  testedRule(
    SECTION,
    JOINED,
    "plates on several sheets are joined with the sheet that describes them",
    "test/functions/sheetsOfWorkbook.test.ts",
  ),
  rule(SECTION, PLATES, "a plate with its layout loads as proposed", async (site) => {
    const numbers = Array.from({ length: 12 }, (_, column) => column + 1);
    const grid = (cell: (column: number) => string) =>
      ["A", "B"].map((letter) => `${letter},${numbers.map(cell).join(",")}`).join("\n");
    const layout = grid((column) => (column < 3 ? "pos" : column < 5 ? "neg" : `v${column}`));
    const values = grid((column) => String(column < 3 ? 9 + column : column / 8));
    const content = `Layout\n,${numbers}\n${layout}\n\n450 nm\n,${numbers}\n${values}\n`;
    const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
    expect(seen).toMatchObject({ problems: [], rows_read: 24, config: { arrangement: "PLATES" } });
    expect(seen.plate_notes).toEqual([
      expect.stringMatching(/^Plate 1, 450 nm: positive controls .*Z′ is /),
      'The grid "Layout" from line 2 is read into the column layout as a description of the wells of all plates.',
    ]);
    const names = seen.config.columns.map(({ name }: { name: string }) => name);
    const rows = await rowsOfLoad(site, content, seen.config);
    expect(rows).toHaveLength(24);
    expect(Object.fromEntries(names.map((name: string, index: number) => [name, rows[23]?.[index]]))).toEqual(
      expect.objectContaining({ plate: "1", read: "450 nm", well: "B12", value: 1.5, layout: "v12" }),
    );
    const table = { columns: NUMBERS };
    expect(await errorsOfLoad(site, content, table)).toEqual([expect.stringContaining("is a plate grid")]);
  }),
  rule(SECTION, FLAT_FILES, "a record of UniProt loads as proposed", async (site) => {
    const content =
      "ID   AATM_RABIT              Reviewed;          12 AA.\nAC   P12345;\nSQ   SEQUENCE   12 AA;\n     MKTAYIAKQR QI\n//\n";
    const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
    expect(seen).toMatchObject({ format: "GENBANK", problems: [] });
    expect((await rowsOfLoad(site, content, seen.config)).flat()).toContain("MKTAYIAKQRQI");
  }),
  rule(SECTION, LETTERS, "a preview proposes how unlike letters are read", async (site) => {
    const proposed = async (sequence: string) => {
      const content = `name,sequence\na,${sequence}\nb,MKTAYIAKQRQISF\n`;
      const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
      expect(seen.problems).toEqual([]);
      expect(await rowsOfLoad(site, content, seen.config)).toHaveLength(2);
      return [seen.config.sequences ?? null, seen.config.columns[1].metadata?.kind ?? null];
    };
    expect(await proposed("MKTayIAKQRQISF*")).toEqual(["NORMALIZE", null]);
    expect(await proposed("MKTXYIAKQRQISF")).toEqual([null, "NONE"]);
    expect(await proposed("MKT*YIAKQRQISF")).toEqual([null, "NONE"]);
    expect(await proposed("MKT.YIAKQR-ISF")).toEqual([null, "ALIGNED"]);
  }),
  rule(SECTION, NO_TABLE, "a PDF document is named", async (site) => {
    const content = "%PDF-1.7\n1 0 obj\n";
    const reason = expect.stringContaining("the file is a PDF document");
    expect(await errorsOfLoad(site, content, { columns: NUMBERS })).toEqual([reason]);
    const seen = expectSuccess(await site.post("/data:preview", content, { headers: AS_TEXT }));
    expect(seen).toMatchObject({ config: null, problems: [reason] });
  }),
  rule(SECTION, KIND, "a column shows its kind, stated or derived from its name", async (site) => {
    const gene = { name: "gene", type: "STRING", metadata: { kind: "DNA" } };
    const { columns } = await newTable(site, { columns: [...SEQUENCES, gene] });
    expect(columns.map(({ metadata }: { metadata: { kind?: string } }) => metadata.kind)).toEqual([
      "AMINO_ACIDS",
      undefined,
      "DNA",
    ]);
  }),
  rule(SECTION, KIND, "a column without text has no kind", async (site) => {
    const columns = [{ name: "n", type: "INT64", metadata: { kind: "DNA" } }];
    const body = { reference: freshName("kind_"), columns };
    expectInvalid(await site.post("/data/table:create", body), "body", "columns", 0, "metadata", "kind");
  }),
  rule(SECTION, KIND_CHANGE, "a kind can only change to NONE", async (site) => {
    const { reference } = await newTable(site, { columns: SEQUENCES });
    const update = (kind: string) =>
      site.post(`/data/table:update?reference=${reference}`, {
        columns: [{ ...SEQUENCES[0], metadata: { kind } }, SEQUENCES[1]],
      });
    expectInvalid(await update("DNA"), "body", "columns", 0, "metadata", "kind");
    expect(expectSuccess(await update("NONE")).columns[0].metadata.kind).toBe("NONE");
    expectInvalid(await update("AMINO_ACIDS"), "body", "columns", 0, "metadata", "kind");
  }),
  rule(SECTION, KIND_CHANGE, "a load with a different kind than the table's is refused", async (site) => {
    const { reference } = await newTable(site, { columns: SEQUENCES });
    const columns = [{ ...SEQUENCES[0], metadata: { kind: "RNA" } }, SEQUENCES[1]];
    const { id } = await newLoad(site, { tables: { [reference]: { columns } } });
    expectSuccess(await upload(site, id, "sequence,y\nACGU,1\n", { table_reference: reference }));
    expectRefused(await site.post(`/data/load:finalize?id=${id}`), 409, "column_kind_mismatch");
  }),
  rule(SECTION, KIND_TAKEN, "a column without a kind adopts the load's", async (site) => {
    const gene = { name: "gene", type: "STRING" };
    const { reference } = await newTable(site, { columns: [gene] });
    const bring = async (content: string, kind?: string) => {
      const columns = [{ ...gene, ...(kind && { metadata: { kind } }) }];
      return ingestBatch(site, await newLoad(site, { tables: { [reference]: { columns } } }), content);
    };
    expect(await bring("gene\nACGT\n")).toMatchObject({ state: "COMPLETED" });
    const taken = await bring("gene\nACGTACGTACGT\n", "DNA");
    expect(taken).toMatchObject({ state: "COMPLETED" });
    expect(taken.warnings).toEqual([expect.stringContaining('"gene"')]);
    const { columns } = expectSuccess(await site.get(`/data/table:get?reference=${reference}`));
    expect(columns[0].metadata.kind).toBe("DNA");
    expect(await bring("gene\nMKLV\n")).toMatchObject({ state: "FAILED" });
  }),
  rule(SECTION, WORDS, "an empty sequence is missing, quoted or not", async (site) => {
    const content = `sequence,y\n"",1\n,2\n${PROTEIN},3\n`;
    expect(await rowsOfLoad(site, content, { columns: SEQUENCES })).toEqual([
      [null, 1n],
      [null, 2n],
      [PROTEIN, 3n],
    ]);
  }),
  rule(SECTION, WORDS, "a word for a missing value among sequences is an error", async (site) => {
    const [error = ""] = await errorsOfLoad(site, `sequence,y\n${PROTEIN},1\nNA,2\n`, { columns: SEQUENCES });
    expect(error).toContain('line 3, column "sequence": "NA" looks like a word for a missing value');
    expect(error).toContain('"missing_values": ["NA"]');
  }),
  rule(SECTION, EMPTY, "empty rows are skipped, and a warning counts them", async (site) => {
    const { load: ended } = await load(site, "x,y\n,\n1,2\n,\n", { columns: NUMBERS });
    expect(ended).toMatchObject({ state: "COMPLETED", warnings: ["part0.csv: 2 empty rows were skipped."] });
  }),
  testedRule(
    SECTION,
    DECIMALS,
    "decimals for an INT64 column are refused, or loaded into a new column on request",
    "test/functions/decimalColumns.test.ts",
  ),
  rule(SECTION, TIMES, "a time with nanoseconds is an error, unless it may be rounded", async (site) => {
    const columns = [{ name: "t", type: "TIMESTAMP" }];
    const content = "t\n2024-01-01T00:00:00.123456789Z\n";
    expect(await errorsOfLoad(site, content, { columns })).toHaveLength(1);
    expect(await rowsOfLoad(site, content, { columns, times: "ROUND" })).toHaveLength(1);
  }),
  nightlyRule(
    SECTION,
    NORMALIZED,
    "a lower-case sequence is an error, unless it is normalized",
    async (site) => {
      const content = `sequence,y\n${PROTEIN.toLowerCase()}*,1\n`;
      expect(await errorsOfLoad(site, content, { columns: SEQUENCES })).toHaveLength(1);
      expect(await rowsOfLoad(site, content, { columns: SEQUENCES, sequences: "NORMALIZE" })).toEqual([
        [PROTEIN, 1n],
      ]);
      const columns = [{ name: "aligned", type: "STRING", metadata: { kind: "ALIGNED" } }];
      expect(await rowsOfLoad(site, "aligned\nMKv-.A\n", { columns, sequences: "NORMALIZE" })).toEqual([
        ["MKv-.A"],
      ]);
    },
  ),
  rule(SECTION, BAD_ROWS, "unreadable rows are skipped, counted and explained", async (site) => {
    const content = "x,y\n1,1\nlow,2\n3,3\n";
    const refused = await load(site, content, { columns: NUMBERS });
    expect(refused.load).toMatchObject({ state: "FAILED", problem_count: 1 });
    const { reference, load: ended } = await load(site, content, { columns: NUMBERS, bad_rows: "SKIP" });
    expect(ended).toMatchObject({ state: "COMPLETED", errors: [], rows_left_out: 1 });
    expect(await rowsOf(site, `SELECT * FROM ${reference}`)).toHaveLength(2);
    const { body } = await site.get(`/data/load:downloadErrors?id=${ended.id}`);
    expect(String(body)).toContain('3,"x","low"');
    expect(await errorsOfLoad(site, "y\n1\n", { columns: NUMBERS, bad_rows: "SKIP" })).not.toEqual([]);
  }),
];
