import { lines } from "./samples.ts";

/** Queries of the kind that users write, on `variants`, `assays` and `counts`. */
export const proteins: string[] = lines(String.raw`
  SELECT * FROM variants ORDER BY id
  SELECT count(*) FROM variants
  SELECT count(*) AS n, avg(fitness) AS mean, stddev(fitness) AS sd FROM variants
  SELECT assay, count(*), avg(fitness), min(fitness), max(fitness) FROM variants GROUP BY assay ORDER BY assay
  SELECT assay, round(avg(fitness), 3) AS mean FROM variants WHERE fitness IS NOT NULL GROUP BY assay HAVING count(*) > 1 ORDER BY mean DESC
  SELECT id, fitness FROM variants ORDER BY fitness DESC LIMIT 3
  SELECT id, fitness FROM variants ORDER BY fitness DESC NULLS FIRST, id LIMIT 3
  SELECT id, sequence, length(sequence) AS n FROM variants WHERE length(sequence) = 6 ORDER BY id
  SELECT id, substr(sequence, 2, 1) AS aa FROM variants ORDER BY id
  SELECT substr(sequence, 2, 1) AS aa, count(*) FROM variants GROUP BY 1 ORDER BY 2 DESC, 1
  SELECT id, split(mutations, ':') AS m, cardinality(split(mutations, ':')) FROM variants ORDER BY id
  SELECT id, m FROM variants CROSS JOIN UNNEST(split(mutations, ':')) AS t(m) ORDER BY id, m
  SELECT m, avg(fitness) AS mean, count(*) FROM variants CROSS JOIN UNNEST(split(mutations, ':')) AS t(m) WHERE m <> '' GROUP BY m ORDER BY m
  SELECT id, regexp_extract(mutations, '([A-Z])(\d+)([A-Z])', 2) AS pos FROM variants ORDER BY id
  SELECT id, CAST(regexp_extract(mutations, '\d+') AS integer) AS pos FROM variants ORDER BY id
  SELECT id, regexp_like(mutations, '^[A-Z]\d+[A-Z](:[A-Z]\d+[A-Z])*$') AS ok FROM variants ORDER BY id
  SELECT id, regexp_extract_all(mutations, '\d+') FROM variants ORDER BY id
  SELECT id, transform(regexp_extract_all(mutations, '\d+'), x -> CAST(x AS integer)) FROM variants ORDER BY id
  SELECT id, regexp_replace(mutations, '([A-Z])(\d+)([A-Z])', '$2$3') FROM variants ORDER BY id
  SELECT id, levenshtein_distance(sequence, 'MKVLAT') FROM variants WHERE sequence IS NOT NULL ORDER BY id
  SELECT id, hamming_distance(sequence, 'MKVLAT') FROM variants WHERE length(sequence) = 6 ORDER BY id
  SELECT id, fitness - (SELECT fitness FROM variants WHERE id = 1) AS delta FROM variants ORDER BY id
  SELECT id, fitness / (SELECT max(fitness) FROM variants) AS relative FROM variants ORDER BY id
  SELECT id, rank() OVER (PARTITION BY assay ORDER BY fitness DESC) AS r FROM variants ORDER BY id
  SELECT * FROM (SELECT id, assay, fitness, row_number() OVER (PARTITION BY assay ORDER BY fitness DESC) AS n FROM variants) WHERE n = 1 ORDER BY id
  SELECT id, fitness, avg(fitness) OVER (PARTITION BY assay) AS mean, fitness - avg(fitness) OVER (PARTITION BY assay) AS d FROM variants ORDER BY id
  SELECT id, (fitness - avg(fitness) OVER ()) / stddev(fitness) OVER () AS z FROM variants ORDER BY id
  SELECT id, ntile(4) OVER (ORDER BY fitness) FROM variants ORDER BY id
  SELECT approx_percentile(fitness, 0.5) FROM variants
  SELECT assay, approx_percentile(fitness, ARRAY[0.25, 0.5, 0.75]) FROM variants WHERE assay IS NOT NULL GROUP BY assay ORDER BY assay
  SELECT v.id, a.temperature FROM variants v JOIN assays a ON v.assay = a.name ORDER BY v.id
  SELECT v.id, a.* FROM variants v LEFT JOIN assays a ON v.assay = a.name ORDER BY v.id
  SELECT a.name, count(v.id) FROM assays a LEFT JOIN variants v ON v.assay = a.name GROUP BY a.name ORDER BY 1
  SELECT a.name FROM assays a WHERE NOT EXISTS (SELECT 1 FROM variants v WHERE v.assay = a.name)
  SELECT v.id FROM variants v JOIN assays a ON v.assay = a.name AND v.fitness > a.cutoff ORDER BY v.id
  SELECT c.variant, c.round, c.reads * 1.0 / c.total AS freq FROM counts c ORDER BY 1, 2
  SELECT c.variant, c.round, 100.0 * c.reads / c.total AS pct FROM counts c ORDER BY 1, 2
  SELECT variant, CAST(100.0 * sum(reads) / sum(total) AS varchar) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, CAST(sum(reads) AS double) / sum(total) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, sum(reads) / count(*) AS mean, sum(reads) % 7 AS rest FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, round(sum(reads) * 1.0 / sum(total), 4) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, ln((max(reads) + 0.5) / (min(reads) + 0.5)) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, log2(CAST(reads + 1 AS double) / (lag(reads) OVER (PARTITION BY variant ORDER BY round) + 1)) FROM counts ORDER BY variant, round
  SELECT variant, round, reads - lag(reads, 1, 0) OVER (PARTITION BY variant ORDER BY round) AS d FROM counts ORDER BY 1, 2
  SELECT variant, max(CASE WHEN round = 0 THEN reads END) AS r0, max(CASE WHEN round = 1 THEN reads END) AS r1, max(CASE WHEN round = 2 THEN reads END) AS r2 FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, max(reads) FILTER (WHERE round = 0) AS r0, max(reads) FILTER (WHERE round = 2) AS r2 FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, array_agg(reads ORDER BY round) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, map_agg(round, reads) FROM counts GROUP BY variant ORDER BY 1
  SELECT variant, map_agg(round, reads)[0] FROM counts GROUP BY variant ORDER BY 1
  SELECT round, sum(reads), avg(reads) FROM counts GROUP BY ROLLUP (round) ORDER BY 1
  SELECT variant, max_by(round, reads), min_by(round, reads) FROM counts GROUP BY variant ORDER BY 1
  SELECT corr(reads, total), regr_slope(reads, round), covar_pop(reads, round) FROM counts
  SELECT day, count(*) FROM variants GROUP BY day ORDER BY day
  SELECT date_trunc('month', day) AS month, count(*) FROM variants GROUP BY 1 ORDER BY 1
  SELECT date_trunc('hour', measured_at), measured_at FROM variants ORDER BY id
  SELECT year(day), month(day), day(day), week(day), day_of_week(day) FROM variants ORDER BY id
  SELECT date_format(measured_at, '%Y-%m-%d %H:%i:%s') FROM variants ORDER BY id
  SELECT CAST(measured_at AS varchar), CAST(day AS varchar), CAST(fitness AS varchar), CAST(active AS varchar), CAST(id AS varchar) FROM variants ORDER BY id
  SELECT id, day + INTERVAL '1' MONTH, measured_at - INTERVAL '90' MINUTE FROM variants ORDER BY id
  SELECT id, date_diff('day', day, DATE '2026-03-01'), date_diff('hour', measured_at, TIMESTAMP '2026-03-01 00:00') FROM variants ORDER BY id
  SELECT id FROM variants WHERE day BETWEEN DATE '2026-01-01' AND DATE '2026-01-31' ORDER BY id
  SELECT id FROM variants WHERE measured_at >= TIMESTAMP '2026-01-06' AND measured_at < TIMESTAMP '2026-02-01' ORDER BY id
  SELECT id FROM variants WHERE measured_at > DATE '2026-01-06' ORDER BY id
  SELECT id FROM variants WHERE day = '2026-01-05'
  SELECT id FROM variants WHERE id = '1'
  SELECT id FROM variants WHERE fitness
  SELECT id FROM variants WHERE active ORDER BY id
  SELECT id FROM variants WHERE NOT active ORDER BY id
  SELECT id FROM variants WHERE active IS NULL
  SELECT id FROM variants WHERE active = 1
  SELECT id FROM variants WHERE sequence LIKE 'MK%' ORDER BY id
  SELECT id FROM variants WHERE lower(sequence) LIKE '%lat' ORDER BY id
  SELECT id FROM variants WHERE mutations LIKE '%!_' ESCAPE '!'
  SELECT id FROM variants WHERE sequence IN ('MKVLAT', 'MRVLAT') ORDER BY id
  SELECT id FROM variants WHERE assay NOT IN ('heat') ORDER BY id
  SELECT id FROM variants WHERE contains(sites, 6) ORDER BY id
  SELECT id FROM variants WHERE any_match(sites, s -> s > 4) ORDER BY id
  SELECT id, cardinality(sites), element_at(sites, 1), sites FROM variants ORDER BY id
  SELECT id, sites[1] FROM variants WHERE cardinality(sites) > 0 ORDER BY id
  SELECT id, sites[1] FROM variants ORDER BY id
  SELECT id, site FROM variants CROSS JOIN UNNEST(sites) AS t(site) ORDER BY id, site
  SELECT id, site, n FROM variants CROSS JOIN UNNEST(sites) WITH ORDINALITY AS t(site, n) ORDER BY id, n
  SELECT site, avg(fitness) FROM variants CROSS JOIN UNNEST(sites) AS t(site) GROUP BY site ORDER BY site
  SELECT id, transform(sites, s -> s - 1), filter(sites, s -> s > 2), reduce(sites, BIGINT '0', (a, s) -> a + s, a -> a), array_join(sites, '+') FROM variants ORDER BY id
  SELECT id, detail.label, detail.v, detail FROM variants ORDER BY id
  SELECT id, upper(detail.label) || '!' FROM variants WHERE detail.v > 0 ORDER BY id
  SELECT id, coalesce(fitness, 0), coalesce(fitness, 0.5), coalesce(detail.label, 'none') FROM variants ORDER BY id
  SELECT id, coalesce(assay, id) FROM variants
  SELECT id, CASE WHEN fitness > 1 THEN 'gain' WHEN fitness IS NULL THEN 'unknown' ELSE 'loss' END AS class FROM variants ORDER BY id
  SELECT CASE WHEN fitness > 1 THEN 'gain' ELSE 'loss' END AS class, count(*) FROM variants GROUP BY 1 ORDER BY 1
  SELECT id, if(active, 1, 0) AS a, nullif(assay, 'heat') FROM variants ORDER BY id
  SELECT id, greatest(fitness, 1.0), least(fitness, 1, 0.5e0) FROM variants ORDER BY id
  SELECT id, round(fitness, 1), floor(fitness), ceil(fitness), abs(fitness), sign(fitness), truncate(fitness) FROM variants ORDER BY id
  SELECT id, fitness / 0, id / 3, id % 3, -id, fitness * 2, fitness + id, fitness - 0.5 FROM variants ORDER BY id
  SELECT id, id / 0 FROM variants
  SELECT id, exp(fitness), power(fitness, 2), sqrt(abs(fitness)) FROM variants ORDER BY id
  SELECT id, CAST(fitness AS decimal(10, 2)), CAST(fitness AS integer), CAST(fitness AS bigint) FROM variants ORDER BY id
  SELECT sum(CAST(fitness AS decimal(10, 3))), avg(CAST(fitness AS decimal(10, 3))) FROM variants
  SELECT id, TRY_CAST(sequence AS integer), CAST(id AS varchar) || '-' || sequence FROM variants ORDER BY id
  SELECT concat(sequence, '-', assay), concat_ws('-', sequence, assay) FROM variants ORDER BY id
  SELECT listagg(sequence, ',') WITHIN GROUP (ORDER BY id) FROM variants
  SELECT assay, listagg(CAST(id AS varchar), ',') WITHIN GROUP (ORDER BY id DESC) FROM variants GROUP BY assay ORDER BY assay
  SELECT id FROM variants UNION SELECT variant FROM counts ORDER BY id
  SELECT id FROM variants EXCEPT SELECT variant FROM counts ORDER BY 1
  SELECT id FROM variants INTERSECT SELECT variant FROM counts ORDER BY 1
  SELECT id FROM variants UNION ALL SELECT name FROM assays
  WITH best AS (SELECT assay, max(fitness) AS top FROM variants GROUP BY assay) SELECT v.id, v.assay, b.top FROM variants v JOIN best b ON v.assay = b.assay AND v.fitness = b.top ORDER BY v.id
  WITH f AS (SELECT variant, round, CAST(reads AS double) / total AS freq FROM counts) SELECT a.variant, ln(b.freq / a.freq) AS enrichment FROM f a JOIN f b ON a.variant = b.variant AND a.round = 0 AND b.round = 2 ORDER BY 1
  SELECT id, sequence FROM variants WHERE id IN (SELECT variant FROM counts WHERE reads > 20) ORDER BY id
  SELECT Id, SEQUENCE, Variants.Fitness FROM Variants ORDER BY ID LIMIT 2
  SELECT "id", "Sequence" FROM variants ORDER BY 1 LIMIT 1
  SELECT v.* FROM variants AS v WHERE v.id = 1
  SELECT *, fitness * 2 AS twice FROM variants WHERE id = 2
  SELECT variant AS id, reads FROM counts JOIN variants ON counts.variant = variants.id WHERE round = 0 ORDER BY 1
  SELECT id, variant FROM variants FULL JOIN counts ON id = variant AND round = 0 ORDER BY id, variant
  SELECT DISTINCT assay FROM variants ORDER BY assay
  SELECT count(DISTINCT assay), count(assay), approx_distinct(assay) FROM variants
  SELECT histogram(assay) FROM variants
  SELECT id, reverse(sequence), upper(sequence), replace(sequence, 'A', 'G'), strpos(sequence, 'V'), translate(sequence, 'KR', 'RK') FROM variants ORDER BY id
  SELECT id, lpad(CAST(id AS varchar), 4, '0'), format('%04d', id), to_hex(md5(to_utf8(sequence))) FROM variants ORDER BY id
  SELECT id, json_format(CAST(detail AS json)), CAST(sites AS json) FROM variants ORDER BY id
  SELECT id, length(sequence) - length(replace(sequence, 'A', '')) AS alanines FROM variants ORDER BY id
  SELECT aa, count(*) FROM variants CROSS JOIN UNNEST(regexp_extract_all(sequence, '.')) AS t(aa) GROUP BY aa ORDER BY 2 DESC, 1
  SELECT pos, aa, count(*) FROM variants CROSS JOIN UNNEST(regexp_split(sequence, '')) WITH ORDINALITY AS t(aa, pos) GROUP BY pos, aa ORDER BY 1, 2
  SELECT a.id, b.id, hamming_distance(a.sequence, b.sequence) AS d FROM variants a JOIN variants b ON a.id < b.id AND length(a.sequence) = length(b.sequence) ORDER BY d, a.id, b.id LIMIT 5
  SELECT id, sum(fitness) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running FROM variants ORDER BY id
  SELECT id, first_value(id) OVER (PARTITION BY assay ORDER BY fitness DESC) AS best FROM variants ORDER BY id
  SELECT max(fitness), max(sequence), max(day), max(measured_at), max(active) FROM variants
  SELECT typeof(id), typeof(sequence), typeof(fitness), typeof(active), typeof(day), typeof(measured_at), typeof(sites), typeof(detail) FROM variants LIMIT 1
  SELECT id FROM variants ORDER BY sites NULLS FIRST, id
  SELECT id FROM variants WHERE ROW(id, assay) = ROW(1, 'heat')
  SELECT id FROM variants WHERE (id, assay) IN ((1, 'heat'), (5, 'cold')) ORDER BY id
  SELECT nope FROM variants
  SELECT variants.nope FROM variants
  SELECT detail.nope FROM variants
  SELECT sum(sequence) FROM variants
  SELECT avg(assay) FROM variants
  SELECT id, fitness FROM variants GROUP BY id
  SELECT id FROM variants WHERE fitness > 'a'
  SELECT id + sequence FROM variants
  SELECT to_unixtime(measured_at), to_iso8601(measured_at), hour(measured_at), second(measured_at), millisecond(measured_at) FROM variants ORDER BY id
  SELECT id FROM variants TABLESAMPLE BERNOULLI (100) ORDER BY id
  SELECT width_bucket(fitness, 0, 3, 6) AS bin, count(*) FROM variants WHERE fitness IS NOT NULL GROUP BY 1 ORDER BY 1
  SELECT bool_and(active), bool_or(active), count_if(active), every(id > 0) FROM variants
  SELECT var_samp(fitness), var_pop(fitness), skewness(fitness), kurtosis(fitness), geometric_mean(abs(fitness) + 1) FROM variants
  SELECT assay, stddev_samp(fitness) / sqrt(count(fitness)) AS sem FROM variants GROUP BY assay ORDER BY assay
  SELECT id, fitness IS DISTINCT FROM 1.0, fitness BETWEEN 0 AND 1, fitness = 1, fitness <> 1 FROM variants ORDER BY id
  SELECT id, CAST(ROW(id, fitness) AS row(i bigint, f double)) AS r FROM variants ORDER BY id LIMIT 2
  SELECT r.i, r.f FROM (SELECT CAST(ROW(id, fitness) AS row(i bigint, f double)) AS r FROM variants) ORDER BY r.i
`);
