import { literal } from "@pdp/basics/columns";
import { shortValue } from "../../boundMessage.ts";
import { Refusal } from "../../sqlError.ts";
import { bindSql } from "../../types/bindSql.ts";
import { sessionZone } from "../../types/sessionZone.ts";
import { zonedSql } from "../../types/timeZones.ts";
import { failSql } from "../functionKinds.ts";

import { DAYS, type FormatName, isMysql, MONTHS, type Part, partsOf, unknownLetter } from "./timeFormats.ts";
import { timeOf } from "./timeOfFields.ts";

/** Pattern of the names that Joda-Time parses: long or short, and in the given case, uppercase or lowercase. */
function namePattern(names: string[]): string {
  const all = names.flatMap((name) => [name, name.slice(0, 3)]);
  const cased = all.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);
  return [...new Set(cased)].sort((a, b) => b.length - a.length).join("|");
}

/** Maximum number of digits in a numeric field of a format. */
const DIGITS: Record<string, number> = { M: 2, d: 2, H: 2, h: 2, k: 2, K: 2, m: 2, s: 2, D: 3, w: 2, e: 1 };

/** Returns the pattern of the strings in a format, and the letters by the fields that its groups contain. */
function timePattern(format: string, name: FormatName): { pattern: string; fields: Map<string, string> } {
  const parts = partsOf(format, name);
  const fields = new Map<string, string>();
  const pattern = parts
    .map((part, index) => {
      if ("text" in part) return part.text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      const next = parts[index + 1];
      const [field, written] = fieldPattern(
        part.letter,
        part.count,
        next !== undefined && isNumber(next),
        name,
      );
      if (fields.has(field)) throw new Refusal(`The format contains ${part.letter} twice`);
      fields.set(field, part.letter);
      return `(${written})`;
    })
    .join("");
  return { pattern, fields };
}

/** Returns the zone of a literal that parse_datetime reads with an offset; undefined if it cannot be read. */
export function zoneInText(text: string, format: string): string | undefined {
  const { pattern, fields } = timePattern(format, "parse_datetime");
  const offset = new RegExp(`^${pattern}$`).exec(text)?.[[...fields.keys()].indexOf("offset") + 1];
  if (offset === undefined) return undefined;
  return /^(?:Z|[+-]00:?00)$/.test(offset) ? "UTC" : offset.replace(/^(...):?(..)$/, "$1:$2");
}

/** Parses a string in a format and writes the result as a TIMESTAMP or, for parse_datetime, as a time with a zone. */
export function parseTime(
  text: string,
  format: string,
  name: FormatName,
  context: { inTry: boolean },
): string {
  const { pattern, fields } = timePattern(format, name);
  const names = [...fields.keys()].map(literal).join(", ");
  const fail = failSql(`A string is not a time in the format ${shortValue(format)}`, context);
  const isZoned = !isMysql(name);
  if (pattern === "") throw new Refusal("A format must contain a letter such as %Y");
  return bindSql([text], (t) => {
    const start = "CAST('1970-01-01' AS TIMESTAMP)";
    const time =
      fields.size === 0
        ? isZoned
          ? zonedSql(start, sessionZone().name)
          : start
        : bindSql([`regexp_extract(${t}, ${literal(`^${pattern}$`)}, [${names}])`], (f) =>
            timeOf(f, fields, isZoned, fail),
          );
    return `CASE WHEN ${t} IS NULL THEN NULL WHEN regexp_full_match(${t}, ${literal(pattern)}) THEN ${time} ELSE ${fail} END`;
  });
}

function isNumber(part: Part): boolean {
  return (
    "letter" in part &&
    (part.letter in DIGITS || "YyxS".includes(part.letter)) &&
    !(part.letter === "M" && part.count > 2)
  );
}

/** Returns the field for a format letter and the pattern of its strings. */
function fieldPattern(
  letter: string,
  count: number,
  beforeNumber: boolean,
  name: FormatName,
): [field: string, pattern: string] {
  if (letter === "M" && count > 2) return ["month", namePattern(MONTHS)];
  if (letter === "E") return ["weekday", namePattern(DAYS)];
  if (letter === "a") return ["half", "AM|PM|am|pm"];
  if (letter === "Z" && !isMysql(name)) return ["offset", "[+-]\\d\\d:?\\d\\d|Z"];
  const field = FIELDS[letter];
  if (field === undefined) throw unknownLetter(isMysql(name) ? `%${letter}` : letter, name);
  // A number consumes as many digits as possible, so a number directly before another number consumes all of them.
  const digits = (maxDigits: number): [string, string] => [
    field,
    beforeNumber ? `\\d{${maxDigits}}` : `\\d{1,${maxDigits}}`,
  ];
  if (letter === "y" && count === 2) {
    if (!isMysql(name)) throw new Refusal("Two-digit years are not supported here. Use date_parse with %y");
    return ["shortYear", "\\d{2}"];
  }
  if ("Yyx".includes(letter)) return digits(isMysql(name) || beforeNumber ? 4 : 9);
  if (letter === "S") return digits(isMysql(name) ? 9 : count);
  return digits(DIGITS[letter] as number);
}

const FIELDS: Record<string, string> = {
  Y: "year",
  y: "year",
  x: "weekyear",
  w: "week",
  e: "dow",
  M: "month",
  d: "day",
  D: "yearday",
  H: "hour",
  k: "hour24",
  h: "hour12",
  K: "hour11",
  m: "minute",
  s: "second",
  S: "fraction",
};
