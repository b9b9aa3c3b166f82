import { lines } from "./samples.ts";

/** NULL, NaN and infinities where they are easily overlooked: as arguments, in parts of values, in IN and HAVING. */
export const unknowns: string[] = lines(`
  SELECT bit_count(7, 62), bit_count(7, 63), bit_count(-7, 62), bit_count(-7, 4)
  SELECT bit_count(9, 2)
  SELECT bit_count(9, 4)
  SELECT bit_count(2305843009213693951, 62), bit_count(-2305843009213693952, 62)
  SELECT bit_count(4611686018427387903, 63), bit_count(-4611686018427387904, 63), bit_count(9223372036854775807, 64), bit_count(NULL, 62), bit_count(7, NULL)
  SELECT bit_count(4611686018427387904, 63)
  SELECT bit_count(2305843009213693952, 62)
  SELECT from_base(NULL, 2)
  SELECT from_base('1', NULL), from_base(CAST(NULL AS varchar), 99)
  SELECT from_base('', 2)
  SELECT from_base('-0', 2), from_base('+z', 36), from_base('7fffffffffffffff', 16), from_base('-8000000000000000', 16)
  SELECT from_base('8000000000000000', 16)
  SELECT round(-3, NULL), round(3, NULL), round(-3e0, NULL), round(DECIMAL '1.5', NULL), round(DECIMAL '-1.5', NULL)
  SELECT truncate(-3e0), truncate(DECIMAL '-1.5', NULL), round(NULL, 1), round(BIGINT '-3', NULL), round(REAL '-3.5', NULL)
  SELECT normal_cdf(0, 1, infinity()), normal_cdf(0, 1, -infinity())
  SELECT normal_cdf(0, 1, nan())
  SELECT normal_cdf(nan(), 1, 0)
  SELECT normal_cdf(0, infinity(), 0)
  SELECT normal_cdf(infinity(), 1, 0)
  SELECT normal_cdf(0, infinity(), infinity())
  SELECT normal_cdf(0, nan(), 1)
  SELECT normal_cdf(0, 1, 40), normal_cdf(0, 1, -40), normal_cdf(0,1,1e308), normal_cdf(0, 1e-300, 1e300)
  SELECT inverse_normal_cdf(infinity(), 1, 0.5)
  SELECT inverse_normal_cdf(nan(), 1, 0.5)
  SELECT inverse_normal_cdf(0, infinity(), 0.5)
  SELECT inverse_normal_cdf(0, infinity(), 0.75)
  SELECT beta_cdf(infinity(), 1, 0.5)
  SELECT beta_cdf(1, 1, nan())
  SELECT json_array(json_query('{"a":[1]}', 'lax $.a'))
  SELECT json_array(json_query('{"a":[1]}', 'lax $.a') FORMAT JSON), json_array(json_object('a': 1)), json_object('x': json_array(1, 2)), json_object('x': json_query('[1]', 'lax $')), json_array(json_value('{"a":"[1]"}', 'lax $.a'))
  SELECT json_array(json_query('{"a":"x"}', 'lax $.a')), json_array(json_query('{"a":"x"}', 'lax $.a' OMIT QUOTES)), json_array(json_query('{"a":1}', 'lax $.b')), json_array(json_query('{"a":1}', 'lax $.b') NULL ON NULL)
  SELECT json_array((json_query('{"a":[1]}', 'lax $.a'))), json_array(lower(json_query('{"a":[1]}', 'lax $.a')))
  SELECT json_array(json_array()), json_object('x': json_object()), json_array(json_exists('{}', 'lax $.a'))
  SELECT json_array(x) FROM (SELECT json_query('{"a":[1]}', 'lax $.a') AS x)
  SELECT json_array(json_query('{"a":[1]}', 'lax $.a') || '')
  SELECT json_array(try(json_query('{"a":[1]}', 'lax $.a')))
  SELECT json_array(coalesce(json_query('{"a":[1]}', 'lax $.a'), 'x'))
  SELECT json_array(CAST(json_query('{"a":[1]}', 'lax $.a') AS varchar))
  SELECT json_array(json_query('{"a":1.5e10}', 'lax $.a')), json_array(json_query('{"b":1, "a":{"z":1,"y":2}}', 'lax $'))
  SELECT i, length(trim('a' || chr(i) || 'b')), length(trim(chr(i) || 'b' || chr(i))) FROM UNNEST(ARRAY[1,8,9,10,11,12,13,14,28,29,30,31,32,133,160,5760,6158,8192,8193,8194,8195,8196,8197,8198,8199,8200,8201,8202,8203,8232,8233,8239,8287,8288,12288,65279]) t(i) ORDER BY i
  SELECT (1, 2) IN ((1, NULL)), (1, 2) IN ((2, NULL)), (1, NULL) IN ((1, 2)), (1, 2) IN ((1, 3), (1, NULL)), (1, 2) IN ((1, NULL), (1, 2))
  SELECT (1, 2) NOT IN ((1, NULL)), (1, NULL) NOT IN ((2, 2)), (NULL, NULL) IN ((1, 2)), (1, 2) IN (NULL)
  SELECT (1, 2) IN (SELECT 1, NULL), (1, 2) IN (SELECT 2, NULL)
  SELECT (1, NULL) IN (SELECT 1, 2)
  SELECT (1, 2) IN (SELECT 1, 2)
  SELECT (1, 2) IN (SELECT x, y FROM (VALUES (1, NULL), (2, 2)) t(x, y)), (2, 2) IN (SELECT x, y FROM (VALUES (1, NULL), (2, 2)) t(x, y)), (3, 2) IN (SELECT x, y FROM (VALUES (1, NULL), (2, 2)) t(x, y)), (NULL, 2) IN (SELECT x, y FROM (VALUES (1, NULL), (2, 2)) t(x, y))
  SELECT x, (x, 2) IN (SELECT id, 2 FROM variants) FROM (VALUES 1, 100, NULL) t(x) ORDER BY x
  SELECT x, (x, 2) NOT IN (SELECT id, 2 FROM variants) FROM (VALUES 1, 100, NULL) t(x) ORDER BY x
  SELECT id FROM variants WHERE (id, assay) IN (SELECT max(id), assay FROM variants GROUP BY assay) ORDER BY id
  SELECT id FROM variants WHERE (id, assay) NOT IN (SELECT max(id), assay FROM variants GROUP BY assay) ORDER BY id
  SELECT id FROM variants WHERE (id, assay) IN ((1, 'heat'), (8, NULL)) ORDER BY id
  SELECT id FROM variants WHERE (id, assay) NOT IN ((1, 'heat'), (8, NULL)) ORDER BY id
  SELECT max(x) FROM (VALUES ARRAY[1, NULL], ARRAY[2, 3]) t(x)
  SELECT max(x) FROM (VALUES ARRAY[2, 3]) t(x)
  SELECT max(x) FROM (VALUES ARRAY[1, NULL]) t(x)
  SELECT min(x) FROM (VALUES ARRAY[1, NULL], ARRAY[2, 3]) t(x)
  SELECT min(x) FROM (VALUES (ROW(1, NULL)), (ROW(2, 3))) t(x)
  SELECT max(x) FROM (VALUES ARRAY[CAST(NULL AS integer)], NULL) t(x)
  SELECT max(x) FROM (VALUES ARRAY[], ARRAY[]) t(x)
  SELECT max(x) FROM (VALUES ARRAY[ARRAY[1, NULL]], ARRAY[ARRAY[2]]) t(x)
  SELECT max(sites) FROM variants
  SELECT max(sites), min(sites) FROM variants WHERE id < 8
  SELECT max(detail) FROM variants
  SELECT max_by(id, sites) FROM variants
  SELECT max_by(id, sites) FROM variants WHERE id < 8
  SELECT greatest(ARRAY[1, NULL], ARRAY[2, 3])
  SELECT greatest(ARRAY[1], ARRAY[2, 3])
  SELECT array_max(ARRAY[ARRAY[1, NULL], ARRAY[2]])
  SELECT array_sort(ARRAY[ARRAY[1, NULL], ARRAY[2]])
  SELECT ARRAY[1, NULL] < ARRAY[2]
  SELECT max(x, 2) FROM (VALUES ARRAY[1, NULL], ARRAY[2, 3]) t(x)
  SELECT normal_cdf(0, 1, 0e0/0e0)
  SELECT normal_cdf(infinity(), 1, infinity())
  SELECT json_array(json_query('{"a":"x"}', 'lax $.a'))
  SELECT json_array(json_query('{"a":"x"}', 'lax $.a' OMIT QUOTES))
  SELECT json_array(json_query('{"a":1}', 'lax $.b'))
  SELECT json_array(json_query('{"a":1}', 'lax $.b') NULL ON NULL)
  SELECT json_object('k': json_query('{"a":"x"}', 'lax $.a' OMIT QUOTES))
  SELECT json_array(json_query('{"a":"5"}', 'lax $.a' OMIT QUOTES))
  SELECT json_object('a': json_array(json_object('b': json_array(1, 'x', true))))
  SELECT json_object('a': json_array(1) FORMAT JSON, 'b': json_query('[1]', 'lax $') FORMAT JSON)
  SELECT json_array(json_query(j, 'lax $.a'), 1) FROM (VALUES '{"a":{"b":[1.50]}}', '{"a":null}', 'x', NULL) t(j)
  SELECT (1, NULL) IN (SELECT 1, NULL)
  SELECT (1, 2) NOT IN (SELECT 1, NULL), (1, 2) NOT IN (SELECT 2, NULL), (1, NULL) NOT IN (SELECT 1, 2)
  SELECT (1, 2) = ANY (SELECT 1, NULL), (1, 2) <> ALL (SELECT 1, NULL)
  SELECT (1, 2) = ALL (SELECT 1, NULL)
  SELECT (1, 2) <> ANY (SELECT 1, NULL)
  SELECT ROW(1, NULL) IN (SELECT ROW(1, NULL)), ROW(1, 2) IN (SELECT ROW(1, NULL))
  SELECT ARRAY[1, NULL] IN (SELECT ARRAY[1, NULL]), ARRAY[1, 2] IN (SELECT ARRAY[1, NULL])
  SELECT ARRAY[1, 2] NOT IN (SELECT ARRAY[1, NULL]), ARRAY[1, 2] IN (SELECT CAST(NULL AS array(integer))), CAST(NULL AS array(integer)) IN (SELECT ARRAY[1])
  SELECT CAST(NULL AS row(a integer, b integer)) IN (SELECT ROW(1, 2)), ROW(1, 2) IN (SELECT CAST(NULL AS row(a integer, b integer))), ROW(1, 2) IN (SELECT ROW(1, 2) WHERE false)
  SELECT ROW(1, nan()) IN (SELECT ROW(1, nan())), ROW(1, nan()) IN (ROW(1, nan())), nan() IN (SELECT nan()), nan() IN (nan()), ARRAY[nan()] IN (SELECT ARRAY[nan()])
  SELECT nan() NOT IN (SELECT nan()), nan() NOT IN (SELECT NULL), nan() IN (SELECT x FROM (VALUES nan(), NULL) t(x)), nan() = ANY (SELECT nan()), nan() <> ALL (SELECT nan())
  SELECT id, (id, assay) IN (SELECT id, assay FROM variants WHERE id > 3), (id, assay) NOT IN (SELECT id, assay FROM variants WHERE id > 3) FROM variants ORDER BY id
  SELECT id FROM variants WHERE (id, assay) NOT IN (SELECT id, assay FROM variants WHERE id > 3) ORDER BY id
  SELECT id FROM variants WHERE (id, assay) IN (SELECT id, assay FROM variants) ORDER BY id
  SELECT id FROM variants WHERE (id, fitness) IN (SELECT id, fitness FROM variants) ORDER BY id
  SELECT id FROM variants WHERE (id, fitness) NOT IN (SELECT id + 1, fitness FROM variants) ORDER BY id
  SELECT id FROM variants WHERE (assay, fitness) IN (SELECT assay, max(fitness) FROM variants GROUP BY assay) ORDER BY id
  SELECT id FROM variants WHERE (assay, fitness) NOT IN (SELECT assay, max(fitness) FROM variants GROUP BY assay) ORDER BY id
  SELECT id, (assay, fitness) = ANY (SELECT assay, max(fitness) FROM variants GROUP BY assay) FROM variants ORDER BY id
  SELECT max(x) FROM (VALUES ARRAY[1, NULL], ARRAY[1, 2]) t(x)
  SELECT max(x), min(x) FROM (VALUES ARRAY[1, NULL], ARRAY[2, 3]) t(x)
  SELECT max(x), min(x) FROM (VALUES ARRAY[1, NULL]) t(x)
  SELECT max(x) FROM (VALUES ARRAY[1, NULL], ARRAY[1, NULL]) t(x)
  SELECT max(x) FROM (VALUES ARRAY[NULL, 1], ARRAY[1, NULL]) t(x)
  SELECT max(x) FROM (VALUES ROW(1, NULL), ROW(1, 2)) t(x)
  SELECT max(x) FROM (SELECT ROW(1, NULL) UNION ALL SELECT ROW(2, 2)) t(x)
  SELECT max(x) FROM (VALUES ARRAY[], ARRAY[NULL]) t(x)
  SELECT max(detail) FROM variants WHERE id IN (1, 2)
  SELECT max_by(id, detail) FROM variants
  SELECT min_by(id, x) FROM (VALUES (1, ARRAY[1, NULL]), (2, ARRAY[1, 2])) t(id, x)
  SELECT max_by(x, id) FROM (VALUES (1, ARRAY[1, NULL]), (2, ARRAY[1, 2])) t(id, x)
  SELECT max(x) OVER (ORDER BY y) FROM (VALUES (1, ARRAY[1, NULL]), (2, ARRAY[1, 2])) t(y, x)
  SELECT greatest(ARRAY[1, NULL], ARRAY[2, 3]), greatest(ROW(1, 2), ROW(1, NULL))
  SELECT array_max(ARRAY[ARRAY[1, NULL], ARRAY[1, 2]])
  SELECT ARRAY[1, NULL] < ARRAY[2], ROW(1, NULL) < ROW(2, 1)
  SELECT ARRAY[1, NULL] < ARRAY[1, 2]
  SELECT ARRAY[1, NULL] BETWEEN ARRAY[0] AND ARRAY[2]
  SELECT max(x, 2) FROM (VALUES ARRAY[1, 1], ARRAY[2, 3]) t(x)
  SELECT max(ARRAY[x]), min(ARRAY[x]) FROM (VALUES nan(), 1e0, 2e0) t(x)
  SELECT max(ARRAY[x]), min(ARRAY[x]) FROM (VALUES 1e0, nan(), 2e0) t(x)
  SELECT max(ROW(x)), min(ROW(x)) FROM (VALUES nan(), 1e0, 2e0) t(x)
  SELECT array_max(ARRAY[ARRAY[nan()], ARRAY[1e0]]), array_min(ARRAY[ARRAY[nan()], ARRAY[1e0]])
  SELECT x FROM (VALUES ARRAY[nan()], ARRAY[1e0], ARRAY[infinity()], ARRAY[-infinity()]) t(x) ORDER BY x
  SELECT ARRAY[nan()] = ARRAY[nan()], ARRAY[nan()] <> ARRAY[nan()], ARRAY[nan()] < ARRAY[1e0], ARRAY[nan()] > ARRAY[1e0], ARRAY[1e0] < ARRAY[nan()], ARRAY[1e0] > ARRAY[nan()], ARRAY[nan()] <= ARRAY[nan()], ARRAY[nan()] >= ARRAY[nan()]
  SELECT ARRAY[1e0, nan()] = ARRAY[2e0, nan()], ARRAY[1e0, nan()] < ARRAY[2e0, nan()], ARRAY[1e0, nan()] <> ARRAY[2e0, nan()]
  SELECT ROW(nan()) = ROW(nan()), ROW(nan()) <> ROW(nan()), ROW(nan(), 1) = ROW(nan(), 2), ROW(nan(), 1) <> ROW(nan(), 2)
  SELECT ROW(nan()) < ROW(1e0), ROW(nan()) > ROW(1e0), ROW(1e0) < ROW(nan()), ROW(nan()) <= ROW(nan()), ROW(nan()) >= ROW(nan()), ROW(1e0) >= ROW(nan())
  SELECT ROW(nan(), 1) < ROW(nan(), 2), ROW(1, nan()) < ROW(2, nan()), ROW(1, nan()) <= ROW(1, nan())
  SELECT ARRAY[nan()] IS DISTINCT FROM ARRAY[nan()], ROW(nan()) IS DISTINCT FROM ROW(nan()), nan() IS DISTINCT FROM nan(), MAP(ARRAY[1], ARRAY[nan()]) IS DISTINCT FROM MAP(ARRAY[1], ARRAY[nan()])
  SELECT nullif(ARRAY[nan()], ARRAY[nan()]), nullif(nan(), nan()), nullif(ROW(nan()), ROW(nan()))
  SELECT CASE ARRAY[nan()] WHEN ARRAY[nan()] THEN 1 ELSE 0 END, CASE nan() WHEN nan() THEN 1 ELSE 0 END
  SELECT count(DISTINCT x), count(*) FROM (VALUES ARRAY[nan()], ARRAY[nan()], ARRAY[0e0/0e0]) t(x)
  SELECT x, count(*) FROM (VALUES ARRAY[nan()], ARRAY[0e0/0e0], ARRAY[1e0]) t(x) GROUP BY x ORDER BY 2
  SELECT x, count(*) FROM (VALUES nan(), 0e0/0e0, -nan(), 1e0) t(x) GROUP BY x ORDER BY 2
  SELECT DISTINCT x FROM (VALUES ARRAY[0e0], ARRAY[-0e0]) t(x)
  SELECT DISTINCT x FROM (VALUES 0e0, -0e0) t(x)
  SELECT ARRAY[0e0] = ARRAY[-0e0], array_distinct(ARRAY[0e0, -0e0]), contains(ARRAY[0e0], -0e0), array_position(ARRAY[0e0], -0e0), ROW(0e0) = ROW(-0e0)
  SELECT array_distinct(ARRAY[nan(), 0e0/0e0, 1e0]), array_union(ARRAY[nan()], ARRAY[nan()]), array_intersect(ARRAY[nan()], ARRAY[nan()]), array_except(ARRAY[nan()], ARRAY[nan()])
  SELECT arrays_overlap(ARRAY[nan()], ARRAY[nan()]), contains(ARRAY[nan()], nan()), array_position(ARRAY[nan()], nan()), array_remove(ARRAY[nan(), 1e0], nan())
  SELECT contains(ARRAY[ARRAY[nan()]], ARRAY[nan()]), array_position(ARRAY[ARRAY[nan()]], ARRAY[nan()]), array_distinct(ARRAY[ARRAY[nan()], ARRAY[nan()]]), array_remove(ARRAY[ARRAY[nan()]], ARRAY[nan()])
  SELECT contains(ARRAY[ROW(nan())], ROW(nan())), array_union(ARRAY[ROW(nan())], ARRAY[ROW(nan())]), arrays_overlap(ARRAY[ROW(nan())], ARRAY[ROW(nan())])
  SELECT array_max(ARRAY[1e0, nan(), 2e0]), array_min(ARRAY[1e0, nan()]), array_sort(ARRAY[nan(), 1e0, infinity(), NULL]), array_max(ARRAY[nan()])
  SELECT array_sort(ARRAY[ARRAY[nan()], ARRAY[1e0]]), array_sort(ARRAY[ROW(nan()), ROW(1e0)])
  SELECT histogram(x), cardinality(histogram(x)) FROM (VALUES nan(), nan(), 1e0) t(x)
  SELECT map_agg(x, 1) FROM (VALUES nan(), 1e0) t(x)
  SELECT MAP(ARRAY[nan()], ARRAY[1])[nan()]
  SELECT element_at(MAP(ARRAY[nan()], ARRAY[1]), nan())
  SELECT MAP(ARRAY[nan(), nan()], ARRAY[1, 2])
  SELECT MAP(ARRAY[1], ARRAY[nan()]) = MAP(ARRAY[1], ARRAY[nan()]), MAP(ARRAY[nan()], ARRAY[1]) = MAP(ARRAY[nan()], ARRAY[1])
  SELECT a.x FROM (VALUES nan(), 1e0) a(x) JOIN (VALUES nan(), 1e0) b(x) ON a.x = b.x
  SELECT a.x FROM (VALUES nan(), 1e0) a(x) JOIN (VALUES nan(), 1e0) b(x) USING (x)
  SELECT count(*) FROM (VALUES ARRAY[nan()], ARRAY[1e0]) a(x) JOIN (VALUES ARRAY[nan()], ARRAY[1e0]) b(x) ON a.x = b.x
  SELECT x FROM (VALUES nan(), 1e0) t(x) INTERSECT SELECT nan()
  SELECT x FROM (VALUES nan(), 1e0) t(x) EXCEPT SELECT nan()
  SELECT x FROM (VALUES ARRAY[nan()], ARRAY[1e0]) t(x) EXCEPT SELECT ARRAY[nan()]
  SELECT NOT (nan() > CAST(NULL AS double)), NOT (nan() = CAST(NULL AS double)), nan() <> CAST(NULL AS double), nan() < CAST(NULL AS double), CAST(NULL AS double) < nan()
  SELECT x, y, x > y, x >= y, x < y, x <= y, x = y, x <> y, NOT x > y, NOT x = y FROM (VALUES (nan(), NULL), (NULL, nan()), (nan(), 1e0), (1e0, nan()), (nan(), nan()), (1e0, 1e0)) t(x, y)
  SELECT ARRAY[1e0, NULL] = ARRAY[nan(), 1e0], ARRAY[nan(), NULL] = ARRAY[nan(), 1e0], ROW(nan(), NULL) = ROW(nan(), 1), ROW(nan(), NULL) <> ROW(nan(), 1)
  SELECT greatest(nan(), 1e0), least(nan(), 1e0), greatest(ARRAY[nan()], ARRAY[1e0]), least(ARRAY[nan()], ARRAY[1e0]), greatest(ROW(nan()), ROW(1e0))
  SELECT max(x), min(x), max_by(y, x), min_by(y, x) FROM (VALUES (nan(), 1), (1e0, 2), (2e0, 3)) t(x, y)
  SELECT rank() OVER (ORDER BY x), x FROM (VALUES nan(), 1e0, nan()) t(x) ORDER BY 1
  SELECT rank() OVER (ORDER BY x), x FROM (VALUES ARRAY[nan()], ARRAY[1e0]) t(x) ORDER BY 1
  SELECT approx_distinct(x), count(DISTINCT x) FROM (VALUES nan(), nan(), 1e0) t(x)
  SELECT CAST(ARRAY[nan()] AS array(varchar)), CAST(ARRAY[0e0/0e0] AS array(varchar)), CAST(ROW(0e0/0e0, REAL '16777217') AS row(a varchar, b varchar)), CAST(MAP(ARRAY['a'], ARRAY[0e0/0e0]) AS map(varchar, varchar))
  SELECT CAST(ARRAY[nan()] AS array(real)), CAST(ARRAY[REAL 'NaN'] AS array(double)), CAST(ROW(nan()) AS row(a real))
  SELECT CAST(ARRAY[nan()] AS array(bigint))
  SELECT transform(ARRAY[nan(), 1e0], x -> x = x), filter(ARRAY[nan(), 1e0], x -> x = x), any_match(ARRAY[nan()], x -> x = nan()), reduce(ARRAY[nan(), 1e0], 0e0, (s, x) -> s + x, s -> s)
  SELECT contains(ARRAY[ARRAY[1, NULL]], ARRAY[1, 2])
  SELECT contains(ARRAY[ARRAY[1, NULL]], ARRAY[2, 2])
  SELECT contains(ARRAY[ARRAY[1, 2], ARRAY[1, NULL]], ARRAY[1, 2])
  SELECT contains(ARRAY[ARRAY[1, NULL], ARRAY[1, 2]], ARRAY[1, 2])
  SELECT contains(ARRAY[ARRAY[1, NULL]], ARRAY[1, NULL])
  SELECT contains(ARRAY[ROW(1, NULL)], ROW(1, 2)), contains(ARRAY[ROW(1, NULL)], ROW(2, 2))
  SELECT array_position(ARRAY[ARRAY[1, NULL]], ARRAY[1, 2])
  SELECT array_position(ARRAY[ARRAY[1, NULL], ARRAY[1, 2]], ARRAY[2, 2])
  SELECT array_remove(ARRAY[ARRAY[1, NULL]], ARRAY[1, 2])
  SELECT array_remove(ARRAY[ARRAY[1, NULL], NULL, ARRAY[2, 2]], ARRAY[2, 2])
  SELECT array_remove(ARRAY[1, NULL, 2], 2), array_position(ARRAY[NULL, 2], 2), array_position(ARRAY[ARRAY[1], ARRAY[2]], ARRAY[2])
  SELECT contains(ARRAY[MAP(ARRAY[1], ARRAY[2])], MAP(ARRAY[1], ARRAY[2])), contains(ARRAY[NULL, ARRAY[1]], ARRAY[1]), contains(ARRAY[NULL, ARRAY[1]], ARRAY[2])
  SELECT arrays_overlap(ARRAY[ARRAY[1, NULL]], ARRAY[ARRAY[1, NULL]])
  SELECT array_except(ARRAY[ARRAY[1, NULL]], ARRAY[ARRAY[1, NULL]]), array_distinct(ARRAY[ARRAY[1, NULL], ARRAY[1, NULL]])
  SELECT nullif(ARRAY[1, NULL], ARRAY[1, NULL]), nullif(ROW(1, NULL), ROW(2, NULL))
  SELECT greatest(ARRAY[1], NULL), greatest(ARRAY[1, NULL]), greatest(ROW(1, 'a'), ROW(1, 'b'))
  SELECT array_max(ARRAY[ARRAY[1, NULL]]), array_max(ARRAY[ARRAY[1], NULL])
  SELECT array_sort(ARRAY[ARRAY[1, NULL], ARRAY[1, 2]])
  SELECT array_sort(ARRAY[ARRAY[1, NULL]])
  SELECT x FROM (VALUES ARRAY[1, NULL], ARRAY[1, 2]) t(x) ORDER BY x
  SELECT array_min(ARRAY[ROW(1, nan()), ROW(1, 2e0)])
  SELECT bitwise_right_shift(8, -1), bitwise_right_shift(-8, -1), bitwise_right_shift(-8, -60), bitwise_right_shift(BIGINT '-8', -60), bitwise_right_shift(TINYINT '-8', -62), bitwise_right_shift(8, 64), bitwise_right_shift(BIGINT '-8', 63)
  SELECT bitwise_left_shift(8, -1), bitwise_left_shift(-8, -1), bitwise_left_shift(BIGINT '8', -60), bitwise_left_shift(TINYINT '8', -62), bitwise_left_shift(8, NULL), bitwise_left_shift(NULL, 1)
  SELECT bitwise_right_shift_arithmetic(8, -1), bitwise_right_shift_arithmetic(-8, -1), bitwise_right_shift_arithmetic(BIGINT '-8', -60), bitwise_right_shift_arithmetic(-8, NULL), bitwise_right_shift_arithmetic(NULL, 2)
  SELECT width_bucket(x, 0, 1, 4), width_bucket(x, 1, 0, 4), width_bucket(x, -2.5e0, 7.5e0, 10) FROM (VALUES -1e0, 0e0, 0.1e0, 0.25e0, 0.5e0, 0.75e0, 0.9e0, 1e0, 2e0, NULL, infinity(), -infinity()) t(x)
  SELECT width_bucket(1e0, 1, 1, 4)
  SELECT width_bucket(NULL, 1, 1, 4), width_bucket(1e0, NULL, 1, 4), width_bucket(nan(), 0, 1, NULL), width_bucket(1e0, ARRAY[0e0, 1e0, 2e0]), width_bucket(-1e0, ARRAY[0e0]), width_bucket(NULL, ARRAY[0e0])
  SELECT width_bucket(nan(), ARRAY[0e0, 1e0])
  SELECT width_bucket(0.5e0, ARRAY[1e0, 0e0])
  SELECT width_bucket(0.5e0, ARRAY[])
  SELECT width_bucket(0.5e0, ARRAY[0e0, NULL])
  SELECT width_bucket(0.5e0, ARRAY[0e0, infinity()])
  SELECT json_array_contains('{}', nan()), json_array_contains('[1.5]', infinity()), json_array_contains('[1.5]', 1.5e0), json_array_contains('{}', 1e0)
  SELECT array_join(ARRAY[1], NULL), array_join(NULL, ','), array_join(ARRAY[], ','), array_join(ARRAY[NULL], ','), array_join(ARRAY[1, NULL], ',', 'x')
  SELECT normal_cdf(0, 1, 1e308), normal_cdf(0, 1e-300, 1e300), inverse_normal_cdf(0, 1, 0.5)
  SELECT inverse_normal_cdf(0, nan(), 0.3)
  SELECT wilson_interval_lower(5, 10, nan())
  SELECT split('a,b', CAST(NULL AS varchar)), split(CAST(NULL AS varchar), ','), split('a,b', CAST(NULL AS varchar), 2)
  SELECT lpad('hello', 2, '')
  SELECT rpad('hello', 0, '')
  SELECT repeat(1, -1)
  SELECT date_format(TIMESTAMP '2020-03-05 14:07:09', '')
  SELECT format_datetime(TIMESTAMP '2020-03-05 14:07:09', '')
  SELECT width_bucket(3e0, nan(), 10e0, 5)
  SELECT width_bucket(3e0, 0e0, infinity(), 5)
  SELECT ltrim(chr(8195) || 'a' || chr(12288)) || '|', rtrim(chr(8195) || 'a' || chr(12288)) = chr(8195) || 'a', trim(chr(160) || 'a') = 'a', trim(chr(8199) || 'a') = 'a', trim(CAST('a ' AS char(3)))
  SELECT id FROM variants WHERE fitness IN (SELECT nan()) OR id = 1 ORDER BY id
  SELECT x FROM (VALUES nan(), 1e0) t(x) WHERE x IN (SELECT y FROM (VALUES nan(), 1e0) u(y))
  SELECT x FROM (VALUES nan(), 1e0, 2e0) t(x) WHERE x NOT IN (SELECT y FROM (VALUES nan(), 1e0) u(y))
  SELECT x FROM (VALUES nan(), 1e0) t(x) WHERE x = ANY (SELECT y FROM (VALUES nan(), 1e0) u(y))
  SELECT x, x IN (SELECT y FROM (VALUES nan(), 1e0) u(y)) FROM (VALUES nan(), 1e0, 2e0) t(x) ORDER BY 2, 1
  SELECT x FROM (VALUES nan(), 1e0, NULL) t(x) WHERE NOT (x > 0) ORDER BY 1
  SELECT x FROM (VALUES 1, 2, 3) t(x) GROUP BY x HAVING x IN (SELECT max(y) FROM (VALUES 3, 2) u(y)) ORDER BY x
  SELECT i FROM (VALUES false, true) t(i) WHERE i IN (SELECT nan() > CAST(x AS double) FROM (VALUES NULL) u(x))
  SELECT i FROM (VALUES false, true) t(i) WHERE i = ANY (SELECT x > nan() FROM (VALUES CAST(NULL AS double)) u(x)) OR i
  SELECT assay, sum(v.fitness * v.id) AS value FROM variants v GROUP BY assay HAVING sum(v.fitness * v.id) > (SELECT sum(w.fitness * w.id) * 0.0001000000 FROM variants w, assays a WHERE w.assay = a.name AND a.temperature > 0 AND w.id IS NOT NULL) ORDER BY value DESC
  SELECT assay FROM variants GROUP BY assay HAVING sum(fitness * id) - avg(fitness * id) / (max(fitness * id) + min(fitness * id) + 1000) + sum(fitness) > (SELECT avg(fitness * id) - max(fitness) / (min(fitness * id) + 1000) FROM variants) ORDER BY assay
  SELECT assay FROM variants GROUP BY assay HAVING map_keys(map_concat(map_agg(id, 1), MAP(ARRAY[BIGINT '9'], ARRAY[1]))) IS NOT NULL ORDER BY assay
  SELECT assay FROM variants GROUP BY assay HAVING cardinality(array_distinct(array_agg(active))) > 1 ORDER BY assay
  SELECT assay FROM variants GROUP BY assay HAVING element_at(map_from_entries(ARRAY[ROW('a', max(id)), ROW('b', min(id))]), 'a') > 4 ORDER BY assay
  SELECT assay FROM variants GROUP BY assay HAVING url_extract_parameter('http://x/?a=' || max(assay), 'a') = 'heat'
  SELECT assay FROM variants GROUP BY assay HAVING try(count(*) / count_if(fitness > 2)) > try(sum(id) / count_if(id > 100)) OR count(*) > 3 ORDER BY assay
  SELECT assay FROM variants GROUP BY assay HAVING format_datetime(max(measured_at) AT TIME ZONE 'Europe/Berlin', 'yyyy-MM ZZ') >= '2026' ORDER BY assay
  SELECT array_agg(x), max(x) FROM (VALUES 9007199254740993, 9007199254740992, -9007199254740993) t(x) WHERE x > 9007199254740992
  SELECT 9007199254740993 = 9007199254740993e0, 9007199254740993 * 3, sum(x), avg(x) FROM (VALUES 9007199254740993) t(x)
`);
