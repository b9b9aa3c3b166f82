/** Date of the latest decisions; rows quote them literally. */
export const DECISIONS_DATE = "2026-11-22";

/** The decisions of that date, as "what | decision". Each has a row of the table. */
export const DECISIONS: readonly string[] = [
  'optional texts in answers | `null` when unset, never `""` (`metadata.description` of a column too)',
  "project name | non-whitespace characters only, literally: `a b` is 422, with a proposal",
  "staff | a person: a member of the staff organization, with any valid token, whatever its organization",
  "`workspace:get` | also at the regional addresses",
  "`task:getByIdempotencyKey?idempotency_key&project_id|round_id` | the task, or 404; keys up to 256 characters",
  "`load:addTable` | `table_ref` in the body, the query, or both if equal",
  "`train/v2` | takes `{dataset, reference, assays, …}` and `{data: {kind, homologs, dataset}, assays, primary_objective}`",
  "`status_details` | null once a train task has ended; engineer always has its seven counts",
  "`margin` of a relative objective | a factor for MULTIPLICATIVE assays, a difference for ADDITIVE ones",
  "`discourage_mutations` | fewer designs are mutated there; nothing is forbidden by it",
  "`hit_redundancy: null` | 1 + n/30, rounded down",
  "unknown `type` or `state` in a list's filter | an empty page",
  "an empty query parameter | as if it were absent",
  "a result without rows | schema and one batch of zero rows",
  "body that is not UTF-8, or of another charset | 400; a BOM is skipped; gzip is accepted",
  "things of an archived project | 409 for everything that adds or changes data or tasks, older loads included",
  "position 1 of a reference that starts with M | protected in designs unless asked otherwise",
  "Content-Security-Policy of reports | `sandbox` without permissions",
  "internal operations and fields | `x-internal` in the OpenAPI document, record operations and `include_all` too",
];
