/** As a task's `status_details`. */
export interface DiversifyCounts {
  step: number;
  /** Sequences proposed. */
  num_candidates_generated: number;
  /** Those of them that had not been in the beam. */
  num_candidates_unique: number;
  /** Unique ones that the filters took out. */
  num_candidates_filtered: number;
  /** Unique ones that were left out as less likely, or as too close to better ones. */
  num_candidates_rejected: number;
  num_candidates_selected: number;
  target_num_candidates: number;
  /** Share of the beam that the last round left in it. */
  beam_stability: number;
}

/** What one round brought. */
export interface Taken {
  generated: number;
  /** Of each unique candidate: 1 if it passes the filters. */
  passes: Uint8Array;
  kept: number;
  stability: number;
}

export function counted(
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
