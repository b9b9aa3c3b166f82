import { residueLetters } from "@pdp/science/sequences";
import type { EngineerV1 } from "#shared/domain/tasks/versionOne/parameters.ts";
import { engineerOf } from "#shared/domain/tasks/versionOne/translate.ts";
import type { DesignData } from "../assemblies.ts";
import { engineer, improvedDesigns } from "../engineer.ts";
import { readPinnedData } from "../pinData.ts";
import { readSequences } from "../sources/readSequences.ts";
import type { TaskProgram } from "../taskProgram.ts";
import type { SearchOutcome } from "../taskRun.ts";
import { generatedTable, templateMetadata } from "./designsV1.ts";

interface PinnedDesign extends DesignData {
  /** Sequences of the dataset. */
  measured: string[];
}

/** Designs improved variants like version 2. */
export const engineerV1: TaskProgram<EngineerV1> = {
  prepare: async (run, version, snapshots) => {
    const search = run.withParameters(engineerOf(run.parameters));
    const data = (await engineer.prepare(search, version, snapshots)) as DesignData;
    const input = { input: "dataset", source: run.parameters.dataset };
    const measured = await readSequences(run, input, version, snapshots);
    return { ...data, measured } satisfies PinnedDesign;
  },
  run: async (run) => {
    const search = run.withParameters(engineerOf(run.parameters));
    const data = await readPinnedData<PinnedDesign>(run);
    const outcome = await improvedDesigns(search, "Improved variants", search.parameters, data);
    const { template_sequences: templates } = run.parameters;
    const ratio = newMutationRatio(outcome, data.measured, templates[0]?.sequence ?? "");
    return {
      ...outcome,
      tables: [...outcome.tables, generatedTable("engineered_sequences", outcome)],
      result: ({ artifact, table }) => ({
        selected_sequences: { table: table("designs") },
        engineered_sequences: { table: table("engineered_sequences") },
        num_evaluated_seqs: outcome.counts.num_candidates_unique,
        num_generated_seqs: outcome.counts.num_candidates_generated,
        new_mutation_ratio: ratio,
        template_metadata: templates.map(templateMetadata),
        report: { artifact_id: artifact("report") },
      }),
    };
  },
};

/** Returns the share of the designs' distinct mutations that no sequence of the dataset has; 0 without mutations. */
function newMutationRatio(
  { selected }: SearchOutcome,
  measured: readonly string[],
  template: string,
): number {
  const known = new Set(measured.flatMap((sequence) => mutationsOf(sequence, template)));
  const mutations = new Set(selected.flatMap((sequence) => mutationsOf(residueLetters(sequence), template)));
  const fresh = [...mutations].filter((mutation) => !known.has(mutation));
  return mutations.size === 0 ? 0 : fresh.length / mutations.size;
}

function mutationsOf(sequence: string, template: string): string[] {
  if (sequence.length !== template.length) return [];
  return [...sequence].flatMap((letter, at) => (letter === template[at] ? [] : [`${at}${letter}`]));
}
