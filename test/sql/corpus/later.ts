import { lines } from "./samples.ts";

/** Further queries derived from users' queries: their forms and edge cases. */
export const later = lines(String.raw`
  SELECT reduce_agg(x, 0, (a, b) -> a + b, (a, b) -> a + b) FROM (VALUES NULL, 1) t(x)
  SELECT reduce_agg(x, 0, (a, b) -> a + b, (a, b) -> a + b) FROM (VALUES CAST(NULL AS integer)) t(x)
  SELECT reduce_agg(x, 0, (a, b) -> a + b, (a, b) -> a + b) FROM (VALUES BIGINT '1') t(x)
  SELECT reduce_agg(x, '', (a, b) -> a || b, (a, b) -> a || b) FROM (VALUES 'a') t(x)
  SELECT reduce_agg(x, 1e0, (a, b) -> a * b, (a, b) -> a * b) FROM (VALUES 2, 3) t(x)
  SELECT reduce(ARRAY[BIGINT '1', 2], 0, (s, x) -> s + x, s -> s), typeof(reduce(ARRAY[BIGINT '1', 2], 0, (s, x) -> s + x, s -> s))
  SELECT reduce(ARRAY[1.5, 2], 0, (s, x) -> s + x, s -> s)
  SELECT reduce(ARRAY[1e0, 2], 0, (s, x) -> s + x, s -> s / 2), typeof(reduce(ARRAY[1e0, 2], 0, (s, x) -> s + x, s -> s))
  SELECT reduce(ARRAY['a', 'b'], '', (s, x) -> s || x, s -> s)
  SELECT array_histogram(ARRAY[1, 2, 1, NULL]), array_histogram(ARRAY[]), array_histogram(CAST(NULL AS array(integer)))
  SELECT approx_most_frequent(2, x, 10) FROM (VALUES 'a', 'b', 'a', NULL, 'c', 'c', 'c') t(x)
  SELECT approx_most_frequent(3, x, 10) FROM (VALUES 1, 2, 2, NULL) t(x)
  SELECT approx_most_frequent(3, x, 10) FROM (VALUES CAST(NULL AS bigint)) t(x)
  SELECT cosine_similarity(MAP(ARRAY['a', 'b'], ARRAY[1e0, 2e0]), MAP(ARRAY['a', 'c'], ARRAY[2e0, 1e0])), cosine_similarity(MAP(ARRAY['a'], ARRAY[NULL]), MAP(ARRAY['a'], ARRAY[2e0])), cosine_similarity(MAP(ARRAY[], ARRAY[]), MAP(ARRAY['a'], ARRAY[2e0]))
  SELECT cosine_similarity(MAP(ARRAY['a'], ARRAY[0e0]), MAP(ARRAY['a'], ARRAY[2e0]))
  SELECT format('%e', 12345.678e0), format('%.2e', -0.00012345e0), format('%E', 1e10), format('%e', 0e0), format('%12.3e|', 5e0), format('%e', 1.5), format('%e', nan()), format('%.0e', 2.5e0), format('%.1e', 1.25e0), format('%e', 1e100)
  SELECT array_sort(ARRAY[3, 2, 5, 1], (x, y) -> IF(x < y, 1, IF(x = y, 0, -1)))
  SELECT array_sort(ARRAY['bc', 'abc', 'a', 'zz'], (x, y) -> IF(length(x) < length(y), -1, IF(length(x) = length(y), 0, 1)))
  SELECT array_sort(ARRAY[3, NULL, 1], (x, y) -> CASE WHEN x IS NULL THEN 1 WHEN y IS NULL THEN -1 WHEN x < y THEN -1 WHEN x = y THEN 0 ELSE 1 END)
  SELECT array_sort(ARRAY[3, 1], (x, y) -> 2)
  SELECT array_sort(ARRAY[3, 1], (x, y) -> CAST(NULL AS integer))
  SELECT array_sort(CAST(NULL AS array(integer)), (x, y) -> 1)
  SELECT array_sort(ARRAY[], (x, y) -> 1), array_sort(ARRAY[5], (x, y) -> 7)
  SELECT array_sort(ARRAY[3, 1, 2], (x, y) -> x - y)
  SELECT array_sort(ARRAY['K2R', 'T6A', 'A10C'], (a, b) -> IF(CAST(regexp_extract(a, '\d+') AS integer) < CAST(regexp_extract(b, '\d+') AS integer), -1, 1))
  SELECT id, array_sort(sites, (a, b) -> CAST(sign(b - a) AS integer)) FROM variants WHERE id < 7 ORDER BY id
  SELECT listagg(x, ',' ON OVERFLOW TRUNCATE) WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a') t(x)
  SELECT listagg(x, ',' ON OVERFLOW TRUNCATE WITHOUT COUNT) WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a') t(x)
  SELECT listagg(x, ',' ON OVERFLOW TRUNCATE '~' WITH COUNT) WITHIN GROUP (ORDER BY x) FILTER (WHERE x > 'a') FROM (VALUES 'b', 'a') t(x)
  SELECT listagg(x, ',' ON OVERFLOW ERROR) WITHIN GROUP (ORDER BY x) FROM (VALUES 'b', 'a') t(x)
  SELECT length(listagg(x, ',') WITHIN GROUP (ORDER BY x)) FROM (SELECT lpad('x', 100000, 'x') AS x FROM UNNEST(sequence(1, 20)))
  SELECT length(listagg(x, ',' ON OVERFLOW TRUNCATE) WITHIN GROUP (ORDER BY x)) FROM (SELECT lpad('x', 100000, 'x') AS x FROM UNNEST(sequence(1, 20)))
  SELECT try(sum(x) / count(*)), try(sum(x) / (count(*) - 2)) FROM (VALUES 1, 4) t(x)
  SELECT assay, try(count(*) / count_if(fitness > 2)) AS r FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, coalesce(try(sum(id) / count_if(id > 7)), -1) FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, try(CAST(max(sequence) AS integer)) FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, try(length(assay) / (count(*) - 4)) FROM variants GROUP BY assay ORDER BY assay
  SELECT try(sum(CAST(x AS integer))) FROM (VALUES '1', 'x') t(x)
  SELECT x, try(x / (sum(x) OVER () - 6)) FROM (VALUES 1, 2, 3) t(x)
  SELECT x, try(10 / (x - lag(x, 1, x) OVER (ORDER BY x))) FROM (VALUES 1, 2, 4) t(x) ORDER BY 1
  SELECT try(max(x) / 0 + 1), try(try(max(x) / 0) + max(x)) FROM (VALUES 1, 2) t(x)
  SELECT assay FROM variants GROUP BY assay HAVING try(10 / (count(*) - 4)) IS NULL ORDER BY assay
  SELECT try(json_extract_scalar(j, '$.a')), try(CAST(json_extract_scalar(j, '$.a') AS integer)) FROM (VALUES '{"a":1}', '{"a":"x"}', 'n/a', NULL) t(j)
  SELECT try(10 / (SELECT count(*) FROM variants WHERE id < 0)) FROM (VALUES 1) t(x)
  SELECT x, count(*) OVER (ORDER BY x RANGE BETWEEN INTERVAL '1' DAY PRECEDING AND INTERVAL '1' DAY FOLLOWING) AS n FROM (VALUES DATE '2024-01-01', DATE '2024-01-02', DATE '2024-01-05') t(x) ORDER BY x
  SELECT x, count(*) OVER (ORDER BY x RANGE INTERVAL '1' MONTH PRECEDING) AS n FROM (VALUES DATE '2024-01-31', DATE '2024-02-29', DATE '2024-03-30', DATE '2024-03-31') t(x) ORDER BY x
  SELECT x, count(*) OVER (ORDER BY x DESC RANGE BETWEEN CURRENT ROW AND INTERVAL '90' MINUTE FOLLOWING) AS n FROM (VALUES TIMESTAMP '2024-01-31 10:00', TIMESTAMP '2024-01-31 11:00', TIMESTAMP '2024-01-31 13:00') t(x) ORDER BY x
  SELECT x, count(*) OVER (ORDER BY x RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) FROM (VALUES TIMESTAMP '2024-01-31 10:00 UTC', TIMESTAMP '2024-01-31 11:00 UTC') t(x) ORDER BY 1
  SELECT x, sum(x) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM (VALUES 1, 2, 4) t(x) ORDER BY 1
  SELECT x, count(*) OVER (ORDER BY x RANGE BETWEEN INTERVAL '1' HOUR PRECEDING AND CURRENT ROW) FROM (VALUES DATE '2024-01-01') t(x)
  SELECT x, count(*) OVER (ORDER BY x RANGE BETWEEN INTERVAL '-1' DAY PRECEDING AND CURRENT ROW) FROM (VALUES DATE '2024-01-01') t(x)
  SELECT TIMESTAMP '2024-01-01 00:00:00.000500' - TIMESTAMP '2024-01-01 00:00:00.000000', TIMESTAMP '2024-01-01 00:00:00.000499' - TIMESTAMP '2024-01-01 00:00:00.000000', TIMESTAMP '2024-01-01 00:00:00.000000' - TIMESTAMP '2024-01-01 00:00:00.000500', TIMESTAMP '2024-01-01 00:00:00.000000' - TIMESTAMP '2024-01-01 00:00:00.000501', TIMESTAMP '2024-01-01 00:00:00.0015' - TIMESTAMP '2024-01-01 00:00:00.000'
  SELECT TIMESTAMP '1969-12-31 23:59:59.9995' - TIMESTAMP '1970-01-01 00:00:00.0000', TIMESTAMP '1969-01-01 00:00:00.000700' - TIMESTAMP '1970-01-01 00:00:00.000100'
  SELECT TIME '10:00:00.0005' - TIME '10:00:00', TIME '10:00:00' - TIME '10:00:00.000501', TIME '10:00:00.1234' - TIME '09:00:00.0001'
  SELECT TIMESTAMP '2024-01-01 00:00:00.0005 UTC' - TIMESTAMP '2024-01-01 00:00:00 UTC', TIMESTAMP '2024-01-01 00:00:00 UTC' - TIMESTAMP '2024-01-01 00:00:00.0007 UTC', TIMESTAMP '2024-01-01 00:00:00.0017 UTC' - TIMESTAMP '2024-01-01 00:00:00.0008 UTC'
  SELECT CAST(measured_at AS timestamp(3)) - measured_at, measured_at - CAST(measured_at AS timestamp(0)) FROM variants ORDER BY id
  SELECT regexp_replace('  MKV ', '^\s*|\s*$', ''), regexp_replace('MKV--', '-*$', ''), regexp_replace('0012', '^0*', ''), regexp_replace('a  b c', '\s*', ''), regexp_replace('', 'x*', ''), regexp_replace('axbxx', 'x*', ''), regexp_replace('aXb', '[a-z]*', '')
  SELECT regexp_replace('a1b', 'b?', ''), regexp_replace('banana', '(an)*', ''), regexp_replace('banana', '(an)*?', ''), regexp_replace('banana', 'a*?', ''), regexp_replace('aab', 'a*?b?', ''), regexp_replace('MKV', '.*', ''), regexp_replace('aé b', '\s*', '')
  SELECT regexp_replace(sequence, '[A-L]*') FROM variants ORDER BY id
  SELECT regexp_extract_all('abcab', '.*'), regexp_extract_all('abcab', 'b*'), regexp_extract_all('', 'b*'), regexp_extract_all('bb', 'b*'), regexp_extract_all('aéb', 'b*'), regexp_extract_all('banana', '(an)*'), regexp_extract_all('banana', 'a*?')
  SELECT regexp_extract_all('a12b', '(\d*)([a-z]?)', 2), regexp_extract_all('A12', '([A-Z]?)(\d*)', 1)
  SELECT regexp_count('abcab', '.*'), regexp_count('abcab', 'b*'), regexp_count('', 'b*'), regexp_count('banana', '(an)*')
  SELECT regexp_replace('abcab', '^a', '<$0>'), regexp_replace('abc', '^', '>'), regexp_count('abcab', '^'), regexp_count('abcab', '^a'), regexp_extract_all('abcab', '^a'), regexp_extract_all('abc', '^'), regexp_split('abcab', '^a'), regexp_split('abc', '^')
  SELECT regexp_replace('aab', '^a', 'x'), regexp_replace('aab', '\Aa', 'x'), regexp_extract_all('aab', '^a'), regexp_count('aab', '^a')
  SELECT regexp_replace('2024-01', '^(\d*)-', '$1/'), regexp_replace('xx', '^y*', '-')
  SELECT regexp_split('abcab', '\Aa'), regexp_split('aab', '^a'), regexp_split('xab', '^a'), regexp_split('', '^a')
  SELECT regexp_position('abcab', '.*'), regexp_position('', '.*'), regexp_position('', '^'), regexp_position('', 'a'), regexp_position('', ''), regexp_position('a', 'x*'), regexp_position('', '$')
  SELECT regexp_like('65 °C', '(?i)c$'), regexp_like('TEMP 65 °C', '(?i)temp'), regexp_extract('µM Kd', '(?i)[a-z]d'), regexp_replace('Über-Σ', '(?i)u', 'x'), regexp_like('é', '(?i)e'), regexp_like('É', '(?i)[^e]')
  SELECT regexp_like('65 °C', '\bC\b'), regexp_extract('a – b', '\b\w\b$'), regexp_count('x·y·z', '\b[xyz]\b'), regexp_like('~†a', '[[:alpha:]]'), regexp_like('°±', '[[:alnum:]]'), regexp_like('5×', '[[:digit:]]$')
  SELECT regexp_replace('a‑b', '[^[:alnum:]]', '_'), regexp_extract_all('p < 0.05 – ok', '\p{Alpha}+'), regexp_split('α', 'a')
  SELECT t.* AS (a, b) FROM (VALUES (1, 'a')) t(x, y)
  SELECT t.* AS (a), 3 AS c FROM (VALUES (1, 'a')) t(x, y)
  SELECT t.* AS (i, s), u.* FROM (VALUES (1, 'a')) t(x, y), (VALUES 2) u(z)
  SELECT uuid() = uuid(), typeof(uuid()), length(CAST(uuid() AS varchar))
  SELECT count(DISTINCT uuid()) FROM variants
  SELECT json_query('{"wells":[{"name":"A1","od":0.4},{"name":"B2","od":0.9},{"name":"C3"},{"name":"D4","od":"x"}]}', 'lax $.wells[*]?(@.od > 0.5).name' WITH ARRAY WRAPPER)
  SELECT json_exists('{"a":[1,5]}', 'lax $.a[*] ? (@ > 3)'), json_exists('{"a":[1,5]}', 'lax $.a[*] ? (@ > 7)'), json_exists('{"a":[1,5]}', 'lax $.a ? (@ == 5)'), json_exists('{"a":1}', 'lax $.b ? (@ == 5)')
  SELECT json_query('[1,2,3,4]', 'lax $[*] ? (@ >= 2 && @ < 4)' WITH ARRAY WRAPPER), json_query('[1,2,3,4]', 'lax $[*] ? (@ == 1 || @ == 4)' WITH ARRAY WRAPPER), json_query('[1,2,3]', 'lax $[*] ? (!(@ == 1))' WITH ARRAY WRAPPER), json_query('[1,2,3]', 'lax $[*] ? (@ <> 2)' WITH ARRAY WRAPPER), json_query('[1,2,3]', 'lax $[*] ? (@ != 2)' WITH ARRAY WRAPPER)
  SELECT json_query('[{"n":"a","ok":true},{"n":"b","ok":false},{"n":"c","ok":null}]', 'lax $[*] ? (@.ok == true).n' WITH ARRAY WRAPPER), json_query('[{"n":"a","ok":true},{"n":"c","ok":null}]', 'lax $[*] ? (@.ok == null).n' WITH ARRAY WRAPPER), json_query('[{"n":"a"},{"n":"b"}]', 'lax $[*] ? (@.n == "b")' WITH ARRAY WRAPPER), json_query('[{"n":"a"},{"n":"b"}]', 'lax $[*] ? (@.n > "a").n')
  SELECT json_value('[{"n":"a","v":1},{"n":"b","v":2}]', 'lax $[*] ? (@.n == "b").v' RETURNING bigint), json_value('[{"n":"a","v":1}]', 'lax $[*] ? (@.n == "z").v' RETURNING bigint), json_value('{"n":"a","v":7}', 'lax $ ? (@.n == "a").v')
  SELECT json_query('[{"n":"a"},{"m":"b"}]', 'lax $[*] ? (exists(@.m))' WITH ARRAY WRAPPER), json_query('["MKV","AKV"]', 'lax $[*] ? (@ starts with "M")' WITH ARRAY WRAPPER)
  SELECT json_query('[1.5,2,"2",true]', 'lax $[*] ? (@ == 2)' WITH ARRAY WRAPPER), json_query('[1.5,2,"2",true]', 'lax $[*] ? (@ > 1)' WITH ARRAY WRAPPER), json_query('[{"a":[1,9]}]', 'lax $[*] ? (@.a > 5)' WITH ARRAY WRAPPER), json_query('[{"a":[]}]', 'lax $[*] ? (@.a > 5)' WITH ARRAY WRAPPER)
  SELECT json_query('[{"a":{"b":3}},{"a":{"b":5}}]', 'lax $[*] ? (@.a.b < 4).a.b')
  SELECT json_query('[1,2,3]', 'lax $[*] ? (2 < @)' WITH ARRAY WRAPPER), json_query('[1,-2]', 'lax $[*] ? (@ == -2)' WITH ARRAY WRAPPER), json_query('[1e2,100]', 'lax $[*] ? (@ == 100)' WITH ARRAY WRAPPER)
  SELECT j, json_query(j, 'lax $.wells[*] ? (@.od > 0.5).name' WITH ARRAY WRAPPER) FROM (VALUES '{"wells":[{"name":"A1","od":0.6}]}', '{"wells":[]}', 'x', NULL) t(j)
`);
