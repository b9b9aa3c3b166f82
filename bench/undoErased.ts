import { type LocalAddress, localIdp } from "#local/idp/localIdp.ts";
import { ApiClient } from "../examples/apiClient.ts";
import { type BenchLab, newBenchLab, settle, type TableColumn } from "./support/benchLab.ts";
import type { Benchmark } from "./support/benchmark.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";

/** Number of loads per table; `BENCH_LOADS` overrides it. */
const LOADS = Number(process.env.BENCH_LOADS ?? 300);
const TABLE_ROWS = 1_000_000;
/** Number of concurrent loads. */
const LOADS_AT_ONCE = 8;
const RUNS = 15;
const WARM_UPS = 2;

const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "fitness", type: "FLOAT64" },
  { name: "variant", type: "STRING" },
];

export const undoErased: Benchmark = {
  summary:
    "undo and redo of a load after the erasure of another one, against the same without; and the erasure itself",
  run: (say) =>
    withPlatformProcess(async (platform) => {
      const erased = await newBenchLab(platform, "erased");
      const whole = await newBenchLab(platform, "whole");
      const [ofErased, ofWhole] = [await loadTable(erased), await loadTable(whole)];
      say(`two tables of ${TABLE_ROWS.toLocaleString("en")} rows in ${LOADS} loads each`);
      const [gone = "", kept = ""] = ofErased;
      const erasing = await measureTime(() => erase(platform, erased, gone));
      const other = ofWhole[1] ?? "";
      const pieces = {
        undoErased: () => measureTime(() => settle(erased, "undo", kept)),
        undoWhole: () => measureTime(() => settle(whole, "undo", other)),
        redoErased: () => measureTime(() => settle(erased, "redo", kept)),
        redoWhole: () => measureTime(() => settle(whole, "redo", other)),
      };
      await inTurns(WARM_UPS, pieces);
      const times = await inTurns(RUNS, pieces);
      const target = { of: "ratio", bound: "at most", limit: 1.2 } as const;
      return [
        {
          what: "undo, after / without an erasure",
          value: times.undoErased,
          reference: times.undoWhole,
          unit: "ms",
          target,
        },
        {
          what: "redo, after / without an erasure",
          value: times.redoErased,
          reference: times.redoWhole,
          unit: "ms",
          target,
        },
        {
          what: `erase one of ${LOADS} loads of ${TABLE_ROWS.toLocaleString("en")} rows`,
          value: erasing,
          unit: "ms",
          target: { of: "value", bound: "at most", limit: 60_000 },
        },
      ];
    }),
};

/** Fills a table with many loads. Returns their IDs. */
async function loadTable(lab: BenchLab): Promise<string[]> {
  const rows = Math.ceil(TABLE_ROWS / LOADS);
  const ids: string[] = [];
  const load = async (part: number): Promise<void> => {
    const { id } = await lab.api.post<{ id: string }>("/data/load:create", {
      context: { kind: "PROJECT", project_id: lab.projectId },
      tables: { variants: { columns: COLUMNS, format: "CSV" } },
    });
    await lab.api.upload(id, "variants", `part-${part}.csv`, csvOf(part * rows, rows));
    await settle(lab, "finalize", id);
    ids.push(id);
  };
  // The first load creates the table.
  await load(0);
  let next = 1;
  const work = async (): Promise<void> => {
    while (next < LOADS) await load(next++);
  };
  await Promise.all(Array.from({ length: LOADS_AT_ONCE }, work));
  return ids;
}

function csvOf(first: number, count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = first + index;
    return `${id},${(id * 7919) % 1000},V${id % 55}A`;
  });
  return `id,fitness,variant\n${rows.join("\n")}\n`;
}

/** Erases the rows of a load and waits for the certificate. */
async function erase(platform: { url: string } & LocalAddress, lab: BenchLab, loadId: string): Promise<void> {
  const idp = localIdp(platform);
  const { clientId, staffOrganizationId } = await idp.settings();
  const token = await idp.userToken(clientId, "staff@example.org", staffOrganizationId);
  const api = new ApiClient(lab.base, token);
  const { id } = await api.post<{ id: string }>("/data:prepareErasure", { load_id: loadId });
  await api.post(`/data:confirmErasure?plan_id=${id}`);
  for (let state = ""; state !== "COMPLETED"; ) {
    ({ state } = await api.get<{ state: string }>(`/data:getErasure?id=${id}&wait_seconds=20`));
  }
}
