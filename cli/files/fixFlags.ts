import type { ProblemGroup } from "@pdp/basics/wording";
import { type NumberReading, numberReadings, sureReading } from "@pdp/formats/options";
import type { FileReport } from "./scanFile.ts";

const OPTION_FLAGS: Record<string, string> = {
  delimiter: "--delimiter",
  decimal: "--decimal",
  header_row: "--header-row",
  last_row: "--last-row",
  encoding: "--encoding",
  sheet: "--sheet",
  short_rows: "--short-rows",
  merged_cells: "--merged-cells",
  times: "--times",
  sequences: "--sequences",
};
/** Option value proposed by a reason, such as `"decimal": ","`. */
const PROPOSED =
  /"(delimiter|decimal|header_row|encoding|short_rows|merged_cells|times|sequences)": ("[^"]*"|\d+)/g;
const PROPOSED_ONE = new RegExp(PROPOSED.source);

/** Value with decimals or an exponent where an integer is expected. */
const DECIMALS = /^[+-]?\d*\.?\d+(?:[eE][+-]?\d+)?$/;
/** Text in a numeric or date column, which an additional column can store. */
const NOT_READ = /^is (?:not a number|a limit, not a number|not a date|not a time of the form)/;
const WHOLE = /^is (?:not a whole number|written with)/;
const PLAIN = { decimal: "." } as const;

/**
 * Returns flags that fix the problems in files, as far as the reasons for the problems propose a fix. `isKnown` is true if the
 * table exists.
 */
export function fixFlags(reports: readonly FileReport[], isKnown: boolean): string[] {
  const groups = reports.flatMap(({ problems }) => problems.groups);
  const isKept = (word: string) => numberReadings([word], PLAIN).length > 0;
  const words = [...new Set(reports.flatMap((report) => report.words))].filter(
    (word) => !word.includes(",") && !isKept(word),
  );
  const flags = new Set<string>();
  if (words.length > 0) flags.add(`--missing ${quoted(words.join(","))}`);
  for (const group of groups) for (const flag of flagsFor(group)) flags.add(flag);
  for (const { first } of groups) {
    if (first.column === undefined || !WHOLE.test(first.reason) || !DECIMALS.test(first.value ?? ""))
      continue;
    flags.add(isKnown ? "--decimals NEW_COLUMN" : `--type ${quoted(`${first.column}=FLOAT64`)}`);
  }
  return [...flags];
}

/** Returns alternative flags for ambiguous numbers, each with its result. */
export function choicesOfFlags(reports: readonly FileReport[]): string[] {
  const groups = reports.flatMap(({ problems }) => problems.groups);
  const choices = groups.flatMap((group) => {
    const { column } = group.first;
    const readings = readingsOf(group);
    if (column === undefined || sureReading(readings, PLAIN) !== undefined) return [];
    return readings.map((reading) => {
      const { cell, number } = reading.example;
      return `${readFlag(column, reading)} reads ${JSON.stringify(cell)} as ${number}`;
    });
  });
  return [...new Set(choices)];
}

/**
 * Returns the possible numeric readings of a group's cells; empty for other columns, or if another fix is proposed.
 */
function readingsOf({ first: { reason, value }, values }: ProblemGroup): NumberReading[] {
  const isOfNumbers = NOT_READ.test(reason) && !/ a (?:date|time)/.test(reason) && !PROPOSED_ONE.test(reason);
  return isOfNumbers && value !== undefined ? numberReadings([value, ...values], PLAIN) : [];
}

function readFlag(column: string, { notations }: Pick<NumberReading, "notations">): string {
  return `--read ${quoted(`${column}=${notations.join(",")}`)}`;
}

function flagsFor(group: ProblemGroup): string[] {
  const { reason, column, value } = group.first;
  const flags = [...reason.matchAll(PROPOSED)].map(([, name = "", value = ""]) => {
    const plain = value.startsWith('"') ? String(JSON.parse(value)) : value;
    return `${OPTION_FLAGS[name]} ${quoted(plain === "\t" ? "tab" : plain)}`;
  });
  if (reason.includes('"sheet"')) flags.push("--sheet NAME");
  if (reason.includes('"merged_cells"') && flags.length === 0) flags.push("--merged-cells FILL");
  if (reason.includes('"ignored_columns"') && column !== undefined) flags.push(`--skip ${quoted(column)}`);
  if (flags.length === 0 && NOT_READ.test(reason) && column !== undefined && value !== undefined) {
    const readings = readingsOf(group);
    const sure = sureReading(readings, PLAIN);
    if (sure !== undefined) flags.push(readFlag(column, sure));
    else if (readings.length === 0 && !reason.includes('"missing_values"'))
      flags.push(readFlag(column, { notations: ["OTHER_TEXT"] }));
  }
  if (reason.includes('"kind" NONE') && column !== undefined)
    flags.push(`--kind ${quoted(`${column}=NONE`)}`);
  return flags;
}

/** Quotes text for a shell if needed. */
export function quoted(text: string): string {
  return /^[\w.,:=@%+/-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, "\\$&")}"`;
}
