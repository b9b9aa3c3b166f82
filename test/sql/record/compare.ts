import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { corpus } from "#test/sql/corpus/index.ts";
import { DIFFERENCES, type Difference, findDifferences } from "#test/sql/differences.ts";
import { localEngine } from "#test/sql/localEngine.ts";
import { recordings } from "#test/sql/recording.ts";

/**
 * Prints how the embedded engine's answers differ from the recorded ones: `npm run sql:compare -- text regex`. `--show
 * value,type` lists the queries with given outcomes; `--write` stores the findings as known differences.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: "string", default: "" }, write: { type: "boolean", default: false } },
});
const shown = values.show.split(",");
const engine = await localEngine();
const all: Difference[] = [];
let count = 0;
for (const group of corpus().keys()) {
  if (positionals.length > 0 && !positionals.includes(group)) continue;
  const found = await findDifferences(engine, group, ({ outcome, query }, detail) => {
    if (shown.includes(outcome)) console.log(`${outcome}\t${query}\n\t${detail}`);
  });
  const { length } = recordings(group);
  console.log(`${group}: ${figures(length, found)}`);
  if (values.write) await write(group, found);
  all.push(...found);
  count += length;
}
console.log(`all: ${figures(count, all)}`);
await engine.close();

async function write(group: string, found: Difference[]): Promise<void> {
  await mkdir(DIFFERENCES, { recursive: true });
  const lines = found.map(({ outcome, query }) => `${outcome}\t${query}\n`);
  await writeFile(join(DIFFERENCES, `${group}.tsv`), lines.join(""));
}

function figures(total: number, found: Difference[]): string {
  const counts = Object.groupBy(found, ({ outcome }) => outcome);
  const parts = Object.entries(counts).map(([outcome, list]) => `${outcome} ${list?.length}`);
  return `${total} queries, ${((1 - found.length / total) * 100).toFixed(1)} % same (${parts.sort().join(", ")})`;
}
