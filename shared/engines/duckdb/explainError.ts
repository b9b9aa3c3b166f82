import type { ErrorCode } from "#shared/domain/errorCodes.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { boundMessage, shortName, shortSentence, shortValue } from "#shared/trino/boundMessage.ts";
import { nearest } from "#shared/trino/nearest.ts";
import { type Token, tokenize } from "#shared/trino/parse/tokens.ts";
import { queryOutOfMemory } from "#shared/trino/queryLimits.ts";
import { formatPosition, positionAt } from "#shared/trino/sqlError.ts";

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

/** Patterns of errors that only a fault of the platform can cause, and whose text shows internals. */
const FAULTS =
  /^(?:INTERNAL(?! Error: Failed to bind column reference)|FATAL|IO|Permission|HTTP|Catalog|Dependency|Transaction|Parser) Error/i;
/** Names that only the translation uses. */
const GENERATED =
  /"(?:[tvw]\d+|__\w+|_values|_unnest|_nested|_result|c\d+)"|\b__\w+|read_parquet|cast_to_type|\blist_|\/\w+\/|[\w-]\.parquet/;

/**
 * Translates DuckDB's error about generated text into the author's terms. An error that the author cannot fix is
 * returned unchanged: it is a fault of the platform.
 */
export function explainError(error: unknown, memoryLimit: string, text: string): unknown {
  if (error instanceof DomainError || !(error instanceof Error)) return error;
  // Cut before any pattern runs: the message repeats values of any length.
  const message = boundMessage(error.message);
  // Where memory is gone, the engine may fail to word another error.
  if (/^Out of Memory Error|std::bad_alloc/.test(message)) {
    return queryOutOfMemory(memoryLimit);
  }
  if (/max(?:imum)? expression depth/i.test(message)) {
    return malformedError(
      "query_too_complex",
      "The query nests too deeply to be run: split it with WITH, or into views.",
    );
  }
  if (FAULTS.test(message)) return error;
  return placedError(sentenceFor(message), text);
}

/** Returns an error with the position in the query of the name in its message; without one if the query has no such name. */
function placedError(said: string, text: string): DomainError {
  const [, name] =
    said.match(/\b(?:no column|no field|Column|name|There is no(?! column| field)) ([A-Za-z_]\w*)/) ?? [];
  if (name === undefined) return malformedError("invalid_sql", said);
  const isName = (token: Token): boolean => token.kind === "word" || token.kind === "quoted";
  const found = tokenize(text).find(
    (token) => isName(token) && token.text.toLowerCase() === name.toLowerCase(),
  );
  if (!found) return malformedError("invalid_sql", said);
  const position = positionAt(text, found.at);
  const placed = said.replace(/[.](?= Did you mean|$)/, ` (${formatPosition(position)}).`);
  return new DomainError("malformed", "invalid_sql", placed, [], position);
}

function malformedError(code: ErrorCode, message: string): DomainError {
  return new DomainError("malformed", code, message);
}

const RULES: [RegExp, (found: RegExpMatchArray, message: string) => string][] = [
  [
    // Message of DuckDB for the same error within TRY.
    /^INTERNAL Error: Failed to bind column reference/,
    () => "A column within try must be in GROUP BY or within an aggregate function.",
  ],
  [
    /^Binder Error: Column "(.+?)" referenced that exists in the SELECT clause/,
    (found) => `There is no column ${shortName(found[1])}, and an alias cannot be used before it is defined.`,
  ],
  [/INSERT statement cannot contain (\w+)/, (found) => `VALUES cannot contain ${shortName(found[1])}.`],
  [/Division by zero/, () => "Division by zero."],
  [
    /Referenced column "(.+?)" (?:was )?not found/,
    (found, message) => sentence(`There is no column ${shortName(found[1])}`, `${found[1]}`, message),
  ],
  [
    /"([^"]+)" does not have a column named "([^"]+)"/,
    (found, message) =>
      sentence(`${shortName(found[1])} has no column ${shortName(found[2])}`, `${found[2]}`, message),
  ],
  [
    /Referenced table "(.+?)" not found/,
    (found) => `There is no ${shortName(found[1])} in the FROM of this SELECT.`,
  ],
  [
    /Could not find key "(.+?)" in struct/,
    (found, message) => sentence(`There is no field ${shortName(found[1])}`, `${found[1]}`, message),
  ],
  [
    /Could not convert string '(.*?)' to (\w+)/s,
    (found) => `The text ${quoteShort(found[1] ?? "")} is no ${typeName(found[2] ?? "")}.`,
  ],
  [
    /Could not (?:convert string "(.*?)"|cast value (\S+)) to DECIMAL\((\d+),(\d+)\)/s,
    (found) =>
      `${shortValue((found[1] ?? found[2]) as string)} does not fit DECIMAL(${found[3]}, ${found[4]}).`,
  ],
  [
    /No function matches|Could not choose a best candidate function/,
    (found, message) => {
      const types = argumentTypes(message.slice(found.index));
      return (
        types && `An operator or function cannot take these types: ${typeNames(types)}. Cast the values.`
      );
    },
  ],
  [
    /column "?(.+?)"? must appear in the GROUP BY clause/i,
    (found) => `Column ${shortName(found[1])} must be in GROUP BY or within an aggregate function.`,
  ],
  [
    /initial value type must be the same as the list child type/,
    () =>
      "The start of reduce must have the type of the array's items: cast it, or transform the array first.",
  ],
  [
    /More than one row returned by a subquery/,
    () => "A subquery that stands for one value gave more than one row.",
  ],
  [
    /Ambiguous reference to (column name|table) "(.+?)"/,
    (found) => `The name ${shortName(found[2])} is ambiguous: write which table it is of.`,
  ],
  [/Overflow in|out of range|Out of Range/, () => "A number is out of the range of its type."],
];

function sentenceFor(message: string): string {
  for (const [pattern, say] of RULES) {
    const found = message.match(pattern);
    const said = found && say(found, message);
    if (said && !GENERATED.test(said)) return said;
  }
  const first = shortSentence((message.split("\n")[0] ?? "").replace(/^[A-Za-z ]{1,40} Error: /, "").trim());
  if (first === "" || GENERATED.test(first))
    return "The query cannot be run: its types or clauses do not fit together.";
  return /[.!?…]$/.test(first) ? first : `${first}.`;
}

/** Adds DuckDB's suggestion, if it is close and not a name of the translation. */
function sentence(said: string, wanted: string, message: string): string {
  const list = message.match(/Candidate (?:bindings|Entries):(.+)/)?.[1] ?? "";
  const names = [...list.matchAll(/"([^"]+)"/g)].map(([, name]) => (name as string).split(".").at(-1) ?? "");
  const meant = nearest(
    wanted,
    names.filter((name) => !GENERATED.test(`"${name}"`)),
  );
  return meant === "" ? `${said}.` : `${said}${meant}`;
}

function quoteShort(text: string): string {
  return `'${shortValue(text.replace(/^"(.*)"$/s, "$1"))}'`;
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
