/** Date of the latest decisions; rows quote them verbatim. */
export const DECISIONS_DATE = "2026-11-22";

/** Decisions of that date, as "what | decision". Each has a row in the table. */
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

/** Decisions of 2026-11-26, in the same form. */
export const SHAPE_DECISIONS: readonly string[] = [
  "Renaming or archiving a table that active views read: the answer has `warnings` that name the views; a view never silently reads another table that takes the name later (409 with a sentence until the view is updated).",
  "three-part names in SQL | `<catalog>.<schema>.<name>` is accepted where `<catalog>` is the workspace's name or the setting `SQL_CATALOG`; `<catalog>.snapshots.id_<id>` included",
  "`train/v2` `data.kind` | `MONOMER` (with `homologs` and a nullable `dataset`), beside today's forms. `dataset: null` trains a sampler alone; then `assays` is empty and `primary_objective` null",
  "`status_details` of train and analyze | null at every time; `progress` says how far they are",
  "generators `PARALLEL`, `SEQUENTIAL` | `{type, ensemble: [generator, …], alias}`; nesting is allowed",
  "`EXPLICIT` | `{type, source: {kind: MONOMER, source: <table source>}, alias}`",
  "`COMBINATORIAL` | `{type, template: {monomer}, max_mutations, allowed_mutations: [{in_range: {ranges}, amino_acids: [..]}], requirements, alias}`",
  "`generator_provenance` | a column of `selected_assemblies`: the alias of the generator that made the row",
  "`select/v2` | new task type: `{assemblies: {kind: MONOMER, source}, ranker, min_assemblies_to_select, max_assemblies_to_select}`; `ranker` as in diversify or engineer, or `{type: PRE_RANKED, hit_redundancy: 3}`; result `{selected_assemblies: {table}}`",
  "engineer `status_details` | `beam_stability` (the same number as `population_stability`, which stays)",
  "a VIEW with `columns` | accepted at create and update if names and types match the query's; their metadata is kept",
  "`modality` | `{kind: ANTIBODY, numbering_scheme: IMGT|KABAT}`; other unknown fields 422",
  "`analyze.data/v1` without assays | accepted: reports on sequences alone",
  "token claim of the workspace (`TOKEN_WORKSPACE_CLAIM`) | carries the workspace's name",
  "`include_internal` | any value but `false`, `0` and an empty one is true",
  "`{kind: ROUND, round_id, project_id}` with the project of another round | 422",
  '`idempotency_key: ""` and other optional texts | the same as null, everywhere',
  "OpenAPI | no `prefixItems` with `items: false`, no property of type null, no optional boolean `const`; `discriminator` on every tagged union; named schemas for table sources, contexts, pages. `openapi-python-client`, `openapi-generator` (python, typescript-fetch, java) and `openapi-typescript` generate from it unmodified and compile",
];

/**
 * Further decisions of 2026-11-26, each with the start of the corresponding sentences in `docs/clients.md`. Rows quote these
 * sentences.
 */
export const TOLD_DECISIONS: Readonly<Record<string, readonly string[]>> = {
  "`data_snapshots` of a task | one entry for each table source in the parameters, keyed by its path in them":
    ["`data_snapshots` contains only the snapshot id of each table source"],
  "snapshots | have ids of their own": [
    "`data_snapshots` contains only the snapshot id of each table source",
    '`{"kind": "SNAPSHOT", "id"}` is an input of an earlier task',
    "A snapshot keeps its rows",
  ],
  "`{kind: TASK_RESULT, table, task_id, query}` | `task_id` is one id or a non-empty list": [
    '`{"kind": "TASK_RESULT", "table", "task_id", "query"}` is a table',
  ],
  "unknown fields inside task `parameters` | 422 that names the field": [
    "An unknown field in `parameters` results in a 422 that names it",
  ],
  "`project.references` | `[{name, monomer, first_position, positions, description}]`": [
    "A project has at most 10 `references`",
    'A task\'s `reference` may be `{"project_reference": name}`',
  ],
  "SQL at a version resolves a reference to the table that held it then": [
    "At a version, SQL reads the table that held a reference then",
    "At a version, a view uses its current query",
  ],
  "`workspace:listRecords?include_deleted=true` keeps a record of a deleted workspace after its purge": [
    "`workspace:listRecords` with `include_deleted` also lists the records of purged workspaces",
  ],
  "`POST task/predict/v1:create`": ["`predict/v1` predicts the assays of a scorer"],
  "`GET data/table:rowDiff?id&from&to&key`": [
    "`table:rowDiff` returns the rows that differ between two versions of a table",
  ],
  "`POST data/version:tag`": ["`version:tag` gives a version a name", "`version:untag` removes a name"],
  "`GET project:summary?id`": ["`project:summary` counts", "`project:summary` shows the best value so far"],
};
