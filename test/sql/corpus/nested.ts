import { lines } from "./samples.ts";

/** Queries inside expressions, groups and joins; aggregates, window functions and aliases where they are invalid. */
export const nested: string[] = lines(String.raw`
  SELECT id, hamming_distance(sequence, (SELECT sequence FROM variants WHERE id = 1)) AS d FROM variants WHERE id < 7 ORDER BY id
  SELECT replace((SELECT 'abc'), (SELECT 'b'), (SELECT 'x')), width_bucket((SELECT 1e0), 0, 2, (SELECT 4))
  SELECT contains(sites, (SELECT 6)), array_position(sites, (SELECT 6)), array_remove(sites, (SELECT 6)) FROM variants WHERE id < 4 ORDER BY id
  SELECT lpad(sequence, (SELECT 10), (SELECT 'x')), translate(sequence, (SELECT 'M'), (SELECT 'm')), split_part(sequence, (SELECT 'K'), (SELECT 2)) FROM variants WHERE id < 4 ORDER BY id
  SELECT sequence(1, (SELECT 3)), repeat((SELECT 'a'), (SELECT 2)), slice(sites, (SELECT 1), 1), element_at(sites, (SELECT 1)) FROM variants WHERE id = 2
  SELECT greatest(id, (SELECT 3)), least(fitness, (SELECT 1e0)), round(fitness, (SELECT 1)), mod(id, (SELECT 2)) FROM variants WHERE id = 2
  SELECT id IN (1, (SELECT 2)), id BETWEEN (SELECT 1) AND 2, CASE id WHEN (SELECT 1) THEN 'x' END, sequence LIKE (SELECT 'M%') FROM variants WHERE id < 3 ORDER BY id
  SELECT TRY_CAST((SELECT 'x') AS bigint), CAST((SELECT '1.5') AS decimal(10,2)), CAST(ARRAY[(SELECT 1.5e0)] AS array(varchar))
  SELECT reduce(sites, (SELECT 0), (s, x) -> s + x, s -> s), zip(sites, (SELECT ARRAY[1])) FROM variants WHERE id = 2
  SELECT transform(sites, x -> x + (SELECT 1)) FROM variants
  SELECT filter(sites, x -> x IN (SELECT id FROM variants)) FROM variants
  SELECT assay, sum(reads * round) AS value_of_the_measured_reads FROM counts JOIN variants ON variant = id GROUP BY assay HAVING sum(reads * round) > (SELECT sum(reads * round) * 0.1 FROM counts JOIN variants ON variant = id WHERE assay = 'heat') ORDER BY assay
  SELECT assay, count(*) FROM variants GROUP BY assay HAVING count(*) > (SELECT avg(replicates) FROM assays) ORDER BY assay
  SELECT assay, count(*) FROM variants GROUP BY assay HAVING assay IN (SELECT name FROM assays) AND max(fitness) > (SELECT min(fitness) FROM variants) ORDER BY assay
  SELECT id > (SELECT avg(id) FROM variants), count(*) FROM variants GROUP BY id > (SELECT avg(id) FROM variants) ORDER BY 1
  SELECT id IN (SELECT replicates FROM assays), count(*) FROM variants GROUP BY id IN (SELECT replicates FROM assays) ORDER BY 2
  SELECT round(fitness - (SELECT avg(fitness) FROM variants)) + 1 AS r, count(*) FROM variants GROUP BY round(fitness - (SELECT avg(fitness) FROM variants)) ORDER BY 1
  SELECT assay, id, count(*) FROM variants WHERE id < 4 GROUP BY CUBE (assay, (id, active)) ORDER BY 1, 2, 3
  SELECT assay, id, count(*) FROM variants WHERE id < 4 GROUP BY ROLLUP (assay, (id, active)) ORDER BY 1, 2, 3
  SELECT assay, active, id, count(*), grouping(assay, active, id) FROM variants WHERE id < 4 GROUP BY ROLLUP ((assay, active), id) ORDER BY 5, 1, 2, 3
  SELECT count(*) FROM variants GROUP BY CUBE ((assay), (id, active)) ORDER BY 1
  SELECT p, e, 'a_b%' LIKE p ESCAPE e FROM (VALUES ('a#_b#%', '#'), ('a!_b_', '!'), ('a_b%', '\'), (NULL, '#'), ('a%', NULL)) AS t(p, e) ORDER BY 1, 2
  SELECT 'ab' LIKE p ESCAPE '#' FROM (VALUES 'a_', 'a#_', '##b', '%#%') AS t(p)
  SELECT 'ab' LIKE p ESCAPE '#' FROM (VALUES 'a#b') AS t(p)
  SELECT 'ab' LIKE p ESCAPE e FROM (VALUES ('ab', '##')) AS t(p, e)
  SELECT 'ab' LIKE p ESCAPE e FROM (VALUES ('ab', '')) AS t(p, e)
  SELECT regexp_like(sequence, 'M' || 'K'), regexp_replace(sequence, 'K' || 'V', 'x' || 'y') FROM variants WHERE id = 1
  SELECT r.x, r.y FROM (VALUES ROW(CAST(ROW(1, 'a') AS ROW(x bigint, y varchar)))) AS t(r)
  SELECT * FROM (VALUES CAST(ROW(1, 'a') AS ROW(x bigint, y varchar))) AS t(x, y)
  SELECT * FROM (VALUES ROW(CAST(ROW(1, 2) AS ROW(x bigint, y bigint)), 3)) AS t(r, n)
  SELECT * FROM (VALUES ROW(ROW(1, 2)), ROW(ROW(3, 4))) AS t(r) ORDER BY r
  SELECT a.id, b.id FROM variants a FULL JOIN variants b ON a.id = b.id + 1 AND b.fitness > (SELECT avg(fitness) FROM variants) ORDER BY 1, 2
  SELECT a.id, b.id FROM variants a RIGHT JOIN variants b ON a.id = b.id + 1 AND a.assay IN (SELECT name FROM assays) ORDER BY 1, 2
  SELECT a.id, b.name FROM variants a FULL JOIN assays b ON a.assay = b.name AND b.name IN (SELECT assay FROM variants WHERE fitness > 1) ORDER BY 1, 2
  SELECT a.id, b.name FROM variants a LEFT JOIN assays b ON a.assay = b.name AND a.fitness > (SELECT avg(fitness) FROM variants) ORDER BY 1
  SELECT a.id, b.name FROM variants a LEFT JOIN assays b ON a.assay = b.name AND a.id NOT IN (SELECT replicates FROM assays WHERE replicates IS NOT NULL) ORDER BY 1
  SELECT a.id, b.name FROM variants a LEFT JOIN assays b ON a.assay = b.name AND EXISTS (SELECT 1 FROM counts WHERE round > 1) ORDER BY 1
  SELECT a.id, b.name, c.name FROM variants a LEFT JOIN assays b ON a.assay = b.name LEFT JOIN assays c ON c.name = b.name AND b.cutoff >= (SELECT max(cutoff) FROM assays) ORDER BY 1
  SELECT sum(max(id)) FROM variants GROUP BY assay
  SELECT sum(row_number() OVER ()) FROM variants
  SELECT id FROM variants WHERE row_number() OVER () = 1
  SELECT id FROM variants WHERE max(id) = 1
  SELECT count(*) FROM variants GROUP BY max(id)
  SELECT 1 FROM variants a JOIN variants b ON a.id = max(b.id)
  SELECT max(id) FROM variants HAVING row_number() OVER () = 1
  SELECT assay, sum(max(id)) OVER (ORDER BY assay) FROM variants GROUP BY assay ORDER BY 1
  SELECT x, count(*) FROM (VALUES 1) AS t(x)
  SELECT *, count(*) FROM assays
  SELECT upper(assay) || 'x' AS u, count(*) FROM variants GROUP BY upper(assay) ORDER BY 1
  SELECT id + 1 AS b FROM variants WHERE b > 1
  SELECT id + 1 AS b, count(*) FROM variants GROUP BY b
  SELECT assay, count(*) AS n FROM variants GROUP BY assay HAVING n > 1
  SELECT DATE '2024-02-30'
  SELECT INTERVAL '1' DAY + INTERVAL '1' MONTH
`);
