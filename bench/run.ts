import { parseArgs } from "node:util";
import { explainFailure } from "../examples/explainFailure.ts";
import { arrowHttp } from "./arrowHttp.ts";
import { consoleFile } from "./console/consoleFile.ts";
import { consoleGrid } from "./console/consoleGrid.ts";
import { consoleStart } from "./console/consoleStart.ts";
import { contention } from "./contention.ts";
import { fairness } from "./fairness.ts";
import { growth } from "./growth.ts";
import { icebergTables } from "./icebergTables.ts";
import { ingest } from "./ingest.ts";
import { manyFiles, manyLoads } from "./manyLoads.ts";
import { memory } from "./memory.ts";
import { projectGet } from "./projectGet.ts";
import { query } from "./query.ts";
import { smallLoads } from "./smallLoads.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { figureTable, meetsTarget } from "./support/figure.ts";
import { undo } from "./undo.ts";

const BENCHMARKS: Record<string, Benchmark> = {
  ingest,
  query,
  arrowHttp,
  undo,
  projectGet,
  smallLoads,
  manyFiles,
  manyLoads,
  memory,
  icebergTables,
  growth,
  contention,
  fairness,
  consoleGrid,
  consoleFile,
  consoleStart,
};

const MAX_NAME_LENGTH = Math.max(...Object.keys(BENCHMARKS).map((name) => name.length));

const HELP = `Measures the platform. Each benchmark starts it in a separate process on an empty directory and calls it over HTTP, except contention,
which calls the stores directly.

  npm run bench                    all benchmarks
  npm run bench -- ingest query    only the named benchmarks

${Object.entries(BENCHMARKS)
  .map(([name, { summary }]) => `  ${name.padEnd(MAX_NAME_LENGTH)} ${summary}`)
  .join("\n")}

  BENCH_DATA     folder with measured data (default .data/bench)
  BENCH_LATENCY  factor for AWS latencies in contention (default 1)

See bench/README.md for details. The exit code is 1 if a target is missed.`;

/** Runs the benchmarks and returns the exit code. */
async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: "boolean", short: "h", default: false } },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const chosen = positionals.length === 0 ? Object.keys(BENCHMARKS) : positionals;
  const unknown = chosen.filter((name) => BENCHMARKS[name] === undefined);
  if (unknown.length > 0) {
    console.error(`There is no benchmark "${unknown[0]}"; there are: ${Object.keys(BENCHMARKS).join(", ")}.`);
    return 2;
  }
  let missed = 0;
  for (const name of chosen) missed += await measure(name);
  if (missed > 0) console.log(`\n${missed} ${missed === 1 ? "target was" : "targets were"} missed.`);
  return missed > 0 ? 1 : 0;
}

/** Runs one benchmark and returns the number of missed targets; a benchmark that fails counts as one. */
async function measure(name: string): Promise<number> {
  console.log(`\n${name}: ${BENCHMARKS[name]?.summary}`);
  try {
    const figures = (await BENCHMARKS[name]?.run((line) => console.log(`  ${line}`))) ?? [];
    if (figures.length > 0) console.log(figureTable(figures).replaceAll(/^/gm, "  "));
    return figures.filter((figure) => meetsTarget(figure) === false).length;
  } catch (error) {
    console.error(`  ${explainFailure(error)}`);
    return 1;
  }
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(explainFailure(error));
    process.exit(2);
  },
);
