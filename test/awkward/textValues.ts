import { column } from "#test/shared/formats/ingesting.ts";
import { type AwkwardText, columns } from "./awkwardText.ts";

/* Text files with single mistakes, or with quirks of instruments and spreadsheets. */

const AB = columns({ a: "FLOAT64", b: "STRING" });
const SEQUENCE = columns({ sequence: "STRING", y: "FLOAT64" });
const PROTEIN = "MKVLAAGIVGLLLAQWE";
const NUMBER = columns({ x: "FLOAT64", y: "INT64" });

function csv(name: string, content: string, more: Partial<AwkwardText>): AwkwardText {
  return { name, format: "CSV", content: () => content, columns: AB, ...more };
}

function number(cell: string, reason: string): AwkwardText {
  return csv(`the number ${JSON.stringify(cell)}`, `x,y\n"${cell}",1\n`, {
    columns: NUMBER,
    errors: [`line 2, column "x": "${cell}" ${reason}.`],
  });
}

function missing(word: string, reason = "is not a number"): AwkwardText {
  const option = `"missing_values": [${JSON.stringify(word)}] for the table "variants"`;
  return number(word, `${reason}; if it means a missing value, leave the cell empty or set ${option}`);
}

const WORDS = ["n.d.", "<LOD", "BLQ", "OVRFLW", "#DIV/0!", "#VALUE!", "#N/A", "N/A", "NIL", "None", "-", "."];
const LOOKS = "looks like a word for a missing value and is much shorter than the column's other sequences";

export const textValues: AwkwardText[] = [
  ...WORDS.map((word) => missing(word)),
  csv(
    "words for missing values that are stated",
    `x,y\n${WORDS.map((word, index) => ` ${word.toLowerCase()} ,${index}\n`).join("")}2.5,2\n`,
    {
      columns: NUMBER,
      reading: { missing_values: WORDS },
      rows: [...WORDS.map((_, index) => [null, String(index)]), [2.5, "2"]],
    },
  ),
  csv("a number that means missing, in one column", "x,y\n-999,-999\n1,2\n", {
    columns: [column("x", "FLOAT64", { missing_values: ["-999"] }), column("y", "INT64")],
    rows: [
      [null, "-999"],
      [1, "2"],
    ],
  }),
  missing("<0.05", "is a limit, not a number"),
  number(
    "12.5%",
    "is a percentage, not a number; write only the number, and the unit in the column's description",
  ),
  number("\u22121.5", 'is not a number: its minus sign is a different character (U+2212); write "-"'),
  number(
    "1\u00a0000.5",
    "is not a number: it has an invisible character, such as a no-break space (U+00A0); remove it",
  ),
  number("1,5", 'is not a number; write a decimal point, not a comma, or set "decimal": ","'),
  number("1.234.567", "is not a number"),
  csv("whole numbers with decimals and exponents", "x,y\n1,1.0\n1,1e+05\n1,2.5\n1,1E3\n", {
    columns: NUMBER,
    errors: [
      'line 2, column "y": "1.0" is written with decimals; write only its digits, or make the column FLOAT64.',
      'line 3, column "y": "1e+05" is written with an exponent; write only its digits, or make the column FLOAT64.',
      'line 4, column "y": "2.5" is not a whole number; make the column FLOAT64 if its values have decimals.',
      'line 5, column "y": "1E3" is written with an exponent; write only its digits, or make the column FLOAT64.',
    ],
  }),
  csv("points and thousands where decimals follow a comma", "x;y\n1.5;1\n1.234,5;2\n2,5e-3;3\n-,5;4\n7;5\n", {
    columns: NUMBER,
    reading: { delimiter: ";", decimal: "," },
    errors: [
      'line 2, column "x": "1.5" is not a number; use a decimal comma (the file has "decimal": ",") and no thousands separators.',
      'line 3, column "x": "1.234,5" is not a number; use a decimal comma (the file has "decimal": ",") and no thousands separators.',
    ],
  }),
  csv("all notations where decimals follow a comma", "x;y\n2,5e-3;3\n-,5;4\n7;5\n+1,;6\nNaN;7\n", {
    columns: NUMBER,
    reading: { delimiter: ";", decimal: "," },
    rows: [
      [0.0025, "3"],
      [-0.5, "4"],
      [7, "5"],
      [1, "6"],
      [null, "7"],
    ],
  }),
  csv("R's write.csv2 with row names and a header without their column", '"x";"y"\n"1";1,5;2\n"2";2,5;3\n', {
    columns: NUMBER,
    reading: { delimiter: ";", decimal: "," },
    errors: [
      "line 2: the row has 3 cells, but the header has 2; if the first cell is a row name from R, save the data without row names (row.names = FALSE).",
      "line 3: the row has 3 cells, but the header has 2; if the first cell is a row name from R, save the data without row names (row.names = FALSE).",
    ],
  }),
  csv("R's write.csv with row names", '"","x","y"\n"1",1.5,2\n"2",NA,3\n', {
    columns: NUMBER,
    reading: { ignored_columns: [""], missing_values: ["NA"] },
    rows: [
      [1.5, "2"],
      [null, "3"],
    ],
  }),
  csv("a title and a blank line above the header", "Plate 7, exported 2024-03-01\n\nx,y\n1.5,2\n", {
    columns: NUMBER,
    errors: ['line 1: the column names are on line 3; set "header_row": 3 for the table "variants".'],
  }),
  csv("a title above the header as proposed", "Plate 7, exported 2024-03-01\n\nx,y\n1.5,2\n", {
    columns: NUMBER,
    reading: { header_row: 3 },
    rows: [[1.5, "2"]],
  }),
  csv("a line with the separator, for spreadsheets", "sep=;\nx;y\n1,5;2\n", {
    columns: NUMBER,
    errors: [
      'line 1: the cells are separated by semicolons, decimals follow a comma and the column names are on line 2; set "delimiter": ";", "decimal": ",", "header_row": 2 for the table "variants".',
    ],
  }),
  csv("a header below the end of the file", "x,y\n1,2\n", {
    columns: NUMBER,
    reading: { header_row: 9 },
    errors: ['the file has 2 lines or fewer; its header cannot be in line 9 ("header_row").'],
  }),
  csv("columns that are not wanted", "x,Comment,y,Comment,\n1,a,2,b,c\n", {
    columns: NUMBER,
    reading: { ignored_columns: ["comment", ""] },
    rows: [[1, "2"]],
  }),
  csv("all columns that are not wanted", "p,x,q,y\n,1,,2\n", {
    columns: NUMBER,
    reading: { ignored_columns: ["*"] },
    rows: [[1, "2"]],
  }),
  csv(
    "an NDJSON file with keys that are not wanted",
    '{"x":1,"z":[1,{"y":2}],"y":2}\n{"y":3,"z":null,"x":null}\n',
    {
      format: "NDJSON",
      columns: NUMBER,
      reading: { ignored_columns: ["Z"] },
      rows: [
        [1, "2"],
        [null, "3"],
      ],
    },
  ),
  csv("an NDJSON file with words for missing values", '{"x":"n.d.","y":-999}\n{"x":1.5,"y":2}\n', {
    format: "NDJSON",
    columns: NUMBER,
    reading: { missing_values: ["N.D.", "-999"] },
    rows: [
      [null, null],
      [1.5, "2"],
    ],
  }),
  csv("an NDJSON file of columns that must have values", '{"x":1,"y":2}\n{"y":3,"x":4}\n', {
    format: "NDJSON",
    columns: columns({ x: "FLOAT64!", y: "INT64!" }),
    rows: [
      [1, "2"],
      [4, "3"],
    ],
  }),
  csv(
    "words for missing values among sequences",
    `sequence,y\n${PROTEIN},1\n${PROTEIN}A,2\nNA,3\nWT,4\nMISSING,5\n`,
    {
      columns: SEQUENCE,
      errors: ["NA", "WT", "MISSING"].map(
        (word, index) =>
          `line ${index + 4}, column "sequence": "${word}" ${LOOKS}; if it means a missing value, leave the cell empty or set "missing_values": ["${word}"] for the table "variants"; if it is a sequence, set the column's "kind" to NONE.`,
      ),
    },
  ),
  csv("the same among sequences, stated as missing values", `sequence,y\n${PROTEIN},1\nNA,3\nWT,4\n`, {
    columns: SEQUENCE,
    reading: { missing_values: ["NA", "wt"] },
    rows: [
      [PROTEIN, 1],
      [null, 3],
      [null, 4],
    ],
  }),
  csv("dipeptides among dipeptides", "sequence,y\nNA,1\nWT,2\nAC,3\nGG,4\n", {
    columns: SEQUENCE,
    rows: [
      ["NA", 1],
      ["WT", 2],
      ["AC", 3],
      ["GG", 4],
    ],
  }),
  csv("words that are not sequences", `sequence,y\n${PROTEIN},1\nNaN,2\nnull,3\n-,4\nN/A,5\n`, {
    columns: SEQUENCE,
    errors: ["NaN", "null", "-", "N/A"].map(
      (word, index) =>
        `line ${index + 3}, column "sequence": "${word}" is not a sequence; if it means a missing value, leave the cell empty or set "missing_values": ["${word}"] for the table "variants".`,
    ),
  }),
  csv("empty sequences, quoted or not", `sequence,y\n"",1\n,2\n${PROTEIN},3\n`, {
    columns: SEQUENCE,
    rows: [
      [null, 1],
      [null, 2],
      [PROTEIN, 3],
    ],
  }),
  csv("an empty sequence where one is needed", `sequence,y\n"",1\n${PROTEIN},3\n`, {
    columns: columns({ sequence: "STRING!", y: "FLOAT64" }),
    errors: ['line 2, column "sequence": a value is missing, but this column requires one.'],
  }),
  csv("an empty sequence in NDJSON", `{"sequence":"","y":1}\n{"sequence":"${PROTEIN}","y":2}\n`, {
    format: "NDJSON",
    columns: SEQUENCE,
    rows: [
      [null, 1],
      [PROTEIN, 2],
    ],
  }),
  csv("aligned sequences", "msa,y\nMK-VL..aG,1\nMKAVLGGGG,2\n", {
    columns: [
      column("msa", "STRING", { metadata: { description: null, deprecated: false, kind: "ALIGNED" } }),
      column("y", "INT64"),
    ],
    rows: [
      ["MK-VL..aG", "1"],
      ["MKAVLGGGG", "2"],
    ],
  }),
  csv("gaps in sequences that are not aligned", "sequence,y\nMK-VLAAGI,1\n", {
    columns: SEQUENCE,
    errors: [
      'line 2, column "sequence": "MK-VLAAGI" has "-" at position 3; a sequence may contain only the capital letters ACDEFGHIKLMNPQRSTVWY; for aligned amino acid sequences, set the column\'s "kind" to ALIGNED.',
    ],
  }),
  csv("DNA and RNA", "gene,transcript\nATGGTNNK,AUGGUNNK\natg,AUGX\n", {
    columns: (["DNA", "RNA"] as const).map((kind, index) =>
      column(["gene", "transcript"][index] ?? "", "STRING", {
        metadata: { description: null, deprecated: false, kind },
      }),
    ),
    errors: [
      'line 3, column "gene": "atg" has "a" at position 1; a DNA sequence may contain only the capital letters ACGT, and RYSWKMBDHVN for ambiguous bases; write it in capitals, or set "sequences": "NORMALIZE".',
      'line 3, column "transcript": "AUGX" has "X" at position 4; an RNA sequence may contain only the capital letters ACGU, and RYSWKMBDHVN for ambiguous bases.',
    ],
  }),
  csv("any text in a column of sequences that opts out", "sequence,y\nNA,1\nMK*x,2\n", {
    columns: [
      column("sequence", "STRING", { metadata: { description: null, deprecated: false, kind: "NONE" } }),
      column("y", "INT64"),
    ],
    rows: [
      ["NA", "1"],
      ["MK*x", "2"],
    ],
  }),
  csv("rows without any value", 'x,y\n1,2\n,\n  ,\n"",""\n3,4\n,,,\n', {
    columns: NUMBER,
    rows: [
      [1, "2"],
      [3, "4"],
    ],
    warnings: ["variants.csv: 4 empty rows were skipped."],
  }),
  csv(
    "years outside of 1 to 9999",
    "t,d\n0001-01-01T00:00:00+01:00,2024-01-01\n9999-12-31T23:30:00-01:00,+10000-01-01\n12024-01-01,0000-05-05\n",
    {
      columns: columns({ t: "TIMESTAMP", d: "DATE" }),
      errors: [
        'line 2, column "t": "0001-01-01T00:00:00+01:00" is outside the years 1 to 9999 in UTC.',
        'line 3, column "t": "9999-12-31T23:30:00-01:00" is outside the years 1 to 9999 in UTC.',
        'line 3, column "d": "+10000-01-01" is outside the years 1 to 9999.',
        'line 4, column "t": "12024-01-01" is outside the years 1 to 9999.',
        'line 4, column "d": "0000-05-05" is outside the years 1 to 9999.',
      ],
    },
  ),
  csv(
    "times that are rounded",
    "t\n2024-01-01T00:00:00.1234565\n2024-12-31T23:59:59.9999995+01:00\n2024-01-01T00:00:00.123456499Z\n",
    {
      columns: columns({ t: "TIMESTAMP" }),
      reading: { times: "ROUND" },
      rows: [["2024-01-01 00:00:00.123457"], ["2024-12-31 23:00:00"], ["2024-01-01 00:00:00.123456"]],
    },
  ),
  csv("NaN in dates", "d,t\nNaN,nan\n", {
    columns: columns({ d: "DATE", t: "TIMESTAMP" }),
    errors: [
      'line 2, column "d": "NaN" is not a date in the form YYYY-MM-DD; if it means a missing value, leave the cell empty or set "missing_values": ["NaN"] for the table "variants".',
      'line 2, column "t": "nan" is not a time in the form YYYY-MM-DDThh:mm:ss.ffffff with an optional zone (Z or +hh:mm); if it means a missing value, leave the cell empty or set "missing_values": ["nan"] for the table "variants".',
    ],
  }),
  csv("NUL in CSV", "a,b\n1,x\0y\n", {
    errors: ["line 2: the text contains a NUL character: it is damaged or was not saved as UTF-8 text."],
  }),
  csv("NUL in TSV, quoted", 'a\tb\n1\t"x\0y"\n', {
    format: "TSV",
    errors: ["line 2: the text contains a NUL character: it is damaged or was not saved as UTF-8 text."],
  }),
  csv("NUL in NDJSON", '{"a":1,"b":"x\\u0000y"}\n', {
    format: "NDJSON",
    errors: ["line 1: the line contains a NUL character, which is not allowed in text; remove it."],
  }),
];
