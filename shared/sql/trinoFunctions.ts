import { aggregateFunctions, windowFunctions } from "./aggregateFunctions.ts";
import { arrayFunctions } from "./arrayFunctions.ts";
import { dateFunctions } from "./dateFunctions.ts";
import { renamed, scalar, type TrinoFunction } from "./functionKinds.ts";
import { mathFunctions } from "./mathFunctions.ts";
import { textFunctions } from "./textFunctions.ts";

const otherFunctions: [string, TrinoFunction][] = [
  [
    "coalesce",
    renamed("coalesce", 2, 127, (args) =>
      args.every(({ kind }) => kind === args[0]?.kind) ? args[0]?.kind : undefined,
    ),
  ],
  ["grouping", renamed("grouping", 1, 63, "integer")],
  [
    "if",
    scalar(
      2,
      3,
      ([test, yes, no]) => `CASE WHEN ${test} THEN ${yes} ELSE ${no ?? "NULL"} END`,
      ([, yes, no]) => (no && no.kind !== yes?.kind ? undefined : yes?.kind),
    ),
  ],
  ["nullif", renamed("nullif", 2, 2, ([a]) => a?.kind)],
  [
    "try",
    scalar(
      1,
      1,
      ([x]) => `TRY(${x})`,
      ([x]) => x?.kind,
    ),
  ],
  [
    "typeof",
    scalar(
      1,
      1,
      ([x]) =>
        `CASE typeof(${x}) WHEN 'FLOAT' THEN 'real' WHEN 'HUGEINT' THEN 'bigint' WHEN 'TIMESTAMP' THEN 'timestamp(6)' ELSE regexp_replace(lower(typeof(${x})), '^([a-z]+)\\[\\]$', 'array(\\1)') END`,
      "text",
    ),
  ],
];

/**
 * Every function that a query may call: Trino's, under their names, and how each is said in DuckDB with Trino's meaning.
 * What is not in this table is refused; so is every use of an entry that could silently mean something else.
 */
export const trinoFunctions: ReadonlyMap<string, TrinoFunction> = new Map([
  ...mathFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...arrayFunctions,
  ...aggregateFunctions,
  ...windowFunctions,
  ...otherFunctions,
]);
