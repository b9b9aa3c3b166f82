import type { Readable } from "node:stream";
import type { DomainError } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { AccessibleWorkspace } from "./workspaceAccess.ts";

/** Request as seen by the middleware: the fields used from API Gateway's REST proxy event. */
export interface ApiEvent {
  httpMethod: string;
  path: string;
  headers: Record<string, string | undefined>;
  queryStringParameters: Record<string, string | undefined> | null;
  /** Names of query parameters that occur more than once. */
  repeatedParameters: readonly string[];
  pathParameters: Record<string, string | undefined> | null;
  body: string | null;
  /**
   * Reads the body, up to `maxBytes`, if it has not been read yet; this happens after authentication. Rejects with a
   * DomainError (`too_large`) if it is longer.
   */
  readBody?: (maxBytes: number) => Promise<Uint8Array | null>;
  isBase64Encoded: boolean;
  requestId: string;
  /** IP address of the client; null if it is unknown. */
  clientAddress: string | null;
  settings: Settings;
  /** Body of an upload, not read yet. */
  stream?: Readable;
  /** Aborts when the caller disconnects before the response is complete. */
  signal: AbortSignal;
  caller?: Caller;
  workspace?: AccessibleWorkspace;
  /** What the response contains, for the record of the request. */
  measured?: { object: string | null; rows: number | null };
  input?: { query: unknown; body: unknown };
  /** Error in a body that should have been text. */
  unreadable?: DomainError;
}

export interface JsonReply {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** Reply with a streamed body. */
export interface StreamReply {
  statusCode: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}

export type Reply = JsonReply | StreamReply;
