import type { ColumnType } from "#shared/domain/column.ts";
import { isBatchName } from "./batchColumns.ts";

/** Replicates that a table has side by side, and the views with one row for each, or with their means. */

interface SomeColumn {
  name: string;
  type: ColumnType;
}

/** Columns that measured the same in several replicates. */
export interface Replicates {
  /** Name of what was measured: what the names of the columns share. */
  assay: string;
  /** Names of the columns, in the order of their replicates. */
  columns: string[];
  /** Columns that summarize them; null if there is none. */
  mean: string | null;
  sd: string | null;
}

const NUMBERS: readonly ColumnType[] = ["INT64", "FLOAT64"];
/** Name with the number of a replicate: `activity_rep_1`, `rep1`, `r2_activity`, `activity_replicate_b`. */
const NAMED = /^(?:(.*?)_)?(?:rep|repl|replicate|r|trial|repeat)_?(\d{1,2}|[a-h])(?:_(.+))?$/;
/** Name with a number alone, which is a replicate of a measurement, or where others summarize it. */
const NUMBERED = /^(.*[a-z])_([1-9])$/;
/** Names of measurements whose numbers are those of replicates: those of doses or features are not. */
const MEASURED =
  /(?:^|_)(?:activity|signal|fluorescence|absorbance|luminescence|od|od600|rfu|rlu|yield|titer|titre|conversion|fitness|score|growth|intensity|rate|tm|expression|binding|value|result|reading)$/;
const MEAN = /^(?:(.*?)_)?(?:mean|avg|average)(?:_(.+))?$/;
const SD = /^(?:(.*?)_)?(?:sd|std|stdev|std_dev|standard_deviation)(?:_(.+))?$/;
/** Name of a measurement whose columns are called by their replicate alone. */
const NAMELESS = "value";

/** Finds groups of numeric columns that are replicates of one measurement. */
export function findReplicates(columns: readonly SomeColumn[]): Replicates[] {
  const numbers = columns.filter(({ type }) => NUMBERS.includes(type)).map(({ name }) => name);
  const named = groupsOf(numbers, NAMED);
  const taken = new Set([...named.values()].flat());
  const rest = numbers.filter((name) => !taken.has(name));
  const numbered = [...groupsOf(rest, NUMBERED)].filter(
    ([assay]) =>
      MEASURED.test(assay) || summaryOf(rest, MEAN, assay) !== null || summaryOf(rest, SD, assay) !== null,
  );
  return [...named, ...numbered].map(([assay, names]) => ({
    assay: assay === "" ? NAMELESS : assay,
    columns: names,
    mean: summaryOf(rest, MEAN, assay),
    sd: summaryOf(rest, SD, assay),
  }));
}

/** Groups names that differ in their replicate only. Drops groups of one. */
function groupsOf(names: readonly string[], pattern: RegExp): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const [, before = "", number, after = ""] = pattern.exec(name.toLowerCase()) ?? [];
    if (number === undefined) continue;
    const assay = [before, after].filter((part) => part !== "").join("_");
    groups.set(assay, [...(groups.get(assay) ?? []), name]);
  }
  return new Map([...groups].filter(([, own]) => own.length > 1));
}

function summaryOf(names: readonly string[], pattern: RegExp, assay: string): string | null {
  const found = names.find((name) => {
    const parts = pattern.exec(name.toLowerCase());
    return parts !== null && [parts[1], parts[2]].filter((part) => part).join("_") === assay;
  });
  return found ?? null;
}

/** View of a table with replicates. */
export interface ReplicateView {
  reference: string;
  query: string;
}

/**
 * Returns the view with one row for each replicate, and the column `batch_id` if a column names batches or plates; null if a table
 * has no replicates.
 */
export function replicateView(reference: string, columns: readonly SomeColumn[]): ReplicateView | null {
  const groups = findReplicates(columns);
  if (groups.length === 0) return null;
  const { others, kept, free } = besideReplicates(columns, groups);
  const label = others.includes("replicate") ? "replicate_number" : "replicate";
  const most = Math.max(...groups.map((group) => group.columns.length));
  const selects = Array.from({ length: most }, (_, index) => {
    const values = groups.map(({ assay, columns: own }) => {
      const column = own[index];
      const value = column === undefined ? "CAST(NULL AS double)" : asDouble(column);
      return `${value} AS ${quoted(free(assay))}`;
    });
    const measured = groups.flatMap(({ columns: own }) =>
      own[index] === undefined ? [] : [`${quoted(own[index])} IS NOT NULL`],
    );
    const shown = [...kept, `${index + 1} AS ${label}`, ...values].join(", ");
    return `SELECT ${shown} FROM ${quoted(reference)} WHERE ${measured.join(" OR ")}`;
  });
  return { reference: `${reference}_replicates`, query: selects.join(" UNION ALL ") };
}

/**
 * Returns the view that has the mean of the replicates of each row, their standard deviation and their number in place of the
 * replicates: `activity`, `activity_sd` and `activity_n`; null if a table has no replicates.
 */
export function replicateMeans(reference: string, columns: readonly SomeColumn[]): ReplicateView | null {
  const groups = findReplicates(columns);
  if (groups.length === 0) return null;
  const { others, kept, free } = besideReplicates(columns, groups);
  const inner: string[] = [];
  const outer: string[] = [];
  for (const { assay, columns: own } of groups) {
    const [mean = "", sd = "", n = ""] = [assay, `${assay}_sd`, `${assay}_n`].map((name) =>
      quoted(free(name)),
    );
    const count = own.map((name) => `CASE WHEN ${quoted(name)} IS NULL THEN 0 ELSE 1 END`).join(" + ");
    const sum = own.map((name) => `coalesce(${asDouble(name)}, 0)`).join(" + ");
    const squares = own.map((name) => `coalesce(power(${asDouble(name)} - ${mean}, 2), 0)`).join(" + ");
    inner.push(...own.map(quoted), `(${sum}) / nullif(${count}, 0) AS ${mean}`, `${count} AS ${n}`);
    outer.push(mean, `CASE WHEN ${n} > 1 THEN sqrt((${squares}) / (${n} - 1)) END AS ${sd}`, n);
  }
  const rows = `SELECT ${[...others.map(quoted), ...inner].join(", ")} FROM ${quoted(reference)}`;
  return {
    reference: `${reference}_means`,
    query: `SELECT ${[...kept, ...outer].join(", ")} FROM (${rows}) AS r`,
  };
}

/** Returns both views of a table's replicates, with what each holds; none without replicates. */
export function replicateViews(
  reference: string,
  columns: readonly SomeColumn[],
): (ReplicateView & { holds: string })[] {
  const [rows, means] = [replicateView(reference, columns), replicateMeans(reference, columns)];
  if (rows === null || means === null) return [];
  return [
    { ...rows, holds: "a row for each replicate" },
    { ...means, holds: "their mean, standard deviation and number" },
  ];
}

/** Returns the columns beside replicates, as views show them, and what names of new columns are free. */
function besideReplicates(columns: readonly SomeColumn[], groups: readonly Replicates[]) {
  const used = new Set(groups.flatMap((group) => [...group.columns, group.mean, group.sd]));
  const others = columns.flatMap(({ name }) => (used.has(name) ? [] : [name]));
  const batch = others.some((name) => name.toLowerCase() === "batch_id")
    ? undefined
    : others.find(isBatchName);
  const batches = batch === undefined ? [] : [`CAST(${quoted(batch)} AS varchar) AS batch_id`];
  const taken = new Set(
    [...others, ...groups.flatMap((group) => group.columns)].map((name) => name.toLowerCase()),
  );
  const free = (name: string): string => (taken.has(name.toLowerCase()) ? free(`${name}_measured`) : name);
  return { others, kept: [...others.map(quoted), ...batches], free };
}

function asDouble(name: string): string {
  return `CAST(${quoted(name)} AS double)`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
