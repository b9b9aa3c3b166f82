import { identifier } from "@pdp/basics/columns";
import { hasValue } from "./hasValue.ts";
import type { NormalizedInput } from "./normalizedView.ts";

/** Reference wells that values are compared with: the SQL that selects them, and their number in the table. */

/** Row returned by `wellCountsQuery`. */
export interface WellCounts {
  plates: number | bigint;
  controls: number | bigint;
  positives: number | bigint;
  /** Number of plates without enough wells, and the first few of these plates. */
  lacking: number | bigint;
  example: string | null;
}

/** Problems with the reference wells of a table. */
export interface WellFault {
  /** Value that does not occur in any well. */
  missing: string | null;
  /** Sentence about plates without enough wells; null if every plate has enough. */
  warning: string | null;
}

const MAX_VALUES = 10;

/** Returns the query that counts, for each plate of a table, the reference wells that have a value. */
export function wellCountsQuery(input: NormalizedInput): string {
  const { table, columns, plate, control, positive, value } = input;
  const count = (written: string) =>
    `count_if(${hasValue(columns, control.column, written)} AND ${identifier(value)} IS NOT NULL)`;
  const name = plate === null ? "''" : `coalesce(CAST(${identifier(plate)} AS varchar), '')`;
  const grouped = plate === null ? "" : " GROUP BY 1";
  const lacks = `controls < ${neededWells(input)}${positive == null ? "" : " OR positives < 1"}`;
  const plates =
    `SELECT ${name} AS plate, ${count(control.value)} AS controls, ${positive == null ? "0" : count(positive)} AS positives ` +
    `FROM ${identifier(table)}${grouped}`;
  return (
    "SELECT count(*) AS plates, coalesce(sum(controls), 0) AS controls, coalesce(sum(positives), 0) AS positives, " +
    `count_if(${lacks}) AS lacking, min(CASE WHEN ${lacks} THEN plate END) AS example FROM (${plates}) AS p`
  );
}

/** Returns the query for the values that may identify wells, most frequent first. */
export function wellValuesQuery({ table, control }: NormalizedInput): string {
  const cell = identifier(control.column);
  return (
    `SELECT CAST(${cell} AS varchar) AS value FROM ${identifier(table)} WHERE ${cell} IS NOT NULL ` +
    `GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_VALUES}`
  );
}

/** Explains why the wells of a table are not sufficient for the comparison. */
export function wellFault(input: NormalizedInput, counts: WellCounts): WellFault {
  const { plate, control, positive } = input;
  if (Number(counts.controls) === 0) return { missing: control.value, warning: null };
  if (positive != null && Number(counts.positives) === 0) return { missing: positive, warning: null };
  const lacking = Number(counts.lacking);
  if (lacking === 0) return { missing: null, warning: null };
  const values = positive == null ? control.value : `${control.value} or ${positive}`;
  const few = neededWells(input) > 1 ? `fewer than ${neededWells(input)} wells` : "no well";
  const where =
    plate === null
      ? "The table has"
      : `${lacking} of ${Number(counts.plates)} values of ${plate}, such as "${counts.example ?? ""}", have`;
  return {
    missing: null,
    warning: `${where} ${few} where ${control.column} is ${values}: the new column is empty there.`,
  };
}

/** Reports that no well has a value, and lists the existing values, as returned by `wellValuesQuery`. */
export function noWells(input: NormalizedInput, missing: string, values: readonly string[]): string {
  const { columns, control, value } = input;
  const isDecimal = columns.find(({ name }) => name === control.column)?.type === "FLOAT64";
  const known = values.map((item) => (isDecimal ? String(Number(item)) : item)).join(", ");
  const has = known === "" ? `${control.column} is empty in all rows` : `${control.column} has ${known}`;
  return `No row with a value in ${value} has "${missing}" in ${control.column}. Use a different value: ${has}.`;
}

/** A standard deviation needs two wells. */
function neededWells({ method }: NormalizedInput): number {
  return method === "Z_SCORE" ? 2 : 1;
}
