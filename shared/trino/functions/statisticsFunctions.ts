import { Refusal } from "../sqlError.ts";
import { bindSql, eachSql, filterSql } from "../types/bindSql.ts";
import { aggregateFunctions } from "./aggregateFunctions.ts";
import { type AggregateFunction, type Argument, aggregate, type FunctionTable } from "./functionKinds.ts";

export const STATISTICS_SIGNATURES = "";

const MAX_TAKEN = 10_000;

/** Writes max_by or min_by; with a count, the result contains the values of that many rows. */
function takenBy(name: string, order: "ASC" | "DESC"): AggregateFunction {
  const aggregateFunction = aggregateFunctions[name] as AggregateFunction;
  return {
    ...aggregate(aggregateFunction.name, [2, 3]),
    nameFor: (args) =>
      args.length === 3 ? "list" : (aggregateFunction.nameFor?.(args) ?? aggregateFunction.name),
    arguments: (args) =>
      args.length === 3
        ? [`{'y': ${args[1]?.sql}, 'x': ${args[0]?.sql}}`]
        : (aggregateFunction.arguments?.(args) ?? args.map(({ sql }) => sql)),
    finish: (call, args, parts) =>
      args.length === 3
        ? topRows(call, order, args[2])
        : (aggregateFunction.finish?.(call, args, parts) ?? call),
  };
}

function topRows(list: string, order: "ASC" | "DESC", count: Argument | undefined): string {
  const n = count?.integer ?? 0;
  if (n < 1 || n > MAX_TAKEN)
    throw new Refusal(`The number of rows for max_by and min_by must be from 1 to ${MAX_TAKEN}`);
  return bindSql([filterSql(list, (row) => `${row}.y IS NOT NULL`)], (rows) => {
    const sorted = eachSql(`list_sort(${rows}, '${order}')[:${n}]`, (row) => `${row}.x`);
    return `CASE WHEN len(${rows}) > 0 THEN ${sorted} END`;
  });
}

export const statisticsFunctions: FunctionTable = {
  max_by: takenBy("max_by", "DESC"),
  min_by: takenBy("min_by", "ASC"),
};
