import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BenchLab,
  loadCsv,
  MEASUREMENTS,
  measurementsCsv,
  newBenchLab,
  settle,
  stageLoad,
} from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { withFolder } from "./support/withCleanup.ts";

const FILES = 1_000;
const FILE_ROWS = 10;
const LOADS = 1_000;
/** Number of concurrent loads. */
const LOADS_AT_ONCE = 8;
const RUNS = 100;
const WARM_UPS = 10;
/** Time without a new merged file after which a table counts as compacted: one sweep interval plus ten seconds. */
const QUIET_MS = 40_000;

export const manyFiles: Benchmark = {
  summary: "finalize → COMPLETED for a load of a thousand files with ten rows each",
  run: (say) =>
    withPlatformProcess((platform) =>
      withFolder(async (folder) => {
        const lab = await newBenchLab(platform);
        const warm = await stageLoad(
          lab,
          "warm",
          MEASUREMENTS,
          "CSV",
          await csvFiles(join(folder, "warm"), 2),
        );
        await settle(lab, "finalize", warm);
        const paths = await csvFiles(join(folder, "files"), FILES);
        const upload: { id: string } = { id: "" };
        const uploaded = await measureTime(async () => {
          upload.id = await stageLoad(lab, "plates", MEASUREMENTS, "CSV", paths);
        });
        say(`uploaded sequentially in ${(uploaded / 1000).toFixed(1)} s`);
        const value = await measureTime(() => settle(lab, "finalize", upload.id));
        return [
          {
            what: `finalize ${FILES.toLocaleString("en")} files of ${FILE_ROWS} rows`,
            value,
            unit: "ms",
            target: { of: "value", bound: "at most", limit: 10_000 },
          },
        ];
      }),
    ),
};

export const manyLoads: Benchmark = {
  summary:
    "count(*) after a thousand compacted loads of ten rows, compared with one load of ten thousand rows",
  run: async (say) => {
    // The files are merged at the next sweep rather than when their loads are five minutes old.
    process.env.COMPACTION_MIN_AGE_SECONDS = "0";
    return withPlatformProcess(async (platform) => {
      const lab = await newBenchLab(platform);
      const all = Array.from({ length: LOADS * FILE_ROWS }, (_, id) => id);
      await loadCsv(lab, "one", MEASUREMENTS, measurementsCsv(all));
      const loading = await measureTime(() => loadInParts(lab, all));
      say(`${LOADS.toLocaleString("en")} loads in ${(loading / 1000).toFixed(0)} s`);
      const before = await countTimes(lab, 20);
      say(`before the last compaction, a count takes ${(before.many / before.one).toFixed(2)} times as long`);
      await compacted(platform.dataDirectory);
      const times = await countTimes(lab, RUNS);
      return [
        {
          what: `count(*), ${LOADS.toLocaleString("en")} loads / one load`,
          value: times.many,
          reference: times.one,
          unit: "ms",
          target: { of: "ratio", bound: "at most", limit: 1.5 },
        },
      ];
    });
  },
};

async function loadInParts(lab: BenchLab, ids: readonly number[]): Promise<void> {
  const parts = Array.from({ length: LOADS }, (_, load) =>
    ids.slice(load * FILE_ROWS, (load + 1) * FILE_ROWS),
  );
  // The first load creates the table.
  await loadCsv(lab, "many", MEASUREMENTS, measurementsCsv(parts.shift() ?? []));
  const load = async (): Promise<void> => {
    for (let part = parts.shift(); part; part = parts.shift())
      await loadCsv(lab, "many", MEASUREMENTS, measurementsCsv(part));
  };
  await Promise.all(Array.from({ length: LOADS_AT_ONCE }, load));
}

async function countTimes(lab: BenchLab, runs: number): Promise<Record<"many" | "one", number>> {
  const count = (table: string) => () =>
    measureTime(() => lab.api.query(`SELECT count(*) AS n FROM ${table}`));
  const pieces = { many: count("many"), one: count("one") };
  await inTurns(WARM_UPS, pieces);
  return inTurns(runs, pieces);
}

/** Waits until compaction has written no file for a while. */
async function compacted(dataDirectory: string): Promise<void> {
  let [known, since] = [-1, performance.now()];
  while (performance.now() - since < QUIET_MS) {
    const names = await readdir(join(dataDirectory, "s3"), { recursive: true });
    const merged = names.filter((name) => /\/merged~\/[^/]+\.parquet$/.test(name)).length;
    if (merged !== known) [known, since] = [merged, performance.now()];
    await sleep(1_000);
  }
}

async function csvFiles(folder: string, count: number): Promise<string[]> {
  await mkdir(folder);
  const paths = Array.from({ length: count }, (_, index) => join(folder, `plate-${index}.csv`));
  for (const [index, path] of paths.entries()) {
    await writeFile(
      path,
      measurementsCsv(Array.from({ length: FILE_ROWS }, (_, row) => index * FILE_ROWS + row)),
    );
  }
  return paths;
}
