import { withPlace } from "../sqlError.ts";
import type { Name, Query } from "./ast.ts";
import { parseTable } from "./parseFrom.ts";
import { selectAll } from "./parseQuery.ts";
import { checkWhole, openReader } from "./parseTrino.ts";
import type { TokenReader } from "./tokenReader.ts";

/** LIKE pattern with its ESCAPE character. */
export interface LikePattern {
  pattern: string;
  escape?: string;
}

const LISTINGS = ["TABLES", "SCHEMAS", "CATALOGS"] as const;
const CREATED = ["TABLE", "VIEW"] as const;

/** Read-only statement: a query, or a statement about the tables that queries read. */
export type Statement =
  | { kind: "query" }
  | { kind: "show"; at: number; listing: (typeof LISTINGS)[number]; from: Name[]; like?: LikePattern }
  | { kind: "describe"; query: Query; like?: LikePattern }
  /** Roles or grants, which are not managed in SQL. */
  | { kind: "none"; columns: string[] }
  /** Functions; no schema contains any. */
  | { kind: "functions"; isOfSchema: boolean; like?: LikePattern }
  | { kind: "create"; at: number; created: (typeof CREATED)[number]; query: Query }
  | { kind: "stats"; query: Query }
  | { kind: "explain"; query: Query; validates: boolean; analyzes?: boolean };

/** Parses SHOW, DESCRIBE or EXPLAIN; leaves anything else to `parseTrino`. Throws DomainError with line and column. */
export function parseStatement(text: string): Statement {
  return withPlace(text, () => {
    const reader = openReader(text);
    const statement = parseKnown(reader);
    if (statement.kind !== "query") checkWhole(reader, "query" in statement ? statement.query : undefined);
    return statement;
  });
}

function parseKnown(reader: TokenReader): Statement {
  const { at, kind } = reader.next;
  if (kind !== "word") return { kind: "query" };
  if (reader.accept("EXPLAIN")) return parseExplain(reader);
  if (reader.accept("DESCRIBE") || reader.accept("DESC"))
    return { kind: "describe", query: allOf(reader, at) };
  if (!reader.accept("SHOW")) return { kind: "query" };
  if (reader.accept("COLUMNS")) {
    if (!reader.accept("FROM")) reader.expect("IN");
    return { kind: "describe", query: allOf(reader, at), ...parseLike(reader) };
  }
  const columns = withoutRows(reader);
  if (columns) return { kind: "none", columns };
  if (reader.accept("FUNCTIONS")) {
    const isOfSchema = reader.accept("FROM") || reader.accept("IN");
    if (isOfSchema)
      do reader.name("the name of a schema");
      while (reader.accept("."));
    return { kind: "functions", isOfSchema, ...parseLike(reader) };
  }
  if (reader.accept("CREATE")) {
    const created = CREATED.find((word) => reader.accept(word));
    if (!created) throw reader.unexpected(CREATED.join(" or "));
    return { kind: "create", at: reader.at, created, query: allOf(reader, at) };
  }
  if (reader.accept("STATS")) {
    reader.expect("FOR");
    return { kind: "stats", query: allOf(reader, at) };
  }
  const listing = LISTINGS.find((word) => reader.accept(word));
  if (!listing) throw reader.unexpected(`COLUMNS, CREATE, FUNCTIONS, STATS, ${LISTINGS.join(" or ")}`);
  const from: Name[] = [];
  if (listing !== "CATALOGS" && (reader.accept("FROM") || reader.accept("IN"))) {
    do from.push(reader.name("the name of a schema"));
    while (reader.accept("."));
  }
  return { kind: "show", at, listing, from, ...parseLike(reader) };
}

const GRANTS = "Grantor,Grantor Type,Grantee,Grantee Type,Catalog,Schema,Table,Privilege,Grantable".split(
  ",",
);

/** Parses what follows SHOW for roles and grants, and returns the columns of the empty result. */
function withoutRows(reader: TokenReader): string[] | undefined {
  if (reader.accept("ROLE", "GRANTS")) return ["Role Grants"];
  if (reader.accept("CURRENT", "ROLES") || reader.accept("ROLES")) return ["Role"];
  if (!reader.accept("GRANTS")) return undefined;
  if (reader.accept("ON")) {
    reader.accept("TABLE");
    parseTable(reader, false);
  }
  return GRANTS;
}

/** Parses a table and returns the query for all its columns. */
function allOf(reader: TokenReader, at: number): Query {
  const body = selectAll(at, parseTable(reader, false));
  return { at, recursive: false, ctes: [], body, orderBy: [] };
}

function parseLike(reader: TokenReader): { like?: LikePattern } {
  if (!reader.accept("LIKE")) return {};
  const pattern = parseText(reader);
  return { like: { pattern, ...(reader.accept("ESCAPE") && { escape: parseText(reader) }) } };
}

function parseText(reader: TokenReader): string {
  if (reader.next.kind !== "string") throw reader.unexpected("a pattern such as 'v%'");
  return reader.take().text;
}

function parseExplain(reader: TokenReader): Statement {
  if (reader.accept("ANALYZE")) {
    // As in Trino, VERBOSE may follow; it adds nothing here.
    reader.accept("VERBOSE");
    return { kind: "explain", query: reader.query(), validates: false, analyzes: true };
  }
  let validates = false;
  if (reader.accept("(")) {
    reader.list(() => {
      if (reader.accept("TYPE")) {
        validates = reader.accept("VALIDATE");
        if (!validates && !reader.accept("LOGICAL") && !reader.accept("DISTRIBUTED"))
          throw reader.unexpected("LOGICAL, DISTRIBUTED or VALIDATE");
      } else reader.expect("FORMAT", "TEXT");
    });
    reader.expect(")");
  }
  return { kind: "explain", query: reader.query(), validates };
}
