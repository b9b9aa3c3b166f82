import { visibleInQuery } from "#shared/domain/context.ts";
import type { ClientColumn } from "#shared/domain/queries/clientColumn.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import type { CompiledQuery } from "#shared/trino/relation.ts";
import { clientStatement, type Prepared } from "#shared/trino/statements/clientStatement.ts";
import { compileStatement } from "#shared/trino/statements/compileStatement.ts";
import { parameterRows, resultRows } from "#shared/trino/statements/describedRows.ts";
import { clientColumn } from "#shared/trino/types/clientColumn.ts";
import { costOf } from "./computeQuery.ts";
import { queryStopped } from "./queryStopped.ts";
import { pageOf, rowsIn } from "./rowPages.ts";

export interface StatementInput {
  text: string;
  prepared: Prepared;
}

export type StatementOutput =
  /** All rows, as JSON text. */
  | { kind: "rows"; columns: ClientColumn[]; data: string; rows: number }
  /** A query that takes longer, or has more rows, than one response. */
  | { kind: "long"; text: string }
  | { kind: "prepare"; name: string; text: string }
  | { kind: "deallocate"; name: string }
  | { kind: "use"; catalog: string | null; schema: string };

/** Maximum size of the rows of one response, in bytes. */
const MAX_DIRECT_BYTES = 2 ** 20;
/** Time after which a query is computed apart from its request, in milliseconds. */
const DIRECT_MS = 2_000;

/** Answers a statement of a client of Trino's protocol, if it is quick; otherwise says what to start. */
export const runStatement: Job<StatementInput, StatementOutput> = {
  name: "runStatement",
  kind: "query",
  run: async (scope, { text, prepared }, signal) => {
    const statement = clientStatement(text, prepared);
    if (statement.kind === "input") {
      const query = await compileStatement("SELECT * FROM described", {
        resolve: async () => parameterRows(statement.parameters),
      });
      return (await direct(scope, query, signal)) ?? { kind: "long", text };
    }
    if (statement.kind !== "query" && statement.kind !== "output") return statement;
    const resolve = relationsOf(scope, visibleInQuery(null), { informs: "client" });
    const query = await compileStatement(statement.text, { resolve });
    if (statement.kind === "query") {
      return (await direct(scope, query, signal)) ?? { kind: "long", text: statement.text };
    }
    const described = await compileStatement("SELECT * FROM described", {
      resolve: async () => resultRows(query),
    });
    return (await direct(scope, described, signal)) ?? { kind: "long", text };
  },
  stopped: queryStopped,
};

/** Returns the rows of a query; null if they are too many, or take too long. */
async function direct(
  scope: WorkspaceScope,
  query: CompiledQuery,
  signal: AbortSignal,
): Promise<StatementOutput | null> {
  const { athena } = scope.settings;
  // Athena takes seconds, and would run the query twice.
  if (athena && costOf(query).bytes_read > (athena.embeddedBytes ?? 0)) return null;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), DIRECT_MS);
  const parts: Uint8Array[] = [];
  try {
    const rows = await sqlEngine(scope).run(query, {
      rowsOf: query.columns.map(({ type }) => type),
      compression: null,
      signal: AbortSignal.any([signal, late.signal]),
    });
    let bytes = 0;
    for await (const part of rows) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes > MAX_DIRECT_BYTES) return null;
    }
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
  const count = parts.reduce((sum, part) => sum + rowsIn(part), 0);
  return {
    kind: "rows",
    columns: query.columns.map(clientColumn),
    data: pageOf(parts).toString("utf8"),
    rows: count,
  };
}
