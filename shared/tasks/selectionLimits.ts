import { createRandom } from "@pdp/basics/statistics";
import { groupOf, leavesOf, type ShareLimit, whyOnlyTemplate } from "@pdp/science/designs";
import { residueIndices } from "@pdp/science/sequences";
import { candidateTree } from "#shared/domain/tasks/candidateTree.ts";
import type { CandidateGenerator } from "#shared/domain/tasks/ensembleParameters.ts";
import { allowsIndels } from "./indelSpaces.ts";
import { indicesOfLength } from "./models.ts";
import { measuredOfAny, type TrainingSet } from "./training/trainingSet.ts";
import type { Workbench } from "./workbench.ts";

/** Limits on the designs that a search may return. */
interface SelectionLimits {
  hitRedundancy: number;
  isExempt?: (sequence: Uint8Array) => boolean;
  shareLimit: ShareLimit | undefined;
  exclude: Uint8Array[];
}

/** Parameters of a design task that limit its selection. */
interface SelectionParameters {
  generator: CandidateGenerator;
  ranker: { hit_redundancy?: number | null | undefined; max_mutation_frequency?: number | null | undefined };
  num_assemblies: number;
}

const DEFAULT_FREQUENCY = 0.5;

/** Returns the limit on the share of one substitution; by default, it ignores designs that `listed` exempts. */
export function shareLimit(
  stated: number | null | undefined,
  listed: Pick<ShareLimit, "isExempt"> = {},
): ShareLimit | undefined {
  if (stated === null) return undefined;
  return stated === undefined
    ? { share: DEFAULT_FREQUENCY, isFirm: false, ...listed }
    : { share: stated, isFirm: true };
}

/** Returns the default redundancy limit of a task. */
function defaultRedundancy(wanted: number): number {
  return 1 + Math.floor(wanted / 30);
}

/**
 * Returns the limits of a search. Templates and measured sequences are excluded. The default redundancy limit only applies to
 * designs that a model proposes, because users who list sequences or residues want all of them.
 */
export function selectionLimits(
  { generator, ranker, num_assemblies: wanted }: SelectionParameters,
  { candidates, template }: Workbench,
  trainings: readonly TrainingSet[],
): SelectionLimits {
  const templates = leavesOf(candidateTree(generator)).flatMap(({ monomer }) => monomer ?? []);
  const shape = allowsIndels(generator) ? null : template;
  const isListed = candidates?.groups && {
    isExempt: (sequence: Uint8Array) => groupOf(candidates, sequence)?.isProposed === false,
  };
  const { hit_redundancy: redundancy, max_mutation_frequency: frequency } = ranker;
  return {
    hitRedundancy: redundancy ?? defaultRedundancy(wanted),
    ...(redundancy == null && isListed),
    shareLimit: shareLimit(frequency, isListed),
    exclude: [
      ...templates.map(residueIndices),
      ...indicesOfLength([...new Set(trainings.flatMap(measuredOfAny))], shape),
    ],
  };
}

/** States that there are fewer designs than requested, and what to change; empty if there are enough. */
export function shortage(
  count: number,
  { ranker, num_assemblies: wanted }: SelectionParameters,
  { candidates, space }: Pick<Workbench, "candidates" | "space">,
): string[] {
  if (count >= wanted) return [];
  const shortfall = `Only ${count} of the ${wanted} requested designs were found.`;
  const isListed = candidates !== undefined && candidates.listed.length > 0;
  const empty = isListed ? null : whyOnlyTemplate(candidates?.spaces ?? [space], createRandom("shortage"));
  if (empty !== null) return [`${shortfall} ${empty}`];
  const proposes = candidates?.groups?.some(({ isProposed }) => isProposed) ?? true;
  const steps = [
    "relax a threshold",
    proposes ? "allow more mutations" : "add sequences or residues to the generator",
    ...(proposes || ranker.hit_redundancy != null ? ["increase hit_redundancy"] : []),
    ...(ranker.max_mutation_frequency != null ? ["increase max_mutation_frequency"] : []),
  ];
  const reason = proposes
    ? "No others pass the filters and differ enough from them."
    : "The generator allows no others that pass the filters and have not been measured.";
  return [`${shortfall} ${reason} To get more, ${steps.slice(0, -1).join(", ")} or ${steps.at(-1)}.`];
}
