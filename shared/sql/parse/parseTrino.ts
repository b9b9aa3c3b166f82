import { shortName } from "#shared/sql/boundMessage.ts";
import { nearest } from "#shared/sql/nearest.ts";
import { Refusal, withPlace } from "#shared/sql/sqlError.ts";
import type { Query } from "./ast.ts";
import { checkTreeDepth } from "./checkTreeDepth.ts";
import { parseExpression, parseValue } from "./parseExpression.ts";
import { parseQuery } from "./parseQuery.ts";
import { TokenReader } from "./tokenReader.ts";

export const MAX_QUERY_LENGTH = 100_000;

const STATEMENTS = new Set(
  `INSERT UPDATE DELETE MERGE CREATE DROP ALTER TRUNCATE GRANT REVOKE DENY SET RESET PRAGMA COPY ATTACH DETACH CALL EXPLAIN
  SHOW DESCRIBE DESC USE PREPARE EXECUTE DEALLOCATE ANALYZE COMMENT REFRESH START COMMIT ROLLBACK INSTALL LOAD EXPORT IMPORT
  SUMMARIZE CHECKPOINT VACUUM PIVOT UNPIVOT FROM TABLE BEGIN FORCE`.split(/\s+/),
);

/** Parses one SELECT statement in Trino's dialect. Throws DomainError with line and column. */
export function parseTrino(text: string): Query {
  return withPlace(text, () => parseStatement(text));
}

function parseStatement(text: string): Query {
  if (text.length > MAX_QUERY_LENGTH) {
    const sentence = `The query has ${text.length} characters, at most ${MAX_QUERY_LENGTH} are possible`;
    throw new Refusal(sentence, MAX_QUERY_LENGTH);
  }
  const reader = new TokenReader(text, { expression: parseExpression, value: parseValue, query: parseQuery });
  const { key, kind, at } = reader.next;
  if (STATEMENTS.has(key)) {
    const instead = ["SHOW", "DESCRIBE", "DESC"].includes(key)
      ? ": the API lists tables with their columns"
      : "";
    throw notAllowed(`Only a SELECT can be run, not ${key}${instead}`, at);
  }
  if (kind === "word" && !["SELECT", "WITH", "VALUES"].includes(key)) {
    const meant = nearest(key, ["SELECT", "WITH", "VALUES"]);
    throw reader.error(`A query starts with SELECT, not with ${shortName(reader.next.text)}${meant}`);
  }
  const query = reader.query();
  refuseRest(reader);
  checkTreeDepth(query);
  return query;
}

function refuseRest(reader: TokenReader): void {
  const semicolon = reader.accept(";");
  while (reader.accept(";"));
  const { kind, at, key } = reader.next;
  if (kind === "end") return;
  if (semicolon) throw notAllowed("Only one statement can be run at a time", at);
  if (key === "INTO") throw notAllowed("SELECT INTO is not available", at);
  if (key === "FOR") throw notAllowed("Rows cannot be locked with FOR", at);
  if (key === ":" && reader.ahead(1).key === ":") {
    throw reader.error("The :: cast is not Trino's: write CAST(value AS type)");
  }
  throw reader.unexpected("the end of the query or a further clause");
}

function notAllowed(sentence: string, at: number): Refusal {
  return new Refusal(sentence, at, "statement_not_allowed");
}
