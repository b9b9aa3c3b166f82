import { boundMessage, calendarFault, nearest, OWN_MARK, shortName, shortValue } from "@pdp/trino/errors";
import { DAY_OF_TIMES } from "@pdp/trino/types";
import { overflowOf } from "#shared/engines/overflowOf.ts";

const TYPE_NAMES = new Map([
  ["INT8", "TINYINT"],
  ["INT16", "SMALLINT"],
  ["INT32", "INTEGER"],
  ["INT64", "BIGINT"],
  ["INT128", "BIGINT"],
  ["HUGEINT", "BIGINT"],
  ["FLOAT", "REAL"],
  ["BOOL", "BOOLEAN"],
  ["INTEGER_LITERAL", "INTEGER"],
  ["STRING_LITERAL", "VARCHAR"],
]);

/** Names that only occur in translated queries. */
const GENERATED =
  /"(?:[tvwf]\d+|__\w+|_values|_unnest|_nested|_result|c\d+)"|\b__\w+|read_parquet|cast_to_type|\blist_/;
const QUOTED = /'[^']*'/g;

/** DuckDB messages and the strings shown to users instead. Messages raised by the translated SQL itself are not listed. */
const RULES: [RegExp, (match: RegExpMatchArray, message: string) => string][] = [
  [new RegExp(`^Invalid Input Error: ${OWN_MARK}([^\\n]*)`), (match) => `${match[1]}.`],
  [new RegExp(`Could not convert string '${OWN_MARK}(.*)' to [A-Z]`, "s"), (match) => `${match[1]}.`],
  [
    // DuckDB's message for the same error within TRY.
    /^INTERNAL Error: Failed to bind column reference/,
    () => "A column within try must be in GROUP BY or in an aggregate function.",
  ],
  [
    /^Binder Error: Column "(.+?)" referenced that exists in the SELECT clause/,
    (match) => `Column ${shortName(match[1])} not found; an alias cannot be used before it is defined.`,
  ],
  [/INSERT statement cannot contain (\w+)/, (match) => `VALUES cannot contain ${shortName(match[1])}.`],
  [/Division by zero/, () => "Division by zero."],
  [
    /^Invalid Input Error: invalid repetition size/,
    () => "This regular expression is too large. Use fewer nested repetitions.",
  ],
  [
    /Referenced column "(.+?)" (?:was )?not found/,
    (match, message) => sentence(`There is no column ${shortName(match[1])}`, `${match[1]}`, message),
  ],
  [
    /"([^"]+)" does not have a column named "([^"]+)"/,
    (match, message) =>
      sentence(`${shortName(match[1])} has no column ${shortName(match[2])}`, `${match[2]}`, message),
  ],
  [
    // Tables have generated names in DuckDB's text. Its lambdas cannot read a column of an outer query.
    /Referenced table "f\d+" not found/,
    () =>
      "A subquery cannot use a column of the outer query in a lambda, or compare arrays, maps or rows with one: join the tables instead.",
  ],
  [
    /Referenced table "(.+?)" not found/,
    (match) => `There is no ${shortName(match[1])} in the FROM clause of this SELECT.`,
  ],
  [
    /Could not find key "(.+?)" in struct/,
    (match, message) => sentence(`There is no field ${shortName(match[1])}`, `${match[1]}`, message),
  ],
  [
    /(?:invalid )?(date|timestamp|time) field (?:format|value out of range): "(.*?)"(?:, expected|\n|$)/s,
    (match) => notOfTime(match[2] as string, (match[1] as string).toUpperCase()),
  ],
  [
    /Could not convert string '(.*)' to INT128/s,
    ({ 1: value = "" }) =>
      `The text ${quoteShort(value)} is not a valid ${/^"?[+-]?\d+"?$/.test(value) ? "BIGINT" : "UUID"}.`,
  ],
  [
    /Could not convert string '(.*)' to (\w+)/s,
    (match) => `The text ${quoteShort(match[1] ?? "")} is not a valid ${typeName(match[2] ?? "")}.`,
  ],
  [
    /(?:Casting|Failed to cast decimal) value "?([^" ]+)"? to type ([\w(), ]+?)(?: failed|:|$)/m,
    ({ 1: value = "", 2: type = "" }) =>
      `${shortValue(value)} does not fit into ${typeNames(type).replace(",", ", ")}.`,
  ],
  [
    /Could not (?:convert string "(.*?)"|cast value (\S+)) to DECIMAL\((\d+),(\d+)\)/s,
    (match) => {
      const value = (match[1] ?? match[2]) as string;
      const type = `DECIMAL(${match[3]}, ${match[4]})`;
      return /^"|"$/.test(value)
        ? `The text ${quoteShort(value)} is not a valid ${type}.`
        : `${shortValue(value)} does not fit into ${type}.`;
    },
  ],
  [
    /No function matches|Could not choose a best candidate function/,
    (match, message) => {
      const types = argumentTypes(message.slice(match.index));
      return (
        types && `An operator or function does not accept these types: ${typeNames(types)}. Cast the values.`
      );
    },
  ],
  [
    /column "?(.+?)"? must appear in the GROUP BY clause/i,
    (match) => `Column ${shortName(match[1])} must be in GROUP BY or in an aggregate function.`,
  ],
  [
    /initial value type must be the same as the list child type/,
    () =>
      "The initial value of reduce must have the type of the array's items. Cast it, or transform the array first.",
  ],
  [
    /More than one row returned by a subquery/,
    () => "A scalar subquery returned more than one row. Aggregate it, or add LIMIT 1.",
  ],
  [
    /Ambiguous reference to (column name|table) "(.+?)"/,
    (match) => `The name ${shortName(match[2])} is ambiguous. Qualify it with a table name.`,
  ],
  [
    /Could not decode string "(.*)" as base64/s,
    (match) => `The text ${quoteShort(match[1])} is not valid base64.`,
  ],
  [/Failure in decode|invalid UTF-?8 char/i, () => "The bytes are not UTF-8."],
  [/Invalid UTF8 Codepoint (-?\d+)/, (match) => `${match[1]} is not a Unicode code point.`],
  [/Map keys must be unique/, () => "The keys of a map must be unique."],
  [/Map keys can not be NULL/, () => "A map key cannot be NULL."],
  [/map key list does not align/, () => "A map must have as many values as keys."],
  [/Index must be greater than zero/, () => "The index of split_part must be at least 1."],
  [/Argument for ntile must be greater than zero/, () => "The number of ntile groups must be at least 1."],
  [/Argument for nth_value must be/, () => "The offset of nth_value must be at least 1."],
  [
    /RANGE frames must have only one ORDER BY/,
    () => "A RANGE frame with an offset requires a window with exactly one ORDER BY item.",
  ],
  [
    /Invalid (?:window|frame|(?:ROWS|RANGE|GROUPS) (?:PRECEDING|FOLLOWING) value)|frame (?:starting|ending)|negative (?:window|frame)/i,
    () => "The offsets of a window frame must not be negative.",
  ],
  [/Unknown TimeZone '(.*?)'/s, (match) => `There is no time zone ${quoteShort(match[1])}.`],
  [
    /non-inner join on subquery/,
    () =>
      "A subquery in the ON clause of an outer join cannot use columns of the joined tables. Compute it in a subquery in FROM.",
  ],
  [/subqueries in lambda/, () => "A lambda cannot contain a subquery. Compute its value in FROM."],
  [/[Mm]alformed JSON/, () => "A string is not valid JSON."],
  [
    /Maximum recursion|recursion depth|max expression depth/i,
    () => "The query is nested too deeply. Split it with WITH, or into views.",
  ],
  [
    /^Out of Range Error: Overflow in (addition|subtract(?:ion)?|multiplication|negation|division)(?: of ([A-Z]+\d*))?/,
    (match) => overflowOf(`${match[1]}`, overflowType(match[2])),
  ],
  [
    /Type \w+ with value (\S+) can't be cast because the value is out of range for the destination type (\w+)/,
    (match) => `${shortValue(`${match[1]}`)} is out of the range of ${typeName(`${match[2]}`)}.`,
  ],
  [
    /Overflow on abs\(/,
    () => "The result of abs is out of the range of its type: cast it to a larger type first.",
  ],
  [/(?:Date|timestamp|Timestamp) out of range/, () => "A date or time is outside the supported years."],
  [
    /Overflow in|Failed to cast decimal|out of range|Out of Range|outside the range|exceeds|too (?:large|big|long)|overflow/i,
    () => "A number is out of range for its type.",
  ],
];

/** Returns Trino's name for the type of an operation; undefined if it is unknown. */
function overflowType(type: string | undefined): string | undefined {
  return type?.startsWith("DECIMAL") ? "DECIMAL(38)" : type && typeName(type);
}

const UNKNOWN = "The query cannot be run because its types or clauses are incompatible.";

/** Returns the message shown to users for a DuckDB error. It contains neither DuckDB's wording nor generated names. */
export function sentenceFor(whole: string): string {
  const message = boundMessage(whole);
  for (const [pattern, say] of RULES) {
    const match = message.match(pattern);
    const said = match && say(match, message);
    if (said && !GENERATED.test(said.replace(QUOTED, ""))) return said;
  }
  return UNKNOWN;
}

/** Adds DuckDB's suggestion, if it is similar and not a name generated by the translation. */
function sentence(said: string, wanted: string, message: string): string {
  const list = message.match(/Candidate (?:bindings|Entries):(.+)/)?.[1] ?? "";
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => (name as string).split(".").at(-1) ?? "");
  const meant = nearest(
    wanted,
    names.filter((name) => !GENERATED.test(`"${name}"`)),
  );
  return meant === "" ? `${said}.` : `${said}${meant}`;
}

/** Explains why a string is not a date or time. A time is read as a time on a fixed day. */
function notOfTime(value: string, type: string): string {
  const text = withoutQuotes(value.replace(new RegExp(`^${DAY_OF_TIMES} `), ""));
  const isTime = value.startsWith(`${DAY_OF_TIMES} `);
  const fault = calendarFault(text);
  return `The text ${quoteShort(text)} is not a valid ${isTime ? "TIME" : type}${fault ? `: ${fault}` : ""}.`;
}

/** Removes the quotes that the translation puts around a string that Trino cannot read. */
function withoutQuotes(text: string): string {
  return text.replace(/^"(.*)"$/s, "$1");
}

function quoteShort(text = ""): string {
  return `'${shortValue(withoutQuotes(text))}'`;
}

/** Returns the content of the first parentheses at the end of a sentence. */
function argumentTypes(message: string): string {
  const start = message.indexOf("(") + 1;
  const length = message.slice(start).search(/\)'?"?\./);
  return start === 0 || length < 0 ? "" : message.slice(start, start + length);
}

function typeName(type: string): string {
  return TYPE_NAMES.get(type) ?? type;
}

function typeNames(types: string): string {
  return types.replace(/\w+/g, typeName);
}
