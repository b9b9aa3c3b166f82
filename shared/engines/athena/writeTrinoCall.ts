import type { Call } from "@pdp/trino/parse";
import { writeList, writeOrder, writeOver } from "@pdp/trino/write";
import type { TrinoWriting } from "./trinoWriting.ts";
import { writeTrinoJson } from "./writeTrinoJson.ts";

const WITHOUT_PARENTHESES = new Set([
  "current_date",
  "current_time",
  "current_timestamp",
  "localtimestamp",
  "localtime",
]);

/**
 * Writes a function call accepted by `compileQuery`: its name is one of the known functions, so it needs no quotes.
 */
export function writeTrinoCall(call: Call, writing: TrinoWriting): string {
  if (call.json) return writeTrinoJson(call, call.json, (inner) => writing.expression(inner));
  return call.extracted
    ? `extract(${call.name} FROM ${writeList(call.args, writing)})`
    : writePlainCall(call, writing);
}

function writePlainCall(call: Call, writing: TrinoWriting): string {
  if (WITHOUT_PARENTHESES.has(call.name) && call.args.length === 0) return call.name;
  const order = call.orderBy.length > 0 ? writeOrder(call.orderBy, writing) : "";
  const isListed = call.name === "listagg";
  const args = call.star ? "*" : `${call.distinct ? "DISTINCT " : ""}${writeList(call.args, writing)}`;
  const parts = [`${call.name}(${args}${order === "" || isListed ? "" : ` ${order}`})`];
  if (isListed && order !== "") parts.push(`WITHIN GROUP (${order})`);
  if (call.filter) parts.push(`FILTER (WHERE ${writing.expression(call.filter)})`);
  if (call.nulls) parts.push(`${call.nulls} NULLS`);
  if (call.over) parts.push(writeOver(call.over, writing));
  return parts.join(" ");
}
