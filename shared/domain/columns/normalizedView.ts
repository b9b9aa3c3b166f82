import { type ColumnType, identifier, isNumber } from "@pdp/basics/columns";
import { isBatchName } from "./batchColumns.ts";
import { hasValue } from "./hasValue.ts";

/** Method of comparing values with the reference wells. */
export const NORMALIZATIONS = ["RATIO", "DIFFERENCE", "Z_SCORE", "PERCENT_OF_CONTROL"] as const;
export type Normalization = (typeof NORMALIZATIONS)[number];

/** Values of a table, compared with the reference wells on the same plate. */
export interface NormalizedInput {
  /** Reference name of the table. */
  table: string;
  columns: readonly { name: string; type: ColumnType }[];
  /** Column that contains the values. */
  value: string;
  /** Column that identifies the plate or batch of a row; null if all rows belong to a single plate or batch. */
  plate: string | null;
  /** Column and value that identify the reference wells. */
  control: { column: string; value: string };
  method: Normalization;
  /** Value of the wells that represent 100 percent, with the reference wells at 0; only for PERCENT_OF_CONTROL. */
  positive?: string | null;
}

/** View with an additional column, and the column's formula in words. */
export interface NormalizedView {
  reference: string;
  query: string;
  /** Name of the new column. */
  column: string;
  formula: string;
}

const MAX_REFERENCE_CHARACTERS = 128;
const ENDINGS: Record<Normalization, string> = {
  RATIO: "ratio",
  DIFFERENCE: "difference",
  Z_SCORE: "z_score",
  PERCENT_OF_CONTROL: "percent",
};
const CONTROL =
  /^(?:is_)?(?:control|ctrl|reference|wild_type|wt)$|^(?:sample|well|control)_?(?:type|role|kind|class)$|^(?:role|content|sample)$/i;
const LABELS: readonly ColumnType[] = ["STRING", "BOOL", "INT64"];

/** Finds the columns that a table could be normalized by, judging by their names and types. */
export function normalizableColumns(columns: NormalizedInput["columns"]): {
  values: string[];
  plate: string | null;
  /** Columns that may identify the reference wells, most likely first. */
  controls: string[];
} {
  const plate = columns.find(({ name }) => isBatchName(name))?.name ?? null;
  const values = columns.filter(({ name, type }) => isNumber(type) && name !== plate);
  const labels = columns.filter(({ name, type }) => LABELS.includes(type) && name !== plate);
  const isLikely = ({ name }: { name: string }): number => Number(CONTROL.test(name));
  const controls = labels.toSorted((a, b) => isLikely(b) - isLikely(a)).map(({ name }) => name);
  return { values: values.map(({ name }) => name), plate, controls };
}

/**
 * Returns the view with a table's rows and one additional column: the value compared with the mean of the reference wells on
 * its plate. The original values stay unchanged. If a column states which values are limits, another column states it for the
 * new values, with the opposite side where the comparison reverses their order.
 */
export function normalizedView(input: NormalizedInput): NormalizedView {
  const { table, columns, value, plate, control, method, positive } = input;
  const usedNames = new Set(columns.map(({ name }) => name.toLowerCase()));
  const free = (name: string): string => (usedNames.has(name.toLowerCase()) ? free(`${name}_2`) : name);
  const column = free(`${value}_${ENDINGS[method]}`);
  const cell = `CAST(${identifier(value)} AS double)`;
  const over = plate === null ? "OVER ()" : `OVER (PARTITION BY ${identifier(plate)})`;
  const of = (aggregate: string, label: string): string =>
    `${aggregate}(CASE WHEN ${hasValue(columns, control.column, label)} THEN ${cell} END) ${over}`;
  const mean = of("avg", control.value);
  const aggregate = plate === null ? "mean" : `mean of the same ${plate}`;
  const wells = (label: string): string => `${aggregate} where ${control.column} is ${label}`;
  const reference = wells(control.value);
  const [sql, words] = {
    RATIO: () => [`${cell} / nullif(${mean}, 0)`, `${value} / (${reference})`],
    DIFFERENCE: () => [`${cell} - ${mean}`, `${value} - (${reference})`],
    Z_SCORE: () => [
      `(${cell} - ${mean}) / nullif(${of("stddev_samp", control.value)}, 0)`,
      `(${value} - (${reference})) / (standard deviation there)`,
    ],
    PERCENT_OF_CONTROL: () =>
      positive == null
        ? [`100 * ${cell} / nullif(${mean}, 0)`, `100 * ${value} / (${reference})`]
        : [
            `100 * (${cell} - ${mean}) / nullif(${of("avg", positive)} - ${mean}, 0)`,
            `100 * (${value} - (${reference})) / ((${wells(positive)}) - (${reference}))`,
          ],
  }[method]() as [string, string];
  const limit = columns.find(({ name, type }) => name === `${value}_limit` && type === "STRING")?.name;
  const divisor = positive != null ? `${of("avg", positive)} - ${mean}` : mean;
  const isScaled = method === "RATIO" || method === "PERCENT_OF_CONTROL";
  const limits =
    limit === undefined
      ? ""
      : `, ${isScaled ? reversedIf(`${divisor} < 0`, identifier(limit)) : identifier(limit)} AS ${identifier(free(`${column}_limit`))}`;
  const shown = columns.map(({ name }) => identifier(name)).join(", ");
  return {
    reference: `${table}_${column}`.slice(0, MAX_REFERENCE_CHARACTERS),
    query: `SELECT ${shown}, ${sql} AS ${identifier(column)}${limits} FROM ${identifier(table)}`,
    column,
    formula: `${column} = ${words}`,
  };
}

/** Returns the sides of limits in SQL, with the opposite ones where a condition holds. */
function reversedIf(condition: string, sides: string): string {
  return `CASE WHEN ${condition} THEN translate(${sides}, '<>≤≥', '><≥≤') ELSE ${sides} END`;
}
