import {
  arrayType,
  decimalType,
  INTEGER_DIGITS,
  isFloating,
  isInteger,
  isNumeric,
  mapType,
  rowType,
  TIME_WITH_ZONE,
  type Type,
  timestampType,
  varcharType,
  zonedType,
} from "./type.ts";

const INTEGERS = ["tinyint", "smallint", "integer", "bigint"];
const MAX_CHAR = 65_536;

/** Returns the common type of two types, as in Trino; undefined if there is none. */
export function commonType(a: Type, b: Type): Type | undefined {
  if (a.name === "unknown") return b;
  if (b.name === "unknown") return a;
  if (isNumeric(a) && isNumeric(b)) return commonNumber(a, b);
  if (a.name === b.name) return commonOfSame(a, b);
  const names = `${a.name},${b.name}`;
  switch (names) {
    case "char,varchar":
    case "varchar,char":
      return { name: "char", size: Math.min(MAX_CHAR, Math.max(a.size ?? MAX_CHAR, b.size ?? MAX_CHAR)) };
    case "date,timestamp":
      return b;
    case "timestamp,date":
      return a;
    case "date,timestamp with time zone":
      return zonedType(b.size ?? 3);
    case "timestamp with time zone,date":
      return zonedType(a.size ?? 3);
    case "timestamp,timestamp with time zone":
    case "timestamp with time zone,timestamp":
      return zonedType(Math.max(a.size ?? 0, b.size ?? 0));
    default:
      return undefined;
  }
}

function commonOfSame(a: Type, b: Type): Type | undefined {
  switch (a.name) {
    case "varchar":
      return varcharType(a.size === undefined || b.size === undefined ? undefined : Math.max(a.size, b.size));
    case "char":
    case "time":
      return { name: a.name, size: Math.max(a.size ?? 0, b.size ?? 0) };
    case "timestamp":
      return timestampType(Math.max(a.size ?? 0, b.size ?? 0));
    case TIME_WITH_ZONE:
      return {
        name: a.name,
        size: Math.max(a.size ?? 0, b.size ?? 0),
        ...(a.zone !== undefined && a.zone === b.zone && { zone: a.zone }),
      };
    case "timestamp with time zone":
      return zonedType(Math.max(a.size ?? 0, b.size ?? 0), a.zone === b.zone ? a.zone : undefined);
    case "array":
    case "map":
    case "row":
      return commonOfParts(a, b);
    default:
      return a;
  }
}

function commonOfParts(a: Type, b: Type): Type | undefined {
  if (a.of?.length !== b.of?.length) return undefined;
  const parts: Type[] = [];
  for (const [index, part] of (a.of ?? []).entries()) {
    const common = commonType(part, b.of?.[index] as Type);
    if (!common) return undefined;
    parts.push(common);
  }
  if (a.name === "array") return arrayType(parts[0] as Type);
  if (a.name === "map") return mapType(parts[0] as Type, parts[1] as Type);
  const names = parts.map((_, index) => {
    const [nameOfA, other] = [a.names?.[index], b.names?.[index]];
    return nameOfA === other ? nameOfA : undefined;
  });
  return rowType(parts, names);
}

function commonNumber(a: Type, b: Type): Type {
  if (a.name === b.name && a.name !== "decimal") return a;
  if (isFloating(a) || isFloating(b)) {
    return a.name === "double" || b.name === "double" ? { name: "double" } : { name: "real" };
  }
  if (isInteger(a) && isInteger(b)) return INTEGERS.indexOf(a.name) > INTEGERS.indexOf(b.name) ? a : b;
  const [x, y] = [asDecimal(a), asDecimal(b)];
  const scale = Math.max(x.scale, y.scale);
  return decimalType(Math.min(38, Math.max(x.size - x.scale, y.size - y.scale) + scale), scale);
}

/** Returns the decimal type that can store the values of an integer or decimal type. */
export function asDecimal(type: Type): { size: number; scale: number } {
  return { size: INTEGER_DIGITS[type.name] ?? type.size ?? 38, scale: type.scale ?? 0 };
}

/** Returns whether a value is implicitly converted to a type. */
export function canCoerce(from: Type, to: Type): boolean {
  if (to.name === "varchar" && from.name === "char")
    return to.size === undefined || to.size >= (from.size ?? 0);
  const common = commonType(from, to);
  return common !== undefined && sameType(common, to);
}

/** Returns whether two types are the same, ignoring field names and zones. */
export function sameType(a: Type, b: Type): boolean {
  return (
    a.name === b.name &&
    a.size === b.size &&
    a.scale === b.scale &&
    (a.of ?? []).length === (b.of ?? []).length &&
    (a.of ?? []).every((part, index) => sameType(part, b.of?.[index] as Type))
  );
}
