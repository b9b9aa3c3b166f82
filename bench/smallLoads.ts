import { copyFile, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "@pdp/basics/statistics";
import { type BenchLab, newBenchLab, stageLoad, type TableColumn } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { processorTime } from "./support/processorTime.ts";
import { uploadFile } from "./support/uploadFile.ts";
import { withFolder } from "./support/withCleanup.ts";

const WARM_UPS = 5;
const LOADS = 40;
const ROWS = 1_000;
const UPLOADS = 5;
const UPLOAD_ROWS = 3_000_000;
/** Time allowed for work that follows a load, such as opening an engine for the next load, in milliseconds. */
const REST_MS = 200;

const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "plate", type: "STRING" },
  { name: "variant", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

export const smallLoads: Benchmark = {
  summary:
    "finalize → COMPLETED for a load of 1,000 rows; uploading an 88 MB CSV file compared with copying it",
  run: (say) =>
    withFolder((folder) =>
      withPlatformProcess(async (platform) => {
        const lab = await newBenchLab(platform);
        const small = join(folder, "small.csv");
        const times: number[] = [];
        const processorTimes: number[] = [];
        for (let count = 0; count < WARM_UPS + LOADS; count += 1) {
          // Uses different rows each time, because a repeated file triggers a warning.
          await writeFile(small, rowsOf(count * ROWS, ROWS));
          const id = await stageLoad(lab, "small", COLUMNS, "CSV", [small]);
          const before = processorTime(platform.pid);
          const time = await measureTime(() => complete(lab, id));
          await sleep(REST_MS);
          if (count < WARM_UPS) continue;
          times.push(time);
          processorTimes.push(processorTime(platform.pid) - before);
        }
        const large = join(folder, "large.csv");
        await writeFile(large, rowsOf(0, UPLOAD_ROWS));
        const uploads = await inTurns(UPLOADS, {
          upload: async () => {
            const id = await stageLoad(lab, "large", COLUMNS, "CSV", []);
            return measureTime(() => uploadFile(lab, id, "large", large));
          },
          copy: () => measureTime(() => copyDurably(large, join(folder, "copy.csv"))),
        });
        say(`medians of ${LOADS} loads and ${UPLOADS} uploads; CPU time of all processes of the platform`);
        return [
          {
            what: "load of 1,000 rows",
            unit: "ms",
            value: median(times),
            target: { of: "value", bound: "at most", limit: 120 },
          },
          { what: "CPU time of a load", unit: "ms", value: median(processorTimes) },
          { what: "upload of 88 MB", unit: "ms", value: uploads.upload, reference: uploads.copy },
        ];
      }),
    ),
};

/** Finalizes a load and waits for it to finish, in a single request. */
async function complete({ api }: BenchLab, id: string): Promise<void> {
  await api.post(`/data/load:finalize?id=${id}`);
  let state = "LOADING";
  while (state === "LOADING") {
    ({ state } = await api.get<{ state: string }>(`/data/load:get?id=${id}&wait_seconds=20`));
  }
  if (state !== "COMPLETED") throw new Error(`The load ${id} is ${state}`);
}

function rowsOf(first: number, count: number): string {
  const lines = ["id,plate,variant,fitness"];
  for (let id = first; id < first + count; id += 1) {
    lines.push(`${id},P${id % 96},V${id % 55}A,${(Math.sin(id) * 3).toFixed(9)}`);
  }
  return `${lines.join("\n")}\n`;
}

async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  await using file = await open(to);
  await file.sync();
}
