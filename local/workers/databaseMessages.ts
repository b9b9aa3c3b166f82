import { log } from "#shared/runtime/log.ts";
import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { NO_RESPONSE } from "../database/databaseEngine.ts";

/** Operation of the DynamoDB API that a worker process requests from the platform; the body is JSON. */
export interface DatabaseRequest {
  id: number;
  operation: string;
  body: Buffer;
}

/** Response to a `DatabaseRequest` with the same id. */
export interface DatabaseReply {
  id: number;
  status: number;
  body: Buffer;
}

/** Length of an id, and of an id with a status, in bytes. */
const ID_BYTES = 4;
const REPLY_HEADER_BYTES = 6;
/** Longest name of an operation, such as `TransactWriteItems`. */
const MAX_OPERATION_BYTES = 64;

/** Encodes a request: the id, the length of the operation's name in one byte, the name, and the body. */
export function encodeRequest({ id, operation, body }: DatabaseRequest): Buffer {
  const header = Buffer.allocUnsafe(ID_BYTES + 1);
  header.writeUInt32LE(id);
  header.writeUInt8(operation.length, ID_BYTES);
  return Buffer.concat([header, Buffer.from(operation, "latin1"), body]);
}

/** Decodes a request of a worker process, whose memory a tenant's input may have corrupted; null if it is malformed. */
export function decodeRequest(message: Buffer): DatabaseRequest | null {
  if (message.length <= ID_BYTES) return null;
  const length = message.readUInt8(ID_BYTES);
  const start = ID_BYTES + 1;
  const operation = message.toString("latin1", start, start + length);
  if (length > MAX_OPERATION_BYTES || operation.length !== length || !/^[A-Za-z]+$/.test(operation))
    return null;
  return { id: message.readUInt32LE(), operation, body: message.subarray(start + length) };
}

export function encodeReply({ id, status, body }: DatabaseReply): Buffer {
  const header = Buffer.allocUnsafe(REPLY_HEADER_BYTES);
  header.writeUInt32LE(id);
  header.writeUInt16LE(status, ID_BYTES);
  return Buffer.concat([header, body]);
}

export function decodeReply(message: Buffer): DatabaseReply {
  const status = message.readUInt16LE(ID_BYTES);
  return { id: message.readUInt32LE(), status, body: message.subarray(REPLY_HEADER_BYTES) };
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
    this.#send({ id, operation, body });
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
    const answer = await call(operation, body);
    return { id, status: answer.status, body: bytesOf(answer.body) };
  } catch (error) {
    log().error("the database did not respond", { error: error as Error });
    return { id, status: NO_RESPONSE.status, body: bytesOf(NO_RESPONSE.body) };
  }
}

function bytesOf(body: string | Uint8Array): Buffer {
  return typeof body === "string"
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
