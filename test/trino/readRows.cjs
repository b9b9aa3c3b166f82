// Reads a workspace with Trino's client for JavaScript, and fails if it gets anything unexpected.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");

const [folder, port, workspace, token, certificate] = process.argv.slice(2);
const { Trino } = createRequire(`${folder}/`)("trino-client");
const trino = Trino.create({
  server: `https://localhost:${port}`,
  catalog: workspace,
  schema: "main",
  ssl: { ca: readFileSync(certificate) },
  extraHeaders: { Authorization: `Bearer ${token}` },
});

/** Returns all rows of a statement, or the name of its error. */
async function answer(sql) {
  const rows = [];
  for await (const { data, error } of await trino.query(sql)) {
    if (error) return error.errorName;
    rows.push(...(data ?? []));
  }
  return rows;
}

const LONG =
  "SELECT x, rpad('', 100, 'x') FROM UNNEST(sequence(1, 10000)) t (x), UNNEST(sequence(1, 8)) s (y)";
const SLOW =
  "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a (x), UNNEST(sequence(1, 9000)) b (y), UNNEST(sequence(1, 30)) c (z) WHERE (x * y + z) % 7 = 3";

async function main() {
  assert.deepEqual(await answer("SELECT 1 AS n, 'a', nan()"), [[1, "a", "NaN"]]);
  assert.deepEqual(await answer("SELECT id FROM every_type ORDER BY id"), [[1], [2], [3]]);
  assert.deepEqual(await answer("SELECT 1 WHERE false"), []);
  assert.equal((await answer(LONG)).length, 80_000);
  assert.equal((await answer(SLOW)).length, 1);
  assert.equal(await answer("SELECT FROM"), "SYNTAX_ERROR");
  assert.equal(await answer("SELECT * FROM nowhere"), "TABLE_NOT_FOUND");
  assert.deepEqual(await answer("PREPARE plus FROM SELECT ? + 1"), [[true]]);
  assert.deepEqual(await answer("EXECUTE plus USING 41"), [[42]]);
  for (const feature of ["rows", "types", "large results", "errors", "parameters"])
    console.log(`checked JavaScript: ${feature}`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
