import { sortPresent } from "#shared/basics/statistics/quantiles.ts";
import type { Random } from "#shared/basics/statistics/random.ts";
import type { Threads } from "#shared/science/linearAlgebra/threads.ts";
import { applyTransform, areRatios, fitTransform } from "./assayTransform.ts";
import { logEvidence } from "./gpHyperparameters.ts";
import type { MutationContext } from "./mutationContext.ts";
import { mutationRows } from "./mutationRows.ts";

export type ComparedScale = "ADDITIVE" | "MULTIPLICATIVE";

/** Comparison of the scales of an assay. Plain data. */
export interface ScaleEvidence {
  better: ComparedScale;
  /** Difference of the log likelihoods of the values, better minus other; null for values around zero. */
  gain: number | null;
}

/** Maximum number of variants used. */
const MAX_VARIANTS = 200;

/**
 * Compares the scales on which a Gaussian process can describe values: differences or ratios. The likelihoods are those of the
 * values themselves, so each includes the derivative of its transformation.
 */
export function scaleEvidence(
  context: MutationContext,
  { sequences, values }: { sequences: readonly Uint8Array[]; values: Float64Array },
  random: Random,
  threads?: Threads,
): ScaleEvidence {
  if (!areRatios(sortPresent(values))) return { better: "ADDITIVE", gain: null };
  const chosen = random.shuffle(Uint32Array.from(values, (_, row) => row)).slice(0, MAX_VARIANTS);
  const rows = mutationRows(
    Array.from(chosen, (row) => sequences[row]!),
    context.reference,
  );
  const own = Float64Array.from(chosen, (row) => values[row]!);
  const counts = new Float64Array(own.length).fill(1);
  const likelihood = (scale: ComparedScale): number => {
    const transform = fitTransform(own, scale);
    const targets = own.map((value) => applyTransform(transform, value));
    const slope = own.reduce(
      (sum, value) => sum - (transform.kind === "log" ? Math.log(value + transform.offset) : 0),
      -own.length * Math.log(transform.scale),
    );
    return logEvidence(context, { rows, values: targets, counts }, threads) + slope;
  };
  const gain = likelihood("MULTIPLICATIVE") - likelihood("ADDITIVE");
  return gain > 0 ? { better: "MULTIPLICATIVE", gain } : { better: "ADDITIVE", gain: -gain };
}
