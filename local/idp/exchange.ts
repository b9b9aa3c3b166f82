import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import type { Idp } from "./idp.ts";
import { invalidRequest } from "./idpError.ts";

/** Request after routing and authentication. */
export interface IdpRequest {
  /** Values of the path wildcards, in order. */
  params: string[];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Body fields; empty without a body. */
  fields: unknown;
}

/**
 * Callers allowed on a route: everyone; holders of the API key; programs that can read the secret in the platform's files; or
 * browsers on this machine, for the provider's pages (see `requireAccess`).
 */
export type Access = "open" | "key" | "local" | "page";

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Pattern for the whole path, decoded segment by segment. `*` matches one segment. */
  path: string;
  access: Access;
  /** Error format: JSON if absent; OAuth JSON with `error` and `error_description`; or a page. */
  errors?: "oauth" | "page";
  /** Returns the JSON of a 200 response, or a page. */
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
