import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type AthenaClient,
  GetQueryExecutionCommand,
  type QueryExecution,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from "@aws-sdk/client-athena";
import { queryTimeout } from "@pdp/trino/errors";
import { awsCall } from "./awsCall.ts";

export interface RunStatement {
  sql: string;
  /** Owner of the query; part of the request token, so that tenants never receive each other's executions. */
  tenant: string;
  /** Id of this run, which distinguishes it from other runs of the same text. */
  run: string;
  workgroup: string;
  catalog: string;
  database: string;
  /** Prefix of Athena's output files for the execution: `s3://…/`. */
  output: string;
  timeoutMs: number;
  throttledMs?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes scanned so far. */
  onRead?: ((bytes: number) => void) | undefined;
}

const FIRST_POLL_MS = 100;
const MAX_POLL_MS = 1_000;

/**
 * Runs one statement to completion and returns the execution, which may have failed. Stops it when the signal is aborted (and
 * throws the reason) or when it takes too long (DomainError `query_timeout`).
 */
export async function athenaRun(client: AthenaClient, statement: RunStatement): Promise<QueryExecution> {
  const { signal, timeoutMs, throttledMs: patienceMs, onRead } = statement;
  const started = performance.now();
  const id = await start(client, statement);
  try {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(MAX_POLL_MS, pause * 1.5)) {
      const { QueryExecution: execution } = await awsCall(
        () => client.send(new GetQueryExecutionCommand({ QueryExecutionId: id })),
        { signal, patienceMs },
      );
      if (!execution) throw new Error(`Athena has no execution ${id}`);
      onRead?.(execution.Statistics?.DataScannedInBytes ?? 0);
      if (hasEnded(execution)) return execution;
      if (performance.now() - started > timeoutMs) throw queryTimeout(timeoutMs / 1000);
      await sleep(pause, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  } catch (error) {
    await stop(client, id);
    throw error;
  }
}

/** Returns an idempotency token: a repeated request with the same token does not start a second execution. */
function requestToken({ tenant, run, sql }: Pick<RunStatement, "tenant" | "run" | "sql">): string {
  return createHash("sha256")
    .update(JSON.stringify([tenant, run, sql]))
    .digest("hex");
}

async function start(client: AthenaClient, statement: RunStatement): Promise<string> {
  const { signal, throttledMs: patienceMs } = statement;
  const command = new StartQueryExecutionCommand({
    QueryString: statement.sql,
    ClientRequestToken: requestToken(statement),
    QueryExecutionContext: { Catalog: statement.catalog, Database: statement.database },
    WorkGroup: statement.workgroup,
    ResultConfiguration: { OutputLocation: statement.output },
    ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
  });
  // Not aborted in flight, because an execution with an unknown id could not be stopped.
  const { QueryExecutionId: id } = await awsCall(() => client.send(command), { signal, patienceMs });
  if (!id) throw new Error("Athena returned no execution id");
  return id;
}

/** Tries to stop an execution; if that fails, the workgroup's limits stop it. */
async function stop(client: AthenaClient, id: string): Promise<void> {
  await client.send(new StopQueryExecutionCommand({ QueryExecutionId: id })).catch(() => undefined);
}

function hasEnded({ Status }: QueryExecution): boolean {
  return Status?.State === "SUCCEEDED" || Status?.State === "FAILED" || Status?.State === "CANCELLED";
}
