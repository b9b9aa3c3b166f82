import type { CandidateCounts } from "./candidateCounts.ts";

/** Counts in a task's `status_details`. */
export interface DiversifyCounts extends CandidateCounts {
  /** Share of the beam that remained after the last round. */
  beam_stability: number;
}

/** Result of one round. */
export interface Taken {
  generated: number;
  /** 1 for each unique candidate that passes the filters, otherwise 0. */
  passes: Uint8Array;
  kept: number;
  stability: number;
}

export function addCounts(
  wanted: number,
  counts: DiversifyCounts,
  { generated, passes, kept, stability }: Taken,
): DiversifyCounts {
  const unique = counts.num_candidates_unique + passes.length;
  const filtered = counts.num_candidates_filtered + passes.filter((pass) => pass === 0).length;
  const selected = Math.min(kept, wanted);
  return {
    step: counts.step + 1,
    num_candidates_generated: counts.num_candidates_generated + generated,
    num_candidates_unique: unique,
    num_candidates_filtered: filtered,
    num_candidates_rejected: unique - filtered - selected,
    num_candidates_selected: selected,
    target_num_candidates: wanted,
    beam_stability: stability,
  };
}
