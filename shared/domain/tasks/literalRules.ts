import type { Column } from "@pdp/basics/columns";
import type { BrokenRule } from "@pdp/basics/schemas";
import { columnOfShape, type LiteralValue, type Shape, ShapeConflict, withValue } from "./literalShape.ts";

type Row = Readonly<Record<string, LiteralValue>>;

const MAX_LISTED = 20;

interface Kept {
  name: string;
  /** Null as long as all values are null. */
  shape: Shape | null;
  /** Number of the first row that has a value, counted from 1. */
  row: number;
}

/** Returns the values in literal rows that differ in type or spelling from the values above them. */
export function brokenLiteralRules({ rows }: { rows: readonly Row[] }): BrokenRule[] {
  const columns = new Map<string, Kept>();
  const broken: BrokenRule[] = [];
  for (const [index, row] of rows.entries()) {
    for (const [name, value] of Object.entries(row)) {
      const message = addValue(columns, name, value, index + 1);
      if (message !== null) broken.push({ path: ["rows", index, name], message });
      if (broken.length === MAX_LISTED) return broken;
    }
  }
  if (columns.size === 0) broken.push({ path: ["rows", 0], message: "The rows have no columns" });
  return broken;
}

function addValue(columns: Map<string, Kept>, name: string, value: LiteralValue, row: number): string | null {
  const folded = name.toLowerCase();
  const kept = columns.get(folded) ?? { name, shape: null, row };
  columns.set(folded, kept);
  if (kept.name !== name) {
    return `Row ${row} has the column "${name}", which duplicates "${kept.name}": names are case-insensitive`;
  }
  try {
    const shape = withValue(kept.shape, value);
    if (kept.shape === null && shape !== null) kept.row = row;
    kept.shape = shape;
    return null;
  } catch (error) {
    if (!(error instanceof ShapeConflict)) throw error;
    const advice = error.message.includes("but the column has")
      ? ` in row ${kept.row}; use null for missing values`
      : "";
    return `Row ${row}, column "${name}": ${error.message}${advice}`;
  }
}

/** Returns the columns of rows that follow these rules; a column without values has type string. */
export function literalColumns(rows: readonly Row[]): Column[] {
  return keptColumns(rows).map(({ name, shape }) => columnOfShape(name, shape));
}

/** Returns the columns that have at least one value. */
export function filledColumns(rows: readonly Row[]): Column[] {
  return keptColumns(rows).flatMap(({ name, shape }) => (shape === null ? [] : [columnOfShape(name, shape)]));
}

function keptColumns(rows: readonly Row[]): Kept[] {
  const columns = new Map<string, Kept>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) addValue(columns, name, value, 0);
  }
  return [...columns.values()];
}
