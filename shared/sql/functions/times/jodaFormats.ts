import { literal } from "#shared/duckdb/quoting.ts";
import { shortValue } from "#shared/sql/boundMessage.ts";
import { failSql } from "#shared/sql/functions/functionKinds.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { bindSql } from "#shared/sql/types/bindSql.ts";

/** Function with a format: `%Y-%m-%d` for date_format and date_parse, `yyyy-MM-dd` for the others. */
export type FormatName = "date_format" | "date_parse" | "format_datetime" | "parse_datetime";

function isMysql(name: FormatName): boolean {
  return name.startsWith("date_");
}

/** Part of a format: a text, or a letter of Joda-Time with the number of its repetitions. */
type Part = { text: string } | { letter: string; count: number };

/** Letters of MySQL's formats as those of Joda-Time. */
const MYSQL: Record<string, [letter: string, count: number][]> = {
  a: [["E", 3]],
  b: [["M", 3]],
  c: [["M", 1]],
  d: [["d", 2]],
  e: [["d", 1]],
  f: [["S", 6]],
  H: [["H", 2]],
  h: [["h", 2]],
  I: [["h", 2]],
  i: [["m", 2]],
  j: [["D", 3]],
  k: [["H", 1]],
  l: [["h", 1]],
  M: [["M", 4]],
  m: [["M", 2]],
  p: [["a", 1]],
  S: [["s", 2]],
  s: [["s", 2]],
  v: [["w", 2]],
  W: [["E", 4]],
  x: [["x", 4]],
  Y: [["Y", 4]],
  y: [["y", 2]],
};

function partsOf(format: string, name: FormatName): Part[] {
  return isMysql(name) ? mysqlParts(format, name) : jodaParts(format);
}

function mysqlParts(format: string, name: FormatName): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < format.length; at += 1) {
    const character = format[at] as string;
    const letter = format[at + 1] ?? "";
    if (character !== "%") parts.push({ text: character });
    else {
      at += 1;
      const found = MYSQL[letter];
      if (letter === "r") parts.push(...jodaParts("hh:mm:ss a"));
      else if (letter === "T") parts.push(...jodaParts("HH:mm:ss"));
      else if (found) parts.push(...found.map(([name, count]) => ({ letter: name, count })));
      else if ("DUuVwX".includes(letter) || letter === "") throw unknownLetter(`%${letter}`, name);
      else parts.push({ text: letter });
    }
  }
  return parts;
}

function jodaParts(format: string): Part[] {
  const parts: Part[] = [];
  for (const [whole, quoted, letters] of format.matchAll(/'((?:[^']|'')*)'|(([A-Za-z])\3*)|[^A-Za-z']/g)) {
    if (letters) parts.push({ letter: letters[0] as string, count: letters.length });
    else
      parts.push({ text: quoted === undefined ? whole : quoted === "" ? "'" : quoted.replaceAll("''", "'") });
  }
  return parts;
}

function unknownLetter(letter: string, name: FormatName): Refusal {
  return new Refusal(`The format of ${name} cannot contain ${shortValue(letter)}`);
}

/** Writes a TIMESTAMP as text in a format. `offset` is the SQL of its zone's offset in minutes. */
export function formatTime(sql: string, format: string, name: FormatName, offset?: string): string {
  const parts = partsOf(format, name);
  if (parts.length === 0) return `CASE WHEN ${sql} IS NOT NULL THEN '' END`;
  return bindSql([sql], (x) => {
    const texts = parts.map((part) =>
      "text" in part ? literal(part.text) : letterText(x, part.letter, part.count, offset, name),
    );
    return `CASE WHEN ${x} IS NOT NULL THEN ${texts.join(" || ")} END`;
  });
}

function letterText(
  x: string,
  letter: string,
  count: number,
  offset: string | undefined,
  name: FormatName,
): string {
  const number = (value: string): string => `format('{:0${count}d}', ${value})`;
  switch (letter) {
    case "G":
      return `CASE WHEN year(${x}) > 0 THEN 'AD' ELSE 'BC' END`;
    case "C":
      return number(`year(${x}) // 100`);
    case "Y":
    case "y":
      return count === 2 ? `format('{:02d}', year(${x}) % 100)` : number(`year(${x})`);
    case "x":
      return count === 2 ? `format('{:02d}', isoyear(${x}) % 100)` : number(`isoyear(${x})`);
    case "w":
      return number(`weekofyear(${x})`);
    case "e":
      return number(`isodow(${x})`);
    case "E":
      return `strftime(${x}, '${count >= 4 ? "%A" : "%a"}')`;
    case "D":
      return number(`dayofyear(${x})`);
    case "M":
      return count >= 3 ? `strftime(${x}, '${count >= 4 ? "%B" : "%b"}')` : number(`month(${x})`);
    case "d":
      return number(`day(${x})`);
    case "a":
      return `CASE WHEN hour(${x}) < 12 THEN 'AM' ELSE 'PM' END`;
    case "h":
      return number(`((hour(${x}) + 11) % 12 + 1)`);
    case "H":
      return number(`hour(${x})`);
    case "k":
      return number(`((hour(${x}) + 23) % 24 + 1)`);
    case "K":
      return number(`(hour(${x}) % 12)`);
    case "m":
      return number(`minute(${x})`);
    case "s":
      return number(`second(${x})`);
    case "S":
      return `rpad(format('{:03d}', millisecond(${x}) % 1000)[:${count}], ${count}, '0')`;
    case "Z":
      if (offset === undefined || count > 2) throw unknownLetter(letter.repeat(count), name);
      return `(${offsetOf(offset, count === 2 ? ":" : "")})`;
    default:
      throw unknownLetter(isMysql(name) ? `%${letter}` : letter, name);
  }
}

function offsetOf(minutes: string, colon: string): string {
  return bindSql(
    [minutes],
    (m) =>
      `CASE WHEN ${m} < 0 THEN '-' ELSE '+' END || format('{:02d}', abs(${m}) // 60) || '${colon}' || format('{:02d}', abs(${m}) % 60)`,
  );
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

/** Pattern of the names that Joda-Time reads: long or short, as written, or in upper or lower case. */
function namePattern(names: string[]): string {
  const all = names.flatMap((name) => [name, name.slice(0, 3)]);
  const cased = all.flatMap((name) => [name, name.toUpperCase(), name.toLowerCase()]);
  return [...new Set(cased)].sort((a, b) => b.length - a.length).join("|");
}

/** Most digits of a number in a format. */
const DIGITS: Record<string, number> = { M: 2, d: 2, H: 2, h: 2, k: 2, K: 2, m: 2, s: 2, D: 3, w: 2, e: 1 };

/** Tells whether a format of parse_datetime contains an offset. */
export function hasOffset(format: string): boolean {
  return jodaParts(format).some((part) => "letter" in part && part.letter === "Z");
}

/** Writes the time of a text in a format, as a TIMESTAMP, or as a time with a zone for parse_datetime. */
export function parseTime(
  text: string,
  format: string,
  name: FormatName,
  context: { inTry: boolean },
): string {
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
      if (fields.has(field)) throw new Refusal(`The format has ${part.letter} twice`);
      fields.set(field, part.letter);
      return `(${written})`;
    })
    .join("");
  const names = [...fields.keys()].map(literal).join(", ");
  const fail = failSql(`A text is not a time in the format ${shortValue(format)}`, context);
  const isZoned = !isMysql(name);
  if (fields.size === 0) throw new Refusal("A format needs a letter such as %Y");
  return bindSql([text], (t) => {
    const time = bindSql([`regexp_extract(${t}, ${literal(`^${pattern}$`)}, [${names}])`], (f) =>
      timeOf(f, fields, isZoned),
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

/** Returns the name of a letter's field, and the pattern of its texts. */
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
  // A number takes as many digits as it can, so that one before another number has them all.
  const digits = (most: number): [string, string] => [
    field,
    beforeNumber ? `\\d{${most}}` : `\\d{1,${most}}`,
  ];
  if (letter === "y" && count === 2) {
    if (!isMysql(name)) throw new Refusal("A year of two digits cannot be read here: use date_parse with %y");
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

/** Writes the time of the texts of a format's fields; those that are missing are those of 2000-01-01, or of 1970-01-01. */
function timeOf(f: string, fields: ReadonlyMap<string, string>, isZoned: boolean): string {
  const has = (name: string): boolean => fields.has(name);
  const number = (name: string, otherwise: string): string =>
    has(name) ? `CAST(${f}.${name} AS BIGINT)` : otherwise;
  const isDate = ["year", "shortYear", "month", "day", "yearday", "weekday", "dow", "week", "weekyear"].some(
    has,
  );
  if (has("weekyear") !== has("week"))
    throw new Refusal("A week is read with its year: %x and %v, or xxxx and ww");
  if (has("yearday") && (has("month") || has("day")))
    throw new Refusal("A day of the year is read without month and day");
  if (has("weekyear") && ["year", "shortYear", "month", "day", "yearday"].some(has))
    throw new Refusal("A week is read without month and day");
  if (has("dow") && has("weekday")) throw new Refusal("The day of the week is in the format twice");
  const short = `CAST(${f}.shortYear AS BIGINT)`;
  const year = has("shortYear")
    ? `(${short} + CASE WHEN ${short} < 70 THEN 2000 ELSE 1900 END)`
    : number("year", isDate ? "2000" : "1970");
  let date = `make_date(${year}, ${monthOf(f, fields)}, ${number("day", "1")})`;
  if (has("yearday")) {
    const last = `dayofyear(make_date(${year}, 12, 31))`;
    date = `make_date(${year}, 1, 1) + CAST(CASE WHEN ${number("yearday", "1")} BETWEEN 1 AND ${last} THEN ${number("yearday", "1")} - 1 ELSE CAST('"' || ${f}.yearday || '"' AS INTEGER) END AS INTEGER)`;
  }
  if (has("weekyear")) {
    const last = `weekofyear(make_date(${number("weekyear", "")}, 12, 28))`;
    const week = number("week", "1");
    date = `CAST(date_trunc('week', make_date(${number("weekyear", "")}, 1, 4)) AS DATE) + CAST(CASE WHEN ${week} BETWEEN 1 AND ${last} THEN (${week} - 1) * 7 ELSE CAST('"' || ${f}.week || '"' AS INTEGER) END AS INTEGER)`;
  }
  if (has("weekday") || has("dow")) {
    const place = has("dow") ? number("dow", "1") : placeIn(DAYS, `${f}.weekday`);
    if (!["year", "shortYear", "weekyear"].some(has))
      throw new Refusal("A day of the week is read with a year");
    const wrong = has("dow") ? ` ELSE CAST('"' || ${f}.dow || '"' AS INTEGER)` : "";
    date = `CAST(date_trunc('week', ${date}) AS DATE) + CAST(CASE WHEN ${place} BETWEEN 1 AND 7 THEN ${place} - 1${wrong} END AS INTEGER)`;
  }
  const milliseconds = has("fraction") ? `CAST(rpad(${f}.fraction, 3, '0')[:3] AS BIGINT)` : "0";
  const clock = `make_time(${hourOf(f, fields)}, ${number("minute", "0")}, CAST(${number("second", "0")} AS DOUBLE))`;
  const time = `(${date} + ${clock} + to_milliseconds(${milliseconds}))`;
  if (!isZoned) return time;
  const zone = `replace(${f}.offset, ':', '')`;
  const minutes = `CASE WHEN ${zone} = 'Z' THEN 0 ELSE (CAST(${zone}[2:3] AS INTEGER) * 60 + CAST(${zone}[4:5] AS INTEGER)) * CASE WHEN ${zone}[1] = '-' THEN -1 ELSE 1 END END`;
  return `((${time}${has("offset") ? ` - to_minutes(CAST(${minutes} AS BIGINT))` : ""}) AT TIME ZONE 'UTC')`;
}

function monthOf(f: string, fields: ReadonlyMap<string, string>): string {
  if (!fields.has("month")) return "1";
  return `CASE WHEN regexp_matches(${f}.month, '^\\d') THEN TRY_CAST(${f}.month AS BIGINT) ELSE ${placeIn(MONTHS, `${f}.month`)} END`;
}

/** Writes the place of a name in a list, from 1, by its first three letters. */
function placeIn(names: string[], text: string): string {
  return `CAST(list_position([${names.map((name) => `'${name.slice(0, 3).toLowerCase()}'`).join(", ")}], lower(${text}[:3])) AS BIGINT)`;
}

function hourOf(f: string, fields: ReadonlyMap<string, string>): string {
  const given = ["hour", "hour24", "hour12", "hour11"].filter((name) => fields.has(name));
  if (given.length > 1) throw new Refusal("The hour is in the format twice");
  const [name] = given;
  const hour = `CAST(${f}.${name} AS BIGINT)`;
  const afternoon = fields.has("half") ? ` + CASE WHEN lower(${f}.half) = 'pm' THEN 12 ELSE 0 END` : "";
  const within = (least: number, most: number, sql: string): string =>
    `CASE WHEN ${hour} BETWEEN ${least} AND ${most} THEN ${sql} ELSE 99 END`;
  switch (name) {
    case undefined:
      return fields.has("half") ? `(0${afternoon})` : "0";
    case "hour":
      if (fields.has("half")) throw new Refusal("AM and PM go with the hours from 1 to 12: %h or hh");
      return hour;
    case "hour24":
      return within(1, 24, `${hour} % 24`);
    case "hour12":
      return within(1, 12, `${hour} % 12${afternoon}`);
    default:
      return within(0, 11, `${hour}${afternoon}`);
  }
}
