import { type ColumnType, identifier, isNumber } from "@pdp/basics/columns";
import { isBatchName } from "#shared/domain/columns/batchColumns.ts";

/** Replicates in adjacent columns, and the views that show one row per replicate or the replicate means. */

interface SomeColumn {
  name: string;
  type: ColumnType;
}

/** Column with its replicate number. */
interface Numbered {
  name: string;
  number: number;
}

/** Columns that contain replicates of one measurement. */
export interface Replicates {
  /** Name of the measurement: the part that the column names share. */
  assay: string;
  /** Column names, in replicate order. */
  columns: string[];
  /** Columns that summarize the replicates; null if there are none. */
  mean: string | null;
  sd: string | null;
}

/** Name that contains a replicate number: `activity_rep_1`, `rep1`, `r2_activity`, `activity_replicate_b`. */
const NAMED = /^(?:(.*?)_)?(?:rep|repl|replicate|r|trial|repeat)_?(\d{1,2}|[a-h])(?:_(.+))?$/;
/** Name with only a number, which denotes a replicate if the measurement is known or has summary columns. */
const NUMBERED = /^(.*[a-z0-9])_([1-9]\d?)$/;
/** Larger numbers denote replicates only if they continue these; otherwise they may be doses. */
const MAX_SINGLE = 9;
/** Measurement names with numbers that denote replicates; numbers of doses or features do not. */
const MEASURED =
  /(?:^|_)(?:activity|signal|fluorescence|absorbance|luminescence|od|od600|rfu|rlu|yield|titer|titre|conversion|fitness|score|growth|intensity|rate|tm|expression|binding|value|result|reading)$/;
const MEAN = /^(?:(.*?)_)?(?:mean|avg|average)(?:_(.+))?$/;
const SD = /^(?:(.*?)_)?(?:sd|std|stdev|std_dev|standard_deviation)(?:_(.+))?$/;
/** Name of a measurement with columns that are named only after the replicate. */
const NAMELESS = "value";

/** Finds groups of numeric columns that contain replicates of one measurement. */
export function findReplicates(columns: readonly SomeColumn[]): Replicates[] {
  return numberedReplicates(columns).map(({ numbered, ...group }) => ({
    ...group,
    columns: numbered.map(({ name }) => name),
  }));
}

function numberedReplicates(columns: readonly SomeColumn[]) {
  const numbers = columns.filter(({ type }) => isNumber(type)).map(({ name }) => name);
  const named = groupsOf(numbers, NAMED);
  const usedNames = new Set([...named.values()].flat().map(({ name }) => name));
  const rest = numbers.filter((name) => !usedNames.has(name));
  const counted = [...groupsOf(rest, NUMBERED)].flatMap(([assay, numbered]) => {
    const isCounted = numbered.every(({ number }, at) => number === at + 1);
    const replicates = isCounted ? numbered : numbered.filter(({ number }) => number <= MAX_SINGLE);
    return replicates.length > 1 ? [[assay, replicates] as const] : [];
  });
  const others = counted.filter(
    ([assay]) =>
      MEASURED.test(assay) || summaryOf(rest, MEAN, assay) !== null || summaryOf(rest, SD, assay) !== null,
  );
  return [...named, ...others].map(([assay, numbered]) => ({
    assay: assay === "" ? NAMELESS : assay,
    numbered,
    mean: summaryOf(rest, MEAN, assay),
    sd: summaryOf(rest, SD, assay),
  }));
}

/** Groups names that differ only in their replicate number, in replicate order. Drops groups with a single name. */
function groupsOf(names: readonly string[], pattern: RegExp): Map<string, Numbered[]> {
  const groups = new Map<string, Numbered[]>();
  for (const name of names) {
    const [, before = "", label, after = ""] = pattern.exec(name.toLowerCase()) ?? [];
    if (label === undefined) continue;
    const assay = [before, after].filter((part) => part !== "").join("_");
    const number = /\d/.test(label) ? Number(label) : label.charCodeAt(0) - "a".charCodeAt(0) + 1;
    groups.set(assay, [...(groups.get(assay) ?? []), { name, number }]);
  }
  const shared = [...groups].filter(([, group]) => group.length > 1);
  return new Map(shared.map(([assay, group]) => [assay, group.toSorted((a, b) => a.number - b.number)]));
}

function summaryOf(names: readonly string[], pattern: RegExp, assay: string): string | null {
  const summary = names.find((name) => {
    const parts = pattern.exec(name.toLowerCase());
    return parts !== null && [parts[1], parts[2]].filter((part) => part).join("_") === assay;
  });
  return summary ?? null;
}

/** View of a table that contains replicates. */
export interface ReplicateView {
  reference: string;
  query: string;
}

/**
 * Returns the view with one row per replicate, and the column `batch_id` if a column identifies batches or plates; null if the
 * table has no replicates.
 */
export function replicateView(reference: string, columns: readonly SomeColumn[]): ReplicateView | null {
  const groups = numberedReplicates(columns);
  if (groups.length === 0) return null;
  const { kept, free, isTaken } = besideReplicates(columns, findReplicates(columns));
  const label = free(isTaken("replicate") ? "replicate_number" : "replicate");
  const measured = groups.map(({ assay, numbered }) => ({ assay: identifier(free(assay)), numbered }));
  const numbers = [...new Set(groups.flatMap(({ numbered }) => numbered.map(({ number }) => number)))];
  const selects = numbers
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const namesByAssay = measured.map(({ numbered }) =>
        numbered.filter((entry) => entry.number === number),
      );
      // Names such as rep1 and rep_1 have the same number, but each gets a separate row.
      const maxNames = Math.max(...namesByAssay.map((names) => names.length));
      return Array.from({ length: maxNames }, (_, index) => {
        const present = namesByAssay.map((names) => names[index]?.name);
        const values = present.map(
          (name, at) =>
            `${name === undefined ? "CAST(NULL AS double)" : asDouble(name)} AS ${measured[at]?.assay}`,
        );
        const known = present.flatMap((name) =>
          name === undefined ? [] : [`${identifier(name)} IS NOT NULL`],
        );
        const shown = [...kept, `${number} AS ${label}`, ...values].join(", ");
        return `SELECT ${shown} FROM ${identifier(reference)} WHERE ${known.join(" OR ")}`;
      });
    });
  return { reference: `${reference}_replicates`, query: selects.join(" UNION ALL ") };
}

/**
 * Returns the view that replaces each row's replicates with their mean, standard deviation and count: `activity`,
 * `activity_sd` and `activity_n`; null if the table has no replicates.
 */
export function replicateMeans(reference: string, columns: readonly SomeColumn[]): ReplicateView | null {
  const groups = findReplicates(columns);
  if (groups.length === 0) return null;
  const { others, kept, free } = besideReplicates(columns, groups);
  const inner: string[] = [];
  const outer: string[] = [];
  for (const { assay, columns: replicates } of groups) {
    const [mean = "", sd = "", n = ""] = [assay, `${assay}_sd`, `${assay}_n`].map((name) =>
      identifier(free(name)),
    );
    const count = replicates
      .map((name) => `CASE WHEN ${identifier(name)} IS NULL THEN 0 ELSE 1 END`)
      .join(" + ");
    const sum = replicates.map((name) => `coalesce(${asDouble(name)}, 0)`).join(" + ");
    const squares = replicates
      .map((name) => `coalesce(power(${asDouble(name)} - ${mean}, 2), 0)`)
      .join(" + ");
    inner.push(
      ...replicates.map(identifier),
      `(${sum}) / nullif(${count}, 0) AS ${mean}`,
      `${count} AS ${n}`,
    );
    outer.push(mean, `CASE WHEN ${n} > 1 THEN sqrt((${squares}) / (${n} - 1)) END AS ${sd}`, n);
  }
  const rows = `SELECT ${[...others.map(identifier), ...inner].join(", ")} FROM ${identifier(reference)}`;
  return {
    reference: `${reference}_means`,
    query: `SELECT ${[...kept, ...outer].join(", ")} FROM (${rows}) AS r`,
  };
}

/** Returns both views of a table's replicates, with descriptions; none if there are no replicates. */
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

/** Returns the other columns as shown in views, and generates unique names for new columns. */
function besideReplicates(columns: readonly SomeColumn[], groups: readonly Replicates[]) {
  const used = new Set(groups.flatMap((group) => [...group.columns, group.mean, group.sd]));
  const others = columns.flatMap(({ name }) => (used.has(name) ? [] : [name]));
  const batch = others.some((name) => name.toLowerCase() === "batch_id")
    ? undefined
    : others.find(isBatchName);
  const batches = batch === undefined ? [] : [`CAST(${identifier(batch)} AS varchar) AS batch_id`];
  const names = [...others, ...groups.flatMap((group) => group.columns), "batch_id"];
  const usedNames = new Set(names.map((name) => name.toLowerCase()));
  const isTaken = (name: string): boolean => usedNames.has(name.toLowerCase());
  const free = (name: string): string => {
    if (isTaken(name)) return free(`${name}_measured`);
    usedNames.add(name.toLowerCase());
    return name;
  };
  return { others, kept: [...others.map(identifier), ...batches], free, isTaken };
}

function asDouble(name: string): string {
  return `CAST(${identifier(name)} AS double)`;
}
