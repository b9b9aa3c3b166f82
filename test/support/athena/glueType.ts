import type { Column, ItemType } from "@pdp/basics/columns";

const SIMPLE = new Map<string, ItemType["type"]>([
  ["boolean", "BOOL"],
  ["bigint", "INT64"],
  ["double", "FLOAT64"],
  ["string", "STRING"],
  ["date", "DATE"],
]);

/** Returns the platform type for the text of a Glue type, such as `array<struct<x:bigint>>`. */
export function parseGlueType(text: string): ItemType {
  const inner = /^(array|struct)<(.*)>$/s.exec(text);
  if (inner?.[1] === "array")
    return { type: "ARRAY", nullable: true, item_type: parseGlueType(inner[2] ?? "") };
  if (inner?.[1] === "struct") {
    return { type: "STRUCT", nullable: true, columns: fieldsOf(inner[2] ?? "").map(parseField) };
  }
  const type = SIMPLE.get(text);
  if (!type) throw new Error(`Athena has no type ${text} here`);
  return { type, nullable: true };
}

function parseField(field: string): Column {
  const colon = field.indexOf(":");
  return glueColumn(field.slice(0, colon), field.slice(colon + 1));
}

export function glueColumn(name: string, type: string): Column {
  return { name, ...parseGlueType(type), metadata: { description: null, deprecated: false } };
}

/** Splits at commas that are not inside `<…>`. */
function fieldsOf(text: string): string[] {
  const fields: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === "<") depth += 1;
    if (text[at] === ">") depth -= 1;
    if (at < text.length && (text[at] !== "," || depth > 0)) continue;
    fields.push(text.slice(from, at));
    from = at + 1;
  }
  return fields;
}
