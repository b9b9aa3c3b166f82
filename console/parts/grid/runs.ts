/** Part of a sequence; `at` is the index of its first residue. */
export interface Run {
  at: number;
  run: string;
  isSame: boolean;
}

/** Splits a sequence into runs of residues that all match, or all differ from, the reference. */
export function runsOf(sequence: string, reference: string): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < sequence.length; at += 1) {
    const isSame = sequence[at] === reference[at];
    const last = runs.at(-1);
    if (last?.isSame === isSame) last.run += sequence[at];
    else runs.push({ at, run: sequence[at] ?? "", isSame });
  }
  return runs;
}
