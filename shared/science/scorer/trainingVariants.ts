/** Distinct sequences aligned to the reference, with their measurements. */
export interface TrainingVariants {
  sequences: readonly Uint8Array[];
  /** Replicate means on the transformed scale. */
  targets: Float64Array;
  /** Number of replicates of each sequence. */
  counts: Float64Array;
}
