export const PORTAL = "http://127.0.0.1:9/docs";
export const WEBHOOK_SECRET = "webhook-secret";
export const WEBHOOK_PATH = "hook";

/**
 * SQL that exercises many features; `{reference}` and `{version_id}` stand for existing resources. SQL text itself is fuzzed
 * elsewhere.
 */
const QUERIES = [
  "SELECT * FROM measured",
  "SELECT * FROM seen",
  "SELECT * FROM {reference}",
  "SELECT count(*) FROM {reference} FOR VERSION AS OF {version_id}",
  "SELECT label, sum(n) AS total FROM measured GROUP BY label ORDER BY total DESC LIMIT 3",
  "SELECT n / 0 FROM measured",
  "SELECT cast(label AS bigint) FROM measured",
  "WITH m AS (SELECT * FROM measured) SELECT a.n, b.label FROM m a CROSS JOIN m b",
  "SELECT row_number() OVER (PARTITION BY label ORDER BY n) FROM measured UNION ALL SELECT 1",
  "SELECT array_agg(n), map(ARRAY['a'], ARRAY[1]) FROM measured",
  "SELECT * FROM unnest(sequence(1, 1000)) AS t(i)",
  "SELECT '\u0000', '😀', '\ud800' FROM measured",
  'SELECT n AS "\u0000" FROM measured',
  "SELECT * FROM information_schema.tables",
  "SELECT * FROM read_csv('/etc/passwd')",
  "DELETE FROM measured",
  "SELECT 1; SELECT 2",
  "SELECT",
  "SELECT * FROM {reference} WHERE label LIKE '%' AND n IN (SELECT n FROM {reference})",
];

/** Users and organizations for the identity provider's events; the fuzz test itself does not need them. */
const SUBJECTS = [
  { id: "user_fuzzed", email: "fuzzed@example.org", first_name: "\ud800", last_name: null },
  { id: "om_fuzzed", user_id: "user_fuzzed", organization_id: "org_fuzzed", status: "active" },
  { id: "org_fuzzed", name: "fuzzed", external_id: "5" },
  { id: "session_fuzzed", user_id: "user_fuzzed", organization_id: null, status: "revoked" },
];
const SAID_AT = { created_at: "2026-03-01T09:30:00.000Z", updated_at: "2026-03-02T00:00:00+01:00" };

/** Meaningful values, by field, that no response of the platform contains. */
export const FIRST_VALUES: Record<string, readonly string[]> = {
  query: QUERIES,
  redirect_url: [PORTAL, `${PORTAL}/a?b=c#d`, "http://elsewhere.example/"],
  _webhook_path: [WEBHOOK_PATH],
  event: [
    "user.created",
    "user.deleted",
    "organization_membership.updated",
    "organization.updated",
    "session.revoked",
  ],
  created_at: [SAID_AT.created_at, SAID_AT.updated_at],
  data: SUBJECTS.map((subject) => JSON.stringify({ ...subject, ...SAID_AT })),
};
