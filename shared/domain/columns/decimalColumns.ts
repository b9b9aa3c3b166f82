import { type ColumnType, identifier } from "@pdp/basics/columns";

/** Decimals for an integer column: they are stored in an additional column, because columns cannot change type. */

interface SomeColumn {
  name: string;
  type: ColumnType;
  source_name?: string | null | undefined;
}

type KnownColumn = Pick<SomeColumn, "name" | "type">;

const ENDING = "_decimal";

/** Returns the name of the column that contains the decimals of another column. */
export function decimalName(name: string): string {
  return `${name}${ENDING}`;
}

/** Returns whether a column of a load contains decimals for an integer column. */
export function hasDecimalsFor(column: SomeColumn, existing: KnownColumn | undefined): boolean {
  return existing?.type === "INT64" && column.type === "FLOAT64";
}

/** Returns the columns of a load, with integer columns replaced by their decimal columns. */
export function withDecimalColumns<Stated extends SomeColumn>(
  stated: readonly Stated[],
  known: readonly KnownColumn[],
): Stated[] {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]));
  return stated.map((column) => {
    const existing = byName.get(column.name.toLowerCase());
    if (existing === undefined || !hasDecimalsFor(column, existing)) return column;
    return { ...column, name: decimalName(existing.name), source_name: column.source_name ?? column.name };
  });
}

/** View that merges a table's integer columns with their decimals; null if the table has no such columns. */
export function decimalView(
  reference: string,
  columns: readonly KnownColumn[],
): { reference: string; query: string } | null {
  const types = new Map(columns.map(({ name, type }) => [name.toLowerCase(), type]));
  const isJoined = ({ name, type }: KnownColumn): boolean =>
    type === "INT64" && types.get(decimalName(name).toLowerCase()) === "FLOAT64";
  const joined = columns.filter(isJoined);
  if (joined.length === 0) return null;
  const decimals = new Set(joined.map(({ name }) => decimalName(name).toLowerCase()));
  const shown = columns.flatMap((column) => {
    if (decimals.has(column.name.toLowerCase())) return [];
    const name = identifier(column.name);
    if (!isJoined(column)) return [name];
    return [`coalesce(${identifier(decimalName(column.name))}, CAST(${name} AS double)) AS ${name}`];
  });
  return {
    reference: decimalName(reference),
    query: `SELECT ${shown.join(", ")} FROM ${identifier(reference)}`,
  };
}

/** Explains how decimals for an integer column can be loaded. */
export function decimalsOffer(table: string, name: string): string {
  return `Column types cannot change. To store the values in a new column "${decimalName(name)}", set "decimals": "NEW_COLUMN" for the table "${table}". A view can combine it with "${name}".`;
}
