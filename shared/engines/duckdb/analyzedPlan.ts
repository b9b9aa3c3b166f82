import type { DuckDBConnection } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";

/** Plan operator, as measured by DuckDB. Its other details are not read, because they contain generated names and paths. */
interface Operator {
  operator_type?: string;
  /** Computing time of all threads, in seconds. */
  operator_timing?: number;
  operator_cardinality?: number;
  children?: Operator[];
}

interface Profile extends Operator {
  /** Time from start to end, in seconds. */
  latency?: number;
}

/** Descriptions of operators by patterns of their types; the first match applies. */
const DESCRIPTIONS: readonly [type: RegExp, description: string][] = [
  [/JOIN|CROSS_PRODUCT/, "join"],
  [/GROUP_BY|AGGREGATE/, "aggregate"],
  [/ORDER_BY|TOP_N/, "sort"],
  [/WINDOW/, "window functions"],
  [/UNNEST/, "unnest"],
  [/LIMIT/, "limit"],
  [/SAMPLE/, "sample"],
  [/FILTER/, "filter"],
  [/PROJECTION/, "compute columns"],
  [/UNION/, "union"],
  [/CTE/, "WITH query"],
  [/DUMMY_SCAN|EMPTY_RESULT|COLUMN_DATA_SCAN|EXPRESSION_SCAN|DELIM_SCAN|CHUNK_SCAN/, "rows of the query"],
  [/TABLE_SCAN|PARQUET_SCAN|FUNCTION/, "read rows"],
];

/** Maximum number of lines; more would be of no use to a reader. */
const MAX_LINES = 500;

/**
 * Runs a query to measure its plan, and returns SQL for a single row that contains the given lines followed by the plan, as
 * text. Throws the query's errors.
 */
export async function analyzedPlanSql(
  connection: DuckDBConnection,
  sql: string,
  above: readonly string[],
): Promise<string> {
  const reader = await connection.runAndReadAll(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`);
  const profile = JSON.parse(String(reader.getRows()[0]?.[1])) as Profile;
  return `SELECT ${literal([...above, ...planLines(profile)].join("\n"))} AS "Query Plan"`;
}

/** Returns the lines of a measured plan: the total time, and the rows and computing time of each operator. */
export function planLines({ latency = 0, children = [] }: Profile): string[] {
  const lines: string[] = [];
  const left = children.map((operator) => ({ operator, depth: 0 })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { operator, depth } = next;
    const isQuery = operator.operator_type === "EXPLAIN_ANALYZE";
    const inner = (operator.children ?? []).map((child) => ({
      operator: child,
      depth: isQuery ? depth : depth + 1,
    }));
    left.push(...inner.reverse());
    if (!isQuery) lines.push(`${"  ".repeat(depth)}- ${operatorLine(operator)}`);
    if (lines.length === MAX_LINES) return [totalLine(latency), ...lines, "…"];
  }
  return [totalLine(latency), ...lines];
}

function totalLine(seconds: number): string {
  return `Time: ${millisecondsOf(seconds)} in total; rows and computing time of each step, from last to first:`;
}

function operatorLine(operator: Operator): string {
  const { operator_type: type = "", operator_timing: seconds = 0, operator_cardinality: rows = 0 } = operator;
  const description = DESCRIPTIONS.find(([pattern]) => pattern.test(type))?.[1] ?? "other work";
  return `${description}: ${formatCount(rows, "row")}, ${millisecondsOf(seconds)}`;
}

function millisecondsOf(seconds: number): string {
  return `${(seconds * 1_000).toFixed(seconds < 0.01 ? 2 : 0)} ms`;
}
