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
  SELECT normalize('é', NFD) = 'é', length(normalize('㈱', NFKC)), length(normalize('é', NFKD)), normalize(NULL, NFD)
  SELECT ARRAY[1, 2] || ARRAY[ARRAY[3]], ARRAY[ARRAY[3]] || ARRAY[1, NULL]
  SELECT json_array(1, 'a' RETURNING varchar(3)), json_object('k' : 1 RETURNING varchar)
  SELECT INTERVAL '7' YEAR TO MONTH, INTERVAL '3 4' DAY TO SECOND, INTERVAL '5' HOUR TO MINUTE
  SELECT TIMESTAMP '2021-07-01 08:00:00' AT TIME ZONE INTERVAL '-03:30' HOUR TO MINUTE, TIMESTAMP '2021-07-01 08:00:00 GMT+02:00'
  SELECT at_timezone(TIMESTAMP '2021-07-01 08:00:00 UTC', INTERVAL '5:45' HOUR TO MINUTE)
  SELECT with_timezone(TIMESTAMP '2021-07-01 08:00:00', INTERVAL '5' HOUR)
  SELECT date_parse('7%', '7%%'), date_parse(x, 'on') FROM (VALUES 'on', NULL) t(x)
  SELECT date_parse('8%', '7%%')
  SELECT from_iso8601_timestamp('2021-07'), from_iso8601_timestamp('2021-07T05')
  SELECT NULL IN (SELECT 1, 2), NULL IN (SELECT 1, 2 WHERE 1 > 2), NULL = ANY (SELECT 1, 2)
  SELECT a % b, a / 2 FROM (VALUES (BIGINT '-9223372036854775807' - 1, BIGINT '-1'), (7, -1)) t(a, b)
  SELECT approx_percentile(x, 1), approx_percentile(x, 0) FROM (VALUES 3, 5, 7) t(x)
  SELECT DECIMAL '77777777777777777777777777777777777777' / DECIMAL '3.000'
  SELECT DECIMAL '12345678901234567890123456789012345678' % DECIMAL '7.00000', DECIMAL '-12.5' % DECIMAL '7.0000000000000000000000000000000000'
  SELECT DECIMAL '-.25000000000000000000000000000000000000' / DECIMAL '0.7', DECIMAL '98765432109876543210987654321098765432' / DECIMAL '33333333333333333333333333333333333333'
  SELECT DECIMAL '99999999999999999999999999999999999999' / DECIMAL '0.1'
  SELECT (SELECT t.* FROM (VALUES 0) u(b)), EXISTS (SELECT t.* FROM (VALUES 3) u(b) WHERE u.b > t.a) FROM (VALUES 2, 4) t(a)
  SELECT * FROM (VALUES (1, 2)) t(a, b), LATERAL (SELECT t.*) x
  SELECT (SELECT t.* WHERE true) FROM (VALUES (1, 2)) t(a, b)
  SELECT x FROM (VALUES 0e0, -0e0) t(x) GROUP BY x
  SELECT CAST(min(x) AS varchar), CAST(max(x) AS varchar) FROM (VALUES 0e0, -0e0) t(x)
  SELECT CAST(x AS varchar) FROM (VALUES 1e0, 0e0, -0e0, -1e0) t(x) ORDER BY x
  SELECT CAST(greatest(-0e0, 0e0) AS varchar), CAST(least(0e0, -0e0) AS varchar)
`);
