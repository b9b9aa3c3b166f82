import { bindSql } from "../../types/bindSql.ts";
import { toPicoseconds } from "../../types/picoseconds.ts";
import { sessionZone } from "../../types/sessionZone.ts";
import { literalSql } from "../../types/timeZones.ts";
import { type Type, zonedType } from "../../types/type.ts";
import { type Argument, type Failing, failSql, scalar } from "../functionKinds.ts";

/** Texts that the two functions read; the one with nanoseconds is stricter, as in Trino. */
const ISO_NANOS = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)?";
const ISO_TIME =
  "\\d{4}-\\d\\d(-\\d\\d)?(T\\d\\d(:\\d\\d(:\\d\\d([.,]\\d{1,9})?)?)?(Z|[+-]\\d\\d(:?\\d\\d)?)?)?";

/** Writes the zoned time of a text, without the digits after a number of fractional-second digits. */
function fromIso(text: string, digits: 3 | 6, context: Failing): string {
  const fail = failSql("A string is not a date or time of ISO 8601 such as 2026-01-31T12:00:00Z", context);
  const full = `regexp_replace(regexp_replace(${text}, '^(\\d{4}-\\d\\d)(T|$)', '\\1-01\\2'), 'T(\\d\\d)(Z|[+-]|$)', 'T\\1:00\\2')`;
  const checked = `CASE WHEN regexp_full_match(${text}, '${digits === 3 ? ISO_TIME : ISO_NANOS}') THEN regexp_replace(${full}, '(\\d\\.\\d{${digits}})\\d+', '\\1') WHEN ${text} IS NOT NULL THEN ${fail} END`;
  return bindSql(
    [checked],
    (t) =>
      `CASE WHEN regexp_matches(${t}, 'Z$|T.*[+-]') THEN CAST(${t} AS TIMESTAMPTZ) ELSE ${literalSql(`CAST(${t} AS TIMESTAMP)`, sessionZone().name, () => fail)} END`,
  );
}

/** Returns the type of a time that is read from a text; the zone is known for a literal. */
function isoType(text: Argument | undefined, digits: number): Type {
  if (text?.literal === undefined) return zonedType(digits);
  const [, zone] = /T.*([+-]\d\d(?::?\d\d)?)$/.exec(text.literal) ?? [];
  if (zone !== undefined)
    return zonedType(
      digits,
      zone.replace(/^(...):?(\d\d)?$/, (_, hours, minutes = "00") => `${hours}:${minutes}`),
    );
  return zonedType(digits, text.literal.endsWith("Z") ? "UTC" : sessionZone().name);
}

export const FROM_ISO = scalar(
  1,
  1,
  ([text], _, context) => fromIso(`${text}`, 3, context),
  ([text]) => isoType(text, 3),
);

export const FROM_ISO_NANOS = scalar(
  1,
  1,
  ([text], _, context) =>
    bindSql([`${text}`], (t) => {
      const rest = `CAST(rpad(regexp_extract(${t}, '[.,]\\d{6}(\\d{1,3})', 1), 3, '0') AS BIGINT) * 1000`;
      return `(${toPicoseconds(fromIso(t, 6, context), zonedType(9))} + ${rest})`;
    }),
  ([text]) => isoType(text, 9),
);
