import { lines } from "./samples.ts";

/** Numbers as decimals and as text: halves, exponents, REAL, NaN. */
export const numbers: string[] = lines(`
  SELECT CAST(1.005e0 AS decimal(10,2))
  SELECT CAST(nan() AS varchar), CAST(0e0/0e0 AS varchar), CAST(-nan() AS varchar), CAST(infinity() AS varchar), CAST(-infinity() AS varchar)
  SELECT CAST(infinity() - infinity() AS varchar), CAST(sqrt(-1) AS varchar), CAST(0e0 * infinity() AS varchar)
  SELECT CAST(CAST('NaN' AS real) AS varchar), CAST(REAL '0.1' AS varchar), CAST(REAL '1e10' AS varchar), CAST(REAL '123456.7' AS varchar)
  SELECT CAST(REAL '1.005' AS decimal(10,2)), CAST(REAL '1.115' AS decimal(10,2)), CAST(REAL '0.125' AS decimal(10,2)), CAST(REAL '2.675' AS decimal(10,2)), CAST(REAL '0.1' AS decimal(20,10)), CAST(REAL '16777216.5' AS decimal(20,2))
  SELECT CAST(REAL '1.1' AS decimal(38,20)), CAST(REAL '3.4e38' AS decimal(38,0))
  SELECT CAST(REAL '3e37' AS decimal(38,0))
  SELECT CAST(0.5e0 AS decimal(1,0)), CAST(-0.5e0 AS decimal(1,0)), CAST(1.5e0 AS decimal(1,0)), CAST(2.5e0 AS decimal(1,0)), CAST(9.5e0 AS decimal(2,0)), CAST(-0e0 AS decimal(5,2)), CAST(4.9e-324 AS decimal(38,37)), CAST(0.0049999999999999996e0 AS decimal(10,2))
  SELECT CAST(9.5e0 AS decimal(1,0))
  SELECT CAST(99999999.995e0 AS decimal(10,2))
  SELECT CAST(99999999.994999e0 AS decimal(10,2))
  SELECT CAST(nan() AS decimal(10,2))
  SELECT CAST(infinity() AS decimal(10,2))
  SELECT CAST(-infinity() AS decimal(38,2))
  SELECT TRY_CAST(nan() AS decimal(10,2)), TRY_CAST(infinity() AS decimal(10,2)), TRY_CAST(1e10 AS decimal(10,2)), TRY_CAST(99999999.995e0 AS decimal(10,2)), TRY_CAST(1.005e0 AS decimal(3,2))
  SELECT CAST(ARRAY[1.005e0, 2.675e0, NULL] AS array(decimal(10,2))), CAST(ROW(1.005e0, 'a') AS row(x decimal(10,2), y varchar)), CAST(MAP(ARRAY['a'], ARRAY[1.005e0]) AS map(varchar, decimal(10,2)))
  SELECT i, CAST((i * 10 + 5) / 1e3 AS decimal(10,2)), CAST(-(i * 10 + 5) / 1e3 AS decimal(10,2)) FROM UNNEST(sequence(0, 999)) t(i) ORDER BY i
  SELECT i, CAST((i * BIGINT '829349951' % 1000000007) / 997e0 AS decimal(10,2)), CAST((i * BIGINT '829349951' % 1000000007) / 1e5 AS decimal(10,4)) FROM UNNEST(sequence(1, 1000)) t(i) ORDER BY i
  SELECT i, CAST((i * 10 + 5) / 1e7 AS decimal(20,6)), CAST((i * 10 + 5) / 1e9 AS decimal(38,8)), CAST((i * 10 + 5) / 1e2 AS decimal(10,1)), CAST((i * BIGINT '10' + 5) * 1e16 AS decimal(38,2)), CAST((i * 10 + 5) / 1e15 AS decimal(38,14)) FROM UNNEST(sequence(0, 150)) t(i) ORDER BY i
  SELECT i, CAST(CAST((i * 10 + 5) / 1e3 AS real) AS decimal(10,2)), CAST(CAST((i * BIGINT '829349951' % 1000000007) / 997e0 AS real) AS decimal(10,2)) FROM UNNEST(sequence(0, 150)) t(i) ORDER BY i
  SELECT i, CAST((i * BIGINT '829349951' % 1000000007) / 997e9 AS varchar), CAST((i * BIGINT '829349951' % 1000000007) * 1e9 / 997 AS varchar), CAST((i * BIGINT '829349951' % 1000000007) / 1e7 AS varchar) FROM UNNEST(sequence(1, 150)) t(i) ORDER BY i
  SELECT format('%.2f', 1.005e0), format('%.1f', 0.25e0), format('%.0f', 0.5e0), format('%.0f', 2.5e0), format('%.3e', 1.0005e0), format('%.2f', 2.675e0), format('%.2f', DECIMAL '1.005'), format('%.2f', REAL '1.005'), format('%.1f', 0.15e0), format('%.20f', 0.1e0)
  SELECT i, format('%.2f', (i * 10 + 5) / 1e3) FROM UNNEST(sequence(0, 150)) t(i) ORDER BY i
  SELECT format('%s', REAL '0.1'), format('%s', 1e10), format('%s', REAL '16777216'), format('%s', nan()), format('%s', 0e0/0e0), format('%.2f', nan()), format('%.2f', 0e0/0e0), format('%.2f', -infinity())
  SELECT CAST(JSON '1.005' AS decimal(10,2)), CAST(JSON '2.675' AS decimal(10,2)), CAST(JSON '1.005e0' AS decimal(10,2)), CAST(JSON '"1.005"' AS decimal(10,2)), CAST(JSON '0.285' AS decimal(10,2)), CAST(JSON '1e3' AS decimal(10,2))
  SELECT json_value('{"a":1.005}', 'lax $.a' RETURNING decimal(10,2)), json_value('{"a":1.005e0}', 'lax $.a' RETURNING decimal(10,2)), json_value('{"a":"1.005"}', 'lax $.a' RETURNING decimal(10,2)), json_value('{"a":2.675}', 'lax $.a' RETURNING decimal(10,2))
  SELECT CAST('1.005' AS decimal(10,2)), CAST('1.0049999' AS decimal(10,2)), CAST('5e-12' AS decimal(38,10)), CAST('4.5e-11' AS decimal(38,10)), CAST('5e-11' AS decimal(38,10)), CAST('6e-12' AS decimal(38,10)), CAST('1.23449999e3' AS decimal(10,1)), CAST('5e-50' AS decimal(38,10))
  SELECT round(1.005e0, 2), round(2.675e0, 2), round(-1.005e0, 2), round(REAL '1.005', 2), round(0.285e0, 2), round(1.115e0, 2), round(1234567.8915e0, 3), round(5.015e0, 2), round(1e300, 2), round(123.456e0, -1), round(155e0, -1), round(-0.5e0), round(0.49999999999999994e0), round(4503599627370497.5e0), round(REAL '0.49999997'), round(2.5e0), round(-2.5e0), round(-0.4e0)
  SELECT i, round((i * 10 + 5) / 1e3, 2), round(-(i * 10 + 5) / 1e3, 2), round(CAST((i * 10 + 5) / 1e3 AS real), 2) FROM UNNEST(sequence(0, 150)) t(i) ORDER BY i
  SELECT CAST(0.5e0 AS integer), CAST(1.5e0 AS bigint), CAST(2.5e0 AS bigint), CAST(-2.5e0 AS integer), CAST(0.49999999999999994e0 AS bigint), CAST(REAL '2.5' AS integer), CAST(DECIMAL '2.5' AS integer), CAST(-0.5e0 AS bigint), CAST(4503599627370497.5e0 AS bigint)
  SELECT CAST(9223372036854775807 AS double), CAST(9007199254740993 AS double), CAST(9007199254740993 AS real), CAST(16777217 AS real), CAST(DECIMAL '9007199254740993.0' AS double)
  SELECT CAST(CAST(0.1e0 AS real) AS double), CAST(REAL '0.1' AS double), REAL '0.1' = 0.1e0, CAST(1e-46 AS real), CAST(3.5e38 AS real), CAST(CAST(1e40 AS real) AS varchar)
  SELECT array_join(ARRAY[0e0/0e0, nan(), 1e0, infinity()], ','), array_join(ARRAY[REAL '0.1', REAL '16777216'], ',')
  SELECT CAST(ARRAY[0e0/0e0, nan(), infinity()] AS json), CAST(0e0/0e0 AS json), CAST(ROW(0e0/0e0, REAL '16777216', REAL '0.1') AS json), CAST(REAL '3.4028235e38' AS json), CAST(MAP(ARRAY[0e0/0e0], ARRAY[1]) AS json), CAST(MAP(ARRAY[REAL '1.1'], ARRAY[1]) AS json)
  SELECT concat('a', CAST(0e0/0e0 AS varchar)), 'x' || CAST(REAL '0.3' * REAL '3' AS varchar), CAST(0e0/0e0 AS varchar(3))
  SELECT CAST(0e0/0e0 AS varchar(2))
  SELECT CAST(REAL '0.3' AS varchar(6))
  SELECT TRY_CAST('6e-12' AS decimal(10,2)), TRY_CAST('4.9e-3' AS decimal(10,2)), TRY_CAST('5e-3' AS decimal(10,2)), TRY_CAST('1.5E3' AS decimal(10,2)), TRY_CAST('-6e-5' AS decimal(10,2)), TRY_CAST('1e20' AS decimal(10,2)), TRY_CAST('0e5' AS decimal(10,2)), TRY_CAST('1e-400' AS decimal(10,2)), TRY_CAST('6e-05' AS decimal(5,5)), TRY_CAST('1e400' AS decimal(10,2))
  SELECT CAST(5e-6 AS decimal(5,5)), CAST(0.12345e0 AS decimal(5,5)), CAST(1.5e-5 AS decimal(5,5)), CAST(0.999994e0 AS decimal(5,5))
  SELECT CAST(0.999995e0 AS decimal(5,5))
  SELECT CAST(1e-5 AS decimal(18,18)), CAST(2.5e-18 AS decimal(18,18)), CAST(1.25e-17 AS decimal(18,18))
  SELECT CAST(sum(x) AS decimal(10,2)), CAST(avg(x) AS decimal(10,3)) FROM (VALUES 1.005e0, 2e0) t(x)
  SELECT CAST((SELECT max(fitness) FROM variants) AS decimal(10,2)), CAST(fitness AS decimal(3,1)) FROM variants ORDER BY id
  SELECT assay FROM variants GROUP BY assay HAVING CAST(avg(fitness) AS decimal(10,2)) > (SELECT CAST(avg(fitness) AS decimal(10,1)) FROM variants) ORDER BY assay
  SELECT CAST(x AS decimal(10,2)), count(*) FROM (VALUES 1.005e0, 1.01e0, 1.0049e0) t(x) GROUP BY CAST(x AS decimal(10,2)) ORDER BY 1
  SELECT CAST(CAST(REAL '16777216' AS varchar) AS varchar), CAST(REAL '3.4028235e38' AS varchar), CAST(REAL '1.4e-45' AS varchar), CAST(REAL '0.3' + REAL '0.6' AS varchar), CAST(REAL '1e7' AS varchar), CAST(REAL '1.17549435E-38' AS varchar), CAST(REAL '3.3554432e7' AS varchar)
  SELECT format('%.2f', 6e-12), format('%.3f', 6e-7), format('%.2f', 1e20), format('%.2f', REAL '1.115'), format('%8.3f', -1.0005e0), format('%.0f', 6e-1), format('%,.2f', 1234567.895e0), format('%f', 9.9999995e-1), format('%.2f', -0.001e0)
  SELECT format('%s', REAL '269599.125'), CAST(REAL '0.001' AS json), CAST(REAL '1.4e-45' AS json), CAST(ARRAY[REAL '0.3', REAL 'NaN'] AS json), format('%s', REAL '1e-3'), format('%s', REAL '9999999'), format('%s', REAL '1e7'), format('%s', REAL 'NaN'), format('%s', -REAL 'Infinity')
  SELECT CAST(REAL '1e-45' AS decimal(38,20)), CAST(REAL '0.1' AS decimal(38,37)), CAST(REAL '-2.5' AS decimal(5,0)), CAST(REAL '269599.125' AS decimal(10,2))
  SELECT CAST(CAST(1234567890123456.7e0 AS decimal(38,10)) AS varchar), CAST(CAST(1e22 AS decimal(38,5)) AS varchar), CAST(CAST(0.1e0 AS decimal(38,20)) AS varchar), CAST(CAST(123456789.123456789e0 AS decimal(38,18)) AS varchar)
  SELECT i, CAST(CAST((i * BIGINT '829349951' % 1000000007) * 1e9 / 997 AS decimal(38,10)) AS varchar), CAST(CAST((i * BIGINT '829349951' % 1000000007) / 997e12 AS decimal(38,20)) AS varchar), CAST(CAST((i * BIGINT '829349951' % 1000000007) / 997e20 AS decimal(38,30)) AS varchar) FROM UNNEST(sequence(1, 150)) t(i) ORDER BY i
  SELECT CAST(0.1e0 AS decimal(38,38))
`);
