import { Refusal } from "../sqlError.ts";
import { isFine, isInteger } from "../types/type.ts";
import { type Argument, again, aggregate } from "./functionKinds.ts";

/** Maximum number of digits of a decimal that Trino stores as a 64-bit integer. */
const MAX_SHORT_DIGITS = 18;

/** Writes the kind and the text of a value whose hash a checksum adds. */
function hashed({ sql, type }: Argument): string {
  const text = `CAST(${sql} AS VARCHAR)`;
  switch (type.name) {
    case "varchar":
      return `'bytes', hex(encode(${sql}))`;
    case "varbinary":
      return `'bytes', hex(${sql})`;
    case "boolean":
      return `'integer', CAST(CAST(${sql} AS INTEGER) AS VARCHAR)`;
    case "date":
      return `'integer', CAST(${sql} - DATE '1970-01-01' AS VARCHAR)`;
    case "timestamp":
      if (isFine(type)) break;
      return `'integer', CAST(epoch_us(${sql}) AS VARCHAR)`;
    case "double":
      return `'double', ${text}`;
    case "real":
      return `'real', CAST(CAST(${sql} AS DOUBLE) AS VARCHAR)`;
    case "decimal":
      if ((type.size ?? 38) > MAX_SHORT_DIGITS) break;
      return `'integer', replace(${text}, '.', '')`;
    case "interval day to second":
    case "interval year to month":
      return `'integer', ${text}`;
    case "unknown":
      return `'integer', CAST(NULL AS VARCHAR)`;
    default:
      if (isInteger(type)) return `'integer', ${text}`;
  }
  throw new Refusal(
    "checksum accepts numbers of at most 18 digits, strings, bytes, booleans, dates, timestamps and intervals. CAST the value to VARCHAR",
  );
}

/** Aggregate that adds the hashes of values, in any order. */
export const CHECKSUM = aggregate("sum", 1, {
  arguments: ([x]) => [`CAST(trino_value_hash(${hashed(x as Argument)}) AS HUGEINT)`],
  finish: (sum, [x], parts) => {
    const all = again(parts, "count", "*", `${x?.sql} IS NULL`);
    const nulls = parts.content.startsWith("DISTINCT ") ? `least(${all}, 1)` : all;
    return `CASE WHEN ${again(parts, "count", "*")} > 0 THEN unhex(trino_checksum(CAST(coalesce(${sum}, 0) AS VARCHAR), CAST(${nulls} AS VARCHAR))) END`;
  },
});
