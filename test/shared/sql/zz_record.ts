import fs from "node:fs";
import { DomainError } from "#shared/domain/errors.ts";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { explainError } from "#shared/sql/explainError.ts";
import { narrowedSql, resultColumns } from "#shared/sql/resultTypes.ts";
import { openInstance } from "#shared/sql/sealedInstance.ts";
import { sameType, sameValue } from "#test/shared/sql/sameAsTrino.ts";

const { connection: c } = await openInstance({
  memoryLimit: "1GB",
  threads: 2,
  temporaryDirectory: "/tmp/sqlx/tt",
  temporaryLimit: "1GB",
});
const out: string[] = [];
const seen = new Set<string>();
for (const file of ["out.txt", "out2.txt", "out3.txt", "out4.txt"]) {
  if (!fs.existsSync("/tmp/trino/lqr/" + file)) continue;
  for (const line of fs
    .readFileSync("/tmp/trino/lqr/" + file, "utf8")
    .split("\n")
    .filter(Boolean)) {
    const { query, rows, error, types } = JSON.parse(line);
    if (seen.has(query)) continue;
    seen.add(query);
    if (/random\(\)|current_date|now\(\)/.test(query) && !error) {
    }
    let got: any, cols: any;
    let err: any;
    try {
      const compiled = await compileQuery(query, {
        resolve: () => {
          throw new Error("x");
        },
      });
      let st = await c.prepare(compiled.sql);
      const n = narrowedSql(compiled.sql, resultColumns(st));
      if (n) st = await c.prepare(n);
      const r = await st.runAndReadAll();
      got = r.getRowsJson();
      cols = r.columnTypes();
    } catch (e) {
      err = explainError(e, "1GB");
      if (!(err instanceof DomainError)) {
        console.log("FAULT", query, err.message);
        continue;
      }
    }
    const entry: any = { query };
    if (error) {
      if (err) entry.trino = "error";
      else {
        entry.trino = "error";
        entry.here = "laxer";
        console.log("laxer", query);
      }
    } else {
      entry.types = types;
      entry.rows = rows;
      if (err) {
        entry.here = "refused";
        console.log("refused", query, err.message);
      } else {
        const same =
          rows.length === got.length &&
          rows.every((r: any, i: number) =>
            r.every((v: any, k: number) => sameValue(v, got[i][k], types[k])),
          );
        const st = types.every((t: string, k: number) => sameType(t, cols[k]) || rows.every((r: any) => r[k] === null));
        if (!same || !st) {
          entry.here = got;
          console.log(
            "differs",
            query,
            JSON.stringify(rows),
            JSON.stringify(got),
            types.join(),
            cols.map(String).join(),
          );
        }
      }
    }
    out.push("  " + JSON.stringify(entry) + ",");
  }
}
fs.writeFileSync("test/shared/sql/conformance.jsonl", out.map((l) => l.trim().replace(/,$/, "")).join("\n") + "\n");
console.log(out.length);
process.exit(0);
