import type { ColumnType } from "#shared/domain/column.ts";

/** Replicates that a table has side by side, and the view with one row for each. */

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
/** Name with a number alone, which is a replicate only beside others. */
const NUMBERED = /^(.*[a-z])_([1-9])$/;
const MEAN = /^(?:(.*?)_)?(?:mean|avg|average)(?:_(.+))?$/;
const SD = /^(?:(.*?)_)?(?:sd|std|stdev|std_dev|standard_deviation)(?:_(.+))?$/;
/** Columns that say in which batch a row was measured; a training takes them as `batch_id`. */
const BATCH = /^(?:batch|plate|run|assay_plate)(?:_?(?:id|no|nr|number|name|barcode))?$/i;
/** Name of a measurement whose columns are called by their replicate alone. */
const NAMELESS = "value";

/** Finds groups of numeric columns that are replicates of one measurement. */
export function findReplicates(columns: readonly SomeColumn[]): Replicates[] {
  const numbers = columns.filter(({ type }) => NUMBERS.includes(type)).map(({ name }) => name);
  const named = groupsOf(numbers, NAMED);
  const taken = new Set([...named.values()].flat());
  const rest = numbers.filter((name) => !taken.has(name));
  // Numbers alone are replicates if a mean or a deviation summarizes them.
  const numbered = [...groupsOf(rest, NUMBERED)].filter(
    ([assay]) => summaryOf(rest, MEAN, assay) !== null || summaryOf(rest, SD, assay) !== null,
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

/**
 * Returns the reference and query of the view with one row for each replicate, and the column `batch_id` if a column names batches or
 * plates; null if a table has no replicates.
 */
export function replicateView(
  reference: string,
  columns: readonly SomeColumn[],
): { reference: string; query: string } | null {
  const groups = findReplicates(columns);
  if (groups.length === 0) return null;
  const used = new Set(groups.flatMap((group) => [...group.columns, group.mean, group.sd]));
  const others = columns.flatMap(({ name }) => (used.has(name) ? [] : [name]));
  const batch = others.some((name) => name.toLowerCase() === "batch_id")
    ? undefined
    : others.find((name) => BATCH.test(name));
  const batches = batch === undefined ? [] : [`CAST(${quoted(batch)} AS varchar) AS batch_id`];
  const free = (name: string): string => (others.includes(name) ? free(`${name}_measured`) : name);
  const label = others.includes("replicate") ? "replicate_number" : "replicate";
  const most = Math.max(...groups.map((group) => group.columns.length));
  const selects = Array.from({ length: most }, (_, index) => {
    const values = groups.map(({ assay, columns: own }) => {
      const column = own[index];
      const value = column === undefined ? "CAST(NULL AS double)" : `CAST(${quoted(column)} AS double)`;
      return `${value} AS ${quoted(free(assay))}`;
    });
    const measured = groups.flatMap(({ columns: own }) =>
      own[index] === undefined ? [] : [`${quoted(own[index])} IS NOT NULL`],
    );
    const shown = [...others.map(quoted), ...batches, `${index + 1} AS ${label}`, ...values].join(", ");
    return `SELECT ${shown} FROM ${quoted(reference)} WHERE ${measured.join(" OR ")}`;
  });
  return { reference: `${reference}_replicates`, query: selects.join(" UNION ALL ") };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
