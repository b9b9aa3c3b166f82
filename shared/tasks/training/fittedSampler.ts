import { DataProblem, DomainError } from "@pdp/basics/errors";
import {
  type AssayedVariants,
  addPreferences,
  decodeSampler,
  encodeSampler,
  fitSampler,
  type SamplerSummary,
} from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { aminoAcidChanges } from "#shared/tasks/structures/structureContext.ts";
import type { TaskRun } from "#shared/tasks/taskRun.ts";

export interface FittedSampler {
  bytes: Uint8Array;
  summary: SamplerSummary;
}

export async function fitSamplerBytes(
  run: TaskRun,
  reference: string,
  homologs: readonly string[],
  variants: AssayedVariants | null,
): Promise<FittedSampler> {
  try {
    const { sampler, summary } = await fitSampler(
      { reference: residueIndices(reference), homologs, ...(variants ? { variants } : {}) },
      { seed: run.seed },
    );
    return { bytes: encodeSampler(sampler), summary };
  } catch (error) {
    if (error instanceof DomainError) throw new DataProblem(`The homologs cannot be used: ${error.message}`);
    throw error;
  }
}

/** Adds the changes in log probability under a structure to a sampler. */
export function withStructure(sampler: FittedSampler, changes: Float64Array): FittedSampler {
  const combined = addPreferences(decodeSampler(sampler.bytes), aminoAcidChanges(changes));
  return { bytes: encodeSampler(combined), summary: sampler.summary };
}
