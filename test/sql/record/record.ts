import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { corpus } from "#test/sql/corpus/index.ts";
import { TABLES } from "#test/sql/corpus/tables.ts";
import { RECORDINGS, type Recording, recordings } from "#test/sql/recording.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { askRecording } from "./askRecording.ts";
import { trinoServer } from "./trinoServer.ts";

/**
 * Records Trino's answers to the corpus queries that have none yet: `npm run sql:record`, `npm run sql:record -- text regex`
 * for some groups, `--all` to record all of them again.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: "boolean" } } });
const PLACE = { catalog: "memory", schema: "default" };
const WORKERS = 4;

const server = await trinoServer();
try {
  await createTables();
  await mkdir(RECORDINGS, { recursive: true });
  for (const [group, queries] of corpus()) {
    if (positionals.length > 0 && !positionals.includes(group)) continue;
    await recordGroup(group, queries);
  }
} finally {
  server.stop();
}

async function createTables(): Promise<void> {
  for (const [name, { columns, types, rows }] of Object.entries(TABLES)) {
    await askTrino(server.url, `DROP TABLE IF EXISTS ${name}`, PLACE);
    const definition = columns.map((column, index) => `${column.name} ${types[index]}`).join(", ");
    await askTrino(server.url, `CREATE TABLE ${name} (${definition})`, PLACE);
    await askTrino(
      server.url,
      `INSERT INTO ${name} VALUES ${rows.map((row) => `(${row})`).join(", ")}`,
      PLACE,
    );
  }
}

async function recordGroup(group: string, queries: string[]): Promise<void> {
  const known = new Map<string, Recording>();
  if (!values.all && existsSync(join(RECORDINGS, `${group}.jsonl`))) {
    for (const recording of recordings(group)) known.set(recording.query, recording);
  }
  const missing = queries.filter((query) => !known.has(query));
  const queue = [...missing];
  const work = async (): Promise<void> => {
    for (let query = queue.shift(); query !== undefined; query = queue.shift()) {
      known.set(query, await askRecording(server.url, query, PLACE));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  const lines = queries.map((query) => JSON.stringify(known.get(query)));
  await writeFile(join(RECORDINGS, `${group}.jsonl`), `${lines.join("\n")}\n`);
  console.log(`${group}: ${queries.length} queries, ${missing.length} of them new`);
}
