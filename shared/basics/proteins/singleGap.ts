/** Comparison of two sequences with a single gap in the shorter one. */
interface SingleGap {
  /** Number of residues before the gap. */
  cut: number;
  /** Number of identical residues. */
  same: number;
}

/**
 * Returns the gap that leaves the largest number of identical residues; if several gaps tie, the last one. The residues before
 * the gap are compared from the start, and those after the gap from the end. Runs in linear time.
 */
export function singleGap(first: string, second: string): SingleGap {
  const overlap = Math.min(first.length, second.length);
  const [from, otherFrom] = [first.length - overlap, second.length - overlap];
  let same = 0;
  for (let at = 0; at < overlap; at += 1) if (first[at + from] === second[at + otherFrom]) same += 1;
  let [cut, maxSame] = [0, same];
  for (let at = 0; at < overlap; at += 1) {
    if (first[at + from] === second[at + otherFrom]) same -= 1;
    if (first[at] === second[at]) same += 1;
    if (same >= maxSame) {
      cut = at + 1;
      maxSame = same;
    }
  }
  return { cut, same: maxSame };
}
