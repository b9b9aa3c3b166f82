import { readFileSync, writeFileSync } from "node:fs";
import { tableFromIPC } from "@uwdata/flechette";
import { S3Client } from "@aws-sdk/client-s3";
import { conformance } from "#test/shared/sql/conformance.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { duckdbEngine } from "#shared/sql/duckdb.ts";
import { athenaStatement } from "#shared/sql/athena/athenaStatement.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { listFiles, download } from "#shared/sql/athena/s3Place.ts";
import { resolving } from "#test/shared/sql/parquetLake.ts";
const s3 = new S3Client({ region: "eu-central-1", endpoint: "http://127.0.0.1:18436", forcePathStyle: true, credentials: { accessKeyId: "local", secretAccessKey: "local-secret" } });
const engine = duckdbEngine({ locate: async (k) => k, temporaryDirectory: "/tmp/athena-dev/spill", threads: 1 });
const url = "http://127.0.0.1:18435";
const at = { catalog: "hive", schema: "w" };
const read = async (q: any) => { const parts = []; for await (const p of await engine.run(q, { compression: null })) parts.push(p); const t = tableFromIPC(Buffer.concat(parts), { useBigInt: true } as any); return { types: t.schema.fields.map((f: any) => JSON.stringify(f.type, (k, v) => typeof v === "bigint" ? String(v) : v)), rows: t.toArray() }; };
const js = (v: unknown) => JSON.stringify(v, (_, x) => typeof x === "bigint" ? `${x}n` : typeof x === "number" && !Number.isFinite(x) ? String(x) : ArrayBuffer.isView(x) ? [...(x as any)] : x);
const run = process.pid;
const out: string[] = []; let n = 0, same = 0, bad = 0;
const only = process.argv[2];
const work = conformance().filter((c) => c.here !== "refused" && (!only || c.query.includes(only)));
async function one(c: any, i: number) {
  let label = "?";
  try {
    const compiled = await compileQuery(c.query, { resolve: resolving({}) });
    let here: any; try { here = await read(compiled); } catch (e: any) { here = { error: e.message }; }
    let st; try { st = await athenaStatement(compiled, (q) => engine.resultColumns(q)); } catch (e: any) { label = here.error ? "both-refuse" : `ONLY-ATHENA-REFUSES ${e.message}`; if (here.error) { same++; return; } bad++; out.push(`${label}\n  ${c.query}`); return; }
    let there: any;
    try {
      const loc = `s3://results/r${run}/${i}/`;
      await askTrino(url, `CREATE TABLE hive.w.r${run}_${i} WITH (format='PARQUET', external_location='${loc}') AS ${st.sql}`, at);
      const files = await listFiles(s3, { bucket: "results", key: `r${run}/${i}/` });
      const local = []; for (const [k, [p, size]] of files.entries()) { const path = `/tmp/athena-dev/res/${run}-${i}-${k}.parquet`; await download(s3, p, path); local.push({ key: path, rows: 0, bytes: size }); }
      there = await read(st.reading(local));
    } catch (e: any) { there = { error: e.message, sql: st.sql }; }
    if (here.error && there.error) { same++; out.push(`BOTH-ERROR\n  ${c.query}\n   duckdb ${here.error}\n   trino ${there.error}`); return; }
    if (js(here) === js(there)) { same++; return; }
    bad++; out.push(`${there.error ? "TRINO-ERROR" : here.error ? "ONLY-DUCKDB-ERROR" : "DIFF"} [here=${JSON.stringify(c.here)}]\n  ${c.query}\n   sql   ${st.sql}\n   duckdb ${js(here)}\n   athena ${js(there)}\n   trino recorded ${JSON.stringify(c.types)} ${JSON.stringify(c.rows)}`);
  } catch (e: any) { out.push(`COMPILE ${c.query} ${e.message}`); }
}
const queue = work.map((c, i) => [c, i] as const);
await Promise.all(Array.from({ length: 3 }, async () => { for (let x = queue.shift(); x; x = queue.shift()) { await one(x[0], x[1]); n++; } }));
writeFileSync("/tmp/athena-dev/conf.txt", out.join("\n\n"));
console.log({ n, same, bad });
await engine.close(); process.exit(0);
