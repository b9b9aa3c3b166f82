/** Counts that are always present in the `status_details` of a design task from EXECUTING on. */
export interface CandidateCounts {
  step: number;
  /** Number of sequences proposed. */
  num_candidates_generated: number;
  /** Number of proposed sequences that were not yet candidates. */
  num_candidates_unique: number;
  /** Number of unique sequences that fail the filters. */
  num_candidates_filtered: number;
  /**
   * Number of unique sequences that pass the filters but were passed over in favor of better or more diverse ones.
   */
  num_candidates_rejected: number;
  num_candidates_selected: number;
  target_num_candidates: number;
}

/** Returns the counts before the first candidate. */
export function noCandidates(target: number): CandidateCounts {
  return {
    step: 0,
    num_candidates_generated: 0,
    num_candidates_unique: 0,
    num_candidates_filtered: 0,
    num_candidates_rejected: 0,
    num_candidates_selected: 0,
    target_num_candidates: target,
  };
}
