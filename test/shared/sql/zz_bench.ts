import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { arrowStream } from "#shared/lake/formats/arrowStream.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { column, parquetLake, resolving } from "#test/shared/sql/parquetLake.ts";

const lake = await parquetLake();
const file = await lake.write(
  "a.parquet",
  "SELECT range AS id, 'MKV' || range AS sequence, random() AS fitness FROM range(10000)",
);
const many = [];
for (let k = 0; k < 1000; k++)
  many.push(
    await lake.write(`m/${k}.parquet`, `SELECT ${k}::BIGINT AS id, 'x' AS sequence, 0.5::DOUBLE AS fitness`),
  );
const cols = [column("id", "INT64"), column("sequence", "STRING"), column("fitness", "FLOAT64")];
const resolve = resolving({
  t: { kind: "TABLE", columns: cols, files: [file] },
  m: { kind: "TABLE", columns: cols, files: many },
});
const engine = lake.engine({ warm: 2, threads: 2 });
const i = await DuckDBInstance.create(":memory:", { threads: "2" });
const c = await i.connect();
const drain = async (it: AsyncIterable<Uint8Array>) => {
  let n = 0;
  for await (const p of it) n += p.length;
  return n;
};
const med = (a: number[]) => a.sort((x, y) => x - y)[a.length >> 1]!.toFixed(1);
for (const [sql, raw] of [
  [
    "SELECT count(*) AS n, avg(fitness) AS m FROM t WHERE id > 5",
    `SELECT count(*) AS n, avg(fitness) AS m FROM read_parquet('${join(lake.directory, "a.parquet")}') WHERE id > 5`,
  ],
  [
    "SELECT * FROM t ORDER BY fitness DESC LIMIT 100",
    `SELECT * FROM read_parquet('${join(lake.directory, "a.parquet")}') ORDER BY fitness DESC LIMIT 100`,
  ],
  [
    "SELECT count(*), sum(fitness) FROM m",
    `SELECT count(*), sum(fitness) FROM read_parquet([${many.map((f) => `'${join(lake.directory, f.key)}'`)}])`,
  ],
] as const) {
  const ours: number[] = [],
    theirs: number[] = [],
    compiles: number[] = [],
    ends: number[] = [];
  for (let k = 0; k < 25; k++) {
    await new Promise((r) => setTimeout(r, 60));
    let a = performance.now();
    const q = await compileQuery(sql, { resolve });
    compiles.push(performance.now() - a);
    const s = await engine.run(q, { compression: null });
    ours.push(performance.now() - a);
    await drain(s);
    ends.push(performance.now() - a);
    await new Promise((r) => setTimeout(r, 60));
    a = performance.now();
    const r = await c.stream(raw);
    await drain(arrowStream(r, { compression: null }));
    theirs.push(performance.now() - a);
  }
  console.log(
    sql.slice(0, 60),
    "compile",
    med(compiles),
    "first batch",
    med(ours),
    "all",
    med(ends),
    "raw duckdb+arrow",
    med(theirs),
    "max",
    Math.max(...ends).toFixed(0),
  );
}
console.log(process.memoryUsage.rss() >> 20, "MB rss");
// burst
const a = performance.now();
const q = await compileQuery("SELECT count(*) AS n FROM t", { resolve });
await Promise.all(Array.from({ length: 20 }, async () => drain(await engine.run(q, { compression: null }))));
console.log("20 concurrent", (performance.now() - a).toFixed(0));
await lake.close();
