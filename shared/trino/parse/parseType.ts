import { FOREIGN_TYPES } from "../foreign/foreignTypes.ts";
import {
  arrayType,
  decimalType,
  mapType,
  rowType,
  TIME_WITH_ZONE,
  type Type,
  type TypeBase,
  timestampType,
  varcharType,
  zonedType,
} from "../types/type.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Boolean and numeric types without parameters, by their names in CAST. */
export const NUMBER_TYPES: Record<string, TypeBase> = {
  BOOLEAN: "boolean",
  TINYINT: "tinyint",
  SMALLINT: "smallint",
  INTEGER: "integer",
  INT: "integer",
  BIGINT: "bigint",
  REAL: "real",
  DOUBLE: "double",
};
/** Types without parameters by their names in CAST. */
const SIMPLE: Record<string, TypeBase> = {
  ...NUMBER_TYPES,
  VARBINARY: "varbinary",
  DATE: "date",
  JSON: "json",
  UUID: "uuid",
};
const AVAILABLE = `${Object.keys(SIMPLE).join(", ")}, VARCHAR, CHAR(n), DECIMAL(p, s), TIME, TIMESTAMP, ARRAY(…), MAP(…) or ROW(…)`;
const MAX_DIGITS = 12;

/** Parses a type in CAST. Throws for types that the platform does not support. */
export function parseType(reader: TokenReader): Type {
  return reader.nested(() => {
    let type = parseBase(reader);
    // Postfix array notation.
    while (reader.accept("ARRAY")) type = arrayType(type);
    return type;
  });
}

function parseBase(reader: TokenReader): Type {
  const { key } = reader.next;
  const simple = SIMPLE[key];
  if (simple) {
    reader.take();
    if (key === "DOUBLE") reader.accept("PRECISION");
    return { name: simple };
  }
  switch (key) {
    case "DECIMAL":
      return parseDecimal(reader);
    case "VARCHAR": {
      reader.take();
      return varcharType(parseSize(reader, 0, 2_147_483_646));
    }
    case "CHAR":
      reader.take();
      return { name: "char", size: parseSize(reader, 0, 65_536) ?? 1 };
    case "TIME":
    case "TIMESTAMP":
      return parseTime(reader, key);
    case "ARRAY": {
      reader.take();
      const [item] = parseParts(reader, parseType);
      return arrayType(item as Type);
    }
    case "MAP": {
      reader.take();
      const [keys, values] = parseParts(reader, parseType, 2);
      return mapType(keys as Type, values as Type);
    }
    case "ROW": {
      reader.take();
      const fields = parseParts(reader, parseField, Number.MAX_SAFE_INTEGER);
      return rowType(
        fields.map(({ type }) => type),
        fields.map(({ name }) => name),
      );
    }
    default: {
      if (reader.sees("IPADDRESS")) throw reader.error(NO_ADDRESSES);
      const instead = FOREIGN_TYPES.get(reader.next.key);
      const shown = instead ? `write ${instead}` : `use ${AVAILABLE}`;
      throw reader.error(`The type ${reader.next.text} is not available: ${shown}`);
    }
  }
}

/** Refusal of a type of Trino that the platform lacks. */
export const NO_ADDRESSES = "There is no type IPADDRESS here: keep addresses as VARCHAR";

/** Parses the types in parentheses or angle brackets. */
function parseParts<Part>(reader: TokenReader, parse: (reader: TokenReader) => Part, maxParts = 1): Part[] {
  const close = reader.accept("<") ? ">" : ")";
  if (close === ")") reader.expect("(");
  const parts = [parse(reader)];
  while (parts.length < maxParts && (maxParts < 3 ? reader.expect(",") === undefined : reader.accept(",")))
    parts.push(parse(reader));
  reader.expect(close);
  return parts;
}

function parseTime(reader: TokenReader, key: "TIME" | "TIMESTAMP"): Type {
  reader.take();
  const size = parseSize(reader, 0, MAX_DIGITS) ?? 3;
  const isZoned = reader.accept("WITH", "TIME", "ZONE");
  if (!isZoned) reader.accept("WITHOUT", "TIME", "ZONE");
  if (key === "TIME") return { name: isZoned ? TIME_WITH_ZONE : "time", size };
  return isZoned ? zonedType(size) : timestampType(size);
}

function parseField(reader: TokenReader): { name?: string; type: Type } {
  const named =
    reader.seesName() &&
    reader.ahead(1).kind !== "symbol" &&
    !["PRECISION", "WITH", "WITHOUT"].includes(reader.ahead(1).key);
  return named ? { name: reader.name("a field").text, type: parseType(reader) } : { type: parseType(reader) };
}

function parseDecimal(reader: TokenReader): Type {
  reader.take();
  if (!reader.accept("(")) return decimalType(38, 0);
  const precision = parseNumber(reader, 1, 38);
  const scale = reader.accept(",") ? parseNumber(reader, 0, precision) : 0;
  reader.expect(")");
  return decimalType(precision, scale);
}

function parseSize(reader: TokenReader, minimum: number, maximum: number): number | undefined {
  if (!reader.accept("(")) return undefined;
  const size = parseNumber(reader, minimum, maximum);
  reader.expect(")");
  return size;
}

function parseNumber(reader: TokenReader, minimum: number, maximum: number): number {
  const { kind, text } = reader.next;
  const size = Number(text);
  if (kind !== "number" || !/^\d{1,10}$/.test(text) || size < minimum || size > maximum) {
    throw reader.unexpected(`an integer from ${minimum} to ${maximum}`);
  }
  reader.take();
  return size;
}
