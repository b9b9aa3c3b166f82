import { lines } from "./samples.ts";

/** Third set of user queries, with longer queries from an analysis. */
export const screens: string[] = lines(String.raw`
  WITH muts AS (SELECT v.id, v.fitness, m FROM variants v CROSS JOIN UNNEST(split(v.mutations, ':')) AS t(m) WHERE v.mutations <> ''), stats AS (SELECT m, count(*) AS n, avg(fitness) AS mu, min(fitness) AS lo, max(fitness) AS hi FROM muts GROUP BY m) SELECT s.*, s.mu - (SELECT avg(fitness) FROM variants) AS effect FROM stats s ORDER BY effect DESC NULLS LAST, m
  WITH wt AS (SELECT sequence, fitness FROM variants WHERE mutations = '' LIMIT 1) SELECT v.id, v.fitness - wt.fitness AS ddf, v.fitness / nullif(wt.fitness, 0) AS fold, hamming_distance(upper(v.sequence), wt.sequence) AS d FROM variants v, wt WHERE length(v.sequence) = length(wt.sequence) ORDER BY v.id
  WITH pos AS (SELECT id, CAST(p AS integer) AS p, aa FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '[A-Z]')) WITH ORDINALITY AS t(aa, p)), freq AS (SELECT p, aa, count(*) AS n, sum(count(*)) OVER (PARTITION BY p) AS total FROM pos GROUP BY p, aa) SELECT p, round(-sum(CAST(n AS double) / total * log2(CAST(n AS double) / total)), 4) AS entropy FROM freq GROUP BY p ORDER BY p
  WITH pairs AS (SELECT a.id AS a, b.id AS b, cardinality(array_intersect(a.sites, b.sites)) AS s, cardinality(array_union(a.sites, b.sites)) AS u FROM variants a JOIN variants b ON a.id < b.id WHERE a.sites IS NOT NULL AND b.sites IS NOT NULL) SELECT a, b, CAST(s AS double) / nullif(u, 0) AS jaccard FROM pairs WHERE u > 0 ORDER BY jaccard DESC, a, b LIMIT 5
  WITH singles AS (SELECT m, max(fitness) AS f FROM variants CROSS JOIN UNNEST(ARRAY[mutations]) AS t(m) WHERE cardinality(split(mutations, ':')) = 1 AND mutations <> '' GROUP BY m), doubles AS (SELECT id, fitness, split(mutations, ':') AS ms FROM variants WHERE cardinality(split(mutations, ':')) = 2) SELECT d.id, d.fitness, a.f AS fa, b.f AS fb, d.fitness - (a.f + b.f) AS epistasis FROM doubles d LEFT JOIN singles a ON a.m = d.ms[1] LEFT JOIN singles b ON b.m = d.ms[2] ORDER BY d.id
  SELECT v.assay, v.id, v.fitness, q.q1, q.q3, v.fitness > q.q3 + 1.5 * (q.q3 - q.q1) AS outlier FROM variants v JOIN (SELECT assay, approx_percentile(fitness, 0.25) AS q1, approx_percentile(fitness, 0.75) AS q3 FROM variants GROUP BY assay) q ON q.assay = v.assay ORDER BY v.id
  SELECT assay, array_agg(id ORDER BY fitness DESC NULLS LAST) FILTER (WHERE fitness > 0) AS ranked, map_agg(id, fitness) FILTER (WHERE fitness IS NOT NULL) AS f FROM variants WHERE assay IS NOT NULL GROUP BY assay ORDER BY assay
  SELECT date_trunc('month', day) AS m, count(*) AS n, sum(count(*)) OVER (ORDER BY date_trunc('month', day)) AS cumulative FROM variants WHERE day IS NOT NULL GROUP BY date_trunc('month', day) ORDER BY m
  SELECT m.month, coalesce(c.n, 0) AS n FROM (SELECT date_add('month', i, DATE '2025-12-01') AS month FROM UNNEST(sequence(0, 3)) AS t(i)) m LEFT JOIN (SELECT date_trunc('month', day) AS month, count(*) AS n FROM variants GROUP BY 1) c ON c.month = m.month ORDER BY 1
  SELECT id, day, lead(day) OVER (ORDER BY day, id) AS next_day, date_diff('day', day, lead(day) OVER (ORDER BY day, id)) AS gap FROM variants WHERE day IS NOT NULL ORDER BY day, id
  SELECT id, sum(is_new) OVER (ORDER BY day, id) AS session FROM (SELECT id, day, CASE WHEN date_diff('day', lag(day) OVER (ORDER BY day, id), day) > 7 THEN 1 ELSE 0 END AS is_new FROM variants WHERE day IS NOT NULL) ORDER BY id
  SELECT variant, max(reads) - min(reads) AS spread, max_by(round, reads) AS best_round, CASE WHEN max_by(reads, round) > min_by(reads, round) THEN 'up' ELSE 'down' END AS trend FROM counts GROUP BY variant ORDER BY variant
  SELECT variant, sum(CASE WHEN round = 0 THEN reads ELSE 0 END) AS r0, sum(CASE WHEN round = 1 THEN reads ELSE 0 END) AS r1, sum(CASE WHEN round = 2 THEN reads ELSE 0 END) AS r2, sum(reads) AS total FROM counts GROUP BY ROLLUP (variant) ORDER BY variant NULLS LAST
  SELECT round, variant, reads, 100.0 * reads / sum(reads) OVER (PARTITION BY round) AS pct, sum(reads) OVER (PARTITION BY round ORDER BY reads DESC, variant) * 100.0 / sum(reads) OVER (PARTITION BY round) AS cum_pct FROM counts ORDER BY round, reads DESC, variant
  SELECT round, 1 - sum(power(CAST(reads AS double) / total_reads, 2)) AS simpson FROM (SELECT round, reads, sum(reads) OVER (PARTITION BY round) AS total_reads FROM counts) GROUP BY round ORDER BY round
  SELECT round, exp(-sum(p * ln(p))) AS effective FROM (SELECT round, CAST(reads AS double) / sum(reads) OVER (PARTITION BY round) AS p FROM counts) WHERE p > 0 GROUP BY round ORDER BY round
  SELECT c.variant, regr_slope(CAST(c.reads AS double), CAST(c.round AS double)) AS slope, corr(CAST(c.reads AS double), CAST(c.round AS double)) AS r, count(*) AS n FROM counts c JOIN variants v ON v.id = c.variant WHERE v.fitness IS NOT NULL GROUP BY c.variant HAVING count(*) = 3 ORDER BY slope DESC, c.variant
  SELECT CASE WHEN fitness < 0 THEN '<0' WHEN fitness < 1 THEN '0-1' WHEN fitness < 2 THEN '1-2' ELSE '>=2' END AS bucket, count(*) AS n, array_join(array_agg(CAST(id AS varchar) ORDER BY id), ' ') AS ids FROM variants WHERE fitness IS NOT NULL GROUP BY 1 ORDER BY min(fitness)
  SELECT width_bucket(fitness, -1, 3, 4) AS bin, min(fitness) AS lo, max(fitness) AS hi, count(*) AS n, rpad('', CAST(count(*) AS integer), '#') AS bar FROM variants WHERE fitness IS NOT NULL GROUP BY 1 ORDER BY 1
  SELECT ntile, avg(fitness) AS mean, count(*) AS n FROM (SELECT fitness, ntile(4) OVER (ORDER BY fitness) AS ntile FROM variants WHERE fitness IS NOT NULL) GROUP BY ntile ORDER BY ntile
  SELECT well, CAST(regexp_extract(well, '\d+') AS integer) AS col, ord FROM (VALUES 'A01', 'B12', 'C3') AS t(well) CROSS JOIN UNNEST(ARRAY[strpos('ABCDEFGH', substr(well, 1, 1))]) AS o(ord) ORDER BY 1
  SELECT plate, avg(od) FILTER (WHERE kind = 'sample') AS s, avg(od) FILTER (WHERE kind = 'blank') AS b, avg(od) FILTER (WHERE kind = 'sample') - avg(od) FILTER (WHERE kind = 'blank') AS net, 1 - 3 * (stddev(od) FILTER (WHERE kind = 'pos') + stddev(od) FILTER (WHERE kind = 'neg')) / abs(avg(od) FILTER (WHERE kind = 'pos') - avg(od) FILTER (WHERE kind = 'neg')) AS zprime FROM (VALUES (1, 'sample', 0.5e0), (1, 'blank', 0.1e0), (1, 'pos', 1.0e0), (1, 'pos', 1.1e0), (1, 'neg', 0.1e0), (1, 'neg', 0.12e0)) AS t(plate, kind, od) GROUP BY plate
  SELECT k, v, typeof(v) FROM UNNEST(map(ARRAY['tm', 'kd'], ARRAY[61.5, 2.25])) AS t(k, v) ORDER BY k
  SELECT id, cast(row(detail.label, fitness) AS row(label varchar, f double)).label AS l FROM variants WHERE detail IS NOT NULL ORDER BY id
  SELECT id, transform(sites, s -> substr(sequence, s, 1)) AS residues FROM variants WHERE sites IS NOT NULL AND sequence IS NOT NULL ORDER BY id
  SELECT id, transform(split(mutations, ':'), m -> CAST(ROW(substr(m, 1, 1), TRY_CAST(regexp_extract(m, '\d+') AS integer), substr(m, length(m), 1)) AS ROW(wt varchar, pos integer, mut varchar))) AS parsed FROM variants WHERE mutations <> '' ORDER BY id
  SELECT id, p.wt, p.pos, p.mut FROM (SELECT id, transform(split(mutations, ':'), m -> CAST(ROW(substr(m, 1, 1), TRY_CAST(regexp_extract(m, '\d+') AS integer), substr(m, -1)) AS ROW(wt varchar, pos integer, mut varchar))) AS parsed FROM variants WHERE mutations <> '') CROSS JOIN UNNEST(parsed) AS p(wt, pos, mut) ORDER BY id, pos
  SELECT id, reduce(regexp_extract_all(upper(sequence), '.'), 0e0, (s, a) -> s + CASE WHEN a IN ('A', 'V', 'L', 'I', 'M') THEN 1.8e0 WHEN a IN ('K', 'R') THEN -3.9e0 ELSE 0e0 END, s -> round(s, 2)) AS gravy FROM variants ORDER BY id
  SELECT id, reduce(split(mutations, ':'), sequence, (s, m) -> s, s -> s) IS NOT NULL AS ok FROM variants ORDER BY id
  SELECT id, map_filter(histogram(aa), (k, n) -> n > 1) AS repeated FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '[A-Z]')) AS t(aa) GROUP BY id ORDER BY id
  SELECT assay, round(avg(fitness), 3) AS mean, round(stddev_samp(fitness) / sqrt(count(fitness)), 4) AS sem, format('%.2f ± %.2f', avg(fitness), stddev_samp(fitness)) AS text FROM variants WHERE assay IS NOT NULL GROUP BY assay ORDER BY assay
  SELECT id, fitness, CASE WHEN fitness IS NULL THEN NULL ELSE rank() OVER (PARTITION BY fitness IS NULL ORDER BY fitness DESC) END AS r FROM variants ORDER BY id
  SELECT assay, fitness, avg(fitness) OVER w AS m, fitness - avg(fitness) OVER w AS d, max(fitness) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS best FROM variants WHERE fitness IS NOT NULL WINDOW w AS (PARTITION BY assay ORDER BY id) ORDER BY assay, id
  SELECT DISTINCT assay, first_value(id) OVER (PARTITION BY assay ORDER BY fitness DESC NULLS LAST, id) AS best FROM variants ORDER BY assay
  SELECT id FROM (SELECT id, fitness, avg(fitness) OVER () AS m, stddev(fitness) OVER () AS s FROM variants) WHERE abs(fitness - m) > s ORDER BY id
  SELECT a.name, b.id FROM assays a LEFT JOIN LATERAL (SELECT id FROM variants v WHERE v.assay = a.name ORDER BY fitness DESC NULLS LAST LIMIT 1) b ON true ORDER BY 1
  SELECT v.id, EXISTS (SELECT 1 FROM counts c WHERE c.variant = v.id) AS sequenced, (SELECT avg(CAST(reads AS double)) FROM counts c WHERE c.variant = v.id AND c.round > 0) AS later_reads FROM variants v ORDER BY v.id
  SELECT id FROM variants v WHERE 2 <= (SELECT count(DISTINCT round) FROM counts c WHERE c.variant = v.id AND c.reads > 20) ORDER BY id
  SELECT assay FROM variants GROUP BY assay HAVING count(*) FILTER (WHERE active) >= 2 AND bool_or(fitness > 2) ORDER BY 1
  SELECT id, sequence FROM variants WHERE regexp_like(sequence, '^M[KR]V') AND NOT regexp_like(sequence, 'W$') ORDER BY id
  SELECT id, coalesce(regexp_extract(mutations, '([A-Z])6([A-Z])', 2), substr(sequence, 6, 1)) AS aa6 FROM variants ORDER BY id
  SELECT id, concat_ws('_', 'v', lpad(CAST(id AS varchar), 4, '0'), coalesce(nullif(replace(mutations, ':', '-'), ''), 'WT')) AS label FROM variants ORDER BY id
  SELECT id, date_format(coalesce(measured_at, CAST(day AS timestamp)), '%Y%m%d') || '_' || coalesce(assay, 'na') AS batch FROM variants ORDER BY id
  SELECT CAST(CAST(id AS double) / 3 AS decimal(10, 4)) AS d, CAST(id AS decimal(5, 2)) * 1.15 AS e, round(CAST(id AS decimal(10, 3)) / 7, 2) AS f FROM variants ORDER BY id
  SELECT id, fitness = cast(cast(fitness AS varchar) AS double) AS same, CAST(CAST(fitness AS real) AS varchar) AS r FROM variants ORDER BY id
  SELECT id, is_nan(fitness), is_finite(1 / nullif(fitness, 0)), fitness / 0e0 AS inf FROM variants WHERE id < 4 ORDER BY id
  SELECT json_format(CAST(map_agg(name, temperature) AS JSON)) FROM assays WHERE temperature IS NOT NULL
  SELECT json_format(CAST(array_agg(CAST(ROW(name, replicates) AS ROW(name varchar, n bigint)) ORDER BY name) AS JSON)) FROM assays
  SELECT s.site, count(*) AS n FROM variants v, UNNEST(v.sites) AS s(site), assays a WHERE a.name = v.assay AND s.site IS NOT NULL GROUP BY s.site ORDER BY n DESC, s.site
  SELECT x.a, y.b FROM (VALUES 1, 2) AS x(a) FULL JOIN (VALUES 2, 3) AS y(b) ON x.a = y.b ORDER BY 1 NULLS LAST, 2
  SELECT t.n, CASE WHEN t.n % 15 = 0 THEN 'FizzBuzz' WHEN t.n % 3 = 0 THEN 'Fizz' ELSE CAST(t.n AS varchar) END AS f FROM UNNEST(sequence(1, 15)) AS t(n) WHERE t.n % 5 = 0
  SELECT approx_distinct(sequence) AS n, count(DISTINCT upper(sequence)) AS u, count(DISTINCT (assay, active)) AS c FROM variants
  SELECT greatest(max(day), DATE '2026-02-01') AS d, least(min(measured_at), TIMESTAMP '2020-01-01 00:00:00') AS t FROM variants
  SELECT 'a' < 'B', 'a' < 'b', 'é' > 'z', '10' < '9', lower('ÀÉ') = 'àé', length('日本'), 'x' || NULL IS NULL, concat('a', NULL) IS NULL
  SELECT count(*) FROM variants WHERE measured_at > TIMESTAMP '2026-01-01 00:00:00' AND measured_at < TIMESTAMP '2026-01-01 00:00:00' + INTERVAL '30' DAY
  SELECT year(day) AS y, month(day) AS m, count(*) AS n, grouping(year(day)) FROM variants GROUP BY ROLLUP (year(day), month(day)) ORDER BY 1, 2
  SELECT id, slice(regexp_extract_all(sequence, '.'), 2, 3) AS middle, array_position(regexp_extract_all(sequence, '.'), 'V') AS v_at, sequence(1, length(sequence), 2) AS odd FROM variants WHERE id < 3 ORDER BY id
  SELECT id, cardinality(array_distinct(regexp_extract_all(sequence, '.'))) AS kinds, array_max(sites) - array_min(sites) AS span, contains(sites, 6) AS has6 FROM variants ORDER BY id
  SELECT sum(n) FROM (SELECT count(*) AS n FROM variants UNION ALL SELECT count(*) FROM counts)
  SELECT id, fitness FROM variants WHERE fitness = (SELECT max(fitness) FROM variants) OR fitness = (SELECT min(fitness) FROM variants) ORDER BY fitness
  SELECT * FROM (VALUES (1, 'a', DATE '2026-01-01'), (2, NULL, NULL)) AS t(i, s, d) ORDER BY i DESC
`);
