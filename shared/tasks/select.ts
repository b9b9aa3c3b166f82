import { DataProblem } from "@pdp/basics/errors";
import { FROM_ONE } from "@pdp/basics/proteins";
import { selectRanked } from "@pdp/science/designs";
import { MAX_DESIGNS } from "#shared/domain/tasks/numDesigns.ts";
import type { Select } from "#shared/domain/tasks/selectParameters.ts";
import { type DesignData, readAssemblies, readDesignData } from "./assemblies.ts";
import { readControls } from "./controls.ts";
import { diverseDesigns } from "./diversify.ts";
import { improvedDesigns } from "./engineer.ts";
import type { Snapshots } from "./pinData.ts";
import { rankedTable } from "./rankedTable.ts";
import { taskNumbering } from "./taskNumbering.ts";
import type { TaskProgram } from "./taskProgram.ts";
import type { Outcome, TaskRun } from "./taskRun.ts";

export const select: TaskProgram<Select> = {
  prepare: async (run, version, snapshots) => {
    const { assemblies, ranker } = run.parameters;
    const input = { input: "source", ...assemblies };
    const sequences = await readAssemblies(run, input, version, snapshots);
    const controls = await controlsOf(run, ranker, version, snapshots);
    return { controls, read: { "": sequences } } satisfies DesignData;
  },
  run: async (run) => {
    const { min_assemblies_to_select: minimum } = run.parameters;
    const outcome = await selected(run);
    const count = outcome.tables[0]?.rows.length ?? 0;
    if (count >= minimum) return outcome;
    throw new DataProblem(
      `Only ${count} sequences can be selected, but at least ${minimum} were requested. Increase hit_redundancy or max_mutation_frequency, or decrease min_assemblies_to_select.`,
    );
  },
};

async function controlsOf(
  run: TaskRun,
  ranker: Select["ranker"],
  version: string,
  snapshots: Snapshots,
): Promise<string[]> {
  if (ranker.type === "PRE_RANKED") return [];
  const config = ranker.type === "LIKELIHOOD_BASED" ? ranker.sampler_config : ranker.scorer_config;
  return readControls(run, config, version, snapshots);
}

async function selected(run: TaskRun<Select>): Promise<Outcome> {
  const { assemblies, ranker, max_assemblies_to_select: wanted, library } = run.parameters;
  const data = await readDesignData(run);
  const title = "Selected sequences";
  const generator = { type: "EXPLICIT", source: assemblies, alias: null } as const;
  const maximum = wanted ?? Math.min(MAX_DESIGNS, data.read[""]?.length ?? MAX_DESIGNS);
  const common = { generator, filterers: null, num_assemblies: maximum };
  if (ranker.type === "LIKELIHOOD_BASED")
    return withoutReport(await diverseDesigns(run, title, { ...common, ranker }, data));
  if (ranker.type === "SCORE_BASED") {
    const exploration = ranker.exploration ?? 0;
    const parameters = { ...common, ranker: { ...ranker, exploration }, library };
    return withoutReport(await improvedDesigns(run, title, parameters, data));
  }
  const limit = ranker.hit_redundancy ?? Number.POSITIVE_INFINITY;
  const chosen = selectRanked(data.read[""] ?? [], maximum, limit);
  const [best = ""] = chosen;
  // Sequences of different lengths have no numbering in common.
  const isOneLength = chosen.every(({ length }) => length === best.length);
  const numbering = isOneLength ? await taskNumbering(run, best) : FROM_ONE;
  return withoutReport({
    artifacts: [],
    tables: [rankedTable(`${title}: ${chosen.length} of the task ${run.task.id}`, chosen, numbering)],
    numbering,
    result: () => ({}),
  });
}

/** Returns the outcome with a result that only refers to the table; a report is stored as an artifact. */
function withoutReport(outcome: Outcome): Outcome {
  const hasLibrary = outcome.tables.some(({ name }) => name === "library");
  return {
    ...outcome,
    result: ({ table }) => ({
      selected_assemblies: { table: table("designs") },
      ...(hasLibrary && { library: { table: table("library") } }),
    }),
  };
}
