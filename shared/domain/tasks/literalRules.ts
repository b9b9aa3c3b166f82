import type { Column } from "#shared/basics/columns/column.ts";
import type { BrokenRule } from "#shared/basics/schemas/brokenRules.ts";

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

const MAX_LISTED = 20;
const TYPES = { string: "STRING", number: "FLOAT64", boolean: "BOOL" } as const;
const NAMES = { STRING: "a text", FLOAT64: "a number", BOOL: "a boolean" } as const;
type LiteralType = keyof typeof NAMES;

interface Kept {
  name: string;
  /** Null as long as all values are null. */
  type: LiteralType | null;
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

function addValue(columns: Map<string, Kept>, name: string, value: Value, row: number): string | null {
  const folded = name.toLowerCase();
  const kept = columns.get(folded) ?? { name, type: null, row };
  columns.set(folded, kept);
  if (kept.name !== name) {
    return `Row ${row} has the column "${name}", which duplicates "${kept.name}": names are case-insensitive`;
  }
  if (typeof value === "string" && value.includes("\0")) {
    return `Row ${row}, column "${name}": text must not contain NUL characters; remove them`;
  }
  const type = typeOf(value);
  if (type === null || type === kept.type) return null;
  if (kept.type === null) {
    Object.assign(kept, { type, row });
    return null;
  }
  return `Row ${row}, column "${name}": ${shown(value)} is ${NAMES[type]}, but the column has ${NAMES[kept.type]} in row ${kept.row}; use null for missing values`;
}

function typeOf(value: Value): LiteralType | null {
  return value === null ? null : TYPES[typeof value as keyof typeof TYPES];
}

function shown(value: Value): string {
  return JSON.stringify(value).slice(0, 60);
}

/** Returns the columns of rows that follow these rules; a column without values has type string. */
export function literalColumns(rows: readonly Row[]): Column[] {
  const columns = new Map<string, Kept>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) addValue(columns, name, value, 0);
  }
  return [...columns.values()].map(({ name, type }) => ({
    name,
    type: type ?? "STRING",
    nullable: true,
    metadata: { description: "", deprecated: false },
  }));
}
