import { editDistance } from "@pdp/basics/wording";
import { shortName } from "../boundMessage.ts";
import { nearest } from "../nearest.ts";
import { Refusal, withPlace } from "../sqlError.ts";
import type { Query } from "./ast.ts";
import { checkTreeDepth } from "./checkTreeDepth.ts";
import { parseInlineFunctions } from "./inlineFunctions.ts";
import { parseExpression, parseValue } from "./parseExpression.ts";
import { parseQuery } from "./parseQuery.ts";
import { QUERY_STARTS, TokenReader } from "./tokenReader.ts";

export const MAX_QUERY_LENGTH = 100_000;

const STATEMENTS = new Set(
  `INSERT UPDATE DELETE MERGE CREATE DROP ALTER TRUNCATE GRANT REVOKE DENY SET RESET PRAGMA COPY ATTACH DETACH CALL EXPLAIN
  SHOW DESCRIBE DESC USE PREPARE EXECUTE DEALLOCATE ANALYZE COMMENT REFRESH START COMMIT ROLLBACK INSTALL LOAD EXPORT IMPORT
  SUMMARIZE CHECKPOINT VACUUM PIVOT UNPIVOT FROM BEGIN FORCE`.split(/\s+/),
);

/** What to write instead of statements of DuckDB. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["FROM", ": write SELECT * FROM …"],
  [
    "SUMMARIZE",
    ": write DESCRIBE for the columns of a table, or SELECT count(x), min(x), avg(x), max(x) FROM …",
  ],
]);

/** Parses one SELECT statement in Trino's dialect. Throws DomainError with line and column. */
export function parseTrino(text: string): Query {
  return withPlace(text, () => parseSelect(text));
}

/** Tokenizes a string. Throws a refusal if the text is too long. */
export function openReader(text: string): TokenReader {
  if (text.length > MAX_QUERY_LENGTH) {
    const sentence = `The query has ${text.length} characters, but at most ${MAX_QUERY_LENGTH} are allowed`;
    throw new Refusal(sentence, MAX_QUERY_LENGTH);
  }
  return new TokenReader(text, { expression: parseExpression, value: parseValue, query: parseQuery });
}

function parseSelect(text: string): Query {
  const reader = openReader(text);
  const { key, kind, at } = reader.next;
  if (STATEMENTS.has(key)) {
    throw notAllowed(`Only a SELECT can be run here, not ${key}${INSTEAD.get(key) ?? ""}`, at);
  }
  if (kind === "word" && !QUERY_STARTS.includes(key)) {
    const meant = nearest(key, QUERY_STARTS);
    throw reader.error(`A query starts with SELECT, not with ${shortName(reader.next.text)}${meant}`);
  }
  parseInlineFunctions(reader);
  const query = reader.query();
  checkWhole(reader, query);
  return query;
}

/** Throws a refusal for text after the statement and for a query that is too deep. */
export function checkWhole(reader: TokenReader, query: Query | undefined): void {
  refuseRest(reader);
  if (query) checkTreeDepth(query);
}

function refuseRest(reader: TokenReader): void {
  const semicolon = reader.accept(";");
  while (reader.accept(";"));
  const { kind, at, key } = reader.next;
  if (kind === "end") return;
  if (semicolon) throw notAllowed("Only one statement can be run at a time", at);
  if (key === "INTO") throw notAllowed("SELECT INTO is not available", at);
  if (key === "FOR") throw notAllowed("Rows cannot be locked with FOR", at);
  const refusal = reader.unexpected("the end of the query or a further clause");
  const meant = refusal.after === "" ? (clauseOf(key) ?? clauseOf(reader.last?.key ?? "")) : undefined;
  if (meant === undefined) throw refusal;
  throw new Refusal(refusal.message, refusal.at, refusal.code, `. Did you mean ${meant}?`);
}

/** Words that start a clause and are often misspelled. */
const CLAUSES = ["FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION"];

/** Returns the intended word for a misspelled word that has swapped letters, or one wrong, missing or extra letter. */
function clauseOf(word: string): string | undefined {
  const sorted = (text: string): string => [...text].sort().join("");
  if (word.length < 3 || word.length > 8) return undefined;
  return CLAUSES.find(
    (clause) => clause !== word && (sorted(clause) === sorted(word) || editDistance(clause, word) === 1),
  );
}

function notAllowed(sentence: string, at: number): Refusal {
  return new Refusal(sentence, at, "statement_not_allowed");
}
