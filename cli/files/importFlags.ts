import { SCALAR_TYPES } from "@pdp/basics/columns";
import type { CliCommand } from "../command.ts";
import { repeated } from "../command.ts";
import { UsageError } from "../errors.ts";
import { SEQUENCE_OPTIONS, type SequenceFlags } from "./sequenceRule.ts";

/** Options for commands that read data files. */
export interface ImportFlags extends SequenceFlags {
  rename?: string[];
  batch?: string;
  skip?: string[];
  add?: string[];
  missing?: string[];
  type?: string[];
  kind?: string[];
  format?: string;
  delimiter?: string;
  decimal?: string;
  headerRow?: string;
  headerRows?: string;
  lastRow?: string;
  comments?: string;
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
  ["--rename <column=name>", 'new name of a column in the table: "Tm (°C)=tm"', repeated],
  [
    "--batch <column>",
    "column with the batch or plate of each row; stored as batch_id, which training runs and analyses use",
  ],
  ["--skip <column>", 'column to skip; "*" skips all columns that are not in the table', repeated],
  ["--add <column>", "column to add to an existing table", repeated],
  ["--missing <words>", "comma-separated words that mean a missing value, such as n.d.,<LOD", repeated],
  ["--type <column=type>", `type of a new column: ${SCALAR_TYPES.join(", ")}`, repeated],
  ["--kind <column=kind>", "sequences in a column: AMINO_ACIDS, ALIGNED, DNA, RNA or NONE", repeated],
  [
    "--format <format>",
    "CSV, TSV, XLSX, NDJSON, PARQUET, FASTA, FASTQ, A3M, STOCKHOLM, CLUSTAL, GENBANK (also EMBL and UniProt), PDB or MMCIF, if not detected correctly",
  ],
  ["--delimiter <sign>", 'delimiter of cells: "," ";" "|", tab or space'],
  ["--decimal <sign>", 'decimal sign: "." or ","'],
  ["--header-row <number>", "line number of the column names, counted from 1"],
  ["--header-rows <number>", "number of lines with column names; 0 if the file has none"],
  ["--last-row <number>", "line number of the last row; lines below it are skipped"],
  ["--comments <sign>", 'sign at the start of comment lines: "#", "##" (VCF) or "@" (SAM)'],
  ["--arrangement <form>", "layout: TABLE, PLATES for grids of wells, or CURVES for two columns per curve"],
  ["--encoding <name>", "UTF-8, UTF-16 or WINDOWS-1252"],
  ["--short-rows <rule>", "rows with fewer cells than the header: REFUSE, or FILL with empty cells"],
  ["--sheet <name>", 'workbook sheet, by name or number; "*" joins all sheets with plates'],
  ["--merged-cells <rule>", "merged cells of a workbook: REFUSE, FILL or FIRST"],
  ["--times <rule>", "times finer than a microsecond: EXACT rejects them, ROUND rounds them"],
  [
    "--sequences <rule>",
    "handling of lower-case sequences, surrounding spaces and trailing stops: EXACT rejects them, NORMALIZE corrects them",
  ],
  [
    "--decimals <rule>",
    "decimals for an integer column of an existing table: REFUSE rejects the file, NEW_COLUMN stores them in a new column and creates a view that combines both",
  ],
  ...SEQUENCE_OPTIONS,
  ["--bad-rows <rule>", "rows that cannot be read: REFUSE rejects the file, SKIP skips them"],
  [
    "--read <column=notations>",
    "comma-separated notations used in a column's cells, such as LIMIT,PLUS_MINUS,PERCENT,THOUSANDS_COMMA or DAY_MONTH_YEAR; adds columns for errors and limits",
    repeated,
  ],
  [
    "--correct <line:column=value>",
    "corrected value of a cell: 17:Activity=1.25, 17:Activity= for an empty cell, or plate3.csv:17:Activity=1.25 for one of several files",
    repeated,
  ],
  [
    "--exclude <rows>",
    `rows to skip: 97, 97-99, Sample=Mean, plate3.csv:97 or '"plate3.csv":Sample=Mean'. In --correct and --exclude, file names that contain : = or " and columns that contain = need double quotes, with each quote in them written twice: '"T=37.csv":97', '"pH=7"=n.d.'`,
    repeated,
  ],
  ["--reason <text>", "reason for corrections and exclusions"],
  ["--keep-rows", "also load trailing rows that look like summaries or notes, and a units row"],
];

/** Throws if an option that describes the files is given in addition to their configuration. */
export function refuseFlags(options: ImportFlags): void {
  for (const [flags] of IMPORT_OPTIONS) {
    const [, name = ""] = /--([a-z-]+)/.exec(flags) ?? [];
    const key = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (options[key as keyof ImportFlags] !== undefined)
      throw new UsageError(`--${name} cannot be combined with --config. Specify it in the file.`);
  }
}

/** Splits comma-separated words from one or more options. */
export function splitWords(texts: readonly string[] = []): string[] {
  return texts
    .flatMap((text) => text.split(","))
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Splits `left=right` at the last equals sign, because column names may contain equals signs. */
export function splitPair(text: string, option: string): [left: string, right: string] {
  const at = text.lastIndexOf("=");
  if (at < 1 || at === text.length - 1) {
    throw new UsageError(
      `${option} "${text}" must have two sides. Write ${option} "column in the file=value".`,
    );
  }
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
