import * as v from "valibot";
import { boundedArray } from "./boundedFields.ts";
import { type Column, ColumnType, type ItemType } from "./column.ts";
import { conflict, invalidField } from "./errors.ts";
import { requireExtendedFits } from "./itemSizeLimits.ts";
import { text, textOrNone } from "./textFields.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
/** Maximum number of columns of a table, and of fields of a STRUCT. */
const MAX_COLUMNS = 2000;
const DEEPEST = 8;

/** Tells whether a text is a valid name of a table or a column. */
export function isName(name: string): boolean {
  return NAME.test(name) && !name.startsWith("__");
}

export const NameRule =
  "should start with a letter or an underscore, contain only letters, digits and underscores, " +
  "have at most 128 characters and not start with two underscores";

export const ColumnName = v.pipe(
  v.string(),
  v.check(isName, `A column name ${NameRule}`),
  v.metadata({
    jsonSchema: { type: "string", pattern: "^(?!__)[A-Za-z_][A-Za-z0-9_]{0,127}$", examples: ["fitness"] },
  }),
);

const Metadata = v.object({
  description: v.pipe(
    v.optional(v.nullable(textOrNone(10_000))),
    v.description("What the values mean, with their unit; null unless stated"),
    v.examples(["Melting temperature in °C"]),
  ),
  deprecated: v.pipe(
    v.optional(v.nullable(v.boolean())),
    v.description("Whether to stop using it; false unless stated"),
  ),
});

interface ItemInput {
  type: ColumnType;
  nullable?: boolean | null | undefined;
  columns?: ColumnInput[] | null | undefined;
  item_type?: ItemInput | null | undefined;
}

interface ColumnInput extends ItemInput {
  name: string;
  metadata?:
    | { description?: string | null | undefined; deprecated?: boolean | null | undefined }
    | null
    | undefined;
  source_name?: string | null | undefined;
}

const itemEntries = {
  type: ColumnType,
  nullable: v.pipe(
    v.optional(v.nullable(v.boolean())),
    v.description("Whether a row may have no value; true unless stated"),
  ),
  columns: v.pipe(
    v.optional(
      v.nullable(
        boundedArray(
          v.lazy((): v.GenericSchema<ColumnInput> => ColumnShape),
          MAX_COLUMNS,
          `At most ${MAX_COLUMNS} columns are possible`,
        ),
      ),
    ),
    v.description("The fields of a STRUCT; only there, and needed there"),
  ),
  item_type: v.pipe(
    v.optional(v.nullable(v.lazy((): v.GenericSchema<ItemInput> => ItemShape))),
    v.description("Type of the items of an ARRAY; required for it, and for it only"),
  ),
};

export const ItemShape: v.GenericSchema<ItemInput> = v.object(itemEntries);
export const ColumnShape: v.GenericSchema<ColumnInput> = v.object({
  ...itemEntries,
  name: ColumnName,
  metadata: v.optional(v.nullable(Metadata)),
  source_name: v.pipe(
    v.optional(v.nullable(text(1, 1000))),
    v.description("In a data load: the name of the file's column, if it differs"),
    v.examples(["Tm (°C)"]),
  ),
});

/** Schema of a non-empty list of columns in a request. `columnsFrom` checks depth and uniqueness. */
export const ColumnsInput = v.pipe(
  boundedArray(ColumnShape, MAX_COLUMNS, `At most ${MAX_COLUMNS} columns are possible`),
  v.nonEmpty("At least one column is needed"),
);
export type ColumnsInput = v.InferOutput<typeof ColumnsInput>;

/** Checks what the schema cannot express and fills in defaults. `loc` is the location of the list in the request. */
export function columnsFrom(input: ColumnsInput, loc: (string | number)[]): Column[] {
  return columnsByName(input, loc, 1);
}

function columnsByName(input: ColumnInput[], loc: (string | number)[], depth: number): Column[] {
  const seen = new Set<string>();
  return input.map((column, index) => {
    const here = [...loc, index];
    const folded = column.name.toLowerCase();
    if (seen.has(folded)) {
      throw invalidField(
        [...here, "name"],
        `There are two columns named "${column.name}" (names are unique ignoring case)`,
        column.name,
      );
    }
    seen.add(folded);
    const metadata = {
      description: column.metadata?.description ?? null,
      deprecated: column.metadata?.deprecated ?? false,
    };
    const result: Column = { name: column.name, ...itemFrom(column, here, depth), metadata };
    if (column.source_name) result.source_name = column.source_name;
    return result;
  });
}

function itemFrom(item: ItemInput, loc: (string | number)[], depth: number): ItemType {
  if (depth > DEEPEST) throw invalidField(loc, `Columns can be nested at most ${DEEPEST} levels deep`);
  const result: ItemType = { type: item.type, nullable: item.nullable ?? true };
  if (item.type === "STRUCT") {
    if (!item.columns?.length) throw invalidField([...loc, "columns"], "A STRUCT needs its columns");
    result.columns = columnsByName(item.columns, [...loc, "columns"], depth + 1);
  } else if (item.type === "ARRAY") {
    if (!item.item_type) throw invalidField([...loc, "item_type"], "An ARRAY needs its item_type");
    result.item_type = itemFrom(item.item_type, [...loc, "item_type"], depth + 1);
  }
  return result;
}

/** Tells whether two columns have values of the same type; `nullable` and metadata may differ. */
export function sameType(a: ItemType, b: ItemType): boolean {
  if (a.type !== b.type) return false;
  if (a.type === "ARRAY") return !!a.item_type && !!b.item_type && sameType(a.item_type, b.item_type);
  if (a.type !== "STRUCT") return true;
  const left = a.columns ?? [];
  const right = b.columns ?? [];
  return (
    left.length === right.length &&
    left.every((column, index) => {
      const other = right[index];
      return !!other && column.name === other.name && sameType(column, other);
    })
  );
}

/**
 * Returns the columns of a table after an update with the complete new list. Columns may be added (as nullable, because
 * existing rows have no value for them) and made nullable, but not removed, renamed, retyped or made non-nullable.
 */
export function updateColumns(current: Column[], wanted: Column[], loc: (string | number)[]): Column[] {
  const wantedNames = byName(wanted);
  const missing = current.find((column) => !wantedNames.has(keyOf(column)));
  if (missing) {
    throw invalidField(
      loc,
      `The column "${missing.name}" is missing: columns cannot be removed or renamed`,
      missing.name,
    );
  }
  const currentNames = byName(current);
  return wanted.map((column, index) => {
    const before = currentNames.get(keyOf(column));
    return before ? updateColumn(before, column, [...loc, index]) : newColumn(column, [...loc, index]);
  });
}

function updateColumn(before: Column, wanted: Column, loc: (string | number)[]): Column {
  if (before.name !== wanted.name) {
    throw invalidField([...loc, "name"], `The column "${before.name}" cannot be renamed`, wanted.name);
  }
  if (!sameType(before, wanted)) {
    throw invalidField(
      [...loc, "type"],
      `The column "${before.name}" is ${before.type} and cannot be retyped`,
      wanted.type,
    );
  }
  if (before.nullable && !wanted.nullable) {
    throw invalidField(
      [...loc, "nullable"],
      `The column "${before.name}" is nullable and cannot become non-nullable`,
      false,
    );
  }
  return wanted;
}

function newColumn(column: Column, loc: (string | number)[]): Column {
  if (column.nullable) return column;
  throw invalidField(
    [...loc, "nullable"],
    `The new column "${column.name}" must be nullable: the rows that are there have no value for it`,
    false,
  );
}

/**
 * Returns the columns of a table after the commit of a load that states the columns `stated`. They must agree with the
 * existing ones; new ones are appended. A 422 for a new one that is not nullable, a 409 for what contradicts the table.
 */
export function extendColumns(current: Column[], stated: Column[], table: string): Column[] {
  requireNullableAdditions(current, stated, table, () => ["query", "id"]);
  const added: Column[] = [];
  const [currentNames, statedNames] = [byName(current), byName(stated)];
  for (const column of stated) {
    const before = currentNames.get(keyOf(column));
    if (before) requireSameColumn(before, column, table);
    else added.push(plainColumn(column));
  }
  const omitted = current.find((column) => !column.nullable && !statedNames.has(keyOf(column)));
  if (omitted) {
    throw conflict(
      "column_missing",
      `The column "${omitted.name}" of table "${table}" is not nullable, so the load must bring it.`,
    );
  }
  const columns = [...current, ...added];
  if (added.length > 0) requireExtendedFits(columns, table);
  return columns;
}

function requireSameColumn(before: Column, stated: Column, table: string): void {
  if (sameType(before, stated)) return;
  throw conflict(
    "column_type_mismatch",
    `The column "${before.name}" of table "${table}" is ${before.type}, not ${stated.type}${before.type === stated.type ? " of other fields" : ""}.`,
  );
}

/** Returns a column without the name that it has in the file. */
export function plainColumn({ source_name: _, ...column }: Column): Column {
  return column;
}

/**
 * Raises a 422 if a load states a column that the table does not have and that is not nullable. `locOf` returns the
 * location in the request of the column at an index.
 */
export function requireNullableAdditions(
  current: Column[],
  stated: Column[],
  table: string,
  locOf: (index: number) => (string | number)[],
): void {
  const currentNames = byName(current);
  const index = stated.findIndex((column) => !column.nullable && !currentNames.has(keyOf(column)));
  const column = stated[index];
  if (!column) return;
  throw invalidField(
    locOf(index),
    `The new column "${column.name}" of table "${table}" must be nullable: the rows that are there have no value for it.`,
    false,
  );
}

/**
 * Raises a 422 if the columns that were inferred from a view's query are not valid: every name follows the rule, and
 * names are unique ignoring case.
 */
export function requireViewColumns(columns: readonly Column[]): void {
  const seen = new Set<string>();
  for (const column of columns) {
    const { name } = column;
    const shown = name.length > 128 ? `${name.slice(0, 128)}…` : name;
    const advice = "give it another name with AS";
    if (!isName(name)) {
      throw invalidField(
        ["body", "query"],
        `The view would have a column "${shown}", but a column name ${NameRule}: ${advice}`,
      );
    }
    if (seen.has(keyOf(column))) {
      throw invalidField(
        ["body", "query"],
        `The view would have two columns named "${shown}" (names are unique ignoring case): ${advice}`,
      );
    }
    seen.add(keyOf(column));
    requireViewFields(column);
  }
}

/** Applies the rule of columns to the fields of a value's type, at any depth. */
function requireViewFields({ columns, item_type }: ItemType): void {
  if (columns) requireViewColumns(columns);
  if (item_type) requireViewFields(item_type);
}

/**
 * Returns the columns that a load states with the spelling of the existing table's columns. The file's header may be
 * spelled differently, and a cell may be empty only if both the load and the table allow it.
 */
export function boundColumns(current: Column[], stated: Column[]): Column[] {
  const currentNames = byName(current);
  return stated.map((column) => {
    const own = currentNames.get(keyOf(column));
    if (!own) return column;
    const bound = { ...column, name: own.name, nullable: own.nullable && column.nullable };
    return own.name === column.name || column.source_name ? bound : { ...bound, source_name: column.name };
  });
}

/** Maps columns by name, which is unique ignoring case. */
function byName(columns: readonly Column[]): Map<string, Column> {
  return new Map(columns.map((column) => [keyOf(column), column]));
}

function keyOf({ name }: Column): string {
  return name.toLowerCase();
}
