import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { median } from "@pdp/basics/statistics";
import { type Platform, startPlatform } from "#local/startPlatform.ts";
import { describeForIceberg } from "#shared/jobs/describeForIceberg.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { preparePython } from "../test/python/preparePython.ts";
import { type BenchLab, newBenchLab } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import { BIG, benchScope, filesOfBig, loadBig } from "./support/bigTable.ts";
import type { Figure } from "./support/figure.ts";
import { createIngestedLoad, TABLE } from "./support/historyLab.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withCleanup, withFolder } from "./support/withCleanup.ts";

const VERSIONS = Number(process.env.BENCH_VERSIONS ?? 1_000);
const WARM_LOADS = 15;
const COMMITS = 15;
/** Virtual environment with DuckDB and its extension for Iceberg. */
const REQUIREMENTS = resolve(import.meta.dirname, "../test/iceberg/requirements.txt");
const READER = resolve(import.meta.dirname, "support/readIceberg.py");

export const icebergTables: Benchmark = {
  summary:
    "loading a table with many versions through the Iceberg catalog, and DuckDB through the catalog compared with reading the data files (requires Python)",
  run: (say) =>
    withFolder(async (dataDirectory) => {
      const platform = await startPlatform({ port: 0, dataDirectory, environment: {} });
      return withCleanup(platform.close, async () => {
        const lab = await newBenchLab(platform);
        return [...(await longHistory(platform, lab, say)), ...(await readers(platform, lab, dataDirectory))];
      });
    }),
};

/**
 * Measures how quickly a table with many versions is loaded. Its data files do not exist, because metadata does not need them.
 */
async function longHistory(platform: Platform, lab: BenchLab, say: Say): Promise<Figure[]> {
  const scope = await benchScope(platform);
  for (let count = 0; count < VERSIONS; count += 1) await commitOne(scope);
  const cold: number[] = [];
  let described = 0;
  while (described < VERSIONS) {
    cold.push(
      await measureTime(async () => {
        const table = await loadTable(lab, TABLE).catch(() => null);
        described = table?.metadata.snapshots.length ?? 0;
      }),
    );
  }
  const warm: number[] = [];
  for (let count = 0; count < WARM_LOADS; count += 1)
    warm.push(await measureTime(() => loadTable(lab, TABLE)));
  const tableId = (await findTable(scope, TABLE))?.id ?? "";
  let processes = 0;
  const inNewProcess = (): Promise<unknown> => {
    processes += 1;
    // Caches in a process are keyed by its settings.
    const platformUrl = `${scope.settings.platformUrl}/${processes}`;
    const other = { ...scope, settings: { ...scope.settings, platformUrl } };
    return describeForIceberg.run(other, { tableId, tags: [] }, new AbortController().signal);
  };
  const commits = await inTurns(COMMITS, {
    commit: () => measureTime(() => commitOne(scope)),
    described: () => measureTime(inNewProcess),
  });
  say(`the first ${cold.length} loads took ${cold.map((ms) => `${Math.round(ms)} ms`).join(", ")}`);
  return [
    {
      what: `load of a table of ${VERSIONS.toLocaleString("en")} versions, warm`,
      unit: "ms",
      value: median(warm),
      target: { of: "value", bound: "at most", limit: 300 },
    },
    { what: "first load, until all versions are described", unit: "ms", value: sum(cold) },
    { what: "description by a new process", unit: "ms", value: commits.described },
    { what: "commit", unit: "ms", value: commits.commit },
  ];
}

async function commitOne(scope: WorkspaceScope): Promise<void> {
  const { commit } = await createIngestedLoad(scope);
  await commit(scope);
}

/**
 * Compares an aggregate that DuckDB computes through the catalog with the same aggregate over the same objects, read with the
 * same credentials.
 */
async function readers(platform: Platform, lab: BenchLab, folder: string): Promise<Figure[]> {
  const programs = await preparePython(REQUIREMENTS);
  await loadBig(lab, folder);
  const files = await filesOfBig(await benchScope(platform));
  const { config } = await loadTable(lab, BIG);
  const input = { url: platform.euUrl, workspace: "bench", token: lab.token, files, config };
  const child = spawn(join(programs, "python"), [READER, JSON.stringify(input)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error("DuckDB could not read the table");
  const { iceberg, direct } = JSON.parse(output) as { iceberg: number; direct: number };
  return [
    {
      what: "an aggregate by DuckDB, Iceberg / files",
      unit: "ms",
      value: iceberg,
      reference: direct,
      target: { of: "ratio", bound: "at most", limit: 1.3 },
    },
  ];
}

interface LoadedTable {
  metadata: { snapshots: unknown[] };
  config: Record<string, string>;
}

async function loadTable(lab: BenchLab, table: string): Promise<LoadedTable> {
  const { origin } = new URL(lab.base);
  const response = await fetch(`${origin}/iceberg/v1/bench/namespaces/main/tables/${table}`, {
    headers: { authorization: `Bearer ${lab.token}` },
  });
  if (!response.ok) throw new Error(`The table was not loaded: ${await response.text()}`);
  return (await response.json()) as LoadedTable;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
