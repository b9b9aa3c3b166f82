import fc from "fast-check";

/*
 * Queries of kinds for which optimizers often have wrong rules. Values repeat and contain NULL, so partitions, groups and joins
 * have several rows.
 */

const ROWS =
  "(VALUES (1, 1, 5), (1, 2, 5), (1, 2, NULL), (2, 1, 4), (2, NULL, 4), (NULL, 1, 3), (NULL, NULL, 3), (3, 3, NULL)) ";

const column = fc.constantFrom("g", "v", "w", "g + 0", "v * 1", "coalesce(g, v)");
const aggregate = fc.constantFrom("sum(v)", "count(*)", "count(w)", "max(w)", "min(v)", "count(DISTINCT w)");
const ranking = fc.constantFrom("rank()", "dense_rank()", "cume_dist()");
const frame = fc.constantFrom(
  "",
  " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
  " RANGE UNBOUNDED PRECEDING",
);

const partition = fc
  .array(column, { maxLength: 4 })
  .map((columns) => (columns.length === 0 ? "" : `PARTITION BY ${columns.join(", ")}`));
const windowed = fc.oneof(
  fc.tuple(aggregate, partition).map(([of, by]) => `${of} OVER (${by})`),
  fc
    .tuple(aggregate, partition, column, frame)
    .filter(([of]) => !of.includes("DISTINCT"))
    .map(([of, by, order, rows]) => `${of} OVER (${by} ORDER BY ${order}${rows})`),
  fc.tuple(ranking, partition, column).map(([of, by, order]) => `${of} OVER (${by} ORDER BY ${order})`),
);

const windows = fc
  .tuple(
    fc.array(windowed, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("", "WHERE g = v", "WHERE g = 1 AND v = 2"),
    fc.constantFrom("", "WHERE a0 <= 2"),
  )
  .map(([items, inner, filter]) => {
    const list = items.map((item, index) => `${item} AS a${index}`).join(", ");
    return `SELECT * FROM (SELECT g, v, w, ${list} FROM ${ROWS} t(g, v, w) ${inner}) ${filter}`;
  });

const grouping = fc
  .array(fc.array(fc.constantFrom("g", "v", "w"), { maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((sets) => `GROUPING SETS (${sets.map((set) => `(${set.join(", ")})`).join(", ")})`);
const groups = fc
  .tuple(
    fc.constantFrom("1", "count(*)", "sum(v), max(w)"),
    fc.oneof(grouping, fc.constantFrom("ROLLUP (g, v)", "CUBE (g, w)", "()")),
    fc.constantFrom("", "WHERE g > 5", "WHERE v IS NOT NULL"),
    fc.constantFrom("", "HAVING count(*) > 1"),
  )
  .map(
    ([items, by, filter, having]) =>
      `SELECT ${items} FROM ${ROWS} t(g, v, w) ${filter} GROUP BY ${by} ${having}`,
  );

const condition = fc.constantFrom(
  "a.g = b.v",
  "a.g IS NOT DISTINCT FROM b.v",
  "a.g < b.v AND a.w = b.w",
  "a.g = b.v OR a.w = b.w",
  "a.g = b.v AND b.w IS NULL",
  "a.g = b.g AND a.v <> b.v",
);
const joins = fc
  .tuple(
    fc.constantFrom("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN"),
    condition,
    fc.constantFrom("", "WHERE a.g IS NULL", "WHERE coalesce(b.w, 0) < 5", "WHERE a.v IN (1, NULL)"),
  )
  .map(
    ([join, on, filter]) =>
      `SELECT a.*, b.* FROM ${ROWS} a(g, v, w) ${join} ${ROWS} b(g, v, w) ON ${on} ${filter}`,
  );

const subqueries = fc
  .tuple(
    fc.constantFrom(
      "EXISTS (SELECT 1 FROM s WHERE s.g = t.v AND s.w > t.g)",
      "t.g IN (SELECT s.v FROM s WHERE s.w = t.w)",
      "t.g NOT IN (SELECT s.v FROM s WHERE s.g = t.g)",
      "(SELECT count(*) FROM s WHERE s.g = t.v)",
      "(SELECT max(s.w) FROM s WHERE s.g = t.v AND s.v < t.v)",
      "t.v > ALL (SELECT s.v FROM s WHERE s.g = t.g)",
      "(SELECT count(s.w) + 1 FROM s WHERE s.v IS NOT DISTINCT FROM t.v)",
    ),
    fc.constantFrom(
      "",
      "WHERE NOT EXISTS (SELECT 1 FROM s WHERE s.g = t.w)",
      "WHERE t.v IN (SELECT w FROM s)",
    ),
  )
  .map(
    ([item, filter]) => `WITH s(g, v, w) AS (SELECT * FROM ${ROWS}) SELECT t.*, ${item} FROM s t ${filter}`,
  );

/** Generators of queries, by kind. */
export const FUZZED_QUERIES: Record<string, fc.Arbitrary<string>> = {
  windows,
  "grouping sets": groups,
  "joins with NULL": joins,
  "correlated subqueries": subqueries,
};
