import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newBenchLab, settle, stageLoad, type TableColumn } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { withFolder } from "./support/withCleanup.ts";

const FILES = 1_000;
const FILE_ROWS = 10;

const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "fitness", type: "FLOAT64" },
  { name: "variant", type: "STRING" },
];

export const manyFiles: Benchmark = {
  summary: "a load of a thousand files of ten rows, from the request to finalize it until it is completed",
  run: (say) =>
    withPlatformProcess((platform) =>
      withFolder(async (folder) => {
        const lab = await newBenchLab(platform);
        const warm = await stageLoad(lab, "warm", COLUMNS, "CSV", await csvFiles(join(folder, "warm"), 2));
        await settle(lab, "finalize", warm);
        const paths = await csvFiles(join(folder, "files"), FILES);
        const upload: { id: string } = { id: "" };
        const uploaded = await measureTime(async () => {
          upload.id = await stageLoad(lab, "plates", COLUMNS, "CSV", paths);
        });
        say(`uploaded one after the other in ${(uploaded / 1000).toFixed(1)} s`);
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

async function csvFiles(folder: string, count: number): Promise<string[]> {
  await mkdir(folder);
  const paths = Array.from({ length: count }, (_, index) => join(folder, `plate-${index}.csv`));
  for (const [index, path] of paths.entries()) {
    const rows = Array.from({ length: FILE_ROWS }, (_, row) => {
      const id = index * FILE_ROWS + row;
      return `${id},${(id * 7919) % 1000},V${id % 55}A`;
    });
    await writeFile(path, `id,fitness,variant\n${rows.join("\n")}\n`);
  }
  return paths;
}
