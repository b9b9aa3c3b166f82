import type { Column, ItemType } from "@pdp/basics/columns";

/** Value in a row of a request. */
export type LiteralValue =
  | string
  | number
  | boolean
  | null
  | readonly LiteralValue[]
  | { readonly [name: string]: LiteralValue };

/** Type of a value; the items of an empty list, and fields that are always null, have no shape. */
export type Shape =
  | { type: "STRING" | "FLOAT64" | "BOOL" }
  | { type: "ARRAY"; item: Shape | null }
  | { type: "STRUCT"; fields: Map<string, { name: string; shape: Shape | null }> };

const SCALARS = { string: "STRING", number: "FLOAT64", boolean: "BOOL" } as const;
const NAMES = {
  STRING: "a text",
  FLOAT64: "a number",
  BOOL: "a boolean",
  ARRAY: "a list",
  STRUCT: "an object",
};

/** Thrown for a value that does not fit the values before it; the message continues a sentence about the value. */
export class ShapeConflict extends Error {}

/** Returns the shape of a column that also has this value. */
export function withValue(kept: Shape | null, value: LiteralValue): Shape | null {
  if (value === null) return kept;
  const type = typeOf(value);
  if (kept !== null && kept.type !== type)
    throw new ShapeConflict(
      `${JSON.stringify(value).slice(0, 60)} is ${NAMES[type]}, but the column has ${NAMES[kept.type]}`,
    );
  if (type === "STRING" && (value as string).includes("\0"))
    throw new ShapeConflict("text must not contain NUL characters; remove them");
  if (type === "ARRAY") {
    const before = (kept as { item: Shape | null } | null)?.item ?? null;
    const items = value as readonly LiteralValue[];
    return { type, item: items.reduce((item, each) => withValue(item, each), before) };
  }
  if (type !== "STRUCT") return { type };
  const fields = new Map((kept as { fields?: (Shape & { type: "STRUCT" })["fields"] } | null)?.fields);
  addFields(fields, value as { readonly [name: string]: LiteralValue });
  return { type, fields };
}

type Fields = (Shape & { type: "STRUCT" })["fields"];

function addFields(fields: Fields, value: { readonly [name: string]: LiteralValue }): void {
  for (const [name, inner] of Object.entries(value)) {
    const folded = name.toLowerCase();
    const kept = fields.get(folded) ?? { name, shape: null };
    if (kept.name !== name)
      throw new ShapeConflict(`the field "${name}" duplicates "${kept.name}": names are case-insensitive`);
    fields.set(folded, { name, shape: withValue(kept.shape, inner) });
  }
  if (fields.size === 0) throw new ShapeConflict("{} has no fields; use null for missing values");
}

function typeOf(value: Exclude<LiteralValue, null>): Shape["type"] {
  if (Array.isArray(value)) return "ARRAY";
  return typeof value === "object" ? "STRUCT" : SCALARS[typeof value as keyof typeof SCALARS];
}

/** Returns the column with this shape; values without a shape are text. */
export function columnOfShape(name: string, shape: Shape | null): Column {
  return { name, ...typeOfShape(shape), metadata: { description: "", deprecated: false } };
}

function typeOfShape(shape: Shape | null): ItemType {
  if (shape?.type === "ARRAY") return { type: "ARRAY", nullable: true, item_type: typeOfShape(shape.item) };
  if (shape?.type !== "STRUCT") return { type: shape?.type ?? "STRING", nullable: true };
  const columns = [...shape.fields.values()].map(({ name, shape: inner }) => columnOfShape(name, inner));
  return { type: "STRUCT", nullable: true, columns };
}
