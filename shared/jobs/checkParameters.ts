import { DataProblem, DomainError, invalidField } from "@pdp/basics/errors";
import { compilePattern, unreachableRequirements } from "@pdp/science/designs";
import { compileQuery } from "@pdp/trino/compile";
import { type Context, visibleInTask } from "#shared/domain/context.ts";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { withSource } from "#shared/history/relations/withSource.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { requireSameTypes, type SourceList } from "./requireSameTypes.ts";

type Loc = (string | number)[];

export interface ParametersInput {
  /** Context of the task, which determines what its queries can see. */
  context: Context;
  /** Queries, each with the query for the rows that it refers to as `__source__`; null if there are none. */
  queries: readonly { query: string; rows: string | null }[];
  /** Motifs that are regular expressions, each with its location in the request. */
  patterns: readonly { loc: Loc; source: string }[];
  /** Generators with requirements that must allow at least one design. */
  generators: readonly { loc: Loc; generator: Generator }[];
  /** Lists of sources whose columns must have the same types. */
  lists: readonly SourceList[];
}

/**
 * Compiles the queries and motifs in a task's parameters and checks its generators. Throws 400 for an invalid query, and 422
 * for a motif that does not compile requirements that no sequence can meet, or a list of sources whose types
 * differ.
 */
export const checkParameters: Job<ParametersInput, null> = {
  name: "checkParameters",
  kind: "check",
  run: async (scope, { context, queries, patterns, generators, lists }) => {
    for (const { loc, source } of patterns) requirePattern(source, loc);
    const tables = relationsOf(scope, visibleInTask(context));
    for (const { query, rows } of queries) {
      await compileQuery(query, { resolve: rows === null ? tables : withSource(tables, rows) });
    }
    for (const list of lists) await requireSameTypes(tables, list);
    for (const { loc, generator } of generators) {
      const message = unreachableRequirements(generator);
      if (message !== null) throw invalidField(loc, message);
    }
    return null;
  },
  stopped: () =>
    new DomainError(
      "malformed",
      "query_too_complex",
      "Checking the queries and motifs in this task requires too much time or memory. Select fewer columns, or compute parts of them in views.",
    ),
};

function requirePattern(source: string, loc: Loc): void {
  try {
    compilePattern(source);
  } catch (error) {
    if (!(error instanceof DataProblem)) throw error;
    throw invalidField(loc, error.message, source.slice(0, 200));
  }
}
