import { literal } from "@pdp/basics/columns";
import { type Argument, type Failing, failSql, sqlArgument } from "../functions/functionKinds.ts";
import type { Expression } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { castSql } from "../types/castSql.ts";
import { parsedJson } from "../types/jsonCasts.ts";
import { inUtc, toPicoseconds } from "../types/picoseconds.ts";
import { literalSql } from "../types/timeZones.ts";
import {
  duckdbType,
  isFine,
  isFloating,
  isNumeric,
  TIME_WITH_ZONE,
  type Type,
  varcharType,
} from "../types/type.ts";

export function writeTyped(
  { type, value }: Extract<Expression, { kind: "typed" }>,
  failing: Failing,
): Argument {
  if (isFine(type) && type.name !== TIME_WITH_ZONE) {
    const [clock = "", fraction = ""] = value.split(".");
    const whole = /(?:^| )\d+:\d+$/.test(clock) ? `${clock}:00` : clock;
    const plain = writeTyped(
      {
        kind: "typed",
        at: 0,
        type: { ...type, size: 6 },
        value: `${whole}.${fraction.slice(0, 6).padEnd(6, "0")}`,
      },
      failing,
    );
    const rest = Number(fraction.slice(6).padEnd(6, "0"));
    return { ...sqlArgument(`(${toPicoseconds(plain.sql, type)} + ${rest})`, type), isLiteral: true };
  }
  const text = literal(value);
  switch (type.name) {
    case "varchar":
    case "char":
      return {
        ...sqlArgument(text, type),
        ...(type.name === "varchar" && { literal: value }),
        isLiteral: true,
      };
    case "decimal":
      return { ...sqlArgument(`CAST(${text} AS ${duckdbType(type)})`, type), isLiteral: true };
    case "json":
      requireJson(value);
      return sqlArgument(parsedJson(text), type);
    case TIME_WITH_ZONE: {
      const clock: Type = { name: "time", size: 12 };
      const { sql } = writeTyped({ kind: "typed", at: 0, type: clock, value }, failing);
      return { ...sqlArgument(inUtc(sql, type), type), isLiteral: true };
    }
    case "date":
    case "timestamp":
      return { ...sqlArgument(`CAST(${text} AS ${duckdbType(type)})`, type), isLiteral: true };
    case "time":
      return {
        ...sqlArgument(`CAST(${text.replace(/^'(\d+:\d+)'$/, "'$1:00'")} AS TIME)`, type),
        isLiteral: true,
      };
    case "timestamp with time zone": {
      const { zone = "UTC" } = type;
      const fail = failSql(`In the time zone ${zone}, there is no time ${value}`, failing);
      return {
        ...sqlArgument(
          literalSql(`CAST(${text} AS TIMESTAMP)`, zone, () => fail),
          type,
        ),
        isLiteral: true,
      };
    }
    default: {
      const argument = sqlArgument(castSql(text, varcharType(undefined), type), type);
      const isPlain = /^[+-]?\d+$/.test(value) && isNumeric(type);
      return isPlain
        ? { ...argument, isLiteral: true, ...(!isFloating(type) && { integer: Number(value) }) }
        : argument;
    }
  }
}

function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new Refusal("This is not a valid JSON literal");
  }
}
