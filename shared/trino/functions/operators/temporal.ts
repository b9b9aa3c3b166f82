import type { BinaryOperator } from "../../parse/ast.ts";
import { bindSql } from "../../types/bindSql.ts";
import { castSql } from "../../types/castSql.ts";
import { commonType } from "../../types/coerce.ts";
import {
  isOfDay,
  PER_MILLISECOND,
  toMicroseconds,
  toPicoseconds,
  withinDay,
  withinMicrosecond,
} from "../../types/picoseconds.ts";
import { localSql, movedSql } from "../../types/timeZones.ts";
import {
  DATE,
  DAY_INTERVAL,
  duckdbType,
  isFine,
  isInteger,
  isNumeric,
  MONTH_INTERVAL,
  type Type,
} from "../../types/type.ts";
import { type Argument, type Failing, failSql, sqlArgument } from "../functionKinds.ts";
import { coerced } from "./commonTypes.ts";

export function temporal(
  operator: BinaryOperator,
  a: Argument,
  b: Argument,
  failing: Failing,
): Argument | undefined {
  const [x, y] = [a.type.name, b.type.name];
  const isInterval = (type: Type): boolean => type.name.startsWith("interval");
  if (isInterval(a.type) && x === y && (operator === "+" || operator === "-")) {
    return sqlArgument(`(${a.sql} ${operator} ${b.sql})`, a.type);
  }
  if (operator === "*" && isInterval(b.type) && isNumeric(a.type)) return temporal("*", b, a, failing);
  if ((operator === "*" || operator === "/") && isInterval(a.type) && isNumeric(b.type)) {
    const factor = isInteger(b.type) && operator === "*" ? b.sql : castSql(b.sql, b.type, { name: "double" });
    const cast = duckdbType(a.type);
    if (isInteger(b.type) && operator === "*")
      return sqlArgument(`CAST(${a.sql} * ${factor} AS ${cast})`, a.type);
    const fail = failSql(
      "An interval can only be multiplied or divided by a finite number other than zero",
      failing,
    );
    const scaled = bindSql(
      [`(CAST(${a.sql} AS DOUBLE) ${operator} ${factor})`],
      (x) => `CASE WHEN NOT isfinite(${x}) THEN ${fail} ELSE CAST(trunc(${x}) AS ${cast}) END`,
    );
    return sqlArgument(scaled, a.type);
  }
  if (operator === "+" && isInterval(a.type) && !isInterval(b.type)) return temporal("+", b, a, failing);
  if (operator === "-" && !isInterval(b.type)) return difference(a, b);
  if (operator !== "+" && operator !== "-") return undefined;
  return isInterval(b.type) ? moved(operator, a, b, failing) : undefined;
}

function difference(a: Argument, b: Argument): Argument | undefined {
  const common = commonType(a.type, b.type);
  if (!common || !/^(?:date|time)/.test(common.name)) return undefined;
  const [x, y] = [coerced(a, common).sql, coerced(b, common).sql];
  if (common.name === "date") return sqlArgument(`(CAST(${x} - ${y} AS BIGINT) * 86400000)`, DAY_INTERVAL);
  if (isOfDay(common) && isFine(common))
    return sqlArgument(`((${x} - ${y}) // ${PER_MILLISECOND})`, DAY_INTERVAL);
  if (isFine(common)) {
    const plain: Type = { ...common, size: 6 };
    const [m, n] = [x, y].map((sql) => sqlArgument(toMicroseconds(sql, common), plain)) as [
      Argument,
      Argument,
    ];
    return difference(m, n);
  }
  // Half a millisecond is rounded up.
  const rounded = bindSql(
    [`(epoch_us(${x}) - epoch_us(${y}) + 500)`],
    (d) => `((${d} - (${d} % 1000 + 1000) % 1000) // 1000)`,
  );
  return sqlArgument(rounded, DAY_INTERVAL);
}

/** Moves a time that is stored as picoseconds; the digits after the microseconds remain. */
function movedFine(operator: "+" | "-", a: Argument, by: Argument, failing: Failing): Argument | undefined {
  if (isOfDay(a.type)) {
    if (by.type.name === MONTH_INTERVAL.name) return undefined;
    const sql = withinDay(`(${a.sql} ${operator} ${by.sql} * ${PER_MILLISECOND})`, a.type);
    return sqlArgument(sql, { ...a.type, size: Math.max(3, a.type.size ?? 3) });
  }
  const sql = bindSql([a.sql], (v) => {
    const plain = sqlArgument(toMicroseconds(v, a.type), { ...a.type, size: 6 });
    return `(${toPicoseconds((moved(operator, plain, by, failing) as Argument).sql, a.type)} + ${withinMicrosecond(v)})`;
  });
  return sqlArgument(sql, a.type);
}

function moved(operator: "+" | "-", a: Argument, by: Argument, failing: Failing): Argument | undefined {
  const isMonths = by.type.name === MONTH_INTERVAL.name;
  const months = `to_months(${by.sql})`;
  const span = isMonths ? months : `to_milliseconds(${by.sql})`;
  if (isFine(a.type)) return movedFine(operator, a, by, failing);
  switch (a.type.name) {
    case "date":
      if (isMonths) return sqlArgument(`CAST(${a.sql} ${operator} ${months} AS DATE)`, DATE);
      return sqlArgument(
        `(CASE WHEN ${by.sql} % 86400000 <> 0 THEN ${failSql("Cannot add hours, minutes or seconds to a date: cast it to TIMESTAMP", failing)} ELSE ${a.sql} ${operator} CAST(${by.sql} // 86400000 AS INTEGER) END)`,
        DATE,
      );
    case "timestamp":
      return sqlArgument(
        `(${a.sql} ${operator} ${span})`,
        isMonths ? a.type : { ...a.type, size: Math.max(3, a.type.size ?? 0) },
      );
    case "time":
      return isMonths
        ? undefined
        : sqlArgument(`(${a.sql} ${operator} ${span})`, {
            name: "time",
            size: Math.max(3, a.type.size ?? 0),
          });
    case "timestamp with time zone": {
      const type = isMonths ? a.type : { ...a.type, size: Math.max(3, a.type.size ?? 0) };
      if (!isMonths) return sqlArgument(`(${a.sql} ${operator} ${span})`, type);
      return sqlArgument(
        movedSql(`(${localSql(a.sql, a.type)} ${operator} ${span})`, a.sql, a.type.zone),
        type,
      );
    }
    default:
      return undefined;
  }
}
