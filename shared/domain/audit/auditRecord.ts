import * as v from "valibot";
import { Timestamp } from "../fields.ts";
import { IdString } from "../id.ts";
import { Role } from "../role.ts";

const count = (description: string) =>
  v.pipe(
    v.nullable(v.number()),
    v.metadata({ jsonSchema: { type: ["integer", "null"], minimum: 0, description } }),
  );

/** One request to a workspace, or one slice of its computing. It contains neither cell values nor SQL. */
export const AuditRecord = v.object({
  id: IdString,
  at: Timestamp,
  user_id: v.pipe(
    v.string(),
    v.description("Person or machine that sent the request"),
    v.examples(["user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ"]),
  ),
  is_machine: v.boolean(),
  is_staff: v.boolean(),
  role: v.pipe(
    v.nullable(Role),
    v.description("Role at that time; null for computing time"),
    v.examples(["scientist"]),
  ),
  address: v.pipe(
    v.nullable(v.string()),
    v.description("IP address of the client"),
    v.examples(["192.0.2.44"]),
  ),
  client: v.pipe(
    v.nullable(v.string()),
    v.description("Name that the client sent, at most 200 characters"),
    v.examples(["pdp-python/0.1.0"]),
  ),
  kind: v.pipe(
    v.string(),
    v.description("Operation, such as `load:undo` or `data:query`"),
    v.examples(["load:undo"]),
  ),
  access: v.pipe(
    v.picklist(["READ", "CHANGE", "COMPUTE"]),
    v.description("COMPUTE for computing time of a task, which no request waits for"),
  ),
  object: v.pipe(
    v.nullable(v.string()),
    v.description("Id or reference of the resource, if there is one"),
    v.examples(["153712003840515"]),
  ),
  status: v.pipe(
    v.number(),
    v.metadata({
      jsonSchema: { type: "integer", minimum: 0, description: "HTTP status; 200 for computing time" },
    }),
    v.examples([200]),
  ),
  is_complete: v.pipe(
    v.nullable(v.boolean()),
    v.description("Whether the whole response was sent, or produced if it is short; null if this is unknown"),
  ),
  rows: count("Number of items or rows in the response, if known"),
  bytes: count("Size of the response's body; null for a streamed response that did not end"),
  scanned_bytes: count("Bytes that a query read"),
  task_seconds: v.pipe(
    v.nullable(v.number()),
    v.metadata({
      jsonSchema: {
        type: ["number", "null"],
        minimum: 0,
        description: "Computing time of a task, in seconds",
      },
    }),
  ),
  request_id: v.pipe(
    v.string(),
    v.description("The `error_id` of an error, and the header `x-request-id`"),
    v.examples(["6f1c0f0e-3a44-4b6e-9d3b-1f1f0c7f5a10"]),
  ),
});
export type AuditRecord = v.InferOutput<typeof AuditRecord>;

/** Time for which records are kept. */
export const AUDIT_RETENTION_DAYS = 400;

/** End of a streamed response, stored separately, because records are never changed. */
export interface AuditEnd {
  bytes: number;
  is_complete: boolean;
}

/** Filters of the list of records; null for none. */
export interface AuditFilter {
  /** [from, to), in milliseconds since 1970. */
  from: number | null;
  to: number | null;
  user: string | null;
  kind: string | null;
  object: string | null;
}

export function matchesAudit(record: AuditRecord, { user, kind, object }: AuditFilter): boolean {
  return (
    (user === null || record.user_id === user) &&
    (kind === null || record.kind === kind) &&
    (object === null || record.object === object)
  );
}
