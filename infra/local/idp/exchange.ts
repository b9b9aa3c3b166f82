import * as v from "valibot";
import type { Idp } from "./idp.ts";
import { invalidRequest } from "./idpError.ts";

/** One request, once its route is known and it has been let in. */
export interface IdpRequest {
  /** The parts of the path that the route leaves open, in their order. */
  params: string[];
  query: URLSearchParams;
  /** The fields of the body; empty where there is none. */
  fields: unknown;
}

/**
 * Who may use a route: anybody; holders of the API key; or programs on this machine, not web pages that a browser on it
 * shows (see `requireLocal`).
 */
export type Access = "open" | "key" | "local";

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Matches the whole path, decoded segment by segment. `*` stands for one segment. */
  path: string;
  access: Access;
  /** Errors in OAuth's form: `error` and `error_description`. */
  oauth?: boolean;
  /** Returns the JSON of a 200. */
  handle(idp: Idp, request: IdpRequest): Promise<unknown>;
}

/** At most 1,000 characters; never empty. */
export const Text = v.pipe(v.string(), v.minLength(1), v.maxLength(1_000));

/** Raises a 400 that names the field. */
export function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown): T {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw invalidRequest(`${v.getDotPath(issue) ?? "body"}: ${issue.message}`);
}
