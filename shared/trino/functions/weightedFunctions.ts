import { Refusal } from "../sqlError.ts";
import { bindSql, eachSql, filterSql } from "../types/bindSql.ts";
import { aggregateFunctions } from "./aggregateFunctions.ts";
import { type AggregateFunction, type Argument, aggregate, type FunctionTable } from "./functionKinds.ts";
import { MAX_BUCKETS } from "./weightedLists.ts";

export const WEIGHTED_SIGNATURES = `
numeric_histogram:bigint,real,double?:map(real,real)|bigint,double,double?:map(double,double)
`;

const percentile = aggregateFunctions.approx_percentile as AggregateFunction;

/** Writes the rows of an aggregate that have a value and a weight. */
function known(list: string): string {
  return filterSql(list, (row) => `${row}.x IS NOT NULL AND ${row}.w IS NOT NULL`);
}

function rowOf(x: Argument | undefined, weight: string): string[] {
  return [`{'x': ${x?.sql}, 'w': ${weight}}`];
}

function weighted(call: string, [x, _, p]: Argument[]): string {
  // Checks a percentile that is a literal; the registered function checks the others.
  percentile.arguments?.([x, p] as Argument[]);
  const isMany = p?.type.name === "array";
  return bindSql([`list_sort(${known(call)})`], (rows) => {
    const ranks = `trino_weighted_ranks(${eachSql(rows, (row) => `${row}.w`)}, ${isMany ? p.sql : `[${p?.sql}]`})`;
    if (!isMany) return `${rows}[${ranks}[1]].x`;
    return `CASE WHEN len(${rows}) > 0 THEN ${eachSql(ranks, (rank) => `${rows}[${rank}].x`)} END`;
  });
}

function histogram(call: string, [count, x]: Argument[]): string {
  const buckets = count?.integer ?? 0;
  if (buckets < 2 || buckets > MAX_BUCKETS)
    throw new Refusal(
      `The number of buckets of numeric_histogram must be a literal from 2 to ${MAX_BUCKETS.toLocaleString("en-US")}`,
    );
  const type = x?.type.name === "real" ? "FLOAT" : "DOUBLE";
  return bindSql([known(call)], (rows) => {
    const [values, weights] = ["x", "w"].map((part) => eachSql(rows, (row) => `${row}.${part}`));
    const histogramSql = `trino_numeric_histogram(${buckets}, ${values}, ${weights})`;
    const map = bindSql([histogramSql], (lists) => `map(${lists}[1]::${type}[], ${lists}[2]::${type}[])`);
    return `CASE WHEN len(${rows}) > 0 THEN ${map} END`;
  });
}

export const weightedFunctions: FunctionTable = {
  approx_percentile: {
    ...percentile,
    maxArguments: 3,
    nameFor: (args) => (args.length === 3 ? "list" : percentile.name),
    arguments: (args) =>
      args.length === 3 ? rowOf(args[0], `${args[1]?.sql}`) : (percentile.arguments?.(args) ?? []),
    finish: (call, args, parts) =>
      args.length === 3 ? weighted(call, args) : (percentile.finish?.(call, args, parts) ?? call),
  },
  numeric_histogram: aggregate("list", [2, 3], {
    arguments: ([, x, w]) => rowOf(x, w?.sql ?? "1::DOUBLE"),
    finish: histogram,
  }),
};
