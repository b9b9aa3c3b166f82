import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import type { Expression } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { bindSql, hasQuery } from "../types/bindSql.ts";
import { castSql } from "../types/castSql.ts";
import { canCoerce } from "../types/coerce.ts";
import { isBeyond } from "../types/fromText.ts";
import { ownError } from "../types/ownError.ts";
import { sessionZone } from "../types/sessionZone.ts";
import { zoneOfText } from "../types/timeZones.ts";
import { TIME_WITH_ZONE, type Type, typeText } from "../types/type.ts";
import type { Writing } from "./writing.ts";

const ZONED = "timestamp with time zone";

/** Returns the zone of a time of day that is converted from another time; none if it differs between values. */
function zoneOfClock({ name, zone = "UTC" }: Type): Pick<Type, "zone"> {
  if (name !== ZONED) return { zone: sessionZone().offset };
  if (zone === "UTC") return { zone: "+00:00" };
  return /^[+-]\d\d:\d\d$/.test(zone) ? { zone } : {};
}

/** Returns the zone of a value that is cast to a time with a zone; none if it differs between values. */
function zoneOfCast(of: Argument, to: Type): Pick<Type, "zone"> {
  const { name, zone } = of.type;
  if (of.kind === "time" && to.name === TIME_WITH_ZONE) return zoneOfClock(of.type);
  if (to.name !== ZONED) return {};
  if (name === ZONED) return zone === undefined ? {} : { zone };
  if (of.literal === undefined) return of.kind === "time" ? { zone: sessionZone().name } : {};
  return { zone: zoneOfText(of.literal) ?? sessionZone().name };
}

/** Writes CAST or TRY_CAST. */
export function writeCast(e: Extract<Expression, { kind: "cast" }>, writing: Writing): Argument {
  const of = writing.expression(e.of, e.orNull ? { ...writing } : writing);
  if (e.implicit !== undefined && !canCoerce(of.type, e.to))
    throw new Refusal(
      `Function ${e.implicit} does not accept ${typeText(of.type)} as ${typeText(e.to)}. CAST the value`,
    );
  const to = e.to.zone === undefined ? { ...e.to, ...zoneOfCast(of, e.to) } : e.to;
  const sql = castSql(of.sql, of.type, to);
  if (sql === of.sql) return { ...of, type: to };
  if (!e.orNull) return sqlArgument(`(${sql})`, to);
  const tryCast = (x: string): string => {
    const tried = `TRY(${castSql(x, of.type, to)})`;
    const beyond = of.type.name === "varchar" && !writing.inTry ? isBeyond(x, to) : undefined;
    if (!beyond) return tried;
    return `(CASE WHEN ${beyond} THEN ${ownError("A string cannot be read here, although Trino can read it")} ELSE ${tried} END)`;
  };
  // DuckDB's TRY does not accept queries.
  return sqlArgument(hasQuery(of.sql) ? bindSql([of.sql], tryCast) : tryCast(of.sql), to);
}
