import type { Readable } from "node:stream";
import type { Caller } from "#shared/domain/caller.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { AccessibleWorkspace } from "./workspaceAccess.ts";

/** A request on its way through the middleware: API Gateway's REST proxy event, reduced to what is used. */
export interface ApiEvent {
  httpMethod: string;
  path: string;
  headers: Record<string, string | undefined>;
  queryStringParameters: Record<string, string | undefined> | null;
  pathParameters: Record<string, string | undefined> | null;
  body: string | null;
  /**
   * Reads the body where it has not been read yet: nothing of it is taken in before it is known who sends it. Rejects with a
   * DomainError (`too_large`) for more than so many bytes.
   */
  readBody?: (maxBytes: number) => Promise<string | null>;
  isBase64Encoded: boolean;
  requestId: string;
  settings: Settings;
  /** The body of an upload, not read yet. */
  stream?: Readable;
  /** Fires when the caller leaves before the answer is complete. */
  signal: AbortSignal;
  caller?: Caller;
  workspace?: AccessibleWorkspace;
  input?: { query: unknown; body: unknown };
}

export interface JsonReply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** A reply whose body is sent as it is produced. */
export interface StreamReply {
  statusCode: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

export type Reply = JsonReply | StreamReply;
