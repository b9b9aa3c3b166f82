import * as v from "valibot";
import type { AuditFilter } from "./auditRecord.ts";

/** Date in UTC, or a timestamp with its time zone. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/;

const moment = (description: string, example: string) =>
  v.pipe(
    v.optional(v.nullable(v.string()), null),
    v.check(
      (text) => !text || (MOMENT.test(text) && Number.isFinite(Date.parse(text))),
      "Input should be a date, or a timestamp with its time zone, in ISO 8601 format",
    ),
    v.description(description),
    v.examples([example]),
  );
const equals = (description: string, example: string) =>
  v.pipe(v.optional(v.nullable(v.string()), null), v.description(description), v.examples([example]));

/** Query parameters that select records. */
export const auditQuery = {
  from: moment("Start of the time range, inclusive", "2026-11-01T00:00:00Z"),
  to: moment("End of the time range, exclusive", "2026-12-01T00:00:00Z"),
  user: equals("Id of a person or a machine", "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ"),
  kind: equals("Operation, such as `load:undo`", "load:undo"),
  object: equals("Id or reference of a resource", "153712003840515"),
};

type AuditQuery = { [Name in keyof typeof auditQuery]: string | null };

export function auditFilter({ from, to, user, kind, object }: AuditQuery): AuditFilter {
  const time = (text: string | null) => (text ? Date.parse(text) : null);
  return { from: time(from), to: time(to), user: user || null, kind: kind || null, object: object || null };
}
