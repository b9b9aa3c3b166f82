import { type ColumnType, identifier } from "@pdp/basics/columns";

const TRUE = /^(?:true|t|yes|y|1)$/i;
const FALSE = /^(?:false|f|no|n|0)$/i;

/** Returns the condition that a column equals a value entered by a user, compared using the column's type. */
export function hasValue(
  columns: readonly { name: string; type: ColumnType }[],
  column: string,
  written: string,
): string {
  const type = columns.find(({ name }) => name === column)?.type ?? "STRING";
  const value = written.trim();
  if (type === "BOOL" && (TRUE.test(value) || FALSE.test(value)))
    return `${identifier(column)} = ${TRUE.test(value)}`;
  const number = value === "" ? Number.NaN : Number(value);
  if (type === "INT64" && Number.isSafeInteger(number)) return `${identifier(column)} = ${number}`;
  if (type === "FLOAT64" && Number.isFinite(number))
    return `${identifier(column)} = CAST(${text(String(number))} AS double)`;
  return `CAST(${identifier(column)} AS varchar) = ${text(written)}`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
