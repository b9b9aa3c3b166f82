import { lines } from "./samples.ts";

/** Statements about tables, and queries on the tables of information_schema. */
export const statements = lines(`
  SHOW TABLES
  SHOW TABLES FROM default
  SHOW TABLES IN default LIKE 'v%'
  SHOW TABLES LIKE '%!_%' ESCAPE '!'
  SHOW TABLES LIKE 'nothing'
  SHOW TABLES FROM nowhere
  show tables like 'COUNTS'
  SHOW SCHEMAS
  SHOW SCHEMAS LIKE 'd%'
  SHOW COLUMNS FROM variants
  SHOW COLUMNS IN default.variants LIKE 'm%'
  SHOW COLUMNS FROM variants LIKE '%!_at' ESCAPE '!'
  SHOW COLUMNS FROM nowhere
  DESCRIBE counts
  DESC default.assays
  DESC "variants"
  DESCRIBE nowhere
  DESCRIBE default.nowhere
  DESCRIBE information_schema.tables
  DESCRIBE information_schema.columns
  SHOW COLUMNS FROM information_schema.schemata
  SHOW
  SHOW TABLES WHERE true
  DESCRIBE
  EXPLAIN (TYPE VALIDATE) SELECT 1
  EXPLAIN (TYPE VALIDATE) SELECT id FROM variants WHERE fitness > 1
  EXPLAIN (TYPE VALIDATE) SELECT nowhere FROM variants
  EXPLAIN (TYPE VALIDATE, FORMAT TEXT) SELECT count(*) FROM variants
  EXPLAIN SELECT nowhere FROM variants
  EXPLAIN EXPLAIN SELECT 1
  TABLE assays
  TABLE default.assays
  (TABLE assays) ORDER BY name
  TABLE assays ORDER BY name LIMIT 1
  SELECT name FROM (TABLE assays) AS t ORDER BY name
  TABLE assays UNION TABLE assays ORDER BY 1
  SELECT * FROM default.assays ORDER BY name
  SELECT assays.name FROM default.assays ORDER BY 1
  SELECT a.name, c.reads FROM default.assays a CROSS JOIN default.counts c ORDER BY 1, 2 LIMIT 3
  SELECT * FROM information_schema.tables WHERE table_schema = 'default' ORDER BY table_name
  SELECT table_name, table_type FROM information_schema.tables WHERE table_schema NOT IN ('information_schema') ORDER BY 1
  SELECT * FROM information_schema.columns WHERE table_name = 'variants' ORDER BY ordinal_position
  SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'default' ORDER BY table_name, ordinal_position
  SELECT table_name, count(*) AS n FROM information_schema.columns WHERE table_schema = 'default' GROUP BY table_name HAVING count(*) > 4 ORDER BY n DESC
  SELECT c.table_name FROM information_schema.columns c WHERE c.column_name = 'fitness'
  SELECT column_name FROM information_schema.columns WHERE data_type LIKE 'row%' OR data_type LIKE 'array%' ORDER BY 1
  SELECT max(ordinal_position), typeof(max(ordinal_position)), typeof(max(is_nullable)) FROM information_schema.columns WHERE table_name = 'counts'
  SELECT t.table_name, count(c.column_name) FROM information_schema.tables t JOIN information_schema.columns c USING (table_catalog, table_schema, table_name) WHERE table_schema = 'default' GROUP BY 1 ORDER BY 1
  SELECT * FROM information_schema.schemata ORDER BY schema_name
  SELECT * FROM information_schema.views
  SELECT * FROM information_schema.nowhere
  SELECT nowhere FROM information_schema.tables
  SELECT tables.table_name FROM information_schema.tables WHERE table_name = 'counts'
  SELECT (SELECT count(*) FROM variants) AS n, table_name FROM information_schema.tables WHERE table_name = 'variants'
  WITH t AS (SELECT table_name FROM information_schema.tables WHERE table_schema = 'default') SELECT count(*) FROM t
  SELECT * FROM nowhere.assays
  SELECT * FROM tables
`);
