import fs from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { compileQuery } from "#shared/sql/compileQuery.ts";
import { explainError } from "#shared/sql/explainError.ts";
import { narrowedSql, resultColumns } from "#shared/sql/resultTypes.ts";

const verbose = process.argv[3] === "-v";
const i = await DuckDBInstance.create(":memory:");
const c = await i.connect();
await c.run("SET TimeZone='UTC'");
for (const line of fs.readFileSync(process.argv[2]!, "utf8").split("\n").filter(Boolean)) {
  const { query, rows, error, types } = JSON.parse(line);
  let got: any,
    gotTypes = "";
  let sql = "";
  try {
    const compiled = await compileQuery(query, {
      resolve: () => {
        throw new Error("x");
      },
    });
    sql = compiled.sql;
    let st = await c.prepare(sql);
    const cols = resultColumns(st);
    const n = narrowedSql(sql, cols);
    if (n) st = await c.prepare(n);
    const r = await st.runAndReadAll();
    got = r.getRowsJson();
    gotTypes = r.columnTypes().map(String).join();
  } catch (e: any) {
    got = { error: (explainError(e, "1GB") as any).message, code: e.code, raw: e.message.split("\n")[0] };
  }
  const canon = (v: any): any =>
    v === null
      ? null
      : Array.isArray(v)
        ? v.map(canon)
        : typeof v === "object"
          ? Object.values(v).map(canon)
          : typeof v === "number"
            ? Number(v.toPrecision(12))
            : typeof v === "string" && v !== "" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(v)
              ? Number(Number(v).toPrecision(12))
              : typeof v === "string"
                ? v
                    .replace(
                      /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?/,
                      (_m, d, t, s) => `${d} ${t}${s ?? ":00"}`,
                    )
                    .replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d*?)0+$/, "$1")
                    .replace(/\.$/, "")
                    .replace(/Z$/, "")
                : v;
  const same = error
    ? "error" in got
    : !("error" in got) && JSON.stringify(canon(rows)) === JSON.stringify(canon(got));
  if (!same)
    console.log(
      `DIFF ${query}\n   trino ${error ? "ERROR " + error : JSON.stringify(rows) + " " + types}\n   here  ${JSON.stringify(got)} ${gotTypes}${verbose ? "\n   " + sql : ""}`,
    );
  else if (verbose) console.log("ok", query, JSON.stringify(got));
}
