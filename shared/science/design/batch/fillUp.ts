import { type Candidate, optimisticUtility } from "../candidates.ts";
import { type DrawOptions, redundancyAfter } from "./drawDesigns.ts";

/** Returns the best designs that fail the filters. The limits also take the selected designs into account. */
export function fillUp(
  candidates: readonly Candidate[],
  chosen: readonly Candidate[],
  options: DrawOptions,
): Candidate[] {
  const redundancy = redundancyAfter(chosen, options);
  const shares = options.shares.at(-1);
  const extra: Candidate[] = [];
  const failing = candidates.filter(({ passes }) => !passes);
  for (const candidate of failing.toSorted((a, b) => optimisticUtility(b, 0) - optimisticUtility(a, 0))) {
    if (chosen.length + extra.length === options.wanted) break;
    const { sequence } = candidate;
    if (!shares?.allows(sequence) || !redundancy.admit(sequence, Number.NEGATIVE_INFINITY)) continue;
    shares.add(sequence);
    extra.push(candidate);
  }
  return extra;
}
