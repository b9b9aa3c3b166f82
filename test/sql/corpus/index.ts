import { conformance } from "#test/shared/trino/conformance.ts";
import { additions } from "./additions.ts";
import { aggregates } from "./aggregates.ts";
import { bytes } from "./bytes.ts";
import { casts } from "./casts.ts";
import { clauses } from "./clauses.ts";
import { collections } from "./collections.ts";
import { composites } from "./composites.ts";
import { dates } from "./dates.ts";
import { fineTimes } from "./fineTimes.ts";
import { functions } from "./functions.ts";
import { inlineFunctions } from "./inlineFunctions.ts";
import { later } from "./later.ts";
import { math } from "./math.ts";
import { nested } from "./nested.ts";
import { numbers } from "./numbers.ts";
import { operators } from "./operators.ts";
import { parity } from "./parity.ts";
import { plates } from "./plates.ts";
import { proteins } from "./proteins.ts";
import { recursion } from "./recursion.ts";
import { regex } from "./regex.ts";
import { rounds } from "./rounds.ts";
import { screens } from "./screens.ts";
import { statements } from "./statements.ts";
import { text } from "./text.ts";
import { unknowns } from "./unknowns.ts";
import { zones } from "./zones.ts";

/** Returns the queries in each group, excluding queries that are also in an earlier group. */
export function corpus(): Map<string, string[]> {
  const seen = new Set<string>();
  const suite = conformance().map(({ query }) => query);
  const groups = {
    suite,
    proteins,
    operators,
    casts,
    math,
    text,
    regex,
    dates,
    collections,
    aggregates,
    functions,
    clauses,
    statements,
    recursion,
    plates,
    bytes,
    later,
    rounds,
    screens,
    numbers,
    unknowns,
    zones,
    nested,
    additions,
    parity,
    fineTimes,
    composites,
    inlineFunctions,
  };
  return new Map(
    Object.entries(groups).map(([name, queries]) => [
      name,
      queries.filter((query) => !seen.has(query) && seen.add(query)),
    ]),
  );
}
