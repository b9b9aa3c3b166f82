import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { S3Client } from "@aws-sdk/client-s3";
import { startServer } from "#test/support/localServer.ts";
import {
  type Access,
  type Execution,
  Executions,
  type ExecutionsOptions,
  type StartRequest,
} from "./executions.ts";
import { GlueCatalog, type GlueTable } from "./glueCatalog.ts";
import { readFileList } from "./runUnload.ts";
import { WireError } from "./wireError.ts";

export interface RunningAthena {
  url: string;
  glue: GlueCatalog;
  /** Started executions, oldest first. */
  executions: readonly Execution[];
  /** Bodies of all requests, by action, such as `AWSGlue.CreateTable`. */
  requests: [action: string, body: Record<string, unknown>][];
  /** URLs of the files that a table reads. */
  filesOf(table: GlueTable): Promise<string[]>;
  /** Stops an execution as an administrator would. */
  stop(id: string): void;
  /** Makes the next requests for an action fail with these errors in turn. */
  failNext(action: string, ...errors: WireError[]): void;
  close(): Promise<void>;
}

export interface AthenaServerOptions extends ExecutionsOptions {
  s3: S3Client;
  /** Returns the access of a request's caller; if absent, everyone reads and writes with `s3`. */
  accessOf?: (headers: IncomingHttpHeaders) => Access;
}

/** Serves the parts of Athena and Glue that the platform uses, over the wire, on DuckDB. */
export async function startAthena(options: AthenaServerOptions): Promise<RunningAthena> {
  const glue = new GlueCatalog();
  const executions = new Executions(options);
  const shared: Access = {
    s3: options.s3,
    tableOf: async (database, name) => glue.table(database, name),
    copies: new Map(),
  };
  const { accessOf = () => shared } = options;
  const failing = new Map<string, WireError[]>();
  const requests: RunningAthena["requests"] = [];

  const serve = (action: string, body: Record<string, unknown>, headers: IncomingHttpHeaders): object => {
    requests.push([action, body]);
    const error = failing.get(action)?.shift();
    if (error) throw error;
    const id = String(body.QueryExecutionId);
    if (action.startsWith("AWSGlue.")) return glue.serve(action.slice("AWSGlue.".length), body);
    if (action === "AmazonAthena.StartQueryExecution")
      return executions.start(body as unknown as StartRequest, accessOf(headers));
    if (action === "AmazonAthena.GetQueryExecution") return executions.get(id);
    if (action === "AmazonAthena.StopQueryExecution") return executions.stop(id);
    throw new WireError("UnknownOperationException", `There is no ${action} here`);
  };

  const server = await startServer((request, response) => void answer(request, response, serve));
  return {
    url: server.url,
    glue,
    executions: executions.all,
    requests,
    filesOf: (table) => readFileList(options.s3, table),
    stop: (id) => void executions.stop(id),
    failNext: (action, ...errors) => failing.set(action, errors),
    async close() {
      for (const { id } of executions.all) executions.stop(id);
      await Promise.all(executions.all.map(({ ended }) => ended));
      await server.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  serve: (action: string, body: Record<string, unknown>, headers: IncomingHttpHeaders) => object,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const send = (status: number, body: object): void => {
    response.writeHead(status, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(body));
  };
  try {
    const action = String(request.headers["x-amz-target"]);
    send(200, serve(action, JSON.parse(Buffer.concat(parts).toString("utf8")), request.headers));
  } catch (error) {
    const known =
      error instanceof WireError ? error : new WireError("InternalServerException", String(error), 500);
    send(known.status, { __type: known.name, message: known.message });
  }
}
