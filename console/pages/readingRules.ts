import { joinNames } from "@pdp/basics/wording";
import type { components } from "#client/schema.ts";
import { correctionWords, exclusionWords } from "./import/exceptionRules.ts";

type LoadTable = components["schemas"]["LoadTable"];

const DELIMITERS: Record<string, string> = {
  ",": "a comma",
  ";": "a semicolon",
  "\t": "a tab",
  "|": "a vertical bar",
  " ": "spaces",
};
const MAX_NAMED = 20;

/** Describes in sentences the options with which an import read its files; empty if there were none. */
export function readingRules(table: LoadTable): string[] {
  const { missing_values = [], ignored_columns = [], delimiter, decimal, header_row, sheet } = table;
  const renamed = table.columns.flatMap(({ name, source_name }) =>
    source_name && source_name !== name ? [`${source_name} → ${name}`] : [],
  );
  return [
    ...(sheet === undefined
      ? []
      : [`The sheet is ${typeof sheet === "number" ? `number ${sheet}` : sheet}.`]),
    ...(header_row === undefined || table.header_rows === 0
      ? []
      : [`The column names are in row ${header_row}.`]),
    ...(delimiter === undefined ? [] : [`Cells are separated by ${DELIMITERS[delimiter]}.`]),
    ...(decimal === "," ? ["Decimals follow a comma."] : []),
    ...(table.encoding === undefined ? [] : [`Characters are written as ${table.encoding}.`]),
    ...(table.short_rows === "FILL" ? ["Missing cells at the end of rows are read as empty."] : []),
    ...(table.merged_cells === "FILL" ? ["The value of merged cells applies to each of them."] : []),
    ...(table.merged_cells === "FIRST" ? ["Only the first of the merged cells has the value."] : []),
    ...(table.times === "ROUND" ? ["Times are rounded to microseconds."] : []),
    ...(missing_values.length > 0 ? [`Read as missing: ${joinNames(missing_values, MAX_NAMED)}.`] : []),
    ...table.columns.flatMap(({ name, missing_values: words = [] }) =>
      words && words.length > 0 ? [`Read as missing in ${name}: ${joinNames(words, MAX_NAMED)}.`] : [],
    ),
    ...headerWords(table),
    ...(table.comments === undefined ? [] : [`Lines that start with ${table.comments} are not read.`]),
    ...table.columns.flatMap(({ name, notations = [], part = "VALUE" }) =>
      notations.length > 0 && part === "VALUE"
        ? [`Also read in ${name}: ${joinNames(notations.map(notationWords), MAX_NAMED)}.`]
        : [],
    ),
    ...(table.corrections ?? []).map(
      (correction) => `${correctionWords(correction)} (${correction.reason}).`,
    ),
    ...(table.exclusions ?? []).map((exclusion) => `${exclusionWords(exclusion)} (${exclusion.reason}).`),
    ...(table.sequences === "NORMALIZE"
      ? ["Sequences are read in capitals, without surrounding spaces and trailing stops."]
      : []),
    ...(table.decimals === "NEW_COLUMN"
      ? ["Decimals in integer columns are stored in separate columns."]
      : []),
    ...(table.bad_rows === "SKIP" ? ["Rows that cannot be read are skipped."] : []),
    ...(ignored_columns.length > 0 ? [ignoredWords(ignored_columns)] : []),
    ...(renamed.length > 0 ? [`Columns renamed from the file: ${joinNames(renamed, MAX_NAMED)}.`] : []),
  ];
}

function headerWords({ header_rows: rows, header_row: first = 1 }: LoadTable): string[] {
  if (rows === 0) return [`The file has no column names; its first row of values is row ${first}.`];
  return rows === undefined ? [] : [`The column names are joined from ${rows} rows.`];
}

function notationWords(notation: string): string {
  return notation.toLowerCase().replaceAll("_", " ");
}

function ignoredWords(columns: readonly string[]): string {
  if (columns.includes("*")) return "Only the columns that the table has are read.";
  return `Skipped columns of the file: ${joinNames(
    columns.map((name) => name || "(without a name)"),
    MAX_NAMED,
  )}.`;
}
