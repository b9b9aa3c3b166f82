import { literal } from "@pdp/basics/columns";
import { fieldName, isFine, isInteger, isText, itemOf, type Type, textSql } from "@pdp/trino/types";

/** Text between two rows; rows never contain line breaks. */
const SEPARATOR = `',' || chr(10) || `;

/**
 * Returns SQL with a single column that contains the rows of `sql` as JSON arrays in the form of Trino's protocol, each after
 * a comma and a line break.
 */
export function trinoRowsSql(sql: string, types: readonly Type[]): string {
  const names = types.map((_, index) => `"c${index}"`);
  const cells = types.map((type, index) => jsonOf(type, names[index] ?? "", 0));
  return `SELECT ${SEPARATOR}'[' || concat_ws(',', ${cells.join(", ")}) || ']' FROM (${sql}) AS "_output"(${names.join(", ")})`;
}

/** Returns SQL for a value as JSON; a missing value becomes the text `null`. */
function jsonOf(type: Type, value: string, depth: number): string {
  return `coalesce(${presentJson(type, value, depth)}, 'null')`;
}

/** Returns SQL for a value as JSON; a missing value becomes NULL. */
function presentJson(type: Type, value: string, depth: number): string {
  if (isInteger(type) || type.name === "boolean") return `CAST(${value} AS VARCHAR)`;
  if (isText(type) || hasOwnText(type)) return `CAST(to_json(${value}) AS VARCHAR)`;
  switch (type.name) {
    case "real":
    case "double":
      return (
        `CASE WHEN isnan(${value}) THEN '"NaN"' WHEN isinf(${value}) THEN if(${value} > 0, '"Infinity"', '"-Infinity"') ` +
        `ELSE CAST(${value} AS VARCHAR) END`
      );
    case "varbinary":
      return quoted(`base64(${value})`);
    case "array": {
      const item = `x${depth}`;
      const items = `list_transform(${value}, lambda ${item}: ${jsonOf(itemOf(type), item, depth + 1)})`;
      return `'[' || array_to_string(${items}, ',') || ']'`;
    }
    case "map": {
      const [key, content] = type.of ?? [];
      const entry = `x${depth}`;
      const pair = `${keyJson(key as Type, `${entry}.key`, depth + 1)} || ':' || ${jsonOf(content as Type, `${entry}.value`, depth + 1)}`;
      return `'{' || array_to_string(list_transform(map_entries(${value}), lambda ${entry}: ${pair}), ',') || '}'`;
    }
    case "row": {
      const fields = (type.of ?? []).map((field, index) =>
        jsonOf(field, `struct_extract(${value}, ${literal(fieldName(type, index))})`, depth),
      );
      return `CASE WHEN ${value} IS NULL THEN NULL ELSE '[' || concat_ws(',', ${fields.join(", ")}) || ']' END`;
    }
    case "timestamp with time zone":
      return quoted(textSql(value, { ...type, zone: type.zone ?? "UTC" }) ?? value);
    default: {
      const text = textSql(value, type);
      return text === undefined ? `CAST(to_json(${value}) AS VARCHAR)` : quoted(text);
    }
  }
}

/** Tells whether a result already contains the values of a type as text. */
function hasOwnText(type: Type): boolean {
  const { name } = type;
  return (
    isFine(type) || ["json", "uuid", "unknown", "function"].includes(name) || name.startsWith("interval")
  );
}

/** JSON object keys are strings. */
function keyJson(type: Type, value: string, depth: number): string {
  const json = presentJson(type, value, depth);
  return `if(starts_with(${json}, '"'), ${json}, CAST(to_json(${json}) AS VARCHAR))`;
}

function quoted(text: string): string {
  return `'"' || ${text} || '"'`;
}
