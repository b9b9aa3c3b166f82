import { lines } from "./samples.ts";

/** Second set of user queries, written after the platform could answer the first set. */
export const rounds: string[] = lines(String.raw`
  SELECT v.id, v.sequence, a.temperature FROM variants v, assays a WHERE v.assay = a.name AND a.temperature > 50 ORDER BY v.id
  SELECT assay, count(*) FILTER (WHERE active) * 1.0 / count(*) AS share FROM variants GROUP BY assay ORDER BY share DESC NULLS LAST
  SELECT round, variant, reads * 1.0 / sum(reads) OVER (PARTITION BY round) AS freq FROM counts ORDER BY round, freq DESC, variant
  SELECT c.variant, c.round, c.reads, 1e6 * c.reads / t.s AS rpm FROM counts c JOIN (SELECT round, sum(reads) AS s FROM counts GROUP BY round) t ON t.round = c.round ORDER BY 1, 2
  SELECT variant, array_agg(ROW(round, reads) ORDER BY round) AS track FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, array_agg(CAST(ROW(round, reads) AS ROW(r bigint, n bigint)) ORDER BY round)[1].n AS first_reads FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, element_at(array_agg(reads ORDER BY round), -1) - element_at(array_agg(reads ORDER BY round), 1) AS gain FROM counts GROUP BY variant ORDER BY gain DESC, variant
  SELECT variant, transform(array_agg(reads ORDER BY round), x -> round(CAST(x AS double) / 10, 1)) FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, reduce(array_agg(reads ORDER BY round), CAST(ROW(0, 0) AS ROW(m bigint, n bigint)), (s, x) -> CAST(ROW(greatest(s.m, x), s.n + 1) AS ROW(m bigint, n bigint)), s -> s.m) AS top FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, reduce(array_agg(reads), 0e0, (s, x) -> s + x, s -> s / 3) AS mean FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, map_values(map_agg(round, reads)) FROM counts WHERE round = 0 GROUP BY variant ORDER BY variant
  SELECT variant, element_at(map_agg(round, reads), BIGINT '9') AS missing FROM counts GROUP BY variant ORDER BY variant
  SELECT DISTINCT substr(sequence, 1, 2) AS prefix FROM variants WHERE sequence IS NOT NULL ORDER BY prefix
  SELECT substr(sequence, 4, 1) AS aa4, avg(fitness) AS mean, count(*) AS n FROM variants GROUP BY substr(sequence, 4, 1) ORDER BY mean DESC NULLS LAST, aa4
  SELECT length(sequence) AS len, count(*) FROM variants GROUP BY length(sequence) ORDER BY len
  SELECT upper(sequence) AS s, array_agg(id ORDER BY id) AS ids FROM variants GROUP BY upper(sequence) HAVING count(*) > 1 ORDER BY s
  SELECT id, sequence, sequence = reverse(sequence) AS palindrome FROM variants ORDER BY id
  SELECT id, concat(substr(sequence, 1, 2), '*', substr(sequence, 4)) AS masked FROM variants ORDER BY id
  SELECT id, concat_ws('', transform(regexp_extract_all(sequence, '.'), x -> lower(x))) AS low FROM variants ORDER BY id
  SELECT id, array_join(transform(regexp_extract_all(sequence, '.'), x -> CASE x WHEN 'M' THEN 'Met' WHEN 'K' THEN 'Lys' WHEN 'V' THEN 'Val' ELSE x END), '-') AS three FROM variants ORDER BY id
  SELECT id, array_join(sites, ',', 'none') AS sites, cardinality(sites) AS n FROM variants ORDER BY id
  SELECT id, sites, sites[cardinality(sites)] AS last_site FROM variants WHERE cardinality(sites) >= 1 ORDER BY id
  SELECT site, array_agg(DISTINCT assay ORDER BY assay) FROM variants, UNNEST(sites) AS s(site) WHERE site IS NOT NULL GROUP BY site ORDER BY site
  SELECT id, x.s, x.n FROM variants, UNNEST(sites, sequence(1, 2)) AS x(s, n) WHERE id IN (2, 3) ORDER BY 1, 3
  SELECT t.k, t.v FROM UNNEST(MAP(ARRAY['a', 'b'], ARRAY[1, 2])) AS t(k, v) ORDER BY t.k
  SELECT n, n * n AS square FROM UNNEST(sequence(1, 5)) AS t(n)
  SELECT row_number() OVER (ORDER BY fitness DESC NULLS LAST, id) AS place, id FROM variants ORDER BY place LIMIT 3
  SELECT id, fitness, lag(fitness, 1, 0e0) OVER (ORDER BY id) AS prev, fitness - lag(fitness) OVER (ORDER BY id) AS diff FROM variants ORDER BY id
  SELECT id, first_value(sequence) IGNORE NULLS OVER (ORDER BY id DESC) AS f, last_value(fitness) IGNORE NULLS OVER (ORDER BY id) AS l FROM variants ORDER BY id
  SELECT id, count(*) OVER (PARTITION BY assay) AS n, row_number() OVER (PARTITION BY assay ORDER BY id) AS i FROM variants ORDER BY id
  SELECT id, avg(fitness) OVER (ORDER BY day, id ROWS 2 PRECEDING) AS moving FROM variants WHERE day IS NOT NULL ORDER BY day, id
  SELECT id, sum(fitness) OVER (ORDER BY fitness RANGE BETWEEN 0.5 PRECEDING AND 0.5 FOLLOWING) AS near FROM variants WHERE fitness IS NOT NULL ORDER BY id
  SELECT id, sum(fitness) OVER (ORDER BY fitness RANGE BETWEEN 5e-1 PRECEDING AND 5e-1 FOLLOWING) AS near FROM variants WHERE fitness IS NOT NULL ORDER BY id
  SELECT assay, max(rk) AS n FROM (SELECT assay, dense_rank() OVER (PARTITION BY assay ORDER BY fitness) AS rk FROM variants) GROUP BY assay ORDER BY assay
  SELECT assay, fitness FROM (SELECT assay, fitness, row_number() OVER (PARTITION BY assay ORDER BY fitness DESC) AS rn FROM variants WHERE fitness IS NOT NULL AND assay IS NOT NULL) t WHERE rn = 1 ORDER BY assay
  SELECT a.assay, a.fitness AS top, b.fitness AS low FROM variants a INNER JOIN variants b ON a.assay = b.assay WHERE a.fitness = (SELECT max(fitness) FROM variants x WHERE x.assay = a.assay) AND b.fitness = (SELECT min(fitness) FROM variants y WHERE y.assay = a.assay) ORDER BY 1
  SELECT v.id FROM variants v LEFT JOIN counts c ON c.variant = v.id AND c.round = 0 WHERE c.variant IS NULL ORDER BY v.id
  SELECT v.id, coalesce(c.n, 0) AS rounds FROM variants v LEFT JOIN (SELECT variant, count(*) AS n FROM counts GROUP BY variant) c ON c.variant = v.id ORDER BY v.id
  SELECT coalesce(v.assay, a.name) AS name, count(v.id) AS n FROM variants v FULL OUTER JOIN assays a ON v.assay = a.name GROUP BY 1 ORDER BY 1
  SELECT a.name, v.id FROM variants v RIGHT JOIN assays a ON v.assay = a.name AND v.fitness > 1 ORDER BY 1, 2
  SELECT x.id, y.id FROM variants x CROSS JOIN variants y WHERE x.id < y.id AND x.sequence = y.sequence ORDER BY 1, 2
  SELECT v.id, c0.reads AS r0, c1.reads AS r1, c2.reads AS r2 FROM variants v JOIN counts c0 ON c0.variant = v.id AND c0.round = 0 JOIN counts c1 ON c1.variant = v.id AND c1.round = 1 JOIN counts c2 ON c2.variant = v.id AND c2.round = 2 ORDER BY v.id
  SELECT id FROM variants WHERE id IN (SELECT variant FROM counts GROUP BY variant HAVING max(reads) > 40) ORDER BY id
  SELECT id FROM variants WHERE NOT (fitness BETWEEN 0 AND 1) OR fitness IS NULL ORDER BY id
  SELECT id FROM variants WHERE fitness IN (1, 2.5, 3) ORDER BY id
  SELECT id FROM variants WHERE assay IS NOT DISTINCT FROM NULL
  SELECT id, assay LIKE 'h%' AS h, sequence NOT LIKE 'MK%' AS other FROM variants ORDER BY id
  SELECT count(*), count(DISTINCT (assay, active)), count(DISTINCT day) FROM variants
  SELECT sum(DISTINCT round), avg(DISTINCT reads) FROM counts
  SELECT min(sequence), max(sequence), min(day), max(measured_at), min(active) FROM variants
  SELECT arbitrary(assay) IS NOT NULL, any_value(id) IS NOT NULL FROM variants WHERE assay = 'heat'
  SELECT stddev_pop(fitness) / avg(fitness) AS cv, sqrt(avg(power(fitness, 2)) - power(avg(fitness), 2)) AS sd FROM variants
  SELECT assay, sum(fitness * detail.v) / sum(detail.v) AS weighted FROM variants GROUP BY assay ORDER BY assay
  SELECT exp(avg(ln(fitness))) AS gm FROM variants WHERE fitness > 0
  SELECT round(avg(fitness), 2) AS m, round(CAST(avg(fitness) AS decimal(10, 4)), 2) AS d FROM variants
  SELECT CAST(count(*) AS varchar) || ' variants' AS text FROM variants
  SELECT CAST(sum(reads) AS double) / count(*) AS mean, sum(reads) / count(*) AS whole, sum(reads) * 1.0 / count(*) AS exact FROM counts
  SELECT approx_percentile(fitness, ARRAY[0.1, 0.5, 0.9]) AS p FROM variants
  SELECT assay, approx_percentile(fitness, 0.75) - approx_percentile(fitness, 0.25) AS iqr FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, CAST(histogram(active) AS JSON) FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, json_format(CAST(array_agg(id ORDER BY id) AS JSON)) FROM variants GROUP BY assay ORDER BY assay
  SELECT json_format(CAST(CAST(ROW(id, sequence, sites) AS ROW(id bigint, seq varchar, sites array(bigint))) AS JSON)) FROM variants ORDER BY id
  SELECT json_extract_scalar('{"assay": {"name": "heat", "t": 65.5}}', '$.assay.name') AS n, CAST(json_extract_scalar('{"assay": {"t": 65.5}}', '$.assay.t') AS double) AS t
  SELECT json_extract('{"a": [1, {"b": null}]}', '$.a[1].b'), json_extract('{"a": [1, 2, 3]}', '$.a[2]'), json_extract_scalar('{"a b": "x"}', '$["a b"]')
  SELECT CAST(json_parse('[{"pos": 2, "aa": "R"}, {"pos": 6, "aa": "A"}]') AS array(row(pos integer, aa varchar)))
  SELECT m['pos'], m['aa'] FROM UNNEST(CAST(json_parse('[{"pos": "2", "aa": "R"}]') AS array(map(varchar, varchar)))) AS t(m)
  SELECT json_array_contains('[1, 2, 3]', 2), json_array_get('[1, 2]', 0), json_array_length('[]'), json_size('{"a": {"b": 1}}', '$.a')
  SELECT json_value('{"a": {"b": 7}}', 'strict $.a.b'), json_value('{"a": 1}', 'lax $.x' DEFAULT 'none' ON EMPTY), json_exists('{"a": [1]}', 'strict $.a[0]')
  SELECT json_object('id' VALUE 7, 'name' VALUE 'x'), json_array(1, 'a', NULL NULL ON NULL)
  SELECT day, day + INTERVAL '1' YEAR, day - INTERVAL '1' MONTH, day + INTERVAL '3' DAY FROM variants WHERE id = 4
  SELECT date_diff('month', DATE '2025-01-31', day), date_diff('week', DATE '2025-12-01', day), date_diff('year', DATE '2020-06-01', day) FROM variants ORDER BY id
  SELECT date_trunc('quarter', day), date_trunc('year', measured_at), date_trunc('minute', measured_at) FROM variants ORDER BY id
  SELECT format_datetime(measured_at, 'EEE, d MMM yyyy HH:mm'), date_format(measured_at, '%b %e, %Y %l:%i %p') FROM variants ORDER BY id
  SELECT CAST(day AS timestamp) AS t, CAST(CAST(day AS varchar) || ' 12:00:00' AS timestamp) AS noon FROM variants ORDER BY id
  SELECT to_iso8601(measured_at), to_iso8601(day), date(measured_at), year(day) * 100 + month(day) AS ym FROM variants ORDER BY id
  SELECT date_parse('05.01.2026', '%d.%m.%Y'), parse_datetime('2026-01-05 10:00', 'yyyy-MM-dd HH:mm'), from_iso8601_timestamp('2026-01-05T10:00:00Z'), from_iso8601_date('2026-01-05')
  SELECT extract(hour FROM measured_at) AS h, extract(dow FROM day) AS d, extract(week FROM day) AS w, extract(doy FROM day) AS j FROM variants ORDER BY id
  SELECT current_date > DATE '2020-01-01', now() > TIMESTAMP '2020-01-01 00:00:00', date_diff('day', current_date, current_date + INTERVAL '7' DAY)
  SELECT day_of_week(d) AS dow, format_datetime(d, 'EEEE') AS name FROM UNNEST(sequence(TIMESTAMP '2026-01-05 00:00:00', TIMESTAMP '2026-01-07 00:00:00', INTERVAL '1' DAY)) AS t(d)
  SELECT TIMESTAMP '2026-01-05 10:00:00' AT TIME ZONE 'America/New_York', CAST(TIMESTAMP '2026-01-05 10:00:00 Europe/Berlin' AS timestamp), date_add('hour', 5, TIMESTAMP '2026-01-05 20:00:00')
  SELECT INTERVAL '2' DAY + INTERVAL '3' HOUR, INTERVAL '1' YEAR * 2, TIMESTAMP '2026-01-05 10:00:00' - TIMESTAMP '2026-01-04 09:00:00'
  SELECT floor(2.5), ceil(2.1), round(2.567, 1), round(-2.5), truncate(2.9), mod(7, 3), 7 % 3, 7 / 2, 7 / 2.0, 7e0 / 2
  SELECT power(2, 10), sqrt(2), cbrt(27), exp(1), ln(10), log10(1000), log2(8), log(2, 8), abs(-3), sign(-2.5), pi()
  SELECT 0.1 + 0.2, 0.1e0 + 0.2e0, 1 / 3, 1.0 / 3, CAST(1 AS decimal(10, 5)) / 3, 10 * 1.5, 1e308 * 10
  SELECT greatest(1, 2.5, 3), least('b', 'a'), coalesce(NULL, NULL, 5), nullif(5, 5), if(1 > 2, 'a')
  SELECT CAST('abc' AS varchar(2)), CAST(123 AS varchar(2)), TRY_CAST('abc' AS bigint), CAST(1 AS boolean), CAST('1.25' AS decimal(4, 1))
  SELECT TRY_CAST(x AS bigint) AS i, TRY_CAST(x AS date) AS d FROM (VALUES '42', '2026-01-05', 'x') AS t(x)
  SELECT lpad('7', 3, '0'), rpad('a', 3, '-'), ltrim('  a'), rtrim('a  '), trim(LEADING '0' FROM '007'), length('straße'), upper('straße')
  SELECT strpos('banana', 'an'), strpos('banana', 'an', 2), position('na' IN 'banana'), replace('banana', 'a'), split_part('a:b:c', ':', 2), reverse('abc'), repeat('ab', 2)
  SELECT starts_with('MKV', 'MK'), contains(ARRAY['a', 'b'], 'a'), 'a' IN ('a', 'b'), concat('a', 'b', 'c'), 'a' || 'b', chr(65), codepoint('A'), normalize('é') = 'é'
  SELECT regexp_extract('K2R', '([A-Z])(\d+)([A-Z])', 2), regexp_replace('K2R', '\d', '#'), regexp_like('K2R', '^[A-Z]\d+[A-Z]$'), regexp_split('a1b22c', '\d+'), regexp_count('a1b22c', '\d')
  SELECT regexp_extract(mutations, '(?<wt>[A-Z])(?<pos>\d+)', 2) FROM variants ORDER BY id
  SELECT regexp_replace('  a   b ', '\s+', ' '), regexp_replace('A-b_C', '[^A-Za-z]', ''), regexp_replace('abc', '(b)', '[$1]'), regexp_replace('ACGT', '(?i)c', 'x')
  SELECT regexp_extract_all('a1b2', '[a-z]\d'), regexp_extract_all('K2R:T6A', '([A-Z])(\d+)', 2), regexp_position('banana', 'n')
  SELECT regexp_replace('  MKV ', '^\s*|\s*$', ''), regexp_replace('MKV--', '-*$', ''), regexp_replace('0012', '^0*', '')
  SELECT split('a,b,,c', ','), split('a,b,c', ',', 2), split_to_map('a=1,b=2', ',', '='), cardinality(split('', ','))
  SELECT array_distinct(ARRAY[1, 2, 2, NULL]), array_sort(ARRAY[3, 1, 2]), array_union(ARRAY[1], ARRAY[2]), array_except(ARRAY[1, 2], ARRAY[2]), array_position(ARRAY['a', 'b'], 'b')
  SELECT ARRAY[1, 2] || ARRAY[3], ARRAY[1, 2] || 3, 0 || ARRAY[1], flatten(ARRAY[ARRAY[1], ARRAY[2, 3]]), slice(ARRAY[1, 2, 3], 2, 2), reverse(ARRAY[1, 2]), repeat('x', 3)
  SELECT filter(ARRAY[1, NULL, 3], x -> x IS NOT NULL), transform(ARRAY['a', 'b'], x -> x || '!'), any_match(ARRAY[1, 2], x -> x > 1), zip(ARRAY[1, 2], ARRAY['a', 'b']), combinations(ARRAY['a', 'b', 'c'], 2)
  SELECT map(ARRAY['a'], ARRAY[1]), map_keys(map(ARRAY['a'], ARRAY[1])), map_concat(map(ARRAY['a'], ARRAY[1]), map(ARRAY['b'], ARRAY[2])), element_at(map(ARRAY['a'], ARRAY[1]), 'z'), cardinality(map(ARRAY['a'], ARRAY[1]))
  SELECT ROW(1, 'a'), ROW(1, 'a')[1], CAST(ROW(1, 'a') AS ROW(x integer, y varchar)).y, (1, 2) = (1, 2), ROW(1, 2) < ROW(1, 3)
  SELECT CASE WHEN 1 = 1 THEN 'x' END, CASE 3 WHEN 1 THEN 'a' WHEN 3 THEN 'c' ELSE 'z' END, NULL IS NULL, 1 IS DISTINCT FROM NULL, NOT true, true AND NULL, true OR NULL
  SELECT id, CASE WHEN fitness >= 2 THEN 'A' WHEN fitness >= 1 THEN 'B' WHEN fitness IS NOT NULL THEN 'C' END AS grade, count(*) OVER (PARTITION BY CASE WHEN fitness >= 1 THEN 1 ELSE 0 END) AS n FROM variants ORDER BY id
  SELECT grade, count(*) FROM (SELECT CASE WHEN fitness >= 1 THEN 'high' ELSE 'low' END AS grade FROM variants WHERE fitness IS NOT NULL) GROUP BY grade ORDER BY grade
  WITH f AS (SELECT variant, round, CAST(reads AS double) / sum(reads) OVER (PARTITION BY round) AS p FROM counts), w AS (SELECT variant, p FROM f WHERE round = 0), l AS (SELECT variant, p FROM f WHERE round = 2) SELECT w.variant, round(ln(l.p / w.p), 6) AS e FROM w JOIN l ON l.variant = w.variant ORDER BY e DESC
  WITH a(x) AS (VALUES 1, 2, 3), b AS (SELECT x * 2 AS y FROM a) SELECT sum(x), (SELECT sum(y) FROM b) FROM a
  WITH t AS (SELECT id, fitness FROM variants WHERE fitness IS NOT NULL) SELECT a.id FROM t a WHERE (SELECT count(*) FROM t b WHERE b.fitness > a.fitness) < 3 ORDER BY a.fitness DESC
  SELECT well, plate, od FROM (VALUES ('A1', 1, 0.51), ('A2', 1, 0.49), ('A1', 2, 0.6)) AS t(well, plate, od) ORDER BY plate, well
  SELECT well, avg(od) - min(avg(od)) OVER () AS net FROM (VALUES ('A1', 0.51), ('A2', 0.49), ('A1', 0.6)) AS t(well, od) GROUP BY well ORDER BY well
  SELECT plate, well, od / avg(od) FILTER (WHERE well LIKE 'H%') OVER (PARTITION BY plate) AS rel FROM (VALUES (1, 'A1', 0.8e0), (1, 'H12', 0.4e0), (2, 'A1', 0.9e0)) AS t(plate, well, od) ORDER BY 1, 2
  SELECT substr(well, 1, 1) AS r, CAST(substr(well, 2) AS integer) AS c, grouping(substr(well, 1, 1)) AS g, sum(od) AS s FROM (VALUES ('A1', 0.5), ('B1', 0.7)) AS t(well, od) GROUP BY ROLLUP (substr(well, 1, 1)), substr(well, 2) ORDER BY 1, 2
  SELECT assay, day, count(*) FROM variants GROUP BY GROUPING SETS ((assay), (day)) ORDER BY 1, 2
  SELECT assay, count(*) AS n FROM variants GROUP BY assay UNION ALL SELECT 'total', count(*) FROM variants ORDER BY n, assay
  (SELECT id FROM variants WHERE active) INTERSECT (SELECT variant FROM counts) EXCEPT SELECT 1 ORDER BY id
  SELECT id FROM variants ORDER BY assay NULLS LAST, fitness DESC NULLS FIRST, id LIMIT 4
  SELECT id AS "Variant ID", fitness AS "Fitness (a.u.)" FROM variants ORDER BY "Fitness (a.u.)" DESC NULLS LAST, 1 LIMIT 2
  SELECT v.*, a.cutoff FROM variants v JOIN assays a ON a.name = v.assay WHERE v.id = 1
  SELECT count(*) AS "count", max(id) AS "max" FROM variants
  SELECT sequence, count(*) c FROM variants GROUP BY sequence ORDER BY c DESC, sequence LIMIT 2
  SELECT 1 AS one, 'it''s' AS quote, U&'\0041' AS letter, X'4142' AS bytes
  SELECT /* all */ id FROM variants WHERE id = 1
`);
