import { shortName } from "../boundMessage.ts";
import type { FromItem, Join, Name, TableName } from "./ast.ts";
import { parseInstant } from "./parseInstant.ts";
import { parseAlias, parseColumnNames } from "./parseNames.ts";
import { seesNestedQuery } from "./seesQuery.ts";
import { isTagName } from "./tagName.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Parses one FROM item: a table with its joins. */
export function parseFromItem(reader: TokenReader): FromItem {
  let left = parseSampled(reader);
  for (let length = 1; ; length += 1) {
    const join = parseJoin(reader, left);
    if (!join) return left;
    reader.checkDepth(length);
    left = join;
  }
}

const JOIN_TYPES = ["INNER", "LEFT", "RIGHT", "FULL"] as const;

function parseJoin(reader: TokenReader, left: FromItem): Join | undefined {
  const at = reader.at;
  if (reader.accept("CROSS")) {
    reader.expect("JOIN");
    return { kind: "join", at, type: "CROSS", left, right: parseSampled(reader) };
  }
  if (reader.sees("NATURAL"))
    throw reader.error("NATURAL JOIN is not available: list the columns with USING (…)");
  const type = JOIN_TYPES.find((candidate) => reader.accept(candidate));
  if (type && type !== "INNER") reader.accept("OUTER");
  if (!type && !reader.sees("JOIN")) return undefined;
  reader.expect("JOIN");
  const right = parseRight(reader);
  const join: Join = { kind: "join", at, type: type ?? "INNER", left, right };
  if (reader.accept("USING")) join.using = parseColumnNames(reader);
  else {
    reader.expect("ON");
    join.on = reader.expression();
  }
  return join;
}

/** Parses `b JOIN c ON …` before the condition of the outer join: `a JOIN b JOIN c ON … ON …`. */
function parseRight(reader: TokenReader): FromItem {
  return reader.nested(() => {
    let right = parseSampled(reader);
    while (!reader.sees("ON") && !reader.sees("USING")) {
      const join = parseJoin(reader, right);
      if (!join) break;
      right = join;
    }
    return right;
  });
}

function parseSampled(reader: TokenReader): FromItem {
  const of = parsePrimary(reader);
  const at = reader.at;
  if (!reader.accept("TABLESAMPLE")) {
    if (reader.sees("MATCH_RECOGNIZE"))
      throw reader.error(
        "MATCH_RECOGNIZE is not available: number the rows with window functions, and filter them in an outer query",
      );
    return of;
  }
  if (!reader.accept("BERNOULLI")) reader.expect("SYSTEM");
  reader.expect("(");
  const { kind, text } = reader.take();
  const percent = Number(text);
  if (kind !== "number" || !(percent >= 0 && percent <= 100))
    throw reader.error("A sample must be a percentage from 0 to 100", at);
  reader.expect(")");
  return { kind: "sample", at, of, percent };
}

function parsePrimary(reader: TokenReader): FromItem {
  const at = reader.at;
  if (reader.sees("UNNEST", "(")) return parseUnnest(reader);
  if (reader.accept("LATERAL")) {
    reader.expect("(");
    return parseSubquery(reader, at, true);
  }
  if (reader.accept("(")) {
    if (seesNestedQuery(reader)) return parseSubquery(reader, at, false);
    const of = reader.nested(() => parseFromItem(reader));
    reader.expect(")");
    return parseGroupNaming(reader, { kind: "group", at, of });
  }
  if (reader.sees("TABLE", "(")) throw reader.error("Table functions are not available");
  if (reader.next.kind === "string") {
    throw reader.error("Expected a table name but found a string: files cannot be read by path");
  }
  return parseTable(reader, true);
}

function parseSubquery(reader: TokenReader, at: number, lateral: boolean): FromItem {
  const query = reader.query();
  reader.expect(")");
  return { kind: "subquery", at, query, lateral, ...parseNaming(reader) };
}

function parseUnnest(reader: TokenReader): FromItem {
  const at = reader.at;
  reader.expect("UNNEST", "(");
  const arrays = reader.list(() => reader.expression());
  reader.expect(")");
  const ordinality = reader.accept("WITH", "ORDINALITY");
  return { kind: "unnest", at, arrays, ordinality, ...parseNaming(reader) };
}

/** Parses a table name with its version, and its alias where one is allowed. */
export function parseTable(reader: TokenReader, isNamed: boolean): TableName {
  const at = reader.at;
  if (reader.sees("JSON_TABLE", "("))
    throw reader.error(
      "JSON_TABLE is not available: use json_query with a path, CAST its result to an ARRAY, and UNNEST it",
    );
  const parts = [reader.name("the name of a table")];
  while (reader.accept(".")) parts.push(reader.name("a name after the dot"));
  if (reader.sees("(")) {
    const called = shortName(parts.map(({ text }) => text).join("."));
    throw reader.error(`${called} is not a table, and the only available table function is UNNEST`, at);
  }
  const version = parseVersion(reader);
  const naming = isNamed ? parseNaming(reader) : { columns: [] };
  return { kind: "table", at, parts, ...(version && { version }), ...naming };
}

/** Parses `FOR VERSION AS OF 1`, `FOR VERSION AS OF 'tag'`, or `FOR TIMESTAMP AS OF TIMESTAMP '…'`. */
function parseVersion(reader: TokenReader): string | undefined {
  if (reader.accept("FOR", "TIMESTAMP")) {
    reader.expect("AS", "OF");
    return parseInstant(reader);
  }
  if (!reader.sees("FOR", "VERSION")) return undefined;
  reader.expect("FOR", "VERSION", "AS", "OF");
  const { kind, text } = reader.next;
  const isId = (kind === "number" || kind === "string") && /^\d{1,19}$/.test(text);
  if (!isId && !(kind === "string" && isTagName(text))) {
    throw reader.unexpected("a version id (a number), or a tag name in single quotes");
  }
  reader.take();
  return text;
}

/** Parses the alias after a parenthesized table, which replaces any alias inside the parentheses. */
function parseGroupNaming(reader: TokenReader, group: FromItem & { kind: "group" }): FromItem {
  const { at } = reader;
  // ASOF is a valid table name in Trino, but here it starts a join from another dialect, which is rejected.
  const naming = reader.sees("ASOF", "JOIN") ? { columns: [] } : parseNaming(reader);
  if (!naming.alias) return group;
  const { of } = group;
  if ((of.kind === "table" || of.kind === "subquery") && of.columns.length === 0) return { ...of, ...naming };
  throw reader.error(
    "Only a table or a query in parentheses can have an alias here: write (SELECT * FROM …)",
    at,
  );
}

function parseNaming(reader: TokenReader): { alias?: Name; columns: Name[] } {
  const alias = parseAlias(reader);
  if (!alias) return { columns: [] };
  return { alias, columns: reader.sees("(") ? parseColumnNames(reader) : [] };
}
