import { fitNotations, isNumber, nameKey } from "@pdp/basics/columns";
import { type ColumnRoles, kindOf } from "#client/columnRoles.ts";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { decimalName, hasDecimalsFor } from "#shared/domain/columns/decimalColumns.ts";
import { proposeNames } from "#shared/proposals/proposeNames.ts";

type ColumnConfig = TableConfig["columns"][number];
type TableColumn = Table["columns"][number];

/** Maximum number of columns of a file that a table with the same measurements lacks. */
const MAX_NEW = 1;
/** Minimum share of the table's columns that the file has: tables also have computed sequences, and columns of other layouts. */
const MIN_SHARE = 0.5;
const MIN_SHARED = 2;

/** Sequence and mutation columns of a file, by their names in the file, and of a table. */
export interface RolesOfBoth {
  file: ColumnRoles;
  table: ColumnRoles;
}

/** Returns the table column with a given name, ignoring case. */
export function columnOf(table: Table | undefined, name: string): TableColumn | undefined {
  return table?.columns.find((column) => nameKey(column.name) === nameKey(name));
}

/**
 * Assigns the names and types of the table's columns to file columns: those with the same name, and a single protein sequence
 * or mutation column regardless of its name. Without `roles`, the cells have not been read yet.
 */
export function fitTable(
  config: TableConfig,
  table: Table | undefined,
  roles: RolesOfBoth | null = null,
): TableConfig {
  if (!table) return config;
  const alike = roles === null ? new Map<ColumnConfig, TableColumn>() : alikeColumns(config, table, roles);
  const columns = config.columns.map((column): ColumnConfig => {
    const tableColumn = columnOf(table, column.name) ?? alike.get(column);
    if (!tableColumn) return column;
    if (config.decimals === "NEW_COLUMN" && hasDecimalsFor(column, tableColumn))
      return decimalColumn(column, tableColumn);
    const { item_type: _, columns: _fields, ...plain } = column;
    return {
      ...plain,
      source_name: column.source_name ?? column.name,
      name: tableColumn.name,
      type: tableColumn.type,
      ...(tableColumn.item_type && { item_type: tableColumn.item_type }),
      ...(tableColumn.columns && { columns: tableColumn.columns as NonNullable<ColumnConfig["columns"]> }),
      nullable: tableColumn.nullable,
      metadata: { ...column.metadata, kind: tableColumn.metadata.kind ?? null },
    };
  });
  return { ...config, columns: fitNotations(columns) };
}

/** Returns the column for the decimals of an integer column. */
function decimalColumn(column: ColumnConfig, { name }: TableColumn): ColumnConfig {
  return {
    ...column,
    source_name: column.source_name ?? column.name,
    name: decimalName(name),
    nullable: true,
  };
}

/** Finds file columns that match a table column under another name, unless the user has named them. */
function alikeColumns(
  config: TableConfig,
  table: Table,
  roles: RolesOfBoth,
): ReadonlyMap<ColumnConfig, TableColumn> {
  const matches = new Map<ColumnConfig, TableColumn>();
  const isProposed = ({ name, source_name }: ColumnConfig) =>
    name === proposeNames([source_name ?? name], () => false)[0];
  for (const role of ["sequences", "mutations"] as const) {
    const inFile = new Set(roles.file[role].map(nameKey));
    const [column, ...others] = config.columns.filter(({ name, source_name: source }) =>
      inFile.has(nameKey(source ?? name)),
    );
    const [tableColumn, ...more] = table.columns.filter(({ name }) => roles.table[role].includes(name));
    if (!column || !tableColumn || others.length > 0 || more.length > 0) continue;
    if (!columnOf(table, column.name) && isProposed(column)) matches.set(column, tableColumn);
  }
  return matches;
}

/**
 * Finds the table that a file most likely continues: it has all columns of the file but one, at least half of its columns are in the
 * file, and none conflicts with the file.
 */
export function nearestTable(tables: readonly Table[], config: TableConfig): Table | undefined {
  const near = tables.flatMap((table) => {
    const shared = config.columns.filter(({ name }) => columnOf(table, name));
    const areAlike = shared.every((column) => isAlike(column, columnOf(table, column.name)));
    const others = [config.columns.length - shared.length, table.columns.length - shared.length];
    const isNear =
      areAlike &&
      shared.length >= MIN_SHARED &&
      config.columns.length - shared.length <= MAX_NEW &&
      shared.length >= MIN_SHARE * table.columns.length;
    return isNear ? [{ table, distance: others.reduce((sum, count) => sum + count, 0) }] : [];
  });
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.table;
}

/**
 * Returns whether a file column may correspond to a table column: numeric types must be compatible, and sequences must be of
 * the same kind.
 */
function isAlike({ type, metadata }: ColumnConfig, tableColumn: TableColumn | undefined): boolean {
  if (!tableColumn) return false;
  if (isNumber(type) && isNumber(tableColumn.type)) return true;
  if (type !== tableColumn.type) return false;
  return kindOf({ name: tableColumn.name, type, metadata }) === kindOf(tableColumn);
}
