import { Refusal } from "../../sqlError.ts";
import { bindLong } from "../../types/bindSql.ts";
import { commonType } from "../../types/coerce.ts";
import { arrayType, duckdbType, isText, itemOf, type Type, typeText, varcharType } from "../../types/type.ts";
import { type Argument, sqlArgument } from "../functionKinds.ts";
import { coerced } from "./commonTypes.ts";

/** Writes `||` for strings, bytes or arrays. */
export function joined(a: Argument, b: Argument): Argument {
  const [x, y] = [a.type, b.type];
  if ((x.name === "array" || y.name === "array") && x.name !== "unknown" && y.name !== "unknown")
    return joinedArrays(a, b);
  if (x.name === "unknown" || y.name === "unknown") {
    const known = x.name === "unknown" ? y : x;
    const isOpen =
      (known.name === "varchar" && known.size === undefined) ||
      ["unknown", "char", "array", "varbinary"].includes(known.name);
    if (isOpen) throw new Refusal("A NULL operand must be cast to a type, for example CAST(NULL AS VARCHAR)");
    return sqlArgument(`CAST(NULL AS ${duckdbType(known)}[])`, arrayType(known));
  }
  if ((x.name === "char" || y.name === "char") && isText(x) && isText(y)) {
    if (x.size === undefined || y.size === undefined)
      throw new Refusal("A CHAR and a VARCHAR without a length cannot be concatenated. Cast the CHAR");
    return sqlArgument(`(${a.sql} || ${b.sql})`, { name: "char", size: (x.size ?? 0) + (y.size ?? 0) });
  }
  if ((isText(x) && isText(y)) || (x.name === "varbinary" && y.name === "varbinary")) {
    return sqlArgument(`(${a.sql} || ${b.sql})`, isText(x) ? varcharType(undefined) : x);
  }
  const other = isText(x) ? y : x;
  throw new Refusal(`Only text can be concatenated, not ${typeText(other)}. Use CAST(… AS VARCHAR)`);
}

function joinedArrays(a: Argument, b: Argument): Argument {
  const [x, y] = [a.type, b.type];
  const asArray = (type: Type): Type =>
    type.name === "array" || type.name === "unknown" ? type : arrayType(type);
  const added = nestedItem(a, b);
  if (added) return joinedArrays(...added);
  const item = commonType(itemOf(asArray(x)), itemOf(asArray(y)));
  if (!item)
    throw new Refusal(`Arrays of different types cannot be concatenated: ${typeText(x)} and ${typeText(y)}`);
  const type = arrayType(item);
  const write = (value: Argument): string => {
    if (value.type.name === "unknown") return `CAST(NULL AS ${duckdbType(type)})`;
    return value.type.name === "array"
      ? coerced(value, type).sql
      : `CASE WHEN ${value.sql} IS NOT NULL THEN [${coerced(value, item).sql}] END`;
  };
  const both = bindLong(
    [write(a), write(b)],
    (left, right) => `CASE WHEN ${left} IS NOT NULL AND ${right} IS NOT NULL THEN ${left} || ${right} END`,
  );
  return sqlArgument(`CAST(${both} AS ${duckdbType(type)})`, type);
}

/** Returns both arrays if one of them is an item of the other: the item as an array that contains it. */
function nestedItem(a: Argument, b: Argument): [Argument, Argument] | undefined {
  if (a.type.name !== "array" || b.type.name !== "array" || commonType(a.type, b.type)) return undefined;
  const whole = (value: Argument): Argument =>
    sqlArgument(`CASE WHEN ${value.sql} IS NOT NULL THEN [${value.sql}] END`, arrayType(value.type));
  if (commonType(a.type, itemOf(b.type))) return [whole(a), b];
  return commonType(itemOf(a.type), b.type) ? [a, whole(b)] : undefined;
}
