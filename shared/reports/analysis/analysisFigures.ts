import { type AssayAnalysis, positionCoverage, type Variants } from "@pdp/science/analysis";
import { useOf } from "@pdp/science/models";
import type { ReportFigures } from "../report.ts";

/** Returns the key figures; figures per assay are lists in the order of `assay_ids`. */
export function analysisFigures(variants: Variants, analyses: readonly AssayAnalysis[]): ReportFigures {
  const { touched } = positionCoverage(variants);
  const { referenceIndex, mutationCounts } = variants;
  const each = <Value>(figure: (analysis: AssayAnalysis) => Value): Value[] => analyses.map(figure);
  return {
    rows: variants.ofRow.length,
    sequences: variants.sequences.length,
    reference_length: variants.reference.length,
    reference_measured: referenceIndex >= 0,
    sequences_not_aligned: variants.unaligned,
    most_mutations: mutationCounts.reduce((maximum, count) => Math.max(maximum, count), 0),
    positions_mutated: touched,
    assay_ids: each(({ assay }) => assay.assay_id),
    values: each(({ measured }) => measured),
    missing: each(({ measured, raw }) => raw.length - measured),
    reference_value: each(({ rawMeans }) => figure(rawMeans.means[referenceIndex])),
    replicated_sequences: each(({ replicates }) => replicates.sequences),
    replicate_sd: each(({ replicates }) => figure(replicates.deviation)),
    replicate_spearman: each(({ replicates }) => figure(replicates.correlation?.value)),
    batch_variance_share: each(({ batches }) => figure(batches?.explained)),
    batch_variance_share_corrected: each(({ corrected }) => figure(corrected?.effects.explained)),
    batch_correction: each(({ corrected }) => corrected?.correction.kind ?? null),
    outliers: each(({ outliers }) => outliers.fromAll + outliers.fromReplicates),
    learnability_spearman: each(({ learnability }) => figure(learnability?.spearman)),
    learnability_p_value: each(({ learnability }) => figure(learnability?.p_value)),
    learnable: each(({ learnability }) => (learnability ? useOf(learnability) !== null : null)),
  };
}

/** Rounds to four digits, which are enough for comparisons and keep the figures small. */
function figure(value: number | null | undefined): number | null {
  return value == null || !Number.isFinite(value) ? null : Number(value.toPrecision(4));
}
