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
export function singleGap(one: string, other: string): SingleGap {
  const overlap = Math.min(one.length, other.length);
  const [from, otherFrom] = [one.length - overlap, other.length - overlap];
  let same = 0;
  for (let at = 0; at < overlap; at += 1) if (one[at + from] === other[at + otherFrom]) same += 1;
  let [cut, most] = [0, same];
  for (let at = 0; at < overlap; at += 1) {
    if (one[at + from] === other[at + otherFrom]) same -= 1;
    if (one[at] === other[at]) same += 1;
    if (same >= most) {
      cut = at + 1;
      most = same;
    }
  }
  return { cut, same: most };
}
