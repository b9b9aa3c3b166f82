import { lines } from "./samples.ts";

const T = "(VALUES (1, 'a', 1.5e0), (2, 'b', NULL), (3, 'a', 2.5e0), (NULL, 'c', 0.5e0)) t(id, kind, score)";
const U = "(VALUES ('a', 10), ('b', 20), ('d', 40)) u(kind, worth)";

const SELECTED = [
  "*",
  "t.*",
  "id, kind",
  "kind, count(*)",
  "DISTINCT kind",
  "max(score) AS best",
  "id, row_number() OVER (ORDER BY id) AS n",
];
const FROM = [
  T,
  `${T} JOIN ${U} ON t.kind = u.kind`,
  `${T} LEFT JOIN ${U} USING (kind)`,
  `${T} CROSS JOIN (VALUES 7) v(seven)`,
];
const REST = [
  "",
  "WHERE id > 1",
  "GROUP BY kind",
  "GROUP BY 1",
  "ORDER BY id DESC",
  "ORDER BY 1",
  "ORDER BY 1, 2 LIMIT 2",
  "ORDER BY 1, 2 OFFSET 1 ROWS FETCH FIRST 1 ROW ONLY",
  "ORDER BY 1 FETCH FIRST 1 ROW WITH TIES",
  "HAVING count(*) > 1",
  "WHERE kind = 'a' GROUP BY kind HAVING max(score) > 1 ORDER BY kind",
];

export const clauses: string[] = [
  ...SELECTED.flatMap((items) =>
    FROM.flatMap((from) => REST.map((rest) => `SELECT ${items} FROM ${from} ${rest}`.trim())),
  ),
  ...["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"].flatMap((operator) =>
    [
      "VALUES 1, 2, 2|VALUES 2, 3",
      "VALUES 1, NULL|VALUES NULL, NULL",
      "VALUES 1|VALUES 1.5",
      "VALUES 1|VALUES 'a'",
      "VALUES (1, 'a')|VALUES 1",
      "VALUES nan(), 1e0|VALUES nan()",
      "SELECT 1 AS a|SELECT 2 AS b",
      "VALUES DATE '2024-01-01'|VALUES TIMESTAMP '2024-01-01 00:00'",
      "VALUES ROW(ROW(1, NULL))|VALUES ROW(ROW(1, NULL))",
      "VALUES ARRAY[1, NULL]|VALUES ARRAY[1, NULL]",
      "VALUES 'a'|VALUES 'abc'",
    ].map((pair) => `(${pair.replace("|", `) ${operator} (`)}) ORDER BY 1`),
  ),
  ...lines(`
    SELECT 1
    SELECT 1 AS a, 2 AS "B c", 3 AS C, 'x' d
    SELECT 1 + 1, 'a', abs(-1), CAST(1 AS bigint), x FROM (VALUES 1) t(x)
    SELECT a.x, a.y.z FROM (SELECT 1 AS x, CAST(ROW(2) AS row(z integer)) AS y) a
    SELECT Id, "ID", t.iD FROM (SELECT 1 AS Id) t
    SELECT Foo.Bar FROM (SELECT 1 AS bar) AS FOO
    SELECT * FROM (SELECT 1 AS "Mixed Case", 2 AS Other)
    SELECT "x" FROM (SELECT 1 AS X)
    SELECT * FROM (VALUES (1, 'a'))
    SELECT _col0 FROM (VALUES (1, 'a'))
    SELECT _col0 FROM (SELECT 1)
    SELECT * FROM (SELECT 1, 2 AS b, 3)
    VALUES 1, 2
    VALUES (1, 'a'), (2, NULL)
    VALUES (1, 'a'), (2)
    VALUES (1, 'a'), ('b', 2)
    VALUES (1, 2.5), (3e0, NULL)
    TABLE t
    SELECT
    SELECT * FROM
    SELECT FROM (VALUES 1) t(x)
    SELECT * FROM nosuchtable
    SELECT nosuchcolumn FROM (VALUES 1) t(x)
    SELECT t.y FROM (VALUES 1) t(x)
    SELECT v.x FROM (VALUES 1) t(x)
    SELECT x x FROM (VALUES 1) t(x)
    SELECT x AS a, a + 1 FROM (VALUES 1) t(x)
    SELECT x AS a FROM (VALUES 1, 2) t(x) WHERE a > 1
    SELECT x AS a FROM (VALUES 1, 2) t(x) ORDER BY a DESC
    SELECT x AS a FROM (VALUES 1, 2) t(x) ORDER BY a + 1 DESC
    SELECT x FROM (VALUES 1, 2) t(x) ORDER BY -x
    SELECT x AS y, y AS x FROM (VALUES (1, 4), (2, 3)) t(x, y) ORDER BY x
    SELECT x FROM (VALUES (1, 4), (2, 3)) t(x, y) ORDER BY y
    SELECT DISTINCT x FROM (VALUES (1, 4), (2, 3)) t(x, y) ORDER BY y
    SELECT x FROM (VALUES 2, NULL, 1) t(x) ORDER BY x
    SELECT x FROM (VALUES 2, NULL, 1) t(x) ORDER BY x DESC
    SELECT x FROM (VALUES 2, NULL, 1) t(x) ORDER BY x NULLS FIRST
    SELECT x FROM (VALUES 2e0, nan(), 1e0, infinity(), NULL, -infinity()) t(x) ORDER BY x
    SELECT x FROM (VALUES 2e0, nan(), 1e0) t(x) ORDER BY x DESC
    SELECT x FROM (VALUES 'b', 'B', 'a', 'é', '', 'Z') t(x) ORDER BY x
    SELECT x FROM (VALUES true, false, NULL) t(x) ORDER BY x
    SELECT x FROM (VALUES ARRAY[2], ARRAY[1, 5], ARRAY[1]) t(x) ORDER BY x
    SELECT x FROM (VALUES ROW(2, 'a'), ROW(1, 'b')) t(x) ORDER BY x
    SELECT x FROM (VALUES MAP(ARRAY[1], ARRAY[2])) t(x) ORDER BY x
    SELECT x FROM (VALUES 1) t(x) ORDER BY 2
    SELECT x FROM (VALUES 1) t(x) ORDER BY 0
    SELECT x FROM (VALUES 1, 2, 3) t(x) ORDER BY 1 LIMIT 0
    SELECT x FROM (VALUES 1, 2, 3) t(x) ORDER BY 1 LIMIT ALL
    SELECT x FROM (VALUES 1, 2, 3) t(x) ORDER BY 1 OFFSET 2
    SELECT x FROM (VALUES 1, 2, 3) t(x) ORDER BY 1 OFFSET 1 LIMIT 1
    SELECT x FROM (VALUES 1, 2, 3) t(x) ORDER BY 1 LIMIT 1 OFFSET 1
    SELECT x FROM (VALUES 1, 2, 3) t(x) LIMIT 1 + 1
    SELECT x FROM (VALUES 1, 2, 3) t(x) LIMIT -1
    SELECT x FROM (VALUES 1, 1, 2) t(x) ORDER BY x FETCH FIRST 1 ROW WITH TIES
    SELECT x FROM (VALUES 1, 1, 2) t(x) FETCH FIRST 1 ROW WITH TIES
    SELECT x, y FROM (VALUES (1, 'a'), (1, 'b'), (2, 'c')) t(x, y) ORDER BY x DESC FETCH FIRST 2 ROWS WITH TIES
    SELECT * FROM (VALUES 1, 2) a(x) JOIN (VALUES 2, 3) b(x) ON a.x = b.x
    SELECT * FROM (VALUES 1, 2) a(x) JOIN (VALUES 2, 3) b(x) USING (x)
    SELECT a.*, b.* FROM (VALUES (1, 5), (2, 6)) a(x, y) JOIN (VALUES (2, 7)) b(x, z) USING (x)
    SELECT a.* FROM (VALUES (1, 5), (2, 6)) a(x, y) JOIN (VALUES (2, 7)) b(x, z) USING (x)
    SELECT a.x FROM (VALUES (1, 5), (2, 6)) a(x, y) JOIN (VALUES (2, 7)) b(x, z) USING (x)
    SELECT x, y, z FROM (VALUES (1, 5), (2, 6)) a(x, y) FULL JOIN (VALUES (2, 7), (3, 8)) b(x, z) USING (x) ORDER BY x
    SELECT * FROM (VALUES (1, 5)) a(x, y) JOIN (VALUES (1, 7)) b(x, y) USING (x)
    SELECT * FROM (VALUES (1, 5)) a(x, y) JOIN (VALUES (1, 5)) b(y, x) USING (y, x)
    SELECT * FROM (VALUES (1, 5)) a(x, y) JOIN (VALUES (5, 1)) b(y, x) USING (y, x)
    SELECT * FROM (VALUES 1) a(x) JOIN (VALUES 1) b(x) USING (x) JOIN (VALUES 1) c(x) USING (x)
    SELECT * FROM (VALUES 1) a(x) JOIN (VALUES 1e0) b(x) USING (x)
    SELECT * FROM (VALUES 1) a(x) JOIN (VALUES 'a') b(x) USING (x)
    SELECT x FROM (VALUES 1) a(x), (VALUES 1) b(x)
    SELECT * FROM (VALUES 1) a(x) NATURAL JOIN (VALUES 1) b(x)
    SELECT * FROM (VALUES 1, 2) a(x) LEFT JOIN (VALUES 2, 3) b(y) ON x = y ORDER BY x
    SELECT * FROM (VALUES 1, 2) a(x) RIGHT JOIN (VALUES 2, 3) b(y) ON x = y ORDER BY y
    SELECT * FROM (VALUES 1, 2) a(x) FULL OUTER JOIN (VALUES 2, 3) b(y) ON x = y ORDER BY x, y
    SELECT * FROM (VALUES 1, 2) a(x) JOIN (VALUES 2, 3) b(y) ON x < y ORDER BY x, y
    SELECT * FROM (VALUES 1, 2) a(x) JOIN (VALUES 2) b(y) ON 1
    SELECT * FROM (VALUES 1e0, nan()) a(x) JOIN (VALUES nan(), 1e0) b(y) ON x = y
    SELECT * FROM (VALUES NULL, 1) a(x) JOIN (VALUES NULL, 1) b(y) ON x = y
    SELECT * FROM (VALUES ROW(1, NULL)) a(x) JOIN (VALUES ROW(1, NULL)) b(y) ON x = y
    SELECT a.x, b.s FROM (VALUES 1, 2) a(x) CROSS JOIN LATERAL (SELECT a.x * 10 AS s) b ORDER BY 1
    SELECT a.x, b.s FROM (VALUES 1, 2) a(x) LEFT JOIN LATERAL (SELECT a.x * 10 AS s WHERE a.x > 1) b ON true ORDER BY 1
    SELECT a.x, (SELECT max(y) FROM (VALUES 1, 5) b(y) WHERE y > a.x) FROM (VALUES 1, 2) a(x) ORDER BY 1
    SELECT a.x FROM (VALUES 1, 2) a(x) WHERE EXISTS (SELECT 1 FROM (VALUES 2) b(y) WHERE y = a.x)
    SELECT a.x FROM (VALUES 1, 2, NULL) a(x) WHERE x IN (SELECT y FROM (VALUES 2, NULL) b(y))
    SELECT a.x FROM (VALUES 1, 2, NULL) a(x) WHERE x NOT IN (SELECT y FROM (VALUES 2, NULL) b(y))
    SELECT a.x FROM (VALUES 1, 2) a(x) WHERE (x, x) IN (SELECT y, y FROM (VALUES 2) b(y))
    SELECT a.x FROM (VALUES 1, 2) a(x) WHERE (x, x) IN (SELECT ROW(y, y) FROM (VALUES 2) b(y))
    SELECT a.x FROM (VALUES 1, 2) a(x) WHERE x IN (SELECT y, y FROM (VALUES 2) b(y))
    WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS y FROM a) SELECT * FROM a, b
    WITH a(p, q) AS (VALUES (1, 2)) SELECT q, p FROM a
    WITH a(p) AS (VALUES (1, 2)) SELECT * FROM a
    WITH a AS (SELECT 1 AS x, 2 AS x) SELECT * FROM a
    WITH a AS (SELECT 1 AS x, 2 AS x) SELECT x FROM a
    WITH RECURSIVE t(n) AS (VALUES 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT sum(n) FROM t
    WITH RECURSIVE t(n, s) AS (SELECT 1, CAST('a' AS varchar) UNION ALL SELECT n + 1, s || 'b' FROM t WHERE n < 3) SELECT * FROM t ORDER BY n
    WITH RECURSIVE t(n) AS (VALUES 1 UNION SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t
    WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT * FROM t
    WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 3) SELECT * FROM t
    WITH RECURSIVE t(n) AS (VALUES 1 UNION ALL SELECT n + 1 FROM t WHERE n < 12) SELECT count(*) FROM t
    WITH a AS (SELECT 1 AS x), a AS (SELECT 2 AS x) SELECT * FROM a
    SELECT * FROM (WITH a AS (SELECT 1 AS x) SELECT * FROM a)
    SELECT (WITH a AS (SELECT 1 AS x) SELECT x FROM a)
    SELECT x FROM (VALUES 1, 2, 3, 4) t(x) TABLESAMPLE BERNOULLI (100)
    SELECT count(*) FROM (VALUES 1, 2, 3, 4) t(x) TABLESAMPLE BERNOULLI (0)
    SELECT x FROM (VALUES 1, 2, 3, 4) t(x) TABLESAMPLE SYSTEM (100)
    SELECT x FROM (VALUES 1) t(x) WHERE 1
    SELECT x FROM (VALUES 1) t(x) WHERE x
    SELECT x FROM (VALUES 1) t(x) WHERE NULL
    SELECT x FROM (VALUES 1) t(x) WHERE 'true'
    SELECT x FROM (VALUES 1, 2) t(x) GROUP BY ALL
    SELECT x, count(*) FROM (VALUES 1, 2) t(x) GROUP BY t.x ORDER BY 1
    SELECT t.x, count(*) FROM (VALUES 1, 2) t(x) GROUP BY x ORDER BY 1
    SELECT x + y FROM (VALUES (1, 2)) t(x, y) GROUP BY x
    SELECT count(*) FROM (VALUES 1, 2) t(x) ORDER BY x
    SELECT count(*) FROM (VALUES 1, 2) t(x) GROUP BY x ORDER BY x DESC
    SELECT max(x) FROM (VALUES 1, 2) t(x) ORDER BY max(x)
    SELECT CASE WHEN x > 1 THEN 'big' ELSE 'small' END AS size, count(*) FROM (VALUES 1, 2, 3) t(x) GROUP BY CASE WHEN x > 1 THEN 'big' ELSE 'small' END ORDER BY 1
    SELECT CASE WHEN x > 1 THEN 'big' ELSE 'small' END AS size, count(*) FROM (VALUES 1, 2, 3) t(x) GROUP BY size
    SELECT t.* FROM (VALUES (1, 'a')) t(x, y), (VALUES 5) u(z)
    SELECT u.*, t.x AS y FROM (VALUES (1, 'a')) t(x, y), (VALUES 5) u(z)
    SELECT *, x + 1 FROM (VALUES (1, 'a')) t(x, y)
    SELECT *, * FROM (VALUES 1) t(x)
    SELECT t.* AS (a, b) FROM (VALUES (1, 'a')) t(x, y)
    SELECT nope.* FROM (VALUES 1) t(x)
    SELECT * FROM (VALUES (1, 2)) t(a)
    SELECT * FROM (VALUES (1, 2)) t(a, a)
    SELECT a FROM (VALUES (1, 2)) t(a, a)
    SELECT 1;
    SELECT 1; SELECT 2
    SELECT 1 -- comment
    SELECT /* a */ 1 /* b */
    SELECT "a" "b" FROM (VALUES 1) "t"("a")
    SELECT 'a' 'b'
    SELECT x IS NULL AS n, NOT x > 1 FROM (VALUES 1, NULL) t(x)
    SELECT ALL x FROM (VALUES 1) t(x)
    SELECT x FROM ((VALUES 1)) t(x)
    SELECT x FROM ((VALUES 1) t(x) CROSS JOIN (VALUES 2) u(y))
    (SELECT 1 AS a) UNION ALL (SELECT 2) ORDER BY a DESC
    SELECT 1 AS a UNION ALL SELECT 2 ORDER BY a DESC LIMIT 1
    SELECT 1 UNION SELECT 1 UNION ALL SELECT 1
    SELECT 1 UNION ALL SELECT 2 INTERSECT SELECT 2
    SELECT * FROM (SELECT 1 AS a UNION ALL SELECT NULL) ORDER BY a
    SELECT 1, 'a' UNION ALL SELECT 2.5, 'bcd'
    SELECT a FROM (SELECT 1 AS a UNION ALL SELECT 2e0)
    SHOW TABLES
    DELETE FROM t
    SELECT x FROM (VALUES 1, 2, 3) t(x) QUALIFY row_number() OVER (ORDER BY x) = 1
    SELECT current_date IS NOT NULL, current_timestamp IS NOT NULL, localtime IS NOT NULL
    SELECT * FROM (VALUES (1, 10), (2, 20)) MATCH_RECOGNIZE (MEASURES A.x AS m PATTERN (A) DEFINE A AS true) AS m
    SELECT x, count(*) OVER (), sum(count(*)) OVER () FROM (VALUES 1, 1, 2) t(x) GROUP BY x ORDER BY x
    SELECT sum(x) OVER (ORDER BY x) AS running FROM (VALUES 3, 1, 2) t(x) ORDER BY running DESC
    SELECT if(count(*) > 1, 'many', 'one') FROM (VALUES 1, 2) t(x)
    SELECT x FROM (VALUES 1, 2) t(x) WHERE x = (SELECT max(x) FROM (VALUES 1, 2) u(x))
    SELECT x FROM (VALUES 1, 2) t(x) WHERE x > ALL (SELECT 0) AND x < ANY (SELECT 2)
    SELECT x FROM (VALUES (1)) t(x) WHERE EXISTS (SELECT * FROM (VALUES 1) u(y) WHERE u.y = t.x AND t.x = 1)
    SELECT DISTINCT kind, count(*) OVER (PARTITION BY kind) FROM (VALUES ('a', 1), ('a', 2), ('b', 3)) t(kind, v) ORDER BY 1
    SELECT kind, array_agg(v ORDER BY v DESC)[1] FROM (VALUES ('a', 1), ('a', 2), ('b', 3)) t(kind, v) GROUP BY kind ORDER BY 1
    SELECT x AS "select", x AS "from" FROM (VALUES 1) t(x)
    SELECT x AS date, x AS year, x AS row FROM (VALUES 1) t(x)
    SELECT x AS values FROM (VALUES 1) t(x)
    SELECT x.y FROM (VALUES 1) x(y)
    SELECT 1 WHERE true
    SELECT 1 WHERE false
    SELECT 1 LIMIT 0
    SELECT * FROM (SELECT x, rank() OVER (PARTITION BY k ORDER BY x DESC) AS r FROM (VALUES (1, 'a'), (2, 'a'), (3, 'b')) t(x, k)) WHERE r = 1 ORDER BY x
    SELECT k, x FROM (VALUES ('a', 1), ('b', 2)) t(k, x) ORDER BY CASE k WHEN 'b' THEN 0 ELSE 1 END, x
    SELECT k AS g, sum(x) AS total FROM (VALUES ('a', 1), ('b', 2)) t(k, x) GROUP BY k ORDER BY total DESC, g
    SELECT k, sum(x) AS x FROM (VALUES ('a', 1), ('a', 5), ('b', 2)) t(k, x) GROUP BY k ORDER BY x
    SELECT k, sum(x) AS x FROM (VALUES ('a', 1), ('a', 5), ('b', 2)) t(k, x) GROUP BY k HAVING x > 1
  `),
];
