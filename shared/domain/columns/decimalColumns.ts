import type { ColumnType } from "#shared/domain/column.ts";

/** Decimals for a column of whole numbers: they go into a further column, because columns cannot change their type. */

interface SomeColumn {
  name: string;
  type: ColumnType;
  source_name?: string | null | undefined;
}

type KnownColumn = Pick<SomeColumn, "name" | "type">;

const ENDING = "_decimal";

/** Returns the name of the column that has the decimals of another one. */
export function decimalName(name: string): string {
  return `${name}${ENDING}`;
}

/** Tells whether a column of a load has decimals for a column of whole numbers. */
export function hasDecimalsFor(column: SomeColumn, own: KnownColumn | undefined): boolean {
  return own?.type === "INT64" && column.type === "FLOAT64";
}

/** Returns the columns of a load, with columns of whole numbers replaced by those for their decimals. */
export function withDecimalColumns<Stated extends SomeColumn>(
  stated: readonly Stated[],
  known: readonly KnownColumn[],
): Stated[] {
  const byName = new Map(known.map((column) => [column.name.toLowerCase(), column]));
  return stated.map((column) => {
    const own = byName.get(column.name.toLowerCase());
    if (own === undefined || !hasDecimalsFor(column, own)) return column;
    return { ...column, name: decimalName(own.name), source_name: column.source_name ?? column.name };
  });
}

/** View that joins the columns of whole numbers of a table with their decimals; null if the table has none. */
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
    const name = quoted(column.name);
    if (!isJoined(column)) return [name];
    return [`coalesce(${quoted(decimalName(column.name))}, CAST(${name} AS double)) AS ${name}`];
  });
  return {
    reference: decimalName(reference),
    query: `SELECT ${shown.join(", ")} FROM ${quoted(reference)}`,
  };
}

/** Says how decimals for a column of whole numbers can be loaded. */
export function decimalsOffer(table: string, name: string): string {
  return `Column types cannot change. To store the values in a new column "${decimalName(name)}", set "decimals": "NEW_COLUMN" for the table "${table}". A view can combine it with "${name}".`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
