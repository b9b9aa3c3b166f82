import { lines } from "./samples.ts";

/** Kinds of queries in which the platform once differed from Trino. */
export const parity = lines(`
  SELECT g, v, sum(v) OVER (PARTITION BY g, g), count(*) OVER (PARTITION BY g, v) FROM (VALUES (1, 10), (1, 20), (2, 30), (NULL, 30)) t(g, v) ORDER BY g, v
  SELECT g, v, w, avg(v) OVER (PARTITION BY g, g + 0, w), max(w) OVER (PARTITION BY g * 1, v, v), count(*) OVER (PARTITION BY v, g, w) FROM (VALUES (1, 10, 3), (1, 20, 3), (2, 20, 4), (1, 20, 5)) t(g, v, w) ORDER BY g, v, w
  SELECT g, v, rank() OVER (PARTITION BY g, v, v ORDER BY w), count(*) OVER (PARTITION BY v, g, w) FROM (VALUES (1, 10, 3), (1, 20, 3), (2, 20, 4), (1, 20, 5)) t(g, v, w) ORDER BY g, v, w
  SELECT 7 FROM (VALUES 1, 2) t(x) GROUP BY GROUPING SETS ((), ())
  SELECT 7 FROM (VALUES 1, 2) t(x) GROUP BY GROUPING SETS ((), (), ())
  SELECT 7 FROM (VALUES 1, 2) t(x) GROUP BY GROUPING SETS ((), ()) HAVING 1 > 2
  SELECT 7, count(*) FROM (VALUES 1, 2) t(x) GROUP BY GROUPING SETS ((), ())
  SELECT 7 FROM (VALUES 1, 2) t(x) WHERE x > 9 GROUP BY GROUPING SETS ((), ())
  SELECT max(x, 2), min(x, 2) FROM (VALUES 9.5e0, nan(), 2e0) t(x)
  SELECT max(x, 4), min(x, 4) FROM (VALUES nan(), 3e0, NULL) t(x)
  SELECT max(x, 3) FROM (VALUES REAL '1.5', REAL 'NaN', REAL '2.5') t(x)
  SELECT (SELECT 3, 'c' WHERE 1 > 2), (SELECT 3, 'c' WHERE 1 > 2) IS NULL
  SELECT (SELECT 3 AS n, 'c' AS c), (SELECT 3, 'c').field0
  SELECT (SELECT 3 AS n, 'c' AS c).n
  SELECT (SELECT ROW(3, 'c') WHERE 1 > 2) IS NULL
  SELECT json_object('k' : '{"b":1,"a":2,"b":3}' FORMAT JSON)
  SELECT json_array('[{"b":1,"b":[{"c":1,"c":2}]},4]' FORMAT JSON)
  SELECT json_object('k' : 1, 'm' : 2, 'k' : 3)
  SELECT json_object('k' : 1, 'k' : NULL ABSENT ON NULL)
  SELECT json_object('k' : 1, 'k' : 2 WITH UNIQUE KEYS)
  SELECT CAST(parse_datetime('2021-07-01 08:00 +03:45', 'yyyy-MM-dd HH:mm ZZ') AS varchar)
  SELECT parse_datetime('2021-07-01 08:00 -0930', 'yyyy-MM-dd HH:mm Z')
  SELECT hour(parse_datetime('2021-07-01 08:00 -0930', 'yyyy-MM-dd HH:mm Z')), parse_datetime('2021-07-01 08:00 Z', 'yyyy-MM-dd HH:mm Z')
  SELECT * FROM (VALUES 5, 6) a(x) RIGHT JOIN LATERAL (SELECT * FROM (VALUES 4, 6)) b(y) ON x > y ORDER BY 1, 2
  SELECT * FROM (VALUES 5, 6) a(x) RIGHT JOIN LATERAL (SELECT x + 1 WHERE x > 5) b(y) ON true
  SELECT * FROM (VALUES 5, 6) a(x) FULL JOIN LATERAL (SELECT x + 1 WHERE x > 5) b(y) ON true ORDER BY 1
  SELECT * FROM (SELECT 5 WHERE 1 > 2) a(x) RIGHT JOIN LATERAL (VALUES 4, 6) b(y) ON true
  SELECT * FROM (SELECT 5 WHERE 1 > 2) a(x) FULL JOIN LATERAL (VALUES 4, 6) b(y) ON true
  SELECT (1, 'a').* AS (n, "m")
  SELECT a[1] FROM (VALUES (ARRAY[])) t(a)
  SELECT typeof(random(TINYINT '1', TINYINT '5')), typeof(random(SMALLINT '1', SMALLINT '5'))
  SELECT abs(CAST(NULL AS decimal(3,1))), typeof(abs(CAST(NULL AS decimal(3,1))))
  SELECT split('x-y-z', '-', 3000000000)
  SELECT approx_percentile(x, 0.5e0) FROM (VALUES 1e0, nan()) t(x)
  SELECT json_format(JSON '{"a"')
  SELECT EXTRACT(TIMEZONE_HOUR FROM TIMESTAMP '2021-07-01 08:00:00')
  SELECT CAST(sign(-0e0) AS varchar), CAST(0e0 * -1 AS varchar), 1 / sign(REAL '-0.0')
  SELECT CAST(sign(0e0) AS varchar)
  SELECT json_object('k' : 1, 'k' : 2 ABSENT ON NULL)
  SELECT x FROM (VALUES 0e0, -0e0) t(x) GROUP BY x
  SELECT CAST(min(x) AS varchar), CAST(max(x) AS varchar) FROM (VALUES 0e0, -0e0) t(x)
  SELECT CAST(x AS varchar) FROM (VALUES 1e0, 0e0, -0e0, -1e0) t(x) ORDER BY x
  SELECT CAST(greatest(-0e0, 0e0) AS varchar), CAST(least(0e0, -0e0) AS varchar)
`);
