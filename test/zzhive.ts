import { readFileSync } from "node:fs";
import { tableFromIPC } from "@uwdata/flechette";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { athenaStatement } from "#shared/sql/athena/athenaStatement.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { listFiles, download } from "#shared/sql/athena/s3Place.ts";
import { resolving, parquetLake } from "#test/shared/sql/parquetLake.ts";
import { engineTables } from "#test/shared/sql/engineTables.ts";
const s3 = new S3Client({ region: "eu-central-1", endpoint: "http://127.0.0.1:18436", forcePathStyle: true, credentials: { accessKeyId: "local", secretAccessKey: "local-secret" } });
const lake = await parquetLake(); const engine = lake.engine();
const run = `h${process.pid}`; const url = "http://127.0.0.1:18435"; const at = { catalog: "hive", schema: run };
const put = (Key: string, Body: any) => s3.send(new PutObjectCommand({ Bucket: "lake", Key, Body }));
const tables = await engineTables(async (key, q) => { const f = await lake.write(key, q); await put(`${key}`, readFileSync(await lake.locate(key))); return f; });
await askTrino(url, `CREATE SCHEMA hive.${run}`, { catalog: "hive", schema: "w" });
const reader = (await import("#shared/sql/duckdb.ts")).duckdbEngine({ locate: async (k) => k, temporaryDirectory: "/tmp/athena-dev/spill" });
const read = async (e: any, q: any) => { const parts = []; for await (const p of await e.run(q, { compression: null })) parts.push(p); const t = tableFromIPC(Buffer.concat(parts), { useBigInt: true, useDecimalInt: true } as any); return { types: t.schema.fields.map((f: any) => f.name + JSON.stringify(f.type, (k, v) => typeof v === "bigint" ? String(v) : v)), rows: t.toArray() }; };
const js = (v: unknown) => JSON.stringify(v, (_, x) => typeof x === "bigint" ? `${x}n` : Object.is(x, -0) ? "-0" : typeof x === "number" && !Number.isFinite(x) ? String(x) : ArrayBuffer.isView(x) ? [...(x as any)] : x);
const qs = ["SELECT * FROM exact ORDER BY id", "SELECT * FROM exact ORDER BY moment DESC NULLS FIRST, id LIMIT 3", "SELECT id, detail.at, detail.kind, element_at(detail.counts, 1) FROM exact WHERE moment > TIMESTAMP '2000-01-01 00:00:00' ORDER BY id", "SELECT count(*) AS n, max(moment) AS x, min(detail.at) AS y FROM exact", "SELECT * FROM m ORDER BY id", "SELECT * FROM nested ORDER BY id", "SELECT * FROM empty", "SELECT count(*) AS n, max(point.x) AS x FROM empty", "SELECT n.id FROM m AS n LEFT JOIN m FOR VERSION AS OF 1 AS o ON o.id = n.id WHERE o.id IS NULL", "SELECT b.score, m.id FROM best AS b JOIN m USING (sequence)", "SELECT id, sequence FROM large ORDER BY sequence DESC LIMIT 100000", "SELECT i.v, e.id FROM exact AS e CROSS JOIN UNNEST(e.items) AS i(v) ORDER BY 2, 1", "SELECT sequence AS x FROM m GROUP BY sequence ORDER BY max(id) DESC", "SELECT id AS x FROM m ORDER BY row_number() OVER (ORDER BY id DESC)", "SELECT DISTINCT m.id FROM m ORDER BY m.id DESC", "SELECT id AS x FROM m UNION SELECT 7 ORDER BY x DESC", "(SELECT id AS x FROM m) ORDER BY -x", "SELECT sequence AS x FROM m ORDER BY id DESC OFFSET 1 LIMIT 2", "WITH q AS (SELECT * FROM m) SELECT id AS x FROM q ORDER BY q.fitness DESC", "SELECT id AS x FROM m ORDER BY (SELECT max(o.id) FROM m AS o WHERE o.id <= m.id) DESC", "SELECT CAST(7 AS TINYINT) AS t, CAST(1.25 AS DECIMAL(38, 10)) AS d, CAST(0.1 AS REAL) AS r, CAST(ROW(1, 2.5) AS ROW(\"a b\" BIGINT, c DECIMAL(3, 1))) AS s, ARRAY[DATE '2026-01-31'] AS l", "SELECT id, id + 1 AS id, 'x' AS c0 FROM m ORDER BY m.id DESC LIMIT 1", "SELECT id FROM m AS a WHERE id IN (SELECT id FROM exact) ORDER BY 1"];
let i = 0, ok = 0;
for (const q of qs) { i++; const c = await compileQuery(q, { resolve: resolving(tables) }); const here: any = await read(engine, c);
  try { const st = await athenaStatement(c, (x) => engine.resultColumns(x));
    for (const t of st.tables) { await put(`ws/${run}/${t.name}/files`, t.keys.map((k) => `s3://lake/${k}\n`).join("")); await put(`metastore/${run}/${t.name}/.trinoSchema`, JSON.stringify({ writerVersion: "435", owner: "test", tableType: "EXTERNAL_TABLE", dataColumns: t.columns.map(({ Name, Type }) => ({ name: Name, type: Type, properties: {} })), partitionColumns: [], parameters: { EXTERNAL: "TRUE" }, originalStorageFormat: { serde: "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe", inputFormat: "org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat", outputFormat: "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat" }, serdeParameters: {}, externalLocation: `s3://lake/ws/${run}/${t.name}/`, columnStatistics: {} })); }
    await askTrino(url, `CREATE TABLE hive.${run}.r${i} WITH (format='PARQUET', external_location='s3://results/${run}/${i}/') AS ${st.sql}`, at);
    const local = []; for (const [k, [p]] of (await listFiles(s3, { bucket: "results", key: `${run}/${i}/` })).entries()) { const path = `/tmp/athena-dev/res/${run}-${i}-${k}.parquet`; await download(s3, p, path); local.push({ key: path, rows: 0, bytes: 0 }); }
    const there: any = await read(reader, st.reading(local));
    if (js(here) === js(there)) ok++; else console.log("DIFF", q, "\n", js(here).slice(0, 1500), "\n", js(there).slice(0, 1500));
  } catch (e: any) { console.log("ERR", q, e.message.slice(0, 600)); } }
console.log(ok, "of", qs.length); process.exit(0);
