import { Refusal } from "../../sqlError.ts";
import { castSql } from "../../types/castSql.ts";
import { commonType } from "../../types/coerce.ts";
import { isInteger, isText, type Type, typeText } from "../../types/type.ts";
import type { Argument } from "../functionKinds.ts";

/** Converts a value to a type that it can be implicitly converted to. */
export function coerced(value: Argument, to: Type): Argument {
  return { ...value, sql: castSql(value.sql, value.type, to), type: to };
}

/** Returns both values converted to their common type. */
export function alike(a: Argument, b: Argument): [Argument, Argument] {
  const common = commonType(a.type, b.type);
  if (!common) throw notTogether(a.type, b.type);
  return [comparable(a, common), comparable(b, common)];
}

/** Converts a value that is only compared; DuckDB converts an integer literal to the type of the other value. */
export function comparable(value: Argument, common: Type): Argument {
  const isPlain = /^\d+$/.test(value.sql) && isInteger(common);
  return isPlain ? { ...value, type: common } : coerced(value, common);
}

export function notTogether(a: Type, b: Type): Refusal {
  const isTime = (type: Type): boolean => /^(?:date|time)/.test(type.name);
  const hint =
    (isTime(a) && isText(b)) || (isTime(b) && isText(a))
      ? "write DATE '2026-01-31' or TIMESTAMP '2026-01-31 12:00:00'"
      : "cast one of them";
  return new Refusal(`${typeText(a)} and ${typeText(b)} are incompatible: ${hint}`);
}

/** Returns the common type of all values. */
export function commonOf(values: readonly Argument[]): Type {
  return values.reduce<Type>(
    (common, value) => {
      const next = commonType(common, value.type);
      if (!next) throw notTogether(common, value.type);
      return next;
    },
    { name: "unknown" },
  );
}
