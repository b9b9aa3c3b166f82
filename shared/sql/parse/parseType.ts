import { type Name, SIMPLE_TYPES, type SimpleType, type TypeName } from "./ast.ts";
import type { TokenReader } from "./tokenReader.ts";

const AVAILABLE = `${SIMPLE_TYPES.join(", ")}, DECIMAL(p, s), ARRAY(…) or ROW(…)`;

/** Parses a type of CAST. Throws for types that the platform does not support. */
export function parseType(reader: TokenReader): TypeName {
  return reader.nested(() => {
    const { key } = reader.next;
    if (key === "DECIMAL") return parseDecimal(reader);
    if (reader.accept("ARRAY")) {
      const close = reader.accept("<") ? ">" : ")";
      if (close === ")") reader.expect("(");
      const item = parseType(reader);
      reader.expect(close);
      return { name: "ARRAY", item };
    }
    if (reader.accept("ROW", "(")) {
      const fields = reader.list(() => parseField(reader));
      reader.expect(")");
      return { name: "ROW", fields };
    }
    const word = SIMPLE_TYPES.find((type) => type === key);
    if (!word) throw reader.error(`The type ${reader.next.text} is not available: use ${AVAILABLE}`);
    reader.take();
    const name = word === "INT" ? "INTEGER" : word;
    if (name === "DOUBLE") reader.accept("PRECISION");
    refuseVariants(reader, name);
    return { name };
  });
}

function refuseVariants(reader: TokenReader, name: SimpleType): void {
  if (name === "VARCHAR" && reader.sees("(")) {
    throw reader.error("VARCHAR has no length here: cast to VARCHAR and cut with substr");
  }
  if (name !== "TIMESTAMP") return;
  if (reader.accept("(")) {
    if (reader.next.text !== "6") throw reader.error("TIMESTAMP has a precision of 6 digits here");
    reader.take();
    reader.expect(")");
  }
  if (reader.sees("WITH")) throw reader.error("Timestamps here have no time zone and are UTC");
  reader.accept("WITHOUT", "TIME", "ZONE");
}

function parseField(reader: TokenReader): { name?: Name; type: TypeName } {
  const named = reader.seesName() && reader.ahead(1).kind !== "symbol" && reader.ahead(1).key !== "PRECISION";
  return named ? { name: reader.name("a field"), type: parseType(reader) } : { type: parseType(reader) };
}

function parseDecimal(reader: TokenReader): TypeName {
  reader.expect("DECIMAL");
  if (!reader.accept("(")) return { name: "DECIMAL", precision: 38, scale: 0 };
  const precision = parseSize(reader, 1, 38);
  const scale = reader.accept(",") ? parseSize(reader, 0, precision) : 0;
  reader.expect(")");
  return { name: "DECIMAL", precision, scale };
}

function parseSize(reader: TokenReader, least: number, most: number): number {
  const { kind, text } = reader.next;
  const size = Number(text);
  if (kind !== "number" || !/^\d{1,2}$/.test(text) || size < least || size > most) {
    throw reader.unexpected(`a whole number from ${least} to ${most}`);
  }
  reader.take();
  return size;
}
