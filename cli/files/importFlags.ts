import type { CliCommand } from "../command.ts";
import { repeated } from "../command.ts";
import { UsageError } from "../errors.ts";
import { SEQUENCE_OPTIONS, type SequenceFlags } from "./sequenceRule.ts";

/** Options of commands that read data files. */
export interface ImportFlags extends SequenceFlags {
  rename?: string[];
  skip?: string[];
  add?: string[];
  missing?: string[];
  type?: string[];
  kind?: string[];
  format?: string;
  delimiter?: string;
  decimal?: string;
  headerRow?: string;
  arrangement?: string;
  encoding?: string;
  shortRows?: string;
  sheet?: string;
  mergedCells?: string;
  times?: string;
  sequences?: string;
  badRows?: string;
  read?: string[];
  correct?: string[];
  exclude?: string[];
  reason?: string;
  keepRows?: boolean;
  decimals?: string;
}

export const IMPORT_OPTIONS: NonNullable<CliCommand["options"]> = [
  ["--rename <column=name>", 'name of a column of the file in the table: "Tm (°C)=tm"', repeated],
  ["--skip <column>", 'column of the file to skip; "*" for all that the table does not have', repeated],
  ["--add <column>", "column of the file that an existing table is to get", repeated],
  ["--missing <words>", "words that mean that a value is missing, between commas: n.d.,<LOD", repeated],
  ["--type <column=type>", "type of a new column: STRING, INT64, FLOAT64, BOOL, DATE or TIMESTAMP", repeated],
  ["--kind <column=kind>", "sequences in a column: AMINO_ACIDS, ALIGNED, DNA, RNA or NONE", repeated],
  [
    "--format <format>",
    "CSV, TSV, XLSX, NDJSON, PARQUET, FASTA, FASTQ, A3M, STOCKHOLM, CLUSTAL, GENBANK, PDB or MMCIF, where it is not recognized",
  ],
  ["--delimiter <sign>", 'what separates cells: "," ";" "|" or tab'],
  ["--decimal <sign>", 'sign before decimals: "." or ","'],
  ["--header-row <number>", "line with the names of the columns, from 1"],
  ["--arrangement <form>", "TABLE, or PLATES for measurements in the places of their wells"],
  ["--encoding <name>", "UTF-8, UTF-16 or WINDOWS-1252"],
  ["--short-rows <rule>", "rows with fewer cells than the header: REFUSE, or FILL with empty cells"],
  ["--sheet <name>", "sheet of a workbook, by name or number"],
  ["--merged-cells <rule>", "of a workbook: REFUSE, FILL or FIRST"],
  ["--times <rule>", "times finer than a microsecond: EXACT refuses, ROUND rounds"],
  [
    "--sequences <rule>",
    "sequences in lower case, with space around them or a stop at the end: EXACT refuses, NORMALIZE corrects",
  ],
  [
    "--decimals <rule>",
    "decimals for whole numbers of an existing table: REFUSE loads nothing, NEW_COLUMN puts them into a column of their own, which a view joins",
  ],
  ...SEQUENCE_OPTIONS,
  ["--bad-rows <rule>", "rows that cannot be read: REFUSE loads nothing, SKIP leaves them out"],
  [
    "--read <column=notations>",
    "how the cells of a column are written, between commas, such as LIMIT,PLUS_MINUS,PERCENT,THOUSANDS_COMMA or DAY_MONTH_YEAR; columns for errors and limits are added",
    repeated,
  ],
  [
    "--correct <line:column=value>",
    'what a cell is read as, such as 17:Activity=1.25; with several files "plate3.csv:17:Activity=1.25"',
    repeated,
  ],
  ["--exclude <rows>", "rows that are not loaded: 97, 97-99, plate3.csv:97 or Sample=Mean", repeated],
  ["--reason <text>", "why cells are corrected and rows excluded, for the people who read the load"],
  ["--keep-rows", "load rows at the end that look like summaries or notes, and a row of units"],
];

/** Splits comma-separated words of one or several options. */
export function splitWords(texts: readonly string[] = []): string[] {
  return texts
    .flatMap((text) => text.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Splits `left=right` at the last equals sign, because column names may contain others. */
export function splitPair(text: string, option: string): [left: string, right: string] {
  const at = text.lastIndexOf("=");
  if (at < 1 || at === text.length - 1) {
    throw new UsageError(`${option} "${text}" lacks one side: write ${option} "column in the file=value".`);
  }
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
