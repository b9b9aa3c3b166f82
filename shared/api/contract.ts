import type { Readable } from "node:stream";
import type * as v from "valibot";
import type { Caller } from "#shared/domain/caller.ts";
import type { Capability } from "#shared/domain/capability.ts";
import type { DomainError } from "#shared/domain/errors.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import type { AccessibleWorkspace } from "#shared/http/workspaceAccess.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/**
 * What an operation may touch. Each becomes IAM statements of that one function, and nothing else is granted.
 *
 * `platform:*`: the platform's records in the home region; `table:*`: the workspace's records; `lease:write`: of these its leases
 * alone, for what changes nothing else; `lake:*`: its objects; `load:start`, `workspace:start`: state machines; `sql`: the SQL engine; `sql:drop`: what it has declared; `duckdb`: DuckDB's
 * binding beside the code, to read files or infer the columns of a query, which takes no right.
 */
export type Grant =
  | "platform:read"
  | "platform:write"
  | "table:read"
  | "table:write"
  | "lease:write"
  | "lake:read"
  | "lake:write"
  | "load:start"
  | "workspace:start"
  | "pictures:read"
  | "pictures:write"
  | "task:start"
  | "regions:read"
  | "regions:write"
  | "sql"
  | "sql:drop"
  | "duckdb";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * How request and response travel: JSON both ways, a streamed response, a streamed multipart upload, or a body that the
 * handler gets as it was sent, because it is signed.
 */
export type Transport = "json" | "stream" | "upload" | "raw";

/** What a deployment may be without; the operations that need it are absent there. */
export type Provision = "idp" | "webhooks" | "docsPortal";

/** A response that is not JSON. */
export interface BinaryResponse {
  contentType: string;
  description: string;
}

export interface Contract<
  A extends Audience = Audience,
  Q extends v.GenericSchema = v.GenericSchema,
  B extends v.GenericSchema = v.GenericSchema,
> {
  summary: string;
  /** What a user of the API has to know beyond the summary; Markdown. */
  description?: string;
  method: Method;
  /** Further methods of the same operation. */
  alsoMethod?: Method;
  path: string;
  /** Further paths of the same operation. */
  alsoPath?: string;
  tag: string;
  audience: A;
  needs: readonly Grant[];
  query?: Q;
  body?: B;
  /** The fields of an upload's form, for the document; they are read by the handler as they arrive. */
  form?: v.GenericSchema;
  response: v.GenericSchema | BinaryResponse;
  transport?: Transport;
  /** Without this, the path does not exist. */
  requires?: Provision;
  /** Only workspaces that have this capability may do it. */
  capability?: Capability;
  /** Not part of the public contract. */
  internal?: boolean;
  deprecated?: boolean;
  /** Statuses of the error table that this operation answers with, beyond those every operation of its kind has. */
  errors?: readonly (400 | 401 | 404 | 409 | 413 | 415 | 422 | 429 | 503)[];
  /** Where the examples of the schemas do not say it best. A test checks every example against its schema. */
  examples?: ContractExamples;
}

/** Examples of one operation for the document. */
export interface ContractExamples {
  /** By parameter. */
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** The fields in which the response differs from the example of its schema. */
  response?: Record<string, unknown>;
  /** By status. */
  errors?: Record<number, DomainError>;
}

/** What a handler gets. An operation's audience decides what is there: nobody can use what was not authorized. */
export type Input<A extends Audience, Q extends v.GenericSchema, B extends v.GenericSchema> = {
  settings: Settings;
  query: v.InferOutput<Q>;
  body: v.InferOutput<B>;
  requestId: string;
  /** Headers of the request, names in lower case. */
  headers: Record<string, string | undefined>;
  path: Record<string, string | undefined>;
  /** The body as it was sent; empty except for the transport `raw`. */
  text: string;
  /** The body of an upload, not read yet. */
  stream: Readable;
  /** Fires when the caller leaves before the answer is complete. */
  signal: AbortSignal;
} & (A extends "open" ? unknown : { caller: Caller }) &
  (A extends "member" ? { workspace: AccessibleWorkspace } : unknown);

/** What the handler of a stream returns. */
export interface StreamResult {
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}
