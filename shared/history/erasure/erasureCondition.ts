import { type Column, identifier } from "@pdp/basics/columns";
import { DomainError, invalidField } from "@pdp/basics/errors";
import { compileQuery } from "@pdp/trino/compile";
import { formatPosition, Refusal } from "@pdp/trino/errors";
import { RANDOM_FUNCTIONS } from "@pdp/trino/functions";
import { type Call, openReader } from "@pdp/trino/parse";
import type { RelationFile } from "@pdp/trino/relations";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";

/** Columns of a condition's result: true for the rows that are erased, and the line number of each row. */
export const CONDITION_COLUMNS = { hit: "erased_row", line: "erased_line" };

/** Compiled condition. */
export interface Condition {
  /** Returns its SQL over one local file: `CONDITION_COLUMNS` for each row, in file order. */
  sql: (file: RelationFile, path: string) => string;
  /** Translates an engine error as for a query, with its position in the condition. */
  explain: (error: unknown, memoryLimit: string) => unknown;
  /** Strings and numbers in the condition. */
  constants: string[];
}

/** Functions and syntax with results that differ between evaluations. */
const CHANGING = new Set([
  ...RANDOM_FUNCTIONS,
  ...[
    "now",
    "localtime",
    "localtimestamp",
    "current_date",
    "current_time",
    "current_timestamp",
    "random_uuid",
  ],
]);
/** Nodes that compute over more than one row. */
const OVER_ROWS = new Set(["inQuery", "quantified", "exists", "scalarQuery", "subquery"]);

/**
 * Compiles a condition on the rows of one table. Throws 400 for invalid SQL, and 422 for a condition that reads other rows or
 * is not deterministic: it is evaluated for each data file separately, and again if the work is interrupted.
 */
export async function erasureCondition(
  reference: string,
  columns: Column[],
  where: string,
): Promise<Condition> {
  // On separate lines, so that a comment at the end of the condition does not hide the rest.
  const text = `SELECT (\n${where}\n) AS ${CONDITION_COLUMNS.hit}, "$line" AS ${CONDITION_COLUMNS.line} FROM ${identifier(reference)}`;
  const compiled = await compileQuery(text, {
    resolve: async () => ({ kind: "TABLE", columns, files: [] }),
  }).catch((error: unknown) => {
    throw placedInCondition(error);
  });
  const { body, ctes, limit, offset, orderBy } = compiled.tree.query;
  const [only] = compiled.relations;
  const isPlain =
    isExpression(where) &&
    body.kind === "select" &&
    body.items.length === 2 &&
    body.from.length === 1 &&
    body.from[0]?.kind === "table" &&
    body.where === undefined &&
    body.groupBy.length === 0 &&
    !body.distinct &&
    ctes.length + orderBy.length === 0 &&
    limit === undefined &&
    offset === undefined &&
    compiled.relations.length === 1;
  for (const node of nodesOf(body)) {
    if (OVER_ROWS.has(node.kind))
      throw refused("The condition reads other rows. Compare with constants", where);
    if (node.kind !== "call") continue;
    const call = node as Call;
    if (CHANGING.has(call.name)) {
      throw refused(`The condition changes with each call of ${call.name}. Use a constant value`, where);
    }
    if (call.over !== undefined) throw refused("The condition reads other rows. Remove OVER", where);
  }
  if (!isPlain || only === undefined) throw refused("The condition is not a single SQL expression", where);
  if (compiled.columns[0]?.type.name !== "boolean")
    throw refused("The condition is not a Boolean expression", where);
  return {
    sql: (file, path) => executableSql(compiled.sql, [{ ...only, files: [file] }], () => [path]),
    constants: [...nodesOf(body)].flatMap((node) =>
      "value" in node && (node.kind === "string" || node.kind === "number") ? [String(node.value)] : [],
    ),
    explain: (error, memoryLimit) => placedInCondition(explainError(error, memoryLimit, { text })),
  };
}

/**
 * Tells whether a condition is an expression on its own: one such as `a) OR (b` is valid only within the parentheses of the
 * query.
 */
function isExpression(where: string): boolean {
  try {
    const reader = openReader(where);
    reader.expression();
    return reader.next.kind === "end";
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Returns an error with its position in the condition, which starts on the second line of the query. */
function placedInCondition(error: unknown): unknown {
  if (!(error instanceof DomainError) || !error.position || error.position.line < 2) return error;
  const { kind, code, message, problems, position } = error;
  const placed = { ...position, line: position.line - 1 };
  const said = message.replace(`(${formatPosition(position)})`, () => `(${formatPosition(placed)})`);
  return new DomainError(kind, code, said, problems, placed);
}

function refused(message: string, where: string): Error {
  return invalidField(["body", "where"], message, where.slice(0, 200));
}

function* nodesOf(value: unknown): Generator<{ kind: string } | Call> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (typeof value === "object" && value !== null) {
    const { kind } = value as { kind?: unknown };
    if (typeof kind === "string") yield value as { kind: string };
    for (const inner of Object.values(value)) yield* nodesOf(inner);
  }
}
