import { type ItemType, identifier, SCALARS, type ValueKind } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";

/** Trino type of a value. */
export interface Type {
  name: TypeBase;
  /** Length of a char or varchar, undefined for an unbounded varchar; number of digits of a decimal, time or timestamp. */
  size?: number;
  /** Number of digits after the decimal point of a decimal. */
  scale?: number;
  /** Type of array items, of map keys and values, or of row fields. */
  of?: Type[];
  /** Names of row fields; undefined for fields without a name. */
  names?: (string | undefined)[];
  /** Zone of a zoned time; undefined if it differs between values. */
  zone?: string;
  /** True for a time in a result, whose digits after the microseconds must be zero. */
  isExact?: boolean;
}

export type TypeBase =
  | "unknown"
  | "boolean"
  | "tinyint"
  | "smallint"
  | "integer"
  | "bigint"
  | "real"
  | "double"
  | "decimal"
  | "varchar"
  | "char"
  | "varbinary"
  | "json"
  | "uuid"
  | "date"
  | "time"
  | "time with time zone"
  | "timestamp"
  | "timestamp with time zone"
  | "interval day to second"
  | "interval year to month"
  | "array"
  | "map"
  | "row"
  | "function";

const simple = (name: TypeBase): Type => ({ name });
export const UNKNOWN = simple("unknown");
export const BOOLEAN = simple("boolean");
export const INTEGER = simple("integer");
export const BIGINT = simple("bigint");
export const REAL = simple("real");
export const DOUBLE = simple("double");
export const VARCHAR = simple("varchar");
export const VARBINARY = simple("varbinary");
export const DATE = simple("date");
export const DAY_INTERVAL = simple("interval day to second");
export const MONTH_INTERVAL = simple("interval year to month");

export const TIME_WITH_ZONE = "time with time zone";

/** Returns whether the values of a type are stored as picoseconds: times with more than six digits, or of day with a zone. */
export function isFine({ name, size = 3 }: Type): boolean {
  return name === TIME_WITH_ZONE || (name.startsWith("time") && size > 6);
}

export const decimalType = (size: number, scale: number): Type => ({ name: "decimal", size, scale });
export const varcharType = (size: number | undefined): Type =>
  size === undefined ? VARCHAR : { name: "varchar", size };
export const timestampType = (size: number): Type => ({ name: "timestamp", size });
export const zonedType = (size: number, zone?: string): Type => ({
  name: "timestamp with time zone",
  size,
  ...(zone !== undefined && { zone }),
});
export const arrayType = (item: Type): Type => ({ name: "array", of: [item] });
export const mapType = (key: Type, value: Type): Type => ({ name: "map", of: [key, value] });
export const rowType = (of: Type[], names: (string | undefined)[] = of.map(() => undefined)): Type => ({
  name: "row",
  of,
  names,
});

/** Integer types by increasing range, with their number of digits as decimals. */
export const INTEGER_DIGITS: Partial<Record<TypeBase, number>> = {
  tinyint: 3,
  smallint: 5,
  integer: 10,
  bigint: 19,
};

export function isInteger({ name }: Type): boolean {
  return INTEGER_DIGITS[name] !== undefined;
}

export function isFloating({ name }: Type): boolean {
  return name === "real" || name === "double";
}

export function isNumeric(type: Type): boolean {
  return isInteger(type) || isFloating(type) || type.name === "decimal";
}

export function isText({ name }: Type): boolean {
  return name === "varchar" || name === "char";
}

export function itemOf(type: Type): Type {
  return type.of?.[0] ?? UNKNOWN;
}

/** Returns whether values of a type contain parts of any of these kinds. */
export function contains(type: Type, isSought: (type: Type) => boolean): boolean {
  return isSought(type) || (type.of ?? []).some((inner) => contains(inner, isSought));
}

/** Trino's name for a type, as returned by `typeof`. */
export function typeText({ name, size, scale, of = [], names }: Type): string {
  switch (name) {
    case "decimal":
      return `decimal(${size},${scale})`;
    case "varchar":
      return size === undefined ? name : `varchar(${size})`;
    case "char":
    case "time":
    case "timestamp":
      return `${name}(${size})`;
    case "timestamp with time zone":
      return `timestamp(${size}) with time zone`;
    case TIME_WITH_ZONE:
      return `time(${size}) with time zone`;
    case "row":
      return `row(${of.map((field, index) => `${names?.[index] === undefined ? "" : `${fieldText(names[index])} `}${typeText(field)}`).join(", ")})`;
    case "array":
    case "map":
      return `${name}(${of.map(typeText).join(", ")})`;
    default:
      return name;
  }
}

function fieldText(name: string): string {
  return /^[a-zA-Z_]\w*$/.test(name) ? name : identifier(name);
}

const DUCKDB: Partial<Record<TypeBase, string>> = {
  unknown: "INTEGER",
  real: "FLOAT",
  char: "VARCHAR",
  json: "VARCHAR",
  uuid: "VARCHAR",
  varbinary: "BLOB",
  "timestamp with time zone": "TIMESTAMPTZ",
  "interval day to second": "BIGINT",
  "interval year to month": "INTEGER",
};

/** DuckDB type that stores the values of a type: intervals are milliseconds or months, JSON is text. */
export function duckdbType(type: Type): string {
  const { name, size, scale, of = [] } = type;
  if (isFine(type)) return name.startsWith("timestamp") ? "HUGEINT" : "BIGINT";
  switch (name) {
    case "decimal":
      return `DECIMAL(${size}, ${scale})`;
    case "array":
      return `${duckdbType(itemOf(type))}[]`;
    case "map":
      return `MAP(${of.map(duckdbType).join(", ")})`;
    case "row":
      return `STRUCT(${of.map((field, index) => `${identifier(fieldName(type, index))} ${duckdbType(field)}`).join(", ")})`;
    default:
      return DUCKDB[name] ?? name.toUpperCase();
  }
}

/** Name of a row field in DuckDB. */
export function fieldName({ names }: Type, index: number): string {
  return names?.[index] ?? `field${index}`;
}

/** Rejects a row with duplicate field names, which DuckDB does not support. */
export function checkFields(type: Type): void {
  const keys = (type.of ?? []).map((_, index) => fieldName(type, index).toLowerCase());
  if (type.name !== "row" || new Set(keys).size === keys.length) return;
  throw new Refusal("Two fields of a row have the same name: rename one");
}

const VALUES: Record<ValueKind, Type> = {
  boolean: BOOLEAN,
  whole: BIGINT,
  decimal: DOUBLE,
  text: VARCHAR,
  date: DATE,
  time: timestampType(6),
};

/** Type of a table column. */
export function typeOfColumn(column: ItemType): Type {
  switch (column.type) {
    case "ARRAY":
      return arrayType(column.item_type ? typeOfColumn(column.item_type) : UNKNOWN);
    case "STRUCT":
      return rowType(
        (column.columns ?? []).map(typeOfColumn),
        (column.columns ?? []).map(({ name }) => name),
      );
    default:
      return VALUES[SCALARS[column.type].values];
  }
}
