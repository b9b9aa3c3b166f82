import type { Readable } from "node:stream";
import type { DomainError } from "@pdp/basics/errors";
import type * as v from "valibot";
import type { Caller, Permission } from "#shared/domain/caller.ts";
import type { Capability } from "#shared/domain/capability.ts";
import type { Role } from "#shared/domain/role.ts";
import type { Audience } from "#shared/http/authenticate.ts";
import type { AccessibleWorkspace } from "#shared/http/workspaceAccess.ts";
import type { Settings } from "#shared/runtime/scope.ts";

/**
 * Permission of an operation. Each one becomes IAM statements for that function only.
 *
 * `platform:*`: the platform's records in the home region; `table:*`: the workspace's records; `lease:write`: only the
 * workspace's leases, for operations that change nothing else; `audit:write`: only new records of requests and their number,
 * which all operations for members have without stating it; `tokens:count`: only the number of invalid tokens by address, which
 * all operations with callers have without stating it; `lake:*`: the workspace's objects; `lake:erase`: also their
 * versions, for the one step that erases rows; `lake:vend`: credentials that read the workspace's tables, for its members'
 * tools; `results`: only query results, which expire; `load:start`, `workspace:start`: state machines; `freeze:write`: the mark of a frozen workspace; `sql`: the SQL engine;
 * `sql:drop`: objects declared in the engine; `duckdb`: DuckDB's binding in the bundle, to read files or infer the columns of
 * a query, which needs no IAM statement.
 */
export type Grant = WorkspaceGrant | PlatformGrant;

/** Permission on one workspace, for operations of its members and for steps that run on its behalf. */
export type WorkspaceGrant =
  | "table:read"
  | "table:write"
  | "lease:write"
  | "audit:write"
  | "lake:read"
  | "lake:write"
  | "lake:erase"
  | "results"
  | "sql"
  | "sql:drop";

export type PlatformGrant =
  | "platform:read"
  | "platform:write"
  | "load:start"
  | "commits:take"
  | "workspace:start"
  | "pictures:read"
  | "pictures:write"
  | "task:start"
  | "query:start"
  | "maintenance:start"
  | "lake:vend"
  | "regions:read"
  | "regions:write"
  | "freeze:write"
  | "tokens:count"
  | "duckdb";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Transport of request and response: JSON both ways, a streamed response, a streamed multipart upload, or a raw body, which a
 * handler needs to verify a signature.
 */
export type Transport = "json" | "stream" | "upload" | "raw";

/** Optional feature of a deployment; operations that require it do not exist without it. */
export type Provision = "idp" | "webhooks" | "docsPortal";

/** Non-JSON response. */
export interface BinaryResponse {
  contentType: string;
  /** Example of a JSON response. */
  example?: unknown;
  /** Additional content types of the same operation, each with an example. */
  alsoContentTypes?: Record<string, unknown>;
  description: string;
}

export interface Contract<
  A extends Audience = Audience,
  Q extends v.GenericSchema = v.GenericSchema,
  B extends v.GenericSchema = v.GenericSchema,
> {
  summary: string;
  /** Documentation beyond the summary, as Markdown. */
  description?: string;
  method: Method;
  /** Additional methods of the same operation. */
  alsoMethod?: Method;
  path: string;
  /** Additional paths of the same operation. */
  alsoPath?: string;
  tag: string;
  audience: A;
  /** Minimum role of the caller; only operations for members have one, and all of them must state it (`MemberRole`). */
  role?: Role;
  /**
   * True if clients of Trino's protocol name the member's workspace as the catalog, and may send the token as a password.
   */
  byCatalog?: true;
  /** States that errors are also formatted as errors of Iceberg's REST catalog, or as those of OAuth 2.0. */
  isOfIceberg?: true | "OAUTH";
  /**
   * True if members may call it while the workspace is frozen; its handler checks how. READ_ONLY if they may in a read-only
   * workspace, because it changes no data.
   */
  whileFrozen?: true | "READ_ONLY";
  /** True if the body is text that is passed to the handler unparsed. */
  takesText?: true;
  /** True if regional addresses also serve it, although it is not an operation for workspace members. */
  alsoRegional?: boolean;
  needs: readonly (A extends "member" ? Grant : PlatformGrant)[];
  query?: Q;
  body?: B;
  /** Fields of an upload form, for the OpenAPI document; the handler reads them as they arrive. */
  form?: v.GenericSchema;
  /** Example of a file sent as the whole body, if it may be sent without a form, with any media type. */
  rawFileExample?: string;
  response: v.GenericSchema | BinaryResponse;
  transport?: Transport;
  /** True if callers may request a redirect to the object store instead of the result. */
  redirects?: boolean;
  /** True for an upload that is small enough to pass through an API. */
  passesApi?: boolean;
  /** Feature that the deployment must provide; the path does not exist without it. */
  requires?: Provision;
  /** Permission that the token must have, unless the caller is staff. */
  permission?: Permission;
  /** Capability that the workspace must have. */
  capability?: Capability;
  /** True if the operation is not part of the public contract. */
  internal?: boolean;
  deprecated?: boolean;
  /** Error statuses specific to this operation, in addition to those common to its kind. */
  errors?: readonly (400 | 401 | 404 | 409 | 413 | 415 | 422 | 423 | 429 | 503)[];
  /** Examples that override those of the schemas. A test checks every example against its schema. */
  examples?: ContractExamples;
}

/** Part of a contract that operations for members must state. */
export type MemberRole<A extends Audience> = A extends "member" ? { role: Role } : { role?: never };

/** Examples of one operation for the OpenAPI document. */
export interface ContractExamples {
  /** Examples of query parameters by name. */
  query?: Record<string, string | number | boolean>;
  body?: unknown;
  /** Fields in which the response differs from its schema's example. */
  response?: Record<string, unknown>;
  /** Examples of errors by status. */
  errors?: Record<number, DomainError>;
}

/**
 * Input of a handler. Its fields depend on the operation's audience, so that a handler can only use what was authorized.
 */
export type Input<A extends Audience, Q extends v.GenericSchema, B extends v.GenericSchema> = {
  settings: Settings;
  query: v.InferOutput<Q>;
  body: v.InferOutput<B>;
  /** JSON body as it was sent, before validation. */
  sent: unknown;
  requestId: string;
  /** IP address of the client; null if it is unknown. */
  clientAddress: string | null;
  /** True for a HEAD request: its response has no body. */
  isHead: boolean;
  /** Request headers, with lower-case names. */
  headers: Record<string, string | undefined>;
  path: Record<string, string | undefined>;
  /** Body as it was sent; empty unless the transport is `raw` or the operation takes text. */
  text: string;
  /** Error in a body that should have been text; `text` is then empty. */
  unreadable: DomainError | undefined;
  /** Body of an upload, not yet read. */
  stream: Readable;
  /** Aborts when the caller disconnects before the response is complete. */
  signal: AbortSignal;
} & (A extends "open" ? unknown : { caller: Caller }) &
  (A extends "member" ? { workspace: AccessibleWorkspace } : unknown);

/** Result of a streaming handler. */
export interface StreamResult {
  /** Defaults to 200. */
  statusCode?: number;
  headers: Record<string, string>;
  body: AsyncIterable<Uint8Array>;
}
