import { overEdges, selects } from "./samples.ts";

const ARRAYS = ["array", "texts", "map", "varchar", "json", "row", "null"];

export const collections: string[] = [
  ...[
    "cardinality",
    "array_distinct",
    "array_sort",
    "array_max",
    "array_min",
    "reverse",
    "shuffle",
    "flatten",
    "map_keys",
    "map_values",
    "map_entries",
    "array_first",
    "array_last",
    "array_sum",
    "array_average",
  ]
    .filter((name) => name !== "shuffle")
    .flatMap((name) => overEdges((value) => `${name}(${value})`, ARRAYS)),
  ...selects(`
    array_max(ARRAY[1e0, nan()]), array_min(ARRAY[1e0, nan()]), array_max(ARRAY[nan(), 1e0]), array_max(ARRAY[1, NULL]), array_max(ARRAY[]), array_max(ARRAY['a', 'b'])
    array_max(ARRAY[ARRAY[1], ARRAY[2]])
    array_sort(ARRAY[3, 1, NULL, 2]), array_sort(ARRAY['b', 'A', 'a']), array_sort(ARRAY[nan(), 1e0, infinity()]), array_sort(ARRAY[ARRAY[2], ARRAY[1, 5]])
    array_sort(ARRAY[3, 2, 5], (x, y) -> IF(x < y, 1, IF(x = y, 0, -1)))
    array_sort(ARRAY['abc', 'a', 'bc'], (x, y) -> IF(length(x) < length(y), -1, IF(length(x) = length(y), 0, 1)))
    array_distinct(ARRAY[1, 1, NULL, NULL, 2]), array_distinct(ARRAY[nan(), nan()]), array_distinct(ARRAY[ROW(1, NULL), ROW(1, NULL)]), array_distinct(ARRAY[0e0, -0e0])
    array_except(ARRAY[1, 2, 2, NULL], ARRAY[2]), array_intersect(ARRAY[1, 2, 2, NULL], ARRAY[2, NULL]), array_union(ARRAY[1, NULL], ARRAY[NULL, 2]), array_union(ARRAY[1], ARRAY[1.5])
    array_position(ARRAY[1, 2, 1], 1), array_position(ARRAY[1, 2, 1], 1, 2), array_position(ARRAY[1], 5), array_position(ARRAY[NULL, 1], 1), array_position(ARRAY[nan()], nan())
    array_position(ARRAY[1, 2, 1], 1, -1)
    array_remove(ARRAY[1, 2, NULL, 1], 1), array_remove(ARRAY[1, NULL], NULL), array_remove(ARRAY['a'], 'b')
    array_remove(ARRAY[1], 'a')
    array_join(ARRAY[1, NULL, 2], ','), array_join(ARRAY[1, NULL, 2], ',', 'x'), array_join(ARRAY[1.50, 2.00], '-'), array_join(ARRAY[1e0, 2.5e0], '|'), array_join(ARRAY[true, false], ','), array_join(ARRAY[DATE '2024-01-01'], ','), array_join(ARRAY[], ',')
    array_join(ARRAY[ARRAY[1]], ',')
    arrays_overlap(ARRAY[1, 2], ARRAY[2, 3]), arrays_overlap(ARRAY[1, NULL], ARRAY[2, NULL]), arrays_overlap(ARRAY[1], ARRAY[2]), arrays_overlap(ARRAY[], ARRAY[1])
    contains(ARRAY[1, 2], 2), contains(ARRAY[1, NULL], 2), contains(ARRAY[1], NULL), contains(ARRAY[ROW(1, 2)], ROW(1, 2)), contains(ARRAY['a'], 'a'), contains(ARRAY[nan()], nan()), contains(ARRAY[ARRAY[1, NULL]], ARRAY[1, NULL])
    contains(ARRAY[1], 'a')
    contains_sequence(ARRAY[1, 2, 3], ARRAY[2, 3]), contains_sequence(ARRAY[1, 2], ARRAY[])
    element_at(ARRAY[1, 2, 3], 1), element_at(ARRAY[1, 2, 3], -1), element_at(ARRAY[1], 5), element_at(ARRAY[1], NULL), element_at(MAP(ARRAY['a'], ARRAY[1]), 'a'), element_at(MAP(ARRAY['a'], ARRAY[1]), 'x')
    element_at(ARRAY[1], 0)
    filter(ARRAY[1, 2, NULL], x -> x > 1), filter(ARRAY[1, NULL], x -> x IS NULL), filter(ARRAY[], x -> true)
    filter(ARRAY[1], x -> x)
    transform(ARRAY[1, 2], x -> x * 1.5), transform(ARRAY['a'], x -> x || 'b'), transform(ARRAY[1, NULL], x -> coalesce(x, 0)), transform(ARRAY[], x -> x), transform(ARRAY[1], x -> ROW(x, 'a')), transform(ARRAY[ARRAY[1, 2], ARRAY[3]], x -> cardinality(x))
    transform(ARRAY[1, 2], x -> transform(ARRAY[10, 20], y -> x + y))
    transform(a, x -> x + b) FROM (VALUES (ARRAY[1, 2], 10)) t(a, b)
    reduce(ARRAY[1, 2, 3], 0, (s, x) -> s + x, s -> s), reduce(ARRAY[], 0, (s, x) -> s + x, s -> s), reduce(ARRAY[1, NULL], 0, (s, x) -> s + coalesce(x, 1), s -> s * 10), reduce(ARRAY[5, 6], CAST(ROW(0.0, 0) AS row(sum double, count integer)), (s, x) -> CAST(ROW(x + s.sum, s.count + 1) AS row(sum double, count integer)), s -> s.sum / s.count)
    reduce(ARRAY[1.5, 2.5], 0e0, (s, x) -> s + x, s -> CAST(s AS varchar))
    reduce(ARRAY[2147483647, 1], 0, (s, x) -> s + x, s -> s)
    all_match(ARRAY[1, 2], x -> x > 0), any_match(ARRAY[1, NULL], x -> x > 1), none_match(ARRAY[1], x -> x > 1), all_match(ARRAY[], x -> false), any_match(ARRAY[NULL], x -> x = 1)
    slice(ARRAY[1, 2, 3, 4], 2, 2), slice(ARRAY[1, 2, 3], -2, 2), slice(ARRAY[1], 5, 2), slice(ARRAY[1, 2], 1, 0), slice(ARRAY[1, 2], -5, 2)
    slice(ARRAY[1], 0, 1)
    slice(ARRAY[1], 1, -1)
    flatten(ARRAY[ARRAY[1], ARRAY[2, NULL], NULL]), combinations(ARRAY['a', 'b', 'c'], 2), ngrams(ARRAY['a', 'b', 'c'], 2), ngrams(ARRAY['a'], 3), combinations(ARRAY[1, 2], 0)
    combinations(ARRAY[1, 2, 3, 4, 5, 6], 6)
    ngrams(ARRAY['a'], 0)
    zip(ARRAY[1, 2], ARRAY['a', 'b']), zip(ARRAY[1, 2], ARRAY['a']), zip_with(ARRAY[1, 2], ARRAY[3, 4], (x, y) -> x + y), zip_with(ARRAY[1, 2], ARRAY[3], (x, y) -> coalesce(y, 0) + x)
    reverse(ARRAY[1, 2, 3]), reverse(ARRAY[]), trim_array(ARRAY[1, 2, 3], 2), cardinality(shuffle(ARRAY[1, 2, 3]))
    trim_array(ARRAY[1], 2)
    repeat(1, 3), repeat('a', 2), repeat(NULL, 2), cardinality(repeat(0, 100))
    sequence(1, 5), sequence(1, 10, 3), sequence(5, 1), sequence(5, 1, -2), sequence(1, 1), sequence(BIGINT '1', 3), typeof(sequence(1, 2))
    sequence(1, 5, 0)
    sequence(1, 5, -1)
    sequence(1, 10001)
    sequence(1, 10000)[10000]
    sequence(1.5, 3)
    cardinality(ARRAY[1, NULL]), cardinality(MAP(ARRAY['a'], ARRAY[1])), cardinality(NULL)
    concat(ARRAY[1], ARRAY[2], ARRAY[3]), ARRAY[1] || ARRAY[2] || 3
    array_histogram(ARRAY[1, 2, 1])
    histogram(x) FROM (VALUES 1, 2, 1) t(x)
    MAP(), MAP(ARRAY[1, 2], ARRAY['a', NULL]), MAP(ARRAY['x'], ARRAY[ARRAY[1]])
    MAP(ARRAY[1, 1], ARRAY[2, 3])
    MAP(ARRAY[1, NULL], ARRAY[2, 3])
    MAP(ARRAY[1], ARRAY[2, 3])
    map_concat(MAP(ARRAY[1], ARRAY[2]), MAP(ARRAY[1], ARRAY[3])), map_filter(MAP(ARRAY[1, 2], ARRAY['a', 'b']), (k, v) -> k > 1), transform_keys(MAP(ARRAY[1], ARRAY['a']), (k, v) -> k + 1), transform_values(MAP(ARRAY[1], ARRAY[5]), (k, v) -> v * k * 2)
    transform_keys(MAP(ARRAY[1, 2], ARRAY['a', 'b']), (k, v) -> 1)
    map_zip_with(MAP(ARRAY[1, 2], ARRAY['a', 'b']), MAP(ARRAY[1, 3], ARRAY['c', 'd']), (k, x, y) -> concat(coalesce(x, '-'), coalesce(y, '-')))
    map_from_entries(ARRAY[(1, 'x'), (2, 'y')]), map_entries(MAP(ARRAY[1], ARRAY['x'])), multimap_from_entries(ARRAY[(1, 'x'), (1, 'y')])
    map_from_entries(ARRAY[(1, 'x'), (1, 'y')])
    map_keys(MAP(ARRAY[2, 1], ARRAY[3, 4])), map_values(MAP(ARRAY[2, 1], ARRAY[3, 4])), MAP(ARRAY[1], ARRAY[2]) = MAP(ARRAY[1], ARRAY[2]), MAP(ARRAY[1, 2], ARRAY[3, 4]) = MAP(ARRAY[2, 1], ARRAY[4, 3])
    map_agg(k, v) FROM (VALUES ('a', 1), ('b', 2), (NULL, 3), ('c', NULL)) t(k, v)
    multimap_agg(k, v) FROM (VALUES ('a', 1), ('a', 2)) t(k, v)
    map_union(m) FROM (VALUES MAP(ARRAY[1], ARRAY[2]), MAP(ARRAY[3], ARRAY[4])) t(m)
    map_agg(k, v)['a'] FROM (VALUES ('a', 1), ('b', 2)) t(k, v)
    m['a'] FROM (VALUES MAP(ARRAY['a'], ARRAY[1])) t(m)
    MAP(ARRAY[1], ARRAY[2]) < MAP(ARRAY[1], ARRAY[2])
    json_extract('{"a":{"b":[1,2]}}', '$.a.b[1]'), json_extract('{"a":1}', '$.x'), json_extract('{"a":null}', '$.a'), json_extract('{"a b":1}', '$["a b"]'), json_extract('[1,2]', '$[5]'), json_extract('{"a":[1,{"c":2}]}', '$.a[*]')
    json_extract('{"a":1}', 'a')
    json_extract('{bad', '$.a')
    json_extract_scalar('{"a":1.50}', '$.a'), json_extract_scalar('{"a":1e5}', '$.a'), json_extract_scalar('{"a":12345678901234567890}', '$.a'), json_extract_scalar('{"a":true}', '$.a'), json_extract_scalar('{"a":"x\\u00e9"}', '$.a'), json_extract_scalar('{"a":[1]}', '$.a'), json_extract_scalar('[1,2]', '$[0]'), json_extract_scalar('{"a":null}', '$.a'), json_extract_scalar('1.0', '$'), json_extract_scalar('{"a":-0.0}', '$.a')
    json_parse('{"b":1,"a":[1.50, 2e3]}'), json_parse('"x"'), json_parse(' [1 , 2] '), json_parse('null'), json_parse('{"a":1,"a":2}')
    json_parse('{bad')
    json_parse('')
    json_format(JSON '{"a": 1.50}'), json_format(json_parse('[1, "é", null, true]')), json_format(CAST(ARRAY[1, NULL] AS json)), json_format(CAST('a' AS json)), json_format(CAST(MAP(ARRAY['k'], ARRAY[1.5]) AS json)), json_format(CAST(ROW(1, 'x') AS json)), json_format(CAST(1.5e0 AS json)), json_format(CAST(DATE '2024-01-01' AS json)), json_format(CAST(TIMESTAMP '2024-01-01 10:00' AS json))
    json_array_get('[1, "a", null]', 1), json_array_get('[1]', -1), json_array_get('[1]', 5), json_array_contains('[1, 2]', 2), json_array_contains('["a"]', 'a'), json_array_contains('{}', 1), json_array_length('[1, 2]'), json_array_length('{}'), json_size('{"a":{"b":1,"c":2}}', '$.a'), json_size('[1]', '$[0]'), is_json_scalar('1'), is_json_scalar('[1]')
    CAST(JSON '[1, 2]' AS array(bigint)), CAST(JSON '{"a":1}' AS map(varchar, integer)), CAST(JSON '{"x":1,"y":"b"}' AS row(x bigint, y varchar)), CAST(JSON '[1,"b"]' AS row(x bigint, y varchar)), CAST(JSON '"a"' AS varchar), CAST(JSON '1.5' AS double), CAST(JSON 'null' AS integer), CAST(JSON '"12"' AS integer), CAST(JSON '12' AS varchar), CAST(JSON 'true' AS boolean), CAST(JSON '1.25' AS decimal(5,1))
    CAST(JSON '{"a":1}' AS varchar)
    CAST(JSON '[1, "a"]' AS array(bigint))
    CAST(json_parse('[{"a":1},{"a":2}]') AS array(map(varchar, bigint)))
    json_query('{"a":[1,2]}', 'lax $.a'), json_query('{"a":1}', 'lax $.a' WITH WRAPPER), json_query('{"a":[1]}', 'lax $.a[*]' WITH CONDITIONAL ARRAY WRAPPER), json_query('{"a":"x"}', 'lax $.a' OMIT QUOTES), json_query('{}', 'lax $.a'), json_query('{}', 'lax $.a' EMPTY ARRAY ON EMPTY)
    json_value('{"a":1}', 'lax $.a'), json_value('{"a":1}', 'lax $.a' RETURNING integer), json_value('{}', 'lax $.a' DEFAULT 'x' ON EMPTY), json_value('{"a":[1]}', 'lax $.a[0]'), json_value('{"a":[1,2]}', 'lax $.a')
    json_value('{}', 'strict $.a' ERROR ON ERROR)
    json_exists('{"a":1}', 'lax $.a'), json_exists('{"a":1}', 'lax $.b'), json_exists('{"a":[1,5]}', 'lax $.a[*] ? (@ > 3)'), json_exists('{}', 'strict $.a')
    json_object('a': 1, 'b': 'x'), json_object(KEY 'a' VALUE NULL ABSENT ON NULL), json_array(1, 'a', NULL), json_array(1, NULL NULL ON NULL), json_array(true, 1.50)
    ROW(1, 'a'), ROW(ROW(1), ARRAY[2]), ROW(NULL), (1, 2.5, 'x'), CAST(ROW(1, 2) AS row(a integer, b integer)).a
    CAST(ROW(1, 2) AS row(a integer, b integer)) FROM (VALUES 1) t(x)
    r.a, r.b.c FROM (VALUES CAST(ROW(1, ROW('x')) AS row(a integer, b row(c varchar)))) t(r)
    r.nope FROM (VALUES CAST(ROW(1) AS row(a integer))) t(r)
    r.* FROM (VALUES CAST(ROW(1, 'x') AS row(a integer, b varchar))) t(r)
    t.r.* FROM (VALUES CAST(ROW(1, 'x') AS row(a integer, b varchar))) t(r)
    CAST(ROW(1, 'x') AS row(a integer, b varchar)).*
    ROW(1, 2).*
    ARRAY[1, 2, 3][2:3]
    x FROM UNNEST(ARRAY[1, 2]) t(x)
    * FROM UNNEST(ARRAY[1, 2], ARRAY['a']) t(x, y)
    * FROM UNNEST(ARRAY[1, 2]) WITH ORDINALITY
    * FROM UNNEST(ARRAY[ROW(1, 'a'), ROW(2, NULL)])
    * FROM UNNEST(ARRAY[ROW(1, 'a')]) t(x, y)
    * FROM UNNEST(ARRAY[ROW(1, 'a')]) t(x)
    * FROM UNNEST(ARRAY[CAST(ROW(1, 'a') AS row(k integer, v varchar))])
    * FROM UNNEST(ARRAY[CAST(ROW(1, 'a') AS row(k integer, v varchar)), NULL]) WITH ORDINALITY
    * FROM UNNEST(MAP(ARRAY['a', 'b'], ARRAY[1, 2])) t(k, v)
    * FROM UNNEST(ARRAY[1], ARRAY[ROW(2, 3)], MAP(ARRAY[4], ARRAY[5])) t(a, b, c, d, e)
    * FROM UNNEST(ARRAY[]) t(x)
    * FROM UNNEST(CAST(NULL AS array(integer))) t(x)
    t.id, u.x FROM (VALUES (1, ARRAY[1, 2]), (2, ARRAY[]), (3, NULL)) t(id, xs) CROSS JOIN UNNEST(t.xs) u(x)
    t.id, u.x FROM (VALUES (1, ARRAY[1, 2]), (2, ARRAY[]), (3, NULL)) t(id, xs) LEFT JOIN UNNEST(t.xs) u(x) ON true
    t.id, u.x FROM (VALUES (1, ARRAY[1, 2])) t(id, xs), UNNEST(xs) u(x)
    t.id, k, v FROM (VALUES (1, MAP(ARRAY['a'], ARRAY[5]))) t(id, m) CROSS JOIN UNNEST(m) AS u(k, v)
    id, n, s FROM (VALUES (1, ARRAY[CAST(ROW(1, 'x') AS row(n integer, s varchar))])) t(id, rs) CROSS JOIN UNNEST(rs)
    x FROM UNNEST(5) t(x)
    ARRAY(SELECT 1)
  `),
];
