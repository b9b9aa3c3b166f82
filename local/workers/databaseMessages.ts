import * as v from "valibot";
import { log } from "#shared/runtime/log.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { NO_RESPONSE } from "../database/databaseEngine.ts";

const DatabaseRequest = v.object({
  type: v.literal("database"),
  id: v.number(),
  operation: v.string(),
  body: v.string(),
});
/** Operation of the DynamoDB API that a worker process requests from the platform; the body is JSON. */
export type DatabaseRequest = v.InferOutput<typeof DatabaseRequest>;

/** Response to a `DatabaseRequest` with the same id. */
export interface DatabaseReply {
  type: "database";
  id: number;
  status: number;
  body: string;
}

/**
 * Database client of a worker process. Requests are messages to the platform, so they are neither signed nor sent over HTTP.
 */
export class DatabaseMessages {
  readonly #send: (request: DatabaseRequest) => void;
  readonly #waiting = new Map<number, (reply: DatabaseReply) => void>();
  #lastId = 0;

  constructor(send: (request: DatabaseRequest) => void) {
    this.#send = send;
  }

  readonly call: DatabaseCall = async (operation, body) => {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<DatabaseReply>();
    this.#waiting.set(id, resolve);
    this.#send({ type: "database", id, operation, body: body.toString("utf8") });
    return promise;
  };

  /** Delivers a reply to the call that is waiting for it. */
  settle(reply: DatabaseReply): void {
    this.#waiting.get(reply.id)?.(reply);
    this.#waiting.delete(reply.id);
  }
}

/** Runs the requested operation. A database that does not respond is reported as a server error, which clients retry. */
export async function answerDatabaseRequest(
  call: DatabaseCall,
  { id, operation, body }: DatabaseRequest,
): Promise<DatabaseReply> {
  try {
    const answer = await call(operation, Buffer.from(body));
    return { type: "database", id, status: answer.status, body: textOf(answer.body) };
  } catch (error) {
    log().error("the database did not respond", { error: error as Error });
    return { type: "database", id, status: NO_RESPONSE.status, body: textOf(NO_RESPONSE.body) };
  }
}

/** Tells whether a message of a worker process, whose memory a tenant's input may have corrupted, is a request. */
export function isDatabaseRequest(message: unknown): message is DatabaseRequest {
  return v.is(DatabaseRequest, message);
}

function textOf(body: string | Uint8Array): string {
  return typeof body === "string" ? body : Buffer.from(body).toString("utf8");
}
