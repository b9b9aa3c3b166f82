import { createRandom } from "@pdp/basics/statistics";
import type { SiteProblem } from "../../../../shared/science/sampler/siteFitter.ts";

export const [SITES, ROWS] = [4, 60];

/** Random rows over a few letters, with gaps and unequal weights. */
export function siteProblem(changes: Partial<SiteProblem> = {}): SiteProblem {
  const random = createRandom("site problem");
  const residues = Uint8Array.from({ length: SITES * ROWS }, () =>
    random.uniform() < 0.1 ? 20 : random.integer(4),
  );
  const order = Uint32Array.from({ length: ROWS }, (_, row) => row);
  const orders = Uint32Array.from([0, 1, 2].flatMap(() => [...random.shuffle(order)]));
  return {
    sites: SITES,
    rows: ROWS,
    residues,
    weights: Float64Array.from({ length: ROWS }, () => 0.05 + random.uniform()),
    prior: Float64Array.from({ length: SITES * 20 }, () => -random.uniform()),
    couplingPenalty: 0.7,
    fieldPenalty: 0.2,
    orders,
    maxRounds: 2_000,
    tolerance: 1e-13,
    ...changes,
  };
}
