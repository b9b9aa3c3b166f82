import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import type { Idp } from "./idp.ts";
import { invalidRequest } from "./idpError.ts";

/** Request after routing and authentication. */
export interface IdpRequest {
  /** Values of the path's wildcards, in order. */
  params: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Fields of the body; empty without one. */
  fields: unknown;
}

/**
 * Callers of a route: everybody; holders of the API key; programs that can read the secret in the platform's files; or
 * browsers on this machine, for pages of the provider itself (see `requireAccess`).
 */
export type Access = "open" | "key" | "local" | "page";

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Pattern of the whole path, decoded segment by segment. `*` stands for one segment. */
  path: string;
  access: Access;
  /** Form of errors: JSON if absent; OAuth's JSON, with `error` and `error_description`; or a page. */
  errors?: "oauth" | "page";
  /** Returns the JSON of a 200, or a page. */
  handle(idp: Idp, request: IdpRequest): Promise<unknown>;
}

/** Text of 1 to 1,000 characters. */
export const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));

export const Email = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^[^\s@]+@[^\s@]+$/, "This is not an email address"),
);

/** Validates a value. Throws a 400 that names the field. */
export function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalidRequest(`${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}
