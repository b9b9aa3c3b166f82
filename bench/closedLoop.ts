import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchLab, newBenchLab, settle, stageLoad } from "./benchLab.ts";
import { type DesignNext, ehrlichLoop } from "./ehrlichLoop.ts";
import { finishedTask } from "./finishedTask.ts";
import { withPlatformProcess } from "./platformProcess.ts";

/*
 * Campaigns on Ehrlich functions as a laboratory runs them, over HTTP: each round loads what was measured, trains on the whole
 * table and lets engineer design what to measure next, all with the defaults:
 * node bench/closedLoop.ts [seeds] [first seed] [epistasis]
 */

const SEEDS = 10;
const ASSAY = { assay_id: "fitness", name: "Fitness", unit: "relative", scale_type: "MULTIPLICATIVE" };
const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

if (import.meta.main) {
  const [seeds = SEEDS, first = 0, epistasis = 0] = process.argv.slice(2).map(Number);
  await withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    await ehrlichLoop({ seeds, first, epistasis, begin: (seed) => designerOf(lab, seed) });
  });
}

interface Training {
  models: { sampler: { artifact_id: string }; scorer: { artifact_id: string } };
}

interface Design {
  selected_assemblies: { table: string };
}

/** The measurements of one seed are one table, to which each round adds. */
function designerOf(lab: BenchLab, seed: number): DesignNext {
  const table = `campaign_${seed}`;
  let loaded = 0;
  return async ({ generator, template, measured, wanted, round }) => {
    const rows = measured.sequences.map((sequence, row) => `${sequence},${measured.values[row]}`);
    await loadRows(lab, table, rows.slice(loaded));
    loaded = rows.length;
    const { models } = await finishedTask<Training>(lab, "train/v2", {
      dataset: { kind: "TABLE", table },
      reference: { monomer: template },
      assays: [ASSAY],
      seed: round,
    });
    const designed = await finishedTask<Design>(lab, "engineer/v2", {
      generator: { ...generator, template: { ...generator.template, sampler: models.sampler } },
      ranker: {
        type: "SCORE_BASED",
        primary_objective: {
          measure: { assay_id: ASSAY.assay_id, direction: "MAXIMIZE" },
          reference: Math.max(...measured.values),
        },
        scorer_config: { kind: "MONOMER_SCORER", scorer: models.scorer },
      },
      num_assemblies: wanted,
      seed: round,
    });
    const selected = designed.selected_assemblies.table;
    const designs = await lab.api.query(`SELECT sequence FROM ${selected} ORDER BY rank`);
    return Array.from(designs.getChild("sequence").toArray(), String);
  };
}

async function loadRows(lab: BenchLab, table: string, rows: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "platform-bench-data-"));
  try {
    const path = join(folder, "round.csv");
    await writeFile(path, ["sequence,fitness", ...rows, ""].join("\n"));
    await settle(lab, "finalize", await stageLoad(lab, table, COLUMNS, "CSV", [path]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
