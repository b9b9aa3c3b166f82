import { DomainError } from "@pdp/basics/errors";
import { MAX_QUERY_LENGTH } from "../parse/parseTrino.ts";
import { type Token, tokenize } from "../parse/tokens.ts";
import { sqlError } from "../sqlError.ts";

/** Client request in Trino's protocol. */
export type ClientStatement =
  | { kind: "query"; text: string }
  | { kind: "prepare"; name: string; text: string }
  | { kind: "deallocate"; name: string }
  | { kind: "use"; catalog: string | null; schema: string }
  /** Change of a session property; null resets it. */
  | {
      kind: "property";
      word: "SET SESSION" | "RESET SESSION" | "SET TIME ZONE";
      name: string;
      value: string | null;
    }
  /** Start or end of a transaction. Queries only read, so it has no other effect. */
  | { kind: "transaction"; word: "START TRANSACTION" | "COMMIT" | "ROLLBACK" }
  /** Request to describe the result or the parameters of a prepared statement. */
  | { kind: "output"; text: string }
  | { kind: "input"; parameters: number };

/** SQL of the client's prepared statements, by name. */
export type Prepared = Readonly<Record<string, string>>;

/** Maximum number of parameters in a statement. */
const MAX_PARAMETERS = 1_000;

/**
 * Reads a client statement. EXECUTE and EXECUTE IMMEDIATE become the query that they stand for, with its parameters replaced
 * by values. Throws DomainError for an unreadable statement.
 */
export function clientStatement(text: string, prepared: Prepared): ClientStatement {
  if (text.length > MAX_QUERY_LENGTH) throw tooLong(text.length);
  const tokens = tokenize(text);
  const key = (index: number): string => tokens[index]?.key ?? "";
  const nameAt = (index: number): string => {
    const token = tokens[index];
    if (token?.kind !== "word" && token?.kind !== "quoted")
      throw sqlError("invalid_sql", "Expected a name", text, token?.at ?? text.length);
    return token.kind === "quoted" ? token.text : token.text.toLowerCase();
  };
  switch (key(0)) {
    case "PREPARE": {
      if (key(2) !== "FROM") throw sqlError("invalid_sql", "Expected PREPARE name FROM statement", text, 0);
      const from = tokens[2]?.end ?? text.length;
      return { kind: "prepare", name: nameAt(1), text: text.slice(from).trim() };
    }
    case "DEALLOCATE":
      return { kind: "deallocate", name: nameAt(key(1) === "PREPARE" ? 2 : 1) };
    case "USE": {
      const isQualified = key(2) === ".";
      return { kind: "use", catalog: isQualified ? nameAt(1) : null, schema: nameAt(isQualified ? 3 : 1) };
    }
    case "START":
    case "COMMIT":
    case "ROLLBACK":
      return transaction(text, tokens);
    case "SET":
    case "RESET":
      if (key(0) === "SET" && key(1) === "TIME") return timeZone(text, tokens);
      if (key(1) !== "SESSION" || key(2) === "AUTHORIZATION") break;
      return { kind: "property", ...sessionProperty(text, tokens, nameAt(2)) };
    case "DESCRIBE":
    case "DESC":
      if (key(1) !== "OUTPUT" && key(1) !== "INPUT") break;
      if (tokens[2]?.kind === "end" || tokens[2]?.end !== endOf(tokens)) break;
      return describe(key(1), preparedText(prepared, nameAt(2)));
    case "EXECUTE": {
      const isImmediate = key(1) === "IMMEDIATE" && tokens[2]?.kind === "string";
      const inner = isImmediate ? (tokens[2]?.text ?? "") : preparedText(prepared, nameAt(1));
      const rest = tokens.slice(isImmediate ? 3 : 2);
      return { kind: "query", text: withValues(inner, valuesOf(text, rest)) };
    }
  }
  return { kind: "query", text: text.slice(0, endOf(tokens)) };
}

const TRANSACTIONS = {
  START: /^START TRANSACTION(?: (?:ISOLATION LEVEL READ (?:UNCOMMITTED|COMMITTED)|READ (?:ONLY|WRITE)|,))*$/,
  COMMIT: /^COMMIT(?: WORK)?$/,
  ROLLBACK: /^ROLLBACK(?: WORK)?$/,
};
/** Number of words in the longest statement of a transaction. */
const MAX_WORDS = 12;

function transaction(text: string, tokens: readonly Token[]): ClientStatement {
  const keys = tokens.filter(({ kind, key }) => kind !== "end" && key !== ";").map(({ key }) => key);
  const first = keys[0] as keyof typeof TRANSACTIONS;
  if (keys.length > MAX_WORDS || !TRANSACTIONS[first].test(keys.join(" ")))
    throw sqlError(
      "invalid_sql",
      "Expected START TRANSACTION with READ ONLY or ISOLATION LEVEL READ UNCOMMITTED or READ COMMITTED, COMMIT, or ROLLBACK",
      text,
      0,
    );
  return { kind: "transaction", word: first === "START" ? "START TRANSACTION" : first };
}

/** Reads `SET SESSION name = 'value'` or `RESET SESSION name` after its first two words. */
function sessionProperty(
  text: string,
  tokens: readonly Token[],
  name: string,
): { word: "SET SESSION" | "RESET SESSION"; name: string; value: string | null } {
  const isReset = tokens[0]?.key === "RESET";
  const value = tokens[4];
  const length = tokens.filter(({ kind, key }) => kind !== "end" && key !== ";").length;
  if (isReset && length === 3) return { word: "RESET SESSION", name, value: null };
  const isSet = !isReset && tokens[3]?.key === "=" && length === 5 && value;
  if (!isSet) throw sqlError("invalid_sql", "Expected SET SESSION name = 'value'", text, tokens[2]?.at ?? 0);
  return { word: "SET SESSION", name, value: value.key || value.text };
}

/** Reads `SET TIME ZONE` with LOCAL, a name, or an interval of hours and minutes, which sets a session property. */
function timeZone(text: string, tokens: readonly Token[]): ClientStatement {
  const words = tokens.filter(({ kind, key }) => kind !== "end" && key !== ";");
  const signs = words.slice(4).map(({ kind, text, key }) => (kind === "string" ? text : key));
  const set = (value: string | null): ClientStatement => ({
    kind: "property",
    word: "SET TIME ZONE",
    name: "time_zone_id",
    value,
  });
  if (words[2]?.key === "ZONE" && words.length === 4 && words[3]?.key === "LOCAL") return set(null);
  if (words[2]?.key === "ZONE" && words.length === 4 && words[3]?.kind === "string")
    return set(words[3].text);
  const interval =
    words[3]?.key === "INTERVAL"
      ? /^(-|\+)? ?(-|\+)?(\d{1,2})(?: HOUR|:(\d{1,2}) HOUR TO MINUTE)$/.exec(signs.join(" "))
      : null;
  if (!interval)
    throw sqlError(
      "invalid_sql",
      "Expected SET TIME ZONE LOCAL, SET TIME ZONE 'Europe/Berlin' or SET TIME ZONE INTERVAL '2' HOUR",
      text,
      tokens[2]?.at ?? 0,
    );
  const [, outer, inner, hours = "", minutes = "0"] = interval;
  const sign = (outer === "-") === (inner === "-") ? "+" : "-";
  return set(`${sign}${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}`);
}

/** Returns the end of a string, ignoring trailing semicolons. */
function endOf(tokens: readonly Token[]): number {
  return tokens.findLast(({ kind, key }) => kind !== "end" && key !== ";")?.end ?? 0;
}

function describe(what: string, inner: string): ClientStatement {
  const places = parametersOf(tokenize(inner));
  if (what === "INPUT") return { kind: "input", parameters: places.length };
  return {
    kind: "output",
    text: withValues(
      inner,
      places.map(() => null),
    ),
  };
}

/** Returns the text of a prepared statement. Names are case-insensitive, as in the header. */
function preparedText(prepared: Prepared, name: string): string {
  const folded = name.toLowerCase();
  if (Object.hasOwn(prepared, folded)) return prepared[folded] as string;
  throw new DomainError(
    "malformed",
    "invalid_sql",
    `There is no prepared statement "${name.slice(0, 128)}".`,
  );
}

/** Returns the values of `USING a, b` as written, without surrounding comments. */
function valuesOf(text: string, tokens: readonly Token[]): string[] {
  const [using, ...others] = tokens.filter(({ kind, key }) => kind !== "end" && key !== ";");
  if (!using) return [];
  if (using.key !== "USING")
    throw sqlError("invalid_sql", "Expected USING and the parameters", text, using.at);
  const values: string[] = [];
  let depth = 0;
  let first: Token | undefined;
  let last: Token | undefined;
  const end = (): void => {
    values.push(first && last ? text.slice(first.at, last.end) : "");
    first = undefined;
  };
  for (const token of others) {
    const { key, at } = token;
    if (key === "(" || key === "[") depth += 1;
    if (key === ")" || key === "]") depth -= 1;
    if (depth < 0) throw sqlError("invalid_sql", "This closing bracket has no opening bracket", text, at);
    if (key === "," && depth === 0) end();
    else {
      first ??= token;
      last = token;
    }
  }
  end();
  if (depth > 0 || values.includes(""))
    throw sqlError("invalid_sql", "A parameter after USING is incomplete", text, using.at);
  return values;
}

function parametersOf(tokens: readonly Token[]): Token[] {
  return tokens.filter(({ kind, key }) => kind === "symbol" && key === "?");
}

/** Words and literals need no parentheses, which some clauses reject. */
const PLAIN = /^(?:\w+|\d+(?:\.\d+)?|'(?:[^']|'')*')$/;

/** Character that continues a word, a number or a string. */
const JOINING = /[\w.'"]/;

const COUNTS = ["LIMIT", "OFFSET", "FIRST", "NEXT"];
const TYPED_INTEGER = /^(?:TINYINT|SMALLINT|INTEGER|BIGINT) *'(\d+)'$/i;

/** Returns a statement with its parameters replaced; null stands for a value that is not known yet. */
function withValues(whole: string, values: readonly (string | null)[]): string {
  const tokens = tokenize(whole);
  const text = whole.slice(0, endOf(tokens));
  const places = parametersOf(tokens);
  if (places.length !== values.length || places.length > MAX_PARAMETERS) {
    const sentence = `The statement has ${places.length} parameters, but ${values.length} values were sent (at most ${MAX_PARAMETERS})`;
    throw new DomainError("malformed", "invalid_sql", `${sentence}.`);
  }
  let written = "";
  let from = 0;
  for (const [index, token] of places.entries()) {
    const before = tokens[tokens.indexOf(token) - 1]?.key ?? "";
    written += text.slice(from, token.at);
    const value = valueAt(before, values[index] ?? null);
    // A value must never merge with its neighbors into one word or string.
    if (JOINING.test(written.at(-1) ?? "")) written += " ";
    written += value;
    from = token.end;
    if (JOINING.test(text[from] ?? "")) written += " ";
  }
  written += text.slice(from);
  if (written.length > MAX_QUERY_LENGTH) throw tooLong(written.length);
  return written;
}

/** Returns a value as written after a word. Drivers send integers as `INTEGER '5'`, which LIMIT does not accept. */
function valueAt(before: string, value: string | null): string {
  if (value === null) return COUNTS.includes(before) ? "1" : "NULL";
  const digits = COUNTS.includes(before) ? TYPED_INTEGER.exec(value)?.[1] : undefined;
  return digits ?? (PLAIN.test(value) ? value : `(${value})`);
}

function tooLong(length: number): DomainError {
  return new DomainError(
    "malformed",
    "query_too_complex",
    `The statement has ${length} characters, but at most ${MAX_QUERY_LENGTH} are allowed.`,
  );
}
