import { identifier } from "#shared/duckdb/quoting.ts";
import type { Call, Name, Window } from "#shared/sql/parse/ast.ts";
import { type TrinoWriting, writeList, writeTrinoOrder } from "./trinoWriting.ts";

const WITHOUT_PARENTHESES = new Set(["current_date", "current_timestamp", "localtimestamp"]);

/** Functions whose times have a zone or milliseconds in Trino; here every time is a TIMESTAMP(6) in UTC. */
const ZONED = new Set([
  "current_timestamp",
  "from_iso8601_timestamp",
  "from_unixtime",
  "from_unixtime_nanos",
  "now",
]);
const MILLISECONDS = new Set(["date_parse", "localtimestamp"]);

/**
 * Writes a function call that `compileQuery` has accepted: its name is one of the known functions, so it needs no
 * quotes.
 */
export function writeTrinoCall(call: Call, writing: TrinoWriting): string {
  const sql = writePlainCall(call, writing);
  if (ZONED.has(call.name)) return `CAST(${sql} AT TIME ZONE 'UTC' AS TIMESTAMP(6))`;
  return MILLISECONDS.has(call.name) ? `CAST(${sql} AS TIMESTAMP(6))` : sql;
}

function writePlainCall(call: Call, writing: TrinoWriting): string {
  if (WITHOUT_PARENTHESES.has(call.name)) return call.name;
  const order = call.orderBy.length > 0 ? writeTrinoOrder(call.orderBy, writing) : "";
  const isListed = call.name === "listagg";
  const args = call.star ? "*" : `${call.distinct ? "DISTINCT " : ""}${writeList(call.args, writing)}`;
  const parts = [`${call.name}(${args}${order === "" || isListed ? "" : ` ${order}`})`];
  if (isListed && order !== "") parts.push(`WITHIN GROUP (${order})`);
  if (call.filter) parts.push(`FILTER (WHERE ${writing.expression(call.filter, writing)})`);
  if (call.nulls) parts.push(`${call.nulls} NULLS`);
  if (call.over) parts.push(`OVER ${writeOver(call.over, writing)}`);
  return parts.join(" ");
}

function writeOver(over: Window | Name, writing: TrinoWriting): string {
  return "kind" in over ? writeTrinoWindow(over, writing) : identifier(over.text);
}

export function writeTrinoWindow(window: Window, writing: TrinoWriting): string {
  const parts: string[] = [];
  if (window.base) parts.push(identifier(window.base.text));
  if (window.partitionBy.length > 0) parts.push(`PARTITION BY ${writeList(window.partitionBy, writing)}`);
  if (window.orderBy.length > 0) parts.push(writeTrinoOrder(window.orderBy, writing));
  if (window.frame) parts.push(writeFrame(window.frame, writing));
  return `(${parts.join(" ")})`;
}

function writeFrame({ unit, from, to }: NonNullable<Window["frame"]>, writing: TrinoWriting): string {
  const bound = (of: typeof from): string =>
    "by" in of ? `${writing.expression(of.by, writing)} ${of.kind}` : of.kind;
  return to ? `${unit} BETWEEN ${bound(from)} AND ${bound(to)}` : `${unit} ${bound(from)}`;
}
