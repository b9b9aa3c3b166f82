import { lines, SAMPLES } from "./samples.ts";

const NAMES =
  "any_value arbitrary array_agg avg approx_distinct bool_and bool_or bitwise_and_agg bitwise_or_agg bitwise_xor_agg checksum count count_if every geometric_mean histogram kurtosis max min skewness stddev stddev_pop stddev_samp sum var_pop var_samp variance entropy approx_set set_agg".split(
    " ",
  );
const PAIRS =
  "corr covar_pop covar_samp regr_intercept regr_slope regr_avgx regr_avgy regr_count regr_r2 regr_sxx regr_sxy regr_syy max_by min_by map_agg multimap_agg approx_percentile".split(
    " ",
  );
const TABLES: Record<string, string> = {
  integers: "VALUES 3, 1, NULL, 2, 1",
  bigints: "VALUES BIGINT '9223372036854775807', 1",
  doubles: "VALUES 1.5e0, 2.5e0, NULL, -1e0",
  reals: "VALUES REAL '1.5', REAL '2.5'",
  special: "VALUES 1e0, nan(), 3e0",
  infinite: "VALUES 1e0, infinity()",
  decimals: "VALUES 1.25, 2.50, NULL, 1.25",
  tinyints: "VALUES TINYINT '127', TINYINT '1'",
  texts: "VALUES 'b', 'a', NULL, 'b'",
  booleans: "VALUES true, false, NULL",
  dates: "VALUES DATE '2024-01-02', DATE '2024-01-01', NULL",
  timestamps: "VALUES TIMESTAMP '2024-01-02 10:00:00.123', NULL",
  intervals: "VALUES INTERVAL '1' DAY, INTERVAL '2' HOUR",
  arrays: "VALUES ARRAY[2, 1], ARRAY[1, 5]",
  rows: "VALUES ROW(2, 'a'), ROW(1, 'b')",
  none: "SELECT 1 WHERE false",
  missing: "VALUES CAST(NULL AS double), NULL",
  single: "VALUES 5e0",
};

export const aggregates: string[] = [
  ...NAMES.flatMap((name) => Object.values(TABLES).map((rows) => `SELECT ${name}(x) FROM (${rows}) t(x)`)),
  ...PAIRS.flatMap((name) =>
    [
      "(1, 2), (2, 5), (3, 7)",
      "(1e0, 2e0), (NULL, 3e0), (2e0, NULL), (3e0, 3e0)",
      "(1e0, nan()), (2e0, 1e0)",
      "('a', 1), ('b', 2)",
      "(1, NULL), (2, NULL)",
      "(1.5, 0.5)",
      "(1, 1), (1, 1)",
    ].map((rows) => `SELECT ${name}(x, y) FROM (VALUES ${rows}) t(x, y)`),
  ),
  ...Object.values(SAMPLES).map(
    (value) => `SELECT max(x), min(x), count(x), count(DISTINCT x) FROM (VALUES ${value}) t(x)`,
  ),
  ...Object.values(SAMPLES).map(
    (value) => `SELECT x, count(*) FROM (VALUES ${value}, ${value}) t(x) GROUP BY x`,
  ),
  ...lines(`
    SELECT max(x, 2), min(x, 2), max(x, 10) FROM (VALUES 3, 1, NULL, 2) t(x)
    SELECT max(x, 0) FROM (VALUES 3, 1) t(x)
    SELECT max(x, -1) FROM (VALUES 3, 1) t(x)
    SELECT max_by(x, y, 2), min_by(x, y, 2) FROM (VALUES ('a', 1), ('b', 3), ('c', 2)) t(x, y)
    SELECT max_by(x, y), min_by(x, y) FROM (VALUES ('a', 1e0), ('b', nan()), ('c', 2e0)) t(x, y)
    SELECT max_by(x, y), min_by(x, y) FROM (VALUES (NULL, 5), ('b', 1), ('c', NULL)) t(x, y)
    SELECT approx_percentile(x, 0.5), approx_percentile(x, 0.0), approx_percentile(x, 1.0), approx_percentile(x, 0.25) FROM (VALUES 1, 2, 3, 4) t(x)
    SELECT approx_percentile(x, ARRAY[0.25, 0.5, 0.75]) FROM (VALUES 1, 2, 3, 4, 5) t(x)
    SELECT approx_percentile(x, w, 0.5) FROM (VALUES (1, 1), (2, 5), (3, 1)) t(x, w)
    SELECT approx_percentile(x, w, ARRAY[0.5, 0.9]) FROM (VALUES (1e0, 1e0), (2e0, 5e0), (3e0, 1e0)) t(x, w)
    SELECT approx_percentile(x, 1.5) FROM (VALUES 1, 2, 3) t(x)
    SELECT approx_percentile(x, 0.5) FROM (VALUES 1e0, 2e0, nan()) t(x)
    SELECT approx_distinct(x), approx_distinct(x, 0.1) FROM (VALUES 1, 2, 2) t(x)
    SELECT numeric_histogram(2, x) FROM (VALUES 1e0, 2e0, 10e0, 11e0) t(x)
    SELECT histogram(x) FROM (VALUES 'a', 'b', 'a', NULL) t(x)
    SELECT map_agg(k, v), multimap_agg(k, v) FROM (VALUES ('a', 1), ('b', 2), ('a', 3)) t(k, v)
    SELECT listagg(x, ',') WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a', NULL, 'b') t(x)
    SELECT listagg(DISTINCT x, ',') WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a', 'b') t(x)
    SELECT listagg(x) WITHIN GROUP (ORDER BY x DESC) FROM (VALUES 'b', 'a') t(x)
    SELECT listagg(x, ',' ON OVERFLOW TRUNCATE '...' WITH COUNT) WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a') t(x)
    SELECT listagg(x, ',' ON OVERFLOW ERROR) WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a') t(x)
    SELECT listagg(x, ',') FROM (VALUES 'b', 'a') t(x)
    SELECT listagg(x, ',') WITHIN GROUP (ORDER BY x) FROM (VALUES 1, 2) t(x)
    SELECT listagg(x, ',') WITHIN GROUP (ORDER BY x) FILTER (WHERE x > 'a') FROM (VALUES 'b', 'a') t(x)
    SELECT listagg(x, y) WITHIN GROUP (ORDER BY x) FROM (VALUES ('b', ',')) t(x, y)
    SELECT listagg(x, ',') WITHIN GROUP (ORDER BY x) FROM (SELECT 'a' WHERE false) t(x)
    SELECT array_agg(x ORDER BY x), array_agg(x ORDER BY x DESC), array_agg(DISTINCT x ORDER BY x), array_agg(x ORDER BY x) FILTER (WHERE x > 1) FROM (VALUES 2, 1, NULL, 2) t(x)
    SELECT array_agg(x ORDER BY y) FROM (VALUES ('a', 2), ('b', 1)) t(x, y)
    SELECT array_agg(DISTINCT x ORDER BY y) FROM (VALUES ('a', 2), ('b', 1)) t(x, y)
    SELECT array_agg(x) FILTER (WHERE x IS NOT NULL) FROM (VALUES NULL, 2) t(x)
    SELECT array_agg(x) FROM (SELECT 1 WHERE false) t(x)
    SELECT count(*), count(x), count(DISTINCT x), count_if(x > 1), count(1), count(NULL), count() FROM (VALUES 2, 1, NULL, 2) t(x)
    SELECT count(DISTINCT x, y) FROM (VALUES (1, 2), (1, 3)) t(x, y)
    SELECT count(DISTINCT (x, y)) FROM (VALUES (1, 2), (1, 3), (1, 2)) t(x, y)
    SELECT count(DISTINCT *) FROM (VALUES 1) t(x)
    SELECT sum(DISTINCT x), avg(DISTINCT x) FROM (VALUES 2, 2, 4) t(x)
    SELECT sum(x), avg(x), sum(x) / count(*), avg(x) * 2 FROM (VALUES 1.10, 2.25, 3.33) t(x)
    SELECT sum(x) FROM (VALUES 99999999999999999999999999999999999999, 1) t(x)
    SELECT sum(x) FROM (VALUES 9223372036854775807, 1) t(x)
    SELECT avg(x) FROM (VALUES 9223372036854775807, 1) t(x)
    SELECT avg(x) FROM (VALUES 1, 2) t(x)
    SELECT avg(x) FROM (VALUES 0.5, 0.6) t(x)
    SELECT avg(x) FROM (VALUES 1.005, 1.006, 1.006) t(x)
    SELECT sum(x), avg(x) FROM (VALUES REAL '0.1', REAL '0.2', REAL '0.3') t(x)
    SELECT sum(x) FROM (VALUES 0.1e0, 0.2e0, 0.3e0) t(x)
    SELECT sum(x), avg(x), max(x), min(x) FROM (VALUES 1e0, nan()) t(x)
    SELECT max(x), min(x) FROM (VALUES nan(), nan(), 5e0) t(x)
    SELECT max(x), min(x) FROM (VALUES CAST(nan() AS real), REAL '5') t(x)
    SELECT stddev(x), variance(x), stddev_pop(x), var_pop(x) FROM (VALUES 1e0, 2e0, 4e0) t(x)
    SELECT stddev(x), variance(x), skewness(x), kurtosis(x) FROM (VALUES 1, 2, 4, 9, 3) t(x)
    SELECT stddev(x), stddev_pop(x), skewness(x), kurtosis(x) FROM (VALUES 5) t(x)
    SELECT corr(x, y), covar_pop(x, y), covar_samp(x, y), regr_slope(y, x), regr_intercept(y, x) FROM (VALUES (1, 2), (2, 4.1), (3, 5.9)) t(x, y)
    SELECT sum(x) FILTER (WHERE x > 1), count(*) FILTER (WHERE x IS NULL) FROM (VALUES 2, 1, NULL) t(x)
    SELECT sum(x) FILTER (WHERE x) FROM (VALUES 2, 1) t(x)
    SELECT sum(sum(x)) FROM (VALUES 1) t(x)
    SELECT x, sum(x) FROM (VALUES 1) t(x)
    SELECT x + 1, count(*) FROM (VALUES 1, 2) t(x) GROUP BY x ORDER BY 1
    SELECT x + 1, count(*) FROM (VALUES 1, 2, 1) t(x) GROUP BY x + 1 ORDER BY 1
    SELECT x + 1, count(*) FROM (VALUES 1, 2, 1) t(x) GROUP BY 1 ORDER BY 1
    SELECT x AS y, count(*) FROM (VALUES 1, 2, 1) t(x) GROUP BY y
    SELECT x % 2 AS p, sum(x) FROM (VALUES 1, 2, 3) t(x) GROUP BY 1 HAVING sum(x) > 2 ORDER BY 2 DESC
    SELECT sum(x) FROM (VALUES 1) t(x) HAVING count(*) > 5
    SELECT 1 FROM (VALUES 1) t(x) HAVING false
    SELECT x FROM (VALUES 1) t(x) WHERE sum(x) > 1
    SELECT sum(x) AS s FROM (VALUES 1, 2) t(x) HAVING s > 1
    SELECT x, y, sum(z) FROM (VALUES (1, 'a', 2), (1, 'b', 3), (2, 'a', 4)) t(x, y, z) GROUP BY ROLLUP (x, y) ORDER BY 1, 2
    SELECT x, y, sum(z) FROM (VALUES (1, 'a', 2), (1, 'b', 3), (2, 'a', 4)) t(x, y, z) GROUP BY CUBE (x, y) ORDER BY 1, 2, 3
    SELECT x, y, grouping(x), grouping(x, y), sum(z) FROM (VALUES (1, 'a', 2), (1, 'b', 3)) t(x, y, z) GROUP BY GROUPING SETS ((x, y), (x), ()) ORDER BY 1, 2
    SELECT x, sum(z) FROM (VALUES (1, 2), (1, 3)) t(x, z) GROUP BY x, ()
    SELECT x, y, count(*) FROM (VALUES (1, 'a'), (2, 'b')) t(x, y) GROUP BY x, ROLLUP (y) ORDER BY 1, 2
    SELECT grouping(x) FROM (VALUES 1) t(x) GROUP BY x
    SELECT grouping(x) FROM (VALUES 1) t(x)
    SELECT x, count(*) FROM (VALUES 1, 1) t(x) GROUP BY DISTINCT ROLLUP (x, x)
    SELECT x, count(*) FROM (VALUES 1, NULL, NULL) t(x) GROUP BY x ORDER BY x NULLS FIRST
    SELECT x, count(*) FROM (VALUES nan(), nan(), 1e0) t(x) GROUP BY x ORDER BY 2
    SELECT DISTINCT x FROM (VALUES nan(), nan(), 1e0, NULL, NULL) t(x) ORDER BY x
    SELECT x, count(*) FROM (VALUES 0e0, -0e0) t(x) GROUP BY x
    SELECT x, count(*) FROM (VALUES ARRAY[1, NULL], ARRAY[1, NULL]) t(x) GROUP BY x
    SELECT DISTINCT x FROM (VALUES ROW(1, NULL), ROW(1, NULL)) t(x)
    SELECT rank() OVER (ORDER BY x), dense_rank() OVER (ORDER BY x), row_number() OVER (ORDER BY x), percent_rank() OVER (ORDER BY x), cume_dist() OVER (ORDER BY x), ntile(2) OVER (ORDER BY x) FROM (VALUES 1, 2, 2, 3) t(x) ORDER BY 3
    SELECT x, sum(x) OVER (ORDER BY x), sum(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), sum(x) OVER (), avg(x) OVER (ORDER BY x ROWS UNBOUNDED PRECEDING) FROM (VALUES 1, 2, 2, 3) t(x) ORDER BY x
    SELECT x, lag(x) OVER (ORDER BY x), lead(x, 2) OVER (ORDER BY x), lag(x, 1, 0) OVER (ORDER BY x), first_value(x) OVER (ORDER BY x), last_value(x) OVER (ORDER BY x), nth_value(x, 2) OVER (ORDER BY x) FROM (VALUES 1, 2, 3) t(x) ORDER BY x
    SELECT x, last_value(x) IGNORE NULLS OVER (ORDER BY y), lag(x) IGNORE NULLS OVER (ORDER BY y), first_value(x) RESPECT NULLS OVER (ORDER BY y) FROM (VALUES (1, 1), (NULL, 2), (3, 3), (NULL, 4)) t(x, y) ORDER BY y
    SELECT x, sum(x) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING), count(*) OVER (ORDER BY x GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (VALUES 1, 2, 2, 4) t(x) ORDER BY x
    SELECT x, max(x) OVER w, min(x) OVER (w ROWS 1 PRECEDING) FROM (VALUES 1, 2, 3) t(x) WINDOW w AS (ORDER BY x DESC) ORDER BY x
    SELECT x, array_agg(x) OVER (ORDER BY x), count(x) OVER (PARTITION BY x % 2) FROM (VALUES 1, 2, 3) t(x) ORDER BY x
    SELECT x, rank() OVER (PARTITION BY x % 2 ORDER BY sum(y) DESC) FROM (VALUES (1, 2), (2, 3), (3, 9)) t(x, y) GROUP BY x ORDER BY x
    SELECT max(x) OVER (ORDER BY y), min(x) OVER (ORDER BY y) FROM (VALUES (1e0, 1), (nan(), 2), (0e0, 3)) t(x, y) ORDER BY y
    SELECT sum(x) OVER (ORDER BY y) FROM (VALUES (1.5, 1), (2.25, 2)) t(x, y) ORDER BY y
    SELECT x, sum(x) FILTER (WHERE x > 1) OVER (ORDER BY x) FROM (VALUES 1, 2, 3) t(x) ORDER BY x
    SELECT x FROM (VALUES 1, 2) t(x) WHERE rank() OVER (ORDER BY x) = 1
    SELECT rank() FROM (VALUES 1) t(x)
    SELECT abs(x) OVER () FROM (VALUES 1) t(x)
    SELECT count(DISTINCT x) OVER () FROM (VALUES 1) t(x)
    SELECT lag(x, -1) OVER (ORDER BY x) FROM (VALUES 1) t(x)
    SELECT ntile(0) OVER (ORDER BY x) FROM (VALUES 1) t(x)
    SELECT nth_value(x, 0) OVER (ORDER BY x) FROM (VALUES 1) t(x)
    SELECT lag(x, 1, 'a') OVER (ORDER BY x) FROM (VALUES 1) t(x)
    SELECT row_number() OVER (ORDER BY x ROWS 1 PRECEDING) FROM (VALUES 1) t(x)
    SELECT rank() OVER () FROM (VALUES 1, 2) t(x)
    SELECT typeof(rank() OVER (ORDER BY x)), typeof(ntile(2) OVER (ORDER BY x)), typeof(cume_dist() OVER (ORDER BY x)), typeof(lag(x) OVER (ORDER BY x)) FROM (VALUES 1) t(x)
    SELECT x, sum(x) OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING), sum(x) OVER (ORDER BY x ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING) FROM (VALUES 1, 2, 3) t(x) ORDER BY x
    SELECT x, sum(x) OVER (ORDER BY x ROWS BETWEEN CURRENT ROW AND 1 PRECEDING) FROM (VALUES 1, 2, 3) t(x) ORDER BY x
    SELECT reduce_agg(x, 0, (a, b) -> a + b, (a, b) -> a + b) FROM (VALUES 1, 2, 3) t(x)
    SELECT bool_and(x > 0), bool_or(x > 2), every(x IS NOT NULL) FROM (VALUES 1, 2) t(x)
    SELECT geometric_mean(x), entropy(x) FROM (VALUES 1e0, 4e0) t(x)
    SELECT max(x) FILTER (WHERE y = 'a'), max_by(y, x) FROM (VALUES (1, 'a'), (2, 'b')) t(x, y)
    SELECT checksum(x) FROM (VALUES 1) t(x)
    SELECT merge(approx_set(x)) FROM (VALUES 1) t(x)
    SELECT cardinality(approx_set(x)) FROM (VALUES 1, 2, 2) t(x)
    SELECT any_value(x) FROM (VALUES NULL, 2) t(x)
    SELECT approx_most_frequent(2, x, 10) FROM (VALUES 'a', 'b', 'a') t(x)
    SELECT sum(x) + count(*) * 1.5, max(x) - min(x), sum(x) * 1e0 / count(*) FROM (VALUES 1, 4) t(x)
    SELECT round(avg(x), 2), CAST(avg(x) AS decimal(10, 2)), round(sum(x) / 3.0, 3) FROM (VALUES 1, 4, 5) t(x)
  `),
];
