import { compileStatement } from "@pdp/trino/compile";
import type { CompiledQuery } from "@pdp/trino/relations";
import {
  type ClientStatement,
  clientStatement,
  type DescribedRows,
  type Prepared,
  parameterRows,
  resultRows,
} from "@pdp/trino/statements";
import { type ClientColumn, clientColumn, sessionZoneOf } from "@pdp/trino/types";
import { visibleInQuery } from "#shared/domain/context.ts";
import { againIfErased } from "#shared/history/relations/againIfErased.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { sqlEngine } from "#shared/history/relations/sqlEngine.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";
import { pageOf, rowsIn } from "./rowPages.ts";

export interface StatementInput {
  text: string;
  prepared: Prepared;
  /** Id of the user who runs the statement. */
  userId: string;
  /** Time after which the query is computed separately from its request, in milliseconds. */
  directMs: number;
  /** Time limit set by the client, in milliseconds; null if it set none. */
  maxRunMs: number | null;
  /** Time zone of the client's session; null for UTC. */
  timeZone: string | null;
}

export type StatementOutput =
  /** All rows, as JSON text. */
  | { kind: "rows"; columns: ClientColumn[]; data: string; rows: number }
  /** Query that takes longer, or has more rows, than a single response allows. */
  | { kind: "long"; text: string }
  | Exclude<ClientStatement, { kind: "query" | "input" | "output" }>;

/** Maximum size of the rows in one response, in bytes. */
const MAX_DIRECT_BYTES = 2 ** 20;

/** Answers a statement from a client of Trino's protocol if it is quick; otherwise returns the query to start. */
export const runStatement: Job<StatementInput, StatementOutput> = {
  name: "runStatement",
  kind: "query",
  run: async (scope, { text, prepared, maxRunMs, directMs, ...session }, signal) => {
    const statement = clientStatement(text, prepared);
    switch (statement.kind) {
      case "input":
        return described(parameterRows(statement.parameters));
      case "output":
        return described(resultRows(await compiled(scope, statement.text, session)));
      case "query": {
        const { text: query } = statement;
        const rows = await againIfErased(async () =>
          direct(
            scope,
            await compiled(scope, query, session),
            Math.min(directMs, maxRunMs ?? directMs),
            signal,
          ),
        );
        return rows ?? { kind: "long", text: query };
      }
      default:
        return statement;
    }
  },
  stopped: queryStopped,
};

function compiled(
  scope: WorkspaceScope,
  text: string,
  { userId: user, timeZone }: Pick<StatementInput, "userId" | "timeZone">,
): Promise<CompiledQuery> {
  return compileStatement(text, {
    resolve: relationsOf(scope, visibleInQuery(null), { informs: "client" }),
    user,
    ...(timeZone !== null && { zone: sessionZoneOf(timeZone, new Date()) }),
    forClient: true,
  });
}

function described({ columns, rows }: DescribedRows): StatementOutput {
  return { kind: "rows", columns: columns.map(clientColumn), data: JSON.stringify(rows), rows: rows.length };
}

/** Returns the rows of a query; null if there are too many or they take too long. */
async function direct(
  scope: WorkspaceScope,
  query: CompiledQuery,
  limitMs: number,
  signal: AbortSignal,
): Promise<StatementOutput | null> {
  const { athena } = scope.settings;
  const engine = sqlEngine(scope);
  // Athena takes seconds, and would run the query twice.
  if (athena && engine.cost(query).bytes_read > (athena.embeddedBytes ?? 0)) return null;
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  const parts: Uint8Array[] = [];
  try {
    const rows = await engine.run(query, {
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
    // The caller reports a time limit of its client.
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
