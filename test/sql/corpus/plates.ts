import { lines } from "./samples.ts";

/** Queries by users who know SQL but not this platform: on variants, their mutations, assays and reads. */
export const plates: string[] = lines(String.raw`
  SELECT id, m FROM variants CROSS JOIN UNNEST(split(mutations, ':')) AS t(m) WHERE m <> '' ORDER BY id, m
  SELECT m AS mutation, count(*) AS n, avg(fitness) AS mean_fitness FROM variants CROSS JOIN UNNEST(split(mutations, ':')) AS t(m) WHERE m <> '' GROUP BY m ORDER BY n DESC, m
  SELECT id, substr(m, 1, 1) AS wt, CAST(substr(m, 2, length(m) - 2) AS integer) AS pos, substr(m, -1) AS mut FROM variants CROSS JOIN UNNEST(split(mutations, ':')) AS t(m) WHERE regexp_like(m, '^[A-Z]\d+[A-Z]$') ORDER BY id, pos
  SELECT id, regexp_extract(mutations, '([A-Z])(\d+)([A-Z])', 1) AS wt, TRY_CAST(regexp_extract(mutations, '([A-Z])(\d+)([A-Z])', 2) AS bigint) AS pos, regexp_extract(mutations, '([A-Z])(\d+)([A-Z])', 3) AS mut FROM variants ORDER BY id
  SELECT id, cardinality(regexp_extract_all(mutations, '[A-Z]\d+[A-Z]')) AS n_mut FROM variants ORDER BY id
  SELECT id, regexp_extract_all(mutations, '(\d+)', 1) AS positions FROM variants ORDER BY id
  SELECT id, transform(regexp_extract_all(mutations, '\d+'), p -> CAST(p AS integer)) AS positions FROM variants ORDER BY id
  SELECT id, array_max(transform(regexp_extract_all(mutations, '\d+'), p -> CAST(p AS integer))) AS last_site FROM variants ORDER BY id
  SELECT id, regexp_replace(mutations, '([A-Z])(\d+)([A-Z])', '$3$2$1') AS reversed FROM variants ORDER BY id
  SELECT id, regexp_replace(coalesce(mutations, 'WT'), ':', '/') FROM variants ORDER BY id
  SELECT id, CASE WHEN mutations = '' THEN 'WT' WHEN mutations IS NULL THEN 'unknown' WHEN strpos(mutations, ':') > 0 THEN 'multiple' ELSE 'single' END AS kind FROM variants ORDER BY id
  SELECT CASE WHEN mutations LIKE '%:%' THEN 'multiple' ELSE 'single' END AS kind, count(*) AS n, avg(fitness) AS mean FROM variants GROUP BY 1 ORDER BY 1
  SELECT id, mutations FROM variants WHERE mutations LIKE '%T6_%' ORDER BY id
  SELECT id FROM variants WHERE any_match(split(mutations, ':'), m -> m = 'T6A') ORDER BY id
  SELECT id FROM variants WHERE contains(split(mutations, ':'), 'L4I') ORDER BY id
  SELECT a.id, b.id, array_intersect(split(a.mutations, ':'), split(b.mutations, ':')) AS shared FROM variants a JOIN variants b ON a.id < b.id WHERE arrays_overlap(split(a.mutations, ':'), split(b.mutations, ':')) ORDER BY 1, 2
  SELECT id, array_join(array_sort(split(mutations, ':')), ':') AS canonical FROM variants ORDER BY id
  SELECT id, array_sort(split(mutations, ':'), (a, b) -> IF(CAST(regexp_extract(a, '\d+') AS integer) < CAST(regexp_extract(b, '\d+') AS integer), -1, 1)) AS by_site FROM variants WHERE mutations LIKE '%:%' ORDER BY id
  SELECT id, split_part(mutations, ':', 1) AS first_mutation, split_part(mutations, ':', 2) AS second_mutation FROM variants ORDER BY id
  SELECT pos, count(DISTINCT aa) AS kinds FROM (SELECT pos, aa FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '.')) WITH ORDINALITY AS t(aa, pos)) GROUP BY pos HAVING count(DISTINCT aa) > 1 ORDER BY pos
  SELECT id, pos, aa, wt_aa FROM (SELECT v.id, s.pos, s.aa, substr(w.sequence, CAST(s.pos AS bigint), 1) AS wt_aa FROM variants v CROSS JOIN UNNEST(regexp_extract_all(v.sequence, '.')) WITH ORDINALITY AS s(aa, pos) CROSS JOIN (SELECT sequence FROM variants WHERE id = 1) w) WHERE aa <> wt_aa ORDER BY id, pos
  SELECT id, length(sequence) AS n, length(regexp_replace(sequence, '[^KR]', '')) AS positive, length(regexp_replace(sequence, '[^DE]', '')) AS negative FROM variants ORDER BY id
  SELECT id, round(100.0 * (length(sequence) - length(replace(upper(sequence), 'A', ''))) / length(sequence), 1) AS pct_ala FROM variants ORDER BY id
  SELECT aa, count(*) AS n, round(count(*) * 100.0 / sum(count(*)) OVER (), 2) AS pct FROM variants CROSS JOIN UNNEST(regexp_extract_all(upper(sequence), '[A-Z]')) AS t(aa) GROUP BY aa ORDER BY n DESC, aa
  SELECT id, histogram(aa) AS composition FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '[A-Z]')) AS t(aa) GROUP BY id ORDER BY id
  SELECT id, map_agg(pos, aa) AS by_position FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '[A-Z]')) WITH ORDINALITY AS t(aa, pos) WHERE id IN (1, 2) GROUP BY id ORDER BY id
  SELECT id, hamming_distance(sequence, 'MKVLAT') AS d FROM variants WHERE length(sequence) = 6 ORDER BY d, id
  SELECT id, levenshtein_distance(upper(sequence), 'MKVLAT') AS d FROM variants ORDER BY d, id
  SELECT id, reverse(sequence), lower(sequence), concat('>', CAST(id AS varchar), chr(10), sequence) AS fasta FROM variants WHERE id < 4 ORDER BY id
  SELECT listagg('>' || CAST(id AS varchar) || chr(10) || sequence, chr(10)) WITHIN GROUP (ORDER BY id) AS fasta FROM variants
  SELECT assay, array_agg(sequence ORDER BY fitness DESC) AS best_first FROM variants WHERE fitness IS NOT NULL GROUP BY assay ORDER BY assay
  SELECT assay, slice(array_agg(id ORDER BY fitness DESC NULLS LAST), 1, 2) AS top2 FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, max_by(sequence, fitness) AS best, max(fitness) AS top, min_by(id, fitness) AS worst FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, max_by(id, fitness, 2) AS top2 FROM variants WHERE fitness IS NOT NULL GROUP BY assay ORDER BY assay
  SELECT * FROM (SELECT id, assay, fitness, row_number() OVER (PARTITION BY assay ORDER BY fitness DESC NULLS LAST) AS rn FROM variants) WHERE rn <= 2 ORDER BY assay, rn
  SELECT id, assay, fitness, rank() OVER (ORDER BY fitness DESC NULLS LAST) AS r, dense_rank() OVER (PARTITION BY assay ORDER BY fitness DESC NULLS LAST) AS dr, percent_rank() OVER (ORDER BY fitness) AS pr FROM variants ORDER BY id
  SELECT id, ntile(3) OVER (ORDER BY fitness) AS tercile, cume_dist() OVER (ORDER BY fitness) AS cd FROM variants WHERE fitness IS NOT NULL ORDER BY id
  SELECT id, fitness - avg(fitness) OVER (PARTITION BY assay) AS centered, (fitness - avg(fitness) OVER (PARTITION BY assay)) / stddev(fitness) OVER (PARTITION BY assay) AS z FROM variants ORDER BY id
  SELECT id, fitness / first_value(fitness) OVER (PARTITION BY assay ORDER BY id) AS fold FROM variants ORDER BY id
  SELECT variant, round, reads, lag(reads) OVER w AS before, reads - lag(reads) OVER w AS delta, lead(reads, 1, 0) OVER w AS after FROM counts WINDOW w AS (PARTITION BY variant ORDER BY round) ORDER BY variant, round
  SELECT variant, round, sum(reads) OVER (PARTITION BY variant ORDER BY round ROWS UNBOUNDED PRECEDING) AS running, avg(reads) OVER (PARTITION BY variant ORDER BY round ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS smooth FROM counts ORDER BY variant, round
  SELECT variant, round, last_value(reads) OVER (PARTITION BY variant ORDER BY round ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS final, nth_value(reads, 2) OVER (PARTITION BY variant ORDER BY round ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS second FROM counts ORDER BY variant, round
  SELECT variant, max(reads) OVER (ORDER BY variant, round RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM counts ORDER BY variant, round
  SELECT id, day, count(*) OVER (ORDER BY day RANGE BETWEEN INTERVAL '7' DAY PRECEDING AND CURRENT ROW) AS last_week FROM variants WHERE day IS NOT NULL ORDER BY id
  SELECT id, measured_at, date_diff('hour', lag(measured_at) OVER (ORDER BY measured_at), measured_at) AS hours_since FROM variants WHERE measured_at IS NOT NULL ORDER BY measured_at
  SELECT variant, ln(CAST(max(reads) FILTER (WHERE round = 2) AS double) / max(reads) FILTER (WHERE round = 0)) AS enrichment FROM counts GROUP BY variant ORDER BY enrichment DESC
  SELECT variant, CAST(sum(IF(round = 2, reads, 0)) AS double) / nullif(sum(IF(round = 0, reads, 0)), 0) AS ratio FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, log2((r2 + 0.5) / (r0 + 0.5)) AS lfc FROM (SELECT variant, max(CASE round WHEN 0 THEN reads END) AS r0, max(CASE round WHEN 2 THEN reads END) AS r2 FROM counts GROUP BY variant) ORDER BY lfc
  SELECT variant, regr_slope(ln(CAST(reads AS double) / total), CAST(round AS double)) AS slope, regr_intercept(ln(CAST(reads AS double) / total), CAST(round AS double)) AS intercept FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, kv['0'] AS r0, kv['1'] AS r1, kv['2'] AS r2 FROM (SELECT variant, map_agg(CAST(round AS varchar), reads) AS kv FROM counts GROUP BY variant) ORDER BY variant
  SELECT round, sum(reads) AS total_reads, approx_distinct(variant) AS variants, approx_percentile(reads, 0.5) AS median, approx_percentile(reads, ARRAY[0.25, 0.75]) AS quartiles FROM counts GROUP BY round ORDER BY round
  SELECT round, approx_percentile(CAST(reads AS double), 0.9) FROM counts GROUP BY round ORDER BY round
  SELECT approx_percentile(fitness, 0.5) AS median FROM variants
  SELECT approx_percentile(reads, round + 1, 0.5) FROM counts
  SELECT numeric_histogram(3, fitness) FROM variants WHERE fitness IS NOT NULL
  SELECT assay, active, count(*) AS n, grouping(assay, active) AS g FROM variants GROUP BY GROUPING SETS ((assay, active), (assay), ()) ORDER BY g, assay, active
  SELECT coalesce(assay, 'all') AS assay, count(*) AS n, sum(fitness) AS s FROM variants GROUP BY ROLLUP (assay) ORDER BY n DESC, 1
  SELECT assay, active, avg(fitness) FROM variants GROUP BY CUBE (assay, active) ORDER BY 1, 2, 3
  SELECT v.id, v.fitness, a.cutoff, v.fitness > a.cutoff AS hit FROM variants v LEFT JOIN assays a ON a.name = v.assay ORDER BY v.id
  SELECT a.name, count(v.id) AS n, count_if(v.fitness > a.cutoff) AS hits, round(1.0 * count_if(v.fitness > a.cutoff) / nullif(count(v.id), 0), 3) AS hit_rate FROM assays a LEFT JOIN variants v ON v.assay = a.name GROUP BY a.name ORDER BY a.name
  SELECT id FROM variants v WHERE fitness > (SELECT cutoff FROM assays a WHERE a.name = v.assay) ORDER BY id
  SELECT id FROM variants v WHERE EXISTS (SELECT 1 FROM counts c WHERE c.variant = v.id AND c.reads > 40) ORDER BY id
  SELECT id FROM variants v WHERE NOT EXISTS (SELECT 1 FROM counts c WHERE c.variant = v.id) ORDER BY id
  SELECT id, (SELECT sum(reads) FROM counts c WHERE c.variant = v.id) AS reads FROM variants v ORDER BY id
  SELECT id, (SELECT max(fitness) FROM variants w WHERE w.assay = v.assay) - fitness AS gap FROM variants v ORDER BY id
  SELECT id FROM variants WHERE fitness >= ALL (SELECT fitness FROM variants WHERE fitness IS NOT NULL)
  SELECT id FROM variants WHERE fitness > ANY (SELECT cutoff FROM assays) ORDER BY id
  SELECT id FROM variants WHERE (assay, fitness) IN (SELECT assay, max(fitness) FROM variants GROUP BY assay) ORDER BY id
  SELECT name FROM assays WHERE name NOT IN (SELECT assay FROM variants WHERE assay IS NOT NULL)
  SELECT v.id, c.reads FROM variants v CROSS JOIN LATERAL (SELECT reads FROM counts WHERE variant = v.id ORDER BY round DESC LIMIT 1) c ORDER BY v.id
  SELECT v.id, t.total FROM variants v LEFT JOIN LATERAL (SELECT sum(reads) AS total FROM counts WHERE variant = v.id) t ON true ORDER BY v.id
  SELECT a.name, b.id, b.fitness FROM assays a CROSS JOIN LATERAL (SELECT id, fitness FROM variants v WHERE v.assay = a.name) b ORDER BY 1, 2
  SELECT id FROM variants WHERE active EXCEPT SELECT variant FROM counts WHERE reads < 10 ORDER BY 1
  SELECT assay AS name FROM variants INTERSECT SELECT name FROM assays ORDER BY name
  SELECT 'variants' AS source, count(*) AS n FROM variants UNION ALL SELECT 'counts', count(*) FROM counts UNION ALL SELECT 'assays', count(*) FROM assays ORDER BY source
  (SELECT id, fitness FROM variants ORDER BY fitness DESC LIMIT 1) UNION ALL (SELECT id, fitness FROM variants ORDER BY fitness LIMIT 1)
  WITH hits AS (SELECT * FROM variants WHERE fitness > 1), agg AS (SELECT assay, count(*) AS n FROM hits GROUP BY assay) SELECT h.id, a.n FROM hits h JOIN agg a USING (assay) ORDER BY h.id
  WITH ranked AS (SELECT id, assay, fitness, rank() OVER (PARTITION BY assay ORDER BY fitness DESC NULLS LAST) AS r FROM variants) SELECT assay, max(fitness) FILTER (WHERE r = 1) AS best, max(fitness) FILTER (WHERE r = 2) AS second FROM ranked GROUP BY assay ORDER BY assay
  WITH RECURSIVE days(d) AS (VALUES DATE '2026-01-28' UNION ALL SELECT d + INTERVAL '1' DAY FROM days WHERE d < DATE '2026-02-02') SELECT d, count(v.id) AS n FROM days LEFT JOIN variants v ON v.day = d GROUP BY d ORDER BY d
  SELECT d, count(v.id) AS n FROM UNNEST(sequence(DATE '2026-01-01', DATE '2026-03-01', INTERVAL '1' MONTH)) AS t(d) LEFT JOIN variants v ON date_trunc('month', v.day) = t.d GROUP BY d ORDER BY d
  SELECT date_trunc('week', day) AS week, count(*) FROM variants GROUP BY 1 ORDER BY 1
  SELECT date_format(measured_at, '%Y-%m') AS month, count(*) FROM variants GROUP BY 1 ORDER BY 1
  SELECT id, date_format(measured_at, '%d.%m.%Y %H:%i'), format_datetime(measured_at, 'yyyy-MM-dd HH:mm:ss') FROM variants ORDER BY id
  SELECT id, date_parse('2026-01-05 10:11', '%Y-%m-%d %H:%i') - measured_at AS since FROM variants ORDER BY id
  SELECT id, extract(year FROM day) AS y, extract(month FROM day) AS m, day_of_week(day) AS dow, quarter(day) AS q, week(day) AS w FROM variants ORDER BY id
  SELECT id, day + INTERVAL '14' DAY AS due, date_add('month', 1, day) AS next_month, last_day_of_month(day) AS month_end FROM variants ORDER BY id
  SELECT id, CAST(measured_at AS date) = day AS same_day, CAST(measured_at AS time) AS clock FROM variants ORDER BY id
  SELECT id, to_unixtime(measured_at) AS epoch, from_unixtime(to_unixtime(measured_at)) AS back FROM variants ORDER BY id
  SELECT id, measured_at AT TIME ZONE 'Europe/Berlin' FROM variants ORDER BY id
  SELECT id, with_timezone(measured_at, 'America/New_York') FROM variants WHERE id < 4 ORDER BY id
  SELECT min(day) AS first_day, max(day) AS last_day, date_diff('day', min(day), max(day)) AS span, max(measured_at) - min(measured_at) AS duration FROM variants
  SELECT id FROM variants WHERE day >= DATE '2026-01-01' AND day < DATE '2026-02-01' ORDER BY id
  SELECT id FROM variants WHERE measured_at BETWEEN TIMESTAMP '2026-01-05 00:00:00' AND TIMESTAMP '2026-01-05 23:59:59' ORDER BY id
  SELECT id FROM variants WHERE year(measured_at) = 2026 AND hour(measured_at) < 12 ORDER BY id
  SELECT id, json_object('id': id, 'seq': sequence) FROM variants WHERE id < 3 ORDER BY id
  SELECT id, CAST(CAST(ROW(id, fitness) AS ROW(id bigint, fitness double)) AS JSON) FROM variants WHERE id < 4 ORDER BY id
  SELECT id, json_format(CAST(MAP(ARRAY['fitness', 'v'], ARRAY[fitness, detail.v]) AS JSON)) FROM variants ORDER BY id
  SELECT json_extract_scalar(j, '$.tm') AS tm, CAST(json_extract(j, '$.wells') AS array(varchar)) AS wells, json_array_length(json_extract(j, '$.wells')) AS n FROM (VALUES '{"tm": 61.5, "wells": ["A1", "B2"]}', '{"tm": null, "wells": []}') AS t(j)
  SELECT json_value(j, 'lax $.tm' RETURNING double), json_exists(j, 'lax $.wells[1]'), json_query(j, 'lax $.wells[*]' WITH ARRAY WRAPPER) FROM (VALUES '{"tm": 61.5, "wells": ["A1", "B2"]}') AS t(j)
  SELECT json_query(j, 'lax $.wells[*]?(@.od > 0.5).name' WITH ARRAY WRAPPER) FROM (VALUES '{"wells": [{"name": "A1", "od": 0.4}, {"name": "B2", "od": 0.9}]}') AS t(j)
  SELECT w.name, w.od FROM (VALUES '[{"name": "A1", "od": 0.4}, {"name": "B2", "od": 0.9}]') AS t(j) CROSS JOIN UNNEST(CAST(json_parse(j) AS array(row(name varchar, od double)))) AS w(name, od) ORDER BY 1
  SELECT k, v FROM (VALUES '{"A1": 0.4, "B2": 0.9}') AS t(j) CROSS JOIN UNNEST(CAST(json_parse(j) AS map(varchar, double))) AS m(k, v) ORDER BY k
  SELECT id, detail.label, detail.v * 2 AS v2, detail IS NULL AS no_detail FROM variants ORDER BY id
  SELECT id, site FROM variants LEFT JOIN UNNEST(sites) AS t(site) ON true ORDER BY id, site
  SELECT id, cardinality(filter(sites, s -> s BETWEEN 2 AND 4)) AS near, reduce(sites, 0, (s, x) -> s + x, s -> s) AS total FROM variants ORDER BY id
  SELECT id, zip_with(sites, sequence(1, cardinality(sites)), (s, i) -> s * i) FROM variants WHERE sites IS NOT NULL ORDER BY id
  SELECT id, array_distinct(sites || ARRAY[2]) AS with2, array_position(sites, 6) AS p, element_at(sites, -1) AS last FROM variants ORDER BY id
  SELECT array_agg(DISTINCT site ORDER BY site) FROM variants CROSS JOIN UNNEST(sites) AS t(site)
  SELECT reduce_agg(reads, 0, (s, x) -> s + x, (s, t) -> s + t) FROM counts
  SELECT assay, set_agg FROM (SELECT assay, array_sort(array_distinct(array_agg(active))) AS set_agg FROM variants GROUP BY assay) ORDER BY assay
  SELECT id, CAST(fitness AS decimal(6, 3)) AS f3, CAST(fitness AS varchar) AS f, format('%.2f', fitness) AS f2, CAST(round(fitness, 1) AS varchar) AS f1 FROM variants ORDER BY id
  SELECT id, format('%s-%03d (%5.1f)', assay, id, fitness) FROM variants WHERE assay IS NOT NULL AND fitness IS NOT NULL ORDER BY id
  SELECT id, format('%e', fitness) FROM variants WHERE fitness IS NOT NULL ORDER BY id
  SELECT id, lpad(CAST(id AS varchar), 3, '0') AS code, rpad(assay, 6, '.') AS padded, upper(substr(assay, 1, 1)) || substr(assay, 2) AS name FROM variants ORDER BY id
  SELECT chr(CAST(65 + (id - 1) / 4 AS bigint)) || CAST((id - 1) % 4 + 1 AS varchar) AS well, id FROM variants ORDER BY id
  SELECT well, codepoint(CAST(substr(well, 1, 1) AS varchar(1))) - 64 AS plate_row, CAST(substr(well, 2) AS integer) AS plate_col FROM (VALUES 'A1', 'B12', 'H07') AS t(well) ORDER BY 1
  SELECT plate_row, max(od) FILTER (WHERE plate_col = 1) AS c1, max(od) FILTER (WHERE plate_col = 2) AS c2 FROM (VALUES ('A', 1, 0.1), ('A', 2, 0.2), ('B', 1, 0.3)) AS t(plate_row, plate_col, od) GROUP BY plate_row ORDER BY 1
  SELECT TRY_CAST(x AS double) AS v, TRY_CAST(x AS integer) AS i FROM (VALUES '1', '2.5', 'n/a', '', '1e3', NULL) AS t(x)
  SELECT TRY(CAST(x AS integer) / y) FROM (VALUES ('6', 2), ('6', 0), ('x', 1)) AS t(x, y)
  SELECT try(sum(fitness) / count_if(fitness > 100)) FROM variants
  SELECT coalesce(TRY_CAST(nullif(trim(x), 'n/a') AS double), -1) FROM (VALUES ' 1.5 ', 'n/a', 'x') AS t(x)
  SELECT CAST('2026-01-31' AS date), CAST('2026-01-31 12:30:00' AS timestamp), TRY_CAST('31.01.2026' AS date), CAST(1.5 AS bigint), CAST('true' AS boolean)
  SELECT count(*) FROM variants TABLESAMPLE BERNOULLI (100)
  SELECT count(*) <= 8 FROM variants TABLESAMPLE SYSTEM (50)
  SELECT id FROM variants ORDER BY rand() LIMIT 0
  SELECT id, fitness FROM variants ORDER BY fitness DESC NULLS LAST, id FETCH FIRST 3 ROWS ONLY
  SELECT id FROM variants ORDER BY id OFFSET 2 ROWS FETCH NEXT 2 ROWS ONLY
  SELECT assay, fitness FROM variants ORDER BY assay NULLS FIRST, fitness DESC FETCH FIRST 2 ROWS WITH TIES
  SELECT DISTINCT ON (assay) assay, id FROM variants
  SELECT id, IF(fitness IS NULL, 'n.d.', CAST(fitness AS varchar)) AS shown, nullif(mutations, '') AS m FROM variants ORDER BY id
  SELECT id, greatest(coalesce(fitness, 0), 1) AS g, least(coalesce(fitness, 0), 1) AS l, abs(coalesce(fitness, 0) - 1) AS d FROM variants ORDER BY id
  SELECT width_bucket(fitness, ARRAY[0e0, 1e0, 2e0]) AS bin, count(*) FROM variants WHERE fitness IS NOT NULL GROUP BY 1 ORDER BY 1
  SELECT floor(fitness / 0.5) * 0.5 AS bin, count(*) AS n, bar FROM (SELECT fitness, '#' AS bar FROM variants) WHERE fitness IS NOT NULL GROUP BY 1, bar ORDER BY 1
  SELECT assay, avg(fitness) AS mean, stddev_samp(fitness) AS sd, count(fitness) AS n, avg(fitness) - 1.96 * stddev_samp(fitness) / sqrt(count(fitness)) AS low FROM variants GROUP BY assay ORDER BY assay
  SELECT corr(fitness, detail.v) AS r, covar_samp(fitness, detail.v) AS c, regr_slope(fitness, detail.v) AS s FROM variants
  SELECT assay, geometric_mean(fitness) FILTER (WHERE fitness > 0), variance(fitness), kurtosis(fitness), skewness(fitness) FROM variants GROUP BY assay ORDER BY assay
  SELECT count(*) AS n, count(fitness) AS measured, count(*) - count(fitness) AS missing, count(DISTINCT assay) AS assays, bool_or(active) AS any_active FROM variants
  SELECT assay, checksum(sequence) IS NOT NULL FROM variants GROUP BY assay ORDER BY assay
  SELECT to_hex(sha256(to_utf8(sequence))) AS digest, to_hex(sha512(to_utf8(sequence))) AS long_digest FROM variants WHERE id = 1
  SELECT id, to_hex(md5(to_utf8(sequence))) AS k, xxhash64(to_utf8(sequence)) AS x FROM variants WHERE id < 3 ORDER BY id
  SELECT id, crc32(to_utf8(sequence)) FROM variants WHERE id = 1
  SELECT id, typeof(fitness), typeof(sites), typeof(1.5 * fitness), typeof(id / 2), typeof(CAST(id AS double) / 2) FROM variants LIMIT 1
  SELECT id / 2, id % 2, id / 2.0, CAST(id AS double) / 2, -id, power(id, 2), sqrt(id), mod(id, 3) FROM variants ORDER BY id
  SELECT v.id, w.id AS other FROM variants v JOIN variants w ON v.assay = w.assay AND v.id < w.id AND abs(v.fitness - w.fitness) < 1 ORDER BY 1, 2
  SELECT * FROM variants NATURAL JOIN (SELECT 1 AS id) ORDER BY 1
  SELECT assays.*, n FROM assays JOIN (SELECT assay, count(*) AS n FROM variants GROUP BY assay) c ON c.assay = assays.name ORDER BY name
  SELECT name, temperature FROM assays ORDER BY temperature IS NULL, temperature DESC
  SELECT id, mutations, strpos(mutations, 'T') AS p, position('K' IN mutations) AS q, starts_with(mutations, 'K') AS s FROM variants ORDER BY id
  SELECT id, translate(sequence, 'MKVLAT', 'mkvlat'), replace(sequence, 'V', ''), trim(BOTH 'M' FROM sequence), concat_ws('|', assay, sequence) FROM variants ORDER BY id
  SELECT id, split(sequence, 'V') AS parts, split_to_map('a=1;b=2', ';', '=') AS m FROM variants WHERE id = 1
  SELECT id, regexp_like(sequence, '(?i)^mk'), regexp_count(sequence, '[AT]'), regexp_split(mutations, ':') FROM variants ORDER BY id
  SELECT id, regexp_like(sequence, 'M(?=K)') FROM variants ORDER BY id
  SELECT id, regexp_replace(sequence, '(.)', x -> lower(x[1])) FROM variants WHERE id < 3 ORDER BY id
  SELECT ngrams(regexp_extract_all(sequence, '.'), 3) FROM variants WHERE id = 1
  SELECT kmer, count(*) FROM variants CROSS JOIN UNNEST(transform(ngrams(regexp_extract_all(sequence, '.'), 2), g -> array_join(g, ''))) AS t(kmer) GROUP BY kmer ORDER BY 2 DESC, 1 LIMIT 5
  SELECT id, all_match(sites, s -> s > 1), none_match(sites, s -> s > 5), array_remove(sites, 6) FROM variants ORDER BY id
  SELECT multimap_agg(assay, id) FROM (SELECT assay, id FROM variants WHERE assay IS NOT NULL ORDER BY id)
  SELECT map_filter(h, (k, v) -> v > 1) FROM (SELECT histogram(assay) AS h FROM variants)
  SELECT transform_values(map_agg(name, temperature), (k, t) -> t + 273.15) FROM assays WHERE temperature IS NOT NULL
  SELECT id, bitwise_and(id, 1) AS odd, bit_count(id, 64) AS bits FROM variants ORDER BY id
  SELECT id, at_timezone(CAST(measured_at AS timestamp with time zone), 'Asia/Tokyo') FROM variants WHERE id < 3 ORDER BY id
  SELECT id, human_readable_seconds(60 * id) FROM variants ORDER BY id
  SELECT wilson_interval_lower(count_if(active), count(*), 1.96) AS lo, wilson_interval_upper(count_if(active), count(*), 1.96) AS hi FROM variants
  SELECT id, sum(fitness) OVER (PARTITION BY assay ORDER BY id GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM variants ORDER BY id
  SELECT max(id) FILTER (WHERE active) OVER (PARTITION BY assay) FROM variants ORDER BY 1
  SELECT count(*) FILTER (WHERE fitness > 1) OVER (PARTITION BY assay ORDER BY id) AS n FROM variants ORDER BY id
  SELECT array_histogram(split(mutations, ':')) FROM variants WHERE id = 3
  SELECT approx_most_frequent(2, assay, 10) FROM variants
  SELECT listagg(assay, ',' ON OVERFLOW TRUNCATE '...' WITH COUNT) WITHIN GROUP (ORDER BY id) FROM variants
  SELECT cosine_similarity(MAP(ARRAY['a', 'b'], ARRAY[1e0, 2e0]), MAP(ARRAY['a', 'b'], ARRAY[2e0, 1e0]))
  SELECT soundex(assay), to_base(id, 2), from_base('ff', 16), url_encode(mutations) FROM variants WHERE id = 3
  SELECT assay, entropy(id) FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, merge(approx_set(id)) IS NOT NULL FROM variants GROUP BY assay ORDER BY assay
  SELECT * FROM variants WHERE id = 1 OR (assay = 'cold' AND fitness IS NOT NULL AND NOT active) ORDER BY id
  SELECT id, sequence FROM variants WHERE lower(sequence) LIKE '%v_a%' OR sequence IS NULL ORDER BY id
  SELECT t.id FROM variants AS t WHERE t.fitness = (SELECT max(fitness) FROM variants)
  SELECT assay, count(*) FROM variants WHERE fitness > 0 GROUP BY assay HAVING avg(fitness) > (SELECT avg(cutoff) FROM assays) ORDER BY 1
`);
