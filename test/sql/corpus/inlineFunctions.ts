import { lines } from "./samples.ts";

/** WITH FUNCTION, GROUP BY DISTINCT, and errors that depend on the form of a call. */
export const inlineFunctions = lines(`
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN x * 2 SELECT f(3), f(NULL), f(x) FROM (VALUES 1, 2) t(x)
  WITH FUNCTION abs(x integer) RETURNS integer RETURN x * 2, FUNCTION wrap_abs(x integer) RETURNS integer RETURN abs(x) SELECT wrap_abs(-10), abs(5)
  WITH FUNCTION f(x double, y varchar) RETURNS varchar RETURN y || CAST(x AS varchar) WITH q AS (SELECT 1 a) SELECT f(a, 'v'), typeof(f(a, 'v')) FROM q
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN x * 2 SELECT f('3')
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN x * 2 SELECT f(3, 4)
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN y * 2 SELECT f(3) FROM (VALUES 1) t(y)
  WITH FUNCTION f(x bigint) RETURNS varchar RETURN x * 2 SELECT f(3)
  WITH FUNCTION f() RETURNS bigint RETURN 42 SELECT f(), count(*) FROM (VALUES 1, 2) t(x) GROUP BY f()
  WITH FUNCTION f(x bigint) RETURNS bigint RETURNS NULL ON NULL INPUT RETURN coalesce(x, 7) SELECT f(NULL), f(1)
  WITH FUNCTION f(x bigint) RETURNS bigint LANGUAGE SQL DETERMINISTIC COMMENT 'c' RETURN coalesce(x, 7) SELECT f(NULL), f(1)
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN (SELECT 1) SELECT f(3)
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN f(x - 1) SELECT f(3)
  WITH FUNCTION f(x bigint) RETURNS bigint RETURN x + 1 SELECT max(f(x)), f(max(x)) FROM (VALUES 1, 2) t(x)
  WITH FUNCTION x() RETURNS int SECURITY INVOKER RETURN 42 SELECT x()
  SELECT a, count(*) FROM (VALUES 1) t(a) GROUP BY DISTINCT ROLLUP (a), CUBE (a) ORDER BY a
  SELECT a FROM (VALUES 1) t(a) GROUP BY DISTINCT GROUPING SETS ((a), (t.a))
  SELECT a, b, sum(c), grouping(a, b) FROM (VALUES (1, 2, 3), (1, 3, 4)) t(a, b, c) GROUP BY DISTINCT ROLLUP (a, b), ROLLUP (b, a) ORDER BY 1, 2, 4
  SELECT a, b, sum(c) FROM (VALUES (1, 2, 3), (1, 3, 4)) t(a, b, c) GROUP BY DISTINCT GROUPING SETS ((a, b), (b, a), (), ()), CUBE (a) ORDER BY 1, 2
  SELECT count(*) FROM (VALUES 1, 2) t(a) GROUP BY DISTINCT GROUPING SETS ((), ())
  SELECT a, count(*) FROM (VALUES 1, 2, 2) t(a) GROUP BY DISTINCT a ORDER BY 1
  SELECT array_agg(DISTINCT x ORDER BY y) FROM (VALUES (1, 2), (3, 5)) t(x, y)
  SELECT array_agg(DISTINCT x ORDER BY x DESC) FROM (VALUES 1, 3, 1) t(x)
  SELECT listagg(DISTINCT x, ',') WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a', 'b') t(x)
  SELECT INTERVAL '6' DAY / 0
  SELECT INTERVAL '6' DAY * nan()
  SELECT INTERVAL '6' MONTH * infinity()
  SELECT INTERVAL '6' DAY * 1.5, INTERVAL '7' MONTH / 2, -2.5e0 * INTERVAL '1' DAY
  SELECT from_iso8601_timestamp('2024-03-01 10:00:00')
  SELECT codepoint('')
  SELECT try(from_iso8601_timestamp(x)) FROM (VALUES 'a', NULL, '2024-03-01T10:00:00Z') t(x)
  SELECT EXTRACT(DAY FROM TIME '10:00:00')
  SELECT nope.* FROM (VALUES 1) t(x)
`);
