import { Refusal } from "../sqlError.ts";
import type {
  Cte,
  Expression,
  Grouping,
  Name,
  Query,
  QueryBody,
  Select,
  SelectItem,
  SetOperator,
  TableName,
  ValuesRow,
} from "./ast.ts";
import { parseFromItem, parseTable } from "./parseFrom.ts";
import { parseAlias, parseColumnNames } from "./parseNames.ts";
import { parseSortItems, parseWindow } from "./parseWindow.ts";
import type { TokenReader } from "./tokenReader.ts";

/** Maximum number of grouping sets, as in Trino. */
const MAX_GROUPING_SETS = 2_048;

/** Parses a query: top-level, parenthesized, or in WITH. */
export function parseQuery(reader: TokenReader): Query {
  return reader.nested(() => {
    const at = reader.at;
    const recursive = reader.sees("WITH", "RECURSIVE");
    const ctes = reader.accept("WITH") ? parseCtes(reader) : [];
    const query: Query = { at, recursive, ctes, body: parseSetOperations(reader), orderBy: [] };
    if (reader.accept("ORDER", "BY")) query.orderBy = parseSortItems(reader);
    if (reader.accept("OFFSET")) {
      query.offset = parseRowCount(reader, "a number of rows");
      if (!reader.accept("ROWS")) reader.accept("ROW");
    }
    if (reader.accept("LIMIT")) {
      if (!reader.accept("ALL")) query.limit = parseRowCount(reader, "a number of rows or ALL");
      if (reader.sees("OFFSET")) throw reader.error("OFFSET comes before LIMIT");
    } else if (reader.accept("FETCH")) parseFetch(reader, query);
    return query;
  });
}

function parseRowCount(reader: TokenReader, what: string): Query["limit"] {
  const { at, kind, text } = reader.next;
  if (kind !== "number" || !/^\d{1,18}$/.test(text)) throw reader.unexpected(what);
  reader.take();
  return { kind: "number", at, type: "integer", value: text };
}

function parseFetch(reader: TokenReader, query: Query): void {
  if (!reader.accept("FIRST")) reader.expect("NEXT");
  const at = reader.at;
  query.limit =
    reader.next.kind === "number"
      ? parseRowCount(reader, "a number of rows")
      : { kind: "number", at, type: "integer", value: "1" };
  if (!reader.accept("ROWS")) reader.expect("ROW");
  if (!reader.accept("WITH", "TIES")) reader.expect("ONLY");
  else if (query.orderBy.length === 0) throw reader.error("WITH TIES needs an ORDER BY", at);
  else query.withTies = true;
}

function parseCtes(reader: TokenReader): Cte[] {
  reader.accept("RECURSIVE");
  return reader.list(() => {
    const name = reader.name("the name of a WITH query");
    const columns = reader.sees("(") ? parseColumnNames(reader) : [];
    reader.expect("AS", "(");
    const query = reader.query();
    reader.expect(")");
    return { name, columns, query };
  });
}

function parseSetOperations(reader: TokenReader): QueryBody {
  return parseSetChain(reader, ["UNION", "EXCEPT"], () =>
    parseSetChain(reader, ["INTERSECT"], () => parseQueryPrimary(reader)),
  );
}

function parseSetChain(reader: TokenReader, operators: SetOperator[], operand: () => QueryBody): QueryBody {
  let left = operand();
  for (let length = 1; ; length += 1) {
    const at = reader.at;
    const operator = operators.find((candidate) => reader.accept(candidate));
    if (!operator) return left;
    reader.checkDepth(length);
    const all = reader.accept("ALL");
    if (!all) reader.accept("DISTINCT");
    left = { kind: "set", at, operator, all, left, right: operand() };
  }
}

function parseQueryPrimary(reader: TokenReader): QueryBody {
  const at = reader.at;
  if (reader.accept("(")) {
    const query = reader.query();
    reader.expect(")");
    return { kind: "nested", at, query };
  }
  if (reader.accept("VALUES")) return { kind: "values", at, rows: reader.list(() => parseValuesRow(reader)) };
  if (reader.accept("TABLE")) return selectAll(at, parseTable(reader, false));
  if (reader.sees("SELECT")) return parseSelect(reader);
  throw reader.unexpected("SELECT");
}

/** Returns the SELECT of all columns of a table, which is what `TABLE t` means. */
export function selectAll(at: number, table: TableName): Select {
  const items: SelectItem[] = [{ kind: "star", at }];
  return { kind: "select", at, distinct: false, items, from: [table], groupBy: [], windows: [] };
}

function parseValuesRow(reader: TokenReader): ValuesRow {
  const row = reader.expression();
  return row.kind === "row" ? { items: row.items, isAlone: false } : { items: [row], isAlone: true };
}

function parseSelect(reader: TokenReader): Select {
  const at = reader.at;
  reader.expect("SELECT");
  const distinct = reader.accept("DISTINCT");
  if (!distinct) reader.accept("ALL");
  const select: Select = {
    kind: "select",
    at,
    distinct,
    items: reader.list(() => parseSelectItem(reader)),
    from: reader.accept("FROM") ? reader.list(() => parseFromItem(reader)) : [],
    groupBy: [],
    windows: [],
  };
  if (reader.accept("WHERE")) select.where = reader.expression();
  const groupAt = reader.at;
  if (reader.accept("GROUP", "BY")) {
    if (reader.accept("DISTINCT")) select.distinctSets = true;
    select.groupBy = reader.list(() => parseGrouping(reader));
    checkGroupingSets(select.groupBy, groupAt);
  }
  if (reader.accept("HAVING")) select.having = reader.expression();
  if (reader.accept("WINDOW")) select.windows = reader.list(() => parseNamedWindow(reader));
  return select;
}

function parseNamedWindow(reader: TokenReader): Select["windows"][number] {
  const name = reader.name("the name of a window");
  reader.expect("AS");
  return { name, window: parseWindow(reader) };
}

function parseSelectItem(reader: TokenReader): SelectItem {
  const at = reader.at;
  if (reader.accept("*")) return { kind: "star", at };
  if (reader.seesName() && reader.ahead(1).key === "." && reader.ahead(2).key === "*") {
    const table = reader.name("a table");
    reader.expect(".", "*");
    const aliases = parseFieldAliases(reader);
    return { kind: "star", at, table, ...(aliases.length > 0 && { aliases }) };
  }
  const of = reader.expression();
  if (reader.accept(".", "*")) return { kind: "fields", at, of, aliases: parseFieldAliases(reader) };
  const source = reader.sourceFrom(at);
  const alias = parseAlias(reader);
  return { kind: "item", at, of, ...(alias && { alias, source }) };
}

function parseFieldAliases(reader: TokenReader): Name[] {
  return reader.accept("AS") ? parseColumnNames(reader) : [];
}

function parseGrouping(reader: TokenReader): Grouping {
  if (reader.sees("ALL")) {
    throw reader.error("There is no column ALL: list the expressions to group by");
  }
  for (const kind of ["ROLLUP", "CUBE"] as const) {
    if (reader.accept(kind, "(")) return parseCombined(reader, kind);
  }
  if (reader.accept("GROUPING", "SETS", "(")) {
    const sets = reader.list(() => parseGroupingSet(reader));
    reader.expect(")");
    return { kind: "GROUPING SETS", sets };
  }
  if (reader.accept("(", ")")) return { kind: "all" };
  return { kind: "by", of: reader.expression() };
}

/** Parses `()`, `(a, b)` or an expression, which may also start with a parenthesis. */
function parseGroupingSet(reader: TokenReader): Expression[] {
  if (reader.accept("(", ")")) return [];
  const isParenthesis = reader.sees("(");
  const set = reader.expression();
  return isParenthesis && set.kind === "row" ? set.items : [set];
}

/**
 * Parses the rest of a ROLLUP or CUBE. If it contains parenthesized columns, which are grouped together, it becomes a list of
 * grouping sets.
 */
function parseCombined(reader: TokenReader, kind: "ROLLUP" | "CUBE"): Grouping {
  const { at } = reader;
  const parts: Expression[][] = [];
  let isComposite = false;
  reader.list(() => {
    const isParenthesis = reader.sees("(");
    const part = reader.expression();
    const isList = isParenthesis && part.kind === "row";
    isComposite ||= isList;
    parts.push(isList ? part.items : [part]);
  });
  reader.expect(")");
  if (!isComposite) return { kind, of: parts.flat() };
  checkGroupingSets([{ kind, of: parts.map(([first]) => first as Expression) }], at);
  return { kind: "GROUPING SETS", sets: combinedSets(kind, parts) };
}

/** Returns the grouping sets of a ROLLUP or CUBE of parts; the last set is empty. */
export function combinedSets(kind: "ROLLUP" | "CUBE", parts: readonly Expression[][]): Expression[][] {
  return kind === "ROLLUP"
    ? [...parts, []].map((_, index) => parts.slice(0, parts.length - index).flat())
    : Array.from({ length: 2 ** parts.length }, (_, left) =>
        parts.filter((_, index) => (left & (1 << index)) === 0).flat(),
      );
}

/** Limits the number of grouping sets; multiple ROLLUP, CUBE and GROUPING SETS clauses multiply. */
function checkGroupingSets(groupBy: Grouping[], at: number): void {
  const count = groupBy.reduce((product, by) => product * countOfSets(by), 1);
  if (count <= MAX_GROUPING_SETS) return;
  const maximum = MAX_GROUPING_SETS.toLocaleString("en-US");
  const sentence = `GROUP BY has more than ${maximum} grouping sets: list only the required ones with GROUPING SETS`;
  throw new Refusal(sentence, at, "query_too_complex");
}

function countOfSets(by: Grouping): number {
  if (by.kind === "CUBE") return 2 ** by.of.length;
  if (by.kind === "ROLLUP") return by.of.length + 1;
  return by.kind === "GROUPING SETS" ? by.sets.length : 1;
}
