import { join } from "node:path";
import { type BenchLab, MEASUREMENTS, newBenchLab, settle, stageLoad } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { withRawDuckDb } from "./support/rawDuckDb.ts";
import { withFolder } from "./support/withCleanup.ts";

const SMALL = 1_000;
const LARGE = 1_000_000;
const RUNS = 25;

export const undo: Benchmark = {
  summary: "undo and redo of a load of a million rows, compared with a load of a thousand rows",
  run: (say) =>
    withPlatformProcess(async (platform) => {
      const lab = await newBenchLab(platform);
      const small = await loadRows(lab, "small", SMALL);
      const large = await loadRows(lab, "large", LARGE);
      const pieces = {
        undoSmall: () => measureTime(() => settle(lab, "undo", small)),
        undoLarge: () => measureTime(() => settle(lab, "undo", large)),
        redoSmall: () => measureTime(() => settle(lab, "redo", small)),
        redoLarge: () => measureTime(() => settle(lab, "redo", large)),
      };
      await inTurns(2, pieces);
      const times = await inTurns(RUNS, pieces);
      say(`medians of ${RUNS} rounds, from the request until the load is in its final state`);
      const target = { of: "ratio", bound: "at most", limit: 1.5 } as const;
      return [
        { what: "undo, 1,000,000 / 1,000 rows", value: times.undoLarge, reference: times.undoSmall },
        { what: "redo, 1,000,000 / 1,000 rows", value: times.redoLarge, reference: times.redoSmall },
      ].map((figure) => ({ ...figure, unit: "ms", target }));
    }),
};

function loadRows(lab: BenchLab, table: string, rows: number): Promise<string> {
  return withFolder(async (folder) => {
    const path = join(folder, `${table}.csv`);
    const select = `SELECT range AS id, random() AS fitness, 'V' || range % 55 || 'A' AS variant FROM range(${rows})`;
    await withRawDuckDb(2, (connection) =>
      connection.run(`COPY (${select}) TO '${path}' (FORMAT csv, HEADER)`),
    );
    const load = await stageLoad(lab, table, MEASUREMENTS, "CSV", [path]);
    await settle(lab, "finalize", load);
    return load;
  });
}
