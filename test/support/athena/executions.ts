import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { GlueTable } from "./glueCatalog.ts";
import { type Copy, runUnload } from "./runUnload.ts";
import { trinoReason } from "./trinoReason.ts";
import { WireError } from "./wireError.ts";

export interface StartRequest {
  QueryString: string;
  ClientRequestToken: string;
  QueryExecutionContext: { Catalog: string; Database: string };
  WorkGroup: string;
  ResultConfiguration: { OutputLocation: string };
  ResultReuseConfiguration?: { ResultReuseByAgeConfiguration?: { Enabled: boolean } };
}

type State = "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED" | "CANCELLED";

export interface Execution {
  id: string;
  request: StartRequest;
  state: State;
  reason?: string;
  connection?: DuckDBConnection;
  ended?: Promise<void>;
}

/** Access of an Athena caller, with the permissions that executions use to read and write. */
export interface Access {
  s3: S3Client;
  tableOf(database: string, name: string): Promise<GlueTable | undefined>;
  /** Local copies, by URL, of files read with this access. */
  copies: Map<string, Copy>;
}

export interface ExecutionsOptions {
  directory: string;
  workgroups: Record<string, { maxBytes: number }>;
}

const MAX_BYTES = 262_144;

/** Athena executions: starting, watching and stopping them. */
export class Executions {
  readonly all: Execution[] = [];
  readonly #options: ExecutionsOptions;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
  }

  start(request: StartRequest, access: Access): { QueryExecutionId: string } {
    const workgroup = this.#options.workgroups[request.WorkGroup];
    if (!workgroup) throw invalidRequest(`WorkGroup ${request.WorkGroup} is not found.`);
    const { length } = request.ClientRequestToken;
    if (length < 32 || length > 128) throw invalidRequest("ClientRequestToken has 32 to 128 characters");
    if (Buffer.byteLength(request.QueryString) > MAX_BYTES)
      throw invalidRequest("The query string is too long.");
    const same = this.all.find((one) => one.request.ClientRequestToken === request.ClientRequestToken);
    if (same && JSON.stringify(same.request) !== JSON.stringify(request)) {
      throw invalidRequest("Idempotent parameters do not match");
    }
    if (same) return { QueryExecutionId: same.id };
    const execution: Execution = { id: randomUUID(), request, state: "QUEUED" };
    this.all.push(execution);
    execution.ended = this.#run(execution, access, workgroup.maxBytes);
    return { QueryExecutionId: execution.id };
  }

  get(id: string): object {
    const { state, reason, request } = this.#find(id);
    return {
      QueryExecution: {
        QueryExecutionId: id,
        Query: request.QueryString,
        WorkGroup: request.WorkGroup,
        Status: { State: state, ...(reason && { StateChangeReason: reason }) },
      },
    };
  }

  stop(id: string): object {
    const execution = this.#find(id);
    if (execution.state === "QUEUED" || execution.state === "RUNNING") {
      execution.state = "CANCELLED";
      execution.reason = "Query cancelled by user";
      // Interrupts repeatedly, because an interrupt has no effect until the query is running.
      const timer = setInterval(() => execution.connection?.interrupt(), 20);
      void execution.ended?.finally(() => clearInterval(timer));
    }
    return {};
  }

  #find(id: string): Execution {
    const found = this.all.find((execution) => execution.id === id);
    if (!found) throw invalidRequest(`QueryExecution ${id} was not found`);
    return found;
  }

  async #run(execution: Execution, access: Access, maxBytes: number): Promise<void> {
    const { QueryString: sql, QueryExecutionContext: context } = execution.request;
    execution.state = "RUNNING";
    try {
      await runUnload({
        s3: access.s3,
        directory: this.#options.directory,
        sql,
        maxBytes,
        copies: access.copies,
        tableOf: (name) => access.tableOf(context.Database, name),
        onConnection: (connection) => {
          execution.connection = connection;
        },
      });
      this.#end(execution, "SUCCEEDED");
    } catch (error) {
      const message = error instanceof Error ? error.message : "";
      const isLimit = message.startsWith("Query cancelled!");
      const isCode = /^[A-Z]+(?:_[A-Z]+)+:/.test(message);
      this.#end(
        execution,
        isLimit ? "CANCELLED" : "FAILED",
        isLimit || isCode ? message : trinoReason(error),
      );
    } finally {
      delete execution.connection;
    }
  }

  #end(execution: Execution, state: State, reason?: string): void {
    if (execution.state !== "RUNNING") return;
    execution.state = state;
    if (reason !== undefined) execution.reason = reason;
  }
}

function invalidRequest(message: string): WireError {
  return new WireError("InvalidRequestException", message);
}
