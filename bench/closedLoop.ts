import { type BenchLab, loadCsv, newBenchLab, runTask } from "./support/benchLab.ts";
import { benchProgram } from "./support/benchProgram.ts";
import { type DesignNext, EHRLICH_ROUNDS, ehrlichLoop } from "./support/ehrlichLoop.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";

const SUMMARY = `Campaigns on Ehrlich functions as a laboratory runs them, over HTTP: each round loads what was measured, trains on
the whole table and lets engineer design what to measure next, with the defaults.`;

const DEFAULTS = { seeds: 10, first: 0, epistasis: 0, rounds: EHRLICH_ROUNDS };
const ASSAY = { assay_id: "fitness", name: "Fitness", unit: "relative", scale_type: "MULTIPLICATIVE" };
const COLUMNS = [
  { name: "sequence", type: "STRING" },
  { name: "fitness", type: "FLOAT64" },
];

if (import.meta.main) {
  await benchProgram(SUMMARY, DEFAULTS, (options) =>
    withPlatformProcess(async (platform) => {
      const lab = await newBenchLab(platform);
      await ehrlichLoop({ ...options, begin: (seed) => designerOf(lab, seed) });
    }),
  );
}

interface Training {
  models: { sampler: { artifact_id: string }; scorer: { artifact_id: string } };
}

interface Design {
  selected_assemblies: { table: string };
}

/** Designs variants by running a task. Each seed uses one table, and each round adds its measurements to that table. */
function designerOf(lab: BenchLab, seed: number): DesignNext {
  const table = `campaign_${seed}`;
  let loaded = 0;
  return async ({ generator, template, measured, wanted, round }) => {
    const rows = measured.sequences.map((sequence, row) => `${sequence},${measured.values[row]}`);
    await loadCsv(lab, table, COLUMNS, ["sequence,fitness", ...rows.slice(loaded), ""].join("\n"));
    loaded = rows.length;
    const { models } = await runTask<Training>(lab, "train/v2", {
      dataset: { kind: "TABLE", table },
      reference: { monomer: template },
      assays: [ASSAY],
      seed: round,
    });
    const designed = await runTask<Design>(lab, "engineer/v2", {
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
