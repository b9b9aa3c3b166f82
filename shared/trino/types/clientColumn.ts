import type { ClientColumn, TypeArgument, TypeSignature } from "./clientColumnType.ts";
import { fieldName, type Type, typeText } from "./type.ts";

/** Length that Trino uses for an unbounded varchar. */
const UNLIMITED = 2_147_483_647;

/** Returns the column description for clients of Trino's protocol. */
export function clientColumn({ name, type }: { name: string; type: Type }): ClientColumn {
  return { name, type: typeText(type), typeSignature: signatureOf(type) };
}

function signatureOf(type: Type): TypeSignature {
  return { rawType: type.name, arguments: argumentsOf(type) };
}

function argumentsOf(type: Type): TypeArgument[] {
  const { name, size, scale = 0, of = [], names } = type;
  const long = (value: number): TypeArgument => ({ kind: "LONG", value });
  switch (name) {
    case "varchar":
      return [long(size ?? UNLIMITED)];
    case "char":
      return [long(size ?? 1)];
    case "decimal":
      return [long(size ?? 38), long(scale)];
    case "time":
    case "time with time zone":
    case "timestamp":
    case "timestamp with time zone":
      return [long(size ?? 3)];
    case "row":
      return of.map((field, index) => ({
        kind: "NAMED_TYPE",
        value: {
          fieldName: names?.[index] === undefined ? null : { name: fieldName(type, index) },
          typeSignature: signatureOf(field),
        },
      }));
    default:
      return of.map((part) => ({ kind: "TYPE", value: signatureOf(part) }));
  }
}
