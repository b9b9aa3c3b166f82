import { fitNotations, nameKey } from "@pdp/basics/columns";
import type { TableConfig } from "#client/importFiles.ts";
import { BATCH_ID } from "#shared/domain/columns/batchColumns.ts";
import { hasDecimalsFor, withDecimalColumns } from "#shared/domain/columns/decimalColumns.ts";
import { UsageError } from "../errors.ts";
import { type ImportFlags, splitPair, splitWords } from "./importFlags.ts";
import { withReadFlags } from "./readFlags.ts";
import { rowRules } from "./rowRules.ts";

type ColumnInput = TableConfig["columns"][number];

/** Columns of the target table, as in the API. */
export type KnownColumns = readonly ColumnInput[];

export interface BuiltConfig {
  config: TableConfig;
  /** File columns that neither the table nor a flag mentions. */
  unknown: string[];
}

/**
 * Builds the configuration of a load from the flags and the proposal for a file. The file's columns are matched to `known`,
 * the columns of an existing table. Markers for missing values come from the flags, because only the user knows the meaning of
 * `n.d.` or `<LOD`, and from plates, because readers write the same words in place of numbers everywhere.
 */
export function buildConfig(
  proposed: TableConfig,
  known: KnownColumns | null,
  flags: ImportFlags,
): BuiltConfig {
  const {
    columns: _,
    missing_values: _words,
    ignored_columns: ignored,
    corrections: _none,
    exclusions,
    ...layout
  } = proposed;
  const renames = pairsOf(flags.rename, "--rename");
  const types = pairsOf(flags.type, "--type");
  if (flags.batch !== undefined) {
    renames.set(flags.batch, BATCH_ID);
    // Numbers of plates are names.
    if (!types.has(flags.batch)) types.set(flags.batch, "STRING");
  }
  const kinds = pairsOf(flags.kind, "--kind");
  const skipped = new Set((flags.skip ?? []).map(nameKey));
  const added = new Set((flags.add ?? []).map(nameKey));
  const ofPlates = ({ missing_values: words }: ColumnInput) =>
    words && proposed.arrangement === "PLATES" ? { missing_values: words } : {};
  const columns: ColumnInput[] = [];
  const unknown: string[] = [];
  const leftOut = [...(ignored ?? [])];
  for (const column of withReadFlags(proposed.columns, flags.read)) {
    const source = column.source_name ?? column.name;
    // The column for a part is found in the table by name.
    const part = (column.part ?? "VALUE") === "VALUE" ? undefined : column.name;
    const isNamed = (names: ReadonlySet<string>) =>
      [source, column.name].some((name) => names.has(nameKey(name)));
    if (isNamed(skipped)) {
      leftOut.push(source);
      continue;
    }
    const name = take(renames, source, column.name);
    const type = take(types, source, column.name, name);
    const kind = take(kinds, source, column.name, name);
    const tableColumn =
      known === null
        ? undefined
        : findKnown(known, source, name ?? column.name, (name ?? part) !== undefined);
    if (tableColumn && takesDecimals(flags) && hasDecimalsFor(column, tableColumn))
      columns.push(stated(column, source, { name: tableColumn.name, type: column.type, kind: undefined }));
    else if (tableColumn)
      columns.push({
        ...tableColumn,
        ...readingOf(column),
        ...ofPlates(column),
        ...(nameKey(tableColumn.name) !== nameKey(source) && { source_name: source }),
      });
    else if (known === null || name !== undefined || isNamed(added)) {
      columns.push({ ...stated(column, source, { name, type, kind }), ...ofPlates(column) });
    } else if (skipped.has("*")) leftOut.push(source);
    else unknown.push(part ?? source);
  }
  const read = fitNotations(takesDecimals(flags) ? withDecimalColumns(columns, known ?? []) : columns);
  const sources = new Set(read.map((column) => nameKey(column.source_name ?? column.name)));
  const ignoring = leftOut.filter((source) => !sources.has(nameKey(source)));
  if (flags.batch !== undefined && renames.has(flags.batch))
    throw new UsageError(`--batch: the file has no column "${flags.batch}".`);
  refuseLeftovers(renames, "--rename");
  refuseLeftovers(types, "--type");
  refuseLeftovers(kinds, "--kind");
  const missing = splitWords(flags.missing);
  return {
    config: {
      ...layout,
      ...optionsOf(flags),
      ...rowRules(flags, { exclusions }),
      columns: read,
      ...(missing.length > 0 && { missing_values: missing }),
      ...(ignoring.length > 0 && { ignored_columns: ignoring }),
    },
    unknown,
  };
}

/** Returns whether decimals for a table's integers go into separate columns. */
export function takesDecimals({ decimals }: ImportFlags): boolean {
  if (decimals === undefined || decimals.toUpperCase() === "REFUSE") return false;
  if (decimals.toUpperCase() === "NEW_COLUMN") return true;
  throw new UsageError(`--decimals must be REFUSE or NEW_COLUMN, not "${decimals}".`);
}

/** Delimiters by name. */
const DELIMITERS: Record<string, string> = { tab: "\t", "\\t": "\t", space: " " };

/** Returns the specified options for reading files. */
function optionsOf(flags: ImportFlags): Partial<TableConfig> {
  const {
    format,
    delimiter,
    decimal,
    headerRow,
    headerRows,
    lastRow,
    comments,
    arrangement,
    encoding,
    shortRows,
    sheet,
    mergedCells,
    times,
    sequences,
    badRows,
  } = flags;
  const stated = {
    format: format?.toUpperCase(),
    delimiter: delimiter === undefined ? undefined : (DELIMITERS[delimiter] ?? delimiter),
    decimal,
    header_row: headerRow === undefined ? undefined : Number(headerRow),
    header_rows: headerRows === undefined ? undefined : Number(headerRows),
    last_row: lastRow === undefined ? undefined : Number(lastRow),
    comments,
    arrangement: arrangement?.toUpperCase(),
    encoding: encoding?.toUpperCase(),
    short_rows: shortRows?.toUpperCase(),
    sheet: sheet !== undefined && /^\d+$/.test(sheet) ? Number(sheet) : sheet,
    merged_cells: mergedCells?.toUpperCase(),
    times: times?.toUpperCase(),
    sequences: sequences?.toUpperCase(),
    bad_rows: badRows?.toUpperCase(),
  };
  // The service's schema validates their values.
  return Object.fromEntries(Object.entries(stated).filter(([, value]) => value !== undefined));
}

function findKnown(
  known: KnownColumns,
  source: string,
  name: string,
  isRenamed: boolean,
): ColumnInput | undefined {
  const byName = (wanted: string) => known.find((column) => nameKey(column.name) === nameKey(wanted));
  return isRenamed ? byName(name) : (byName(source) ?? byName(name));
}

/** Returns the notations of a column's cells and the part that the column contains. */
function readingOf({ notations, part }: ColumnInput): Pick<ColumnInput, "notations" | "part"> {
  return { ...(notations && { notations }), ...(part && { part }) };
}

/** Describes a new column: as proposed, with the specified overrides. */
function stated(
  column: ColumnInput,
  source: string,
  {
    name = column.name,
    type,
    kind,
  }: { name?: string | undefined; type?: string | undefined; kind?: string | undefined },
): ColumnInput {
  const { missing_values: _, source_name: _source, ...plain } = column;
  const { kind: proposedKind, ...metadata } = column.metadata ?? {};
  const ownKind = kind?.toUpperCase() ?? (type === undefined ? proposedKind : undefined);
  return {
    ...plain,
    name,
    ...(nameKey(name) !== nameKey(source) && { source_name: source }),
    ...(type !== undefined && { type: type.toUpperCase() as ColumnInput["type"] }),
    nullable: true,
    metadata: { ...metadata, ...(ownKind && { kind: ownKind as "NONE" }) },
  };
}

function pairsOf(texts: readonly string[] = [], option: string): Map<string, string> {
  return new Map(texts.map((text) => splitPair(text, option)).map(([left, right]) => [left, right]));
}

/** Consumes the setting for a column under any of its names; each setting applies to one column. */
function take(pairs: Map<string, string>, ...names: (string | undefined)[]): string | undefined {
  for (const key of pairs.keys()) {
    if (!names.some((name) => name !== undefined && nameKey(name) === nameKey(key))) continue;
    const value = pairs.get(key);
    pairs.delete(key);
    return value;
  }
  return undefined;
}

function refuseLeftovers(pairs: ReadonlyMap<string, string>, option: string): void {
  const [first] = pairs.keys();
  if (first !== undefined) {
    throw new UsageError(`${option} names the column "${first}", which is not in the file.`);
  }
}
