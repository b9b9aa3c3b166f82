import type { Expression, Grouping, Select } from "../parse/ast.ts";
import { combinedSets } from "../parse/parseQuery.ts";
import { keyOf } from "./checkGrouped.ts";
import type { Scope } from "./scope.ts";

/** Returns a SELECT with GROUP BY DISTINCT as one with different grouping sets, each of different expressions. */
export function withDistinctSets(select: Select, columnScope: Scope): Select {
  if (!select.distinctSets) return select;
  const { distinctSets, ...rest } = select;
  const all = select.groupBy.reduce<Expression[][]>(
    (sets, by) => sets.flatMap((set) => setsOf(by).map((more) => [...set, ...more])),
    [[]],
  );
  const setsByKey = new Map<string, Expression[]>();
  for (const set of all) {
    const unique = new Map(set.map((of) => [keyOf(of, columnScope), of]));
    const key = JSON.stringify([...unique.keys()].sort());
    if (!setsByKey.has(key)) setsByKey.set(key, [...unique.values()]);
  }
  return { ...rest, groupBy: [{ kind: "GROUPING SETS", sets: [...setsByKey.values()] }] };
}

/** Returns the grouping sets of one item of GROUP BY. */
function setsOf(by: Grouping): Expression[][] {
  switch (by.kind) {
    case "all":
      return [[]];
    case "by":
      return [[by.of]];
    case "GROUPING SETS":
      return by.sets;
    case "ROLLUP":
    case "CUBE":
      return combinedSets(
        by.kind,
        by.of.map((of) => [of]),
      );
  }
}
