import { createRandom, sortPresent } from "@pdp/basics/statistics";
import { correctBatches } from "../analysis/correctBatches.ts";
import { areRatios, invertTransform } from "./assayTransform.ts";
import { leaveOneOutDensity } from "./gaussianProcess.ts";
import { fitGpHyperparameters } from "./gpHyperparameters.ts";
import { mutationRows } from "./mutationRows.ts";
import { planScorer, trainingVariants } from "./scorerPlan.ts";

export type ComparedScale = "ADDITIVE" | "MULTIPLICATIVE";

/** Comparison of the scales of an assay. Plain data. */
export interface ScaleEvidence {
  better: ComparedScale;
  /** Difference of the log likelihoods of the values, better minus other; null for values around zero. */
  gain: number | null;
}

export interface ScaledValues {
  reference: string;
  sequences: readonly string[];
  /** One value per row; NaN if missing. */
  values: Float64Array;
  /** Batch of each row; null if there are none. */
  batches: readonly string[] | null;
  /** For each row, 0 if its value is exact; null if all are. Limits are not compared. */
  limits: Int8Array | null;
}

/** Maximum number of different sequences used. */
const MAX_VARIANTS = 200;

/**
 * Compares the scales on which a Gaussian process can describe values: differences or ratios. The likelihoods are
 * cross-validated, and those of the values themselves, so each includes the derivative of its transformation. Differences
 * between batches are removed on each scale.
 */
export function scaleEvidence(data: ScaledValues, seed: string): ScaleEvidence {
  const { sequences, batches, limits } = data;
  const exact = data.values.map((value, row) => (limits?.[row] ? Number.NaN : value));
  if (!areRatios(sortPresent(exact))) return { better: "ADDITIVE", gain: null };
  const measured = [...new Set(sequences.filter((_, row) => !Number.isNaN(exact[row])))];
  const chosen = new Set(createRandom(seed).shuffle(measured).slice(0, MAX_VARIANTS));
  const rows = [...sequences.keys()].filter((row) => chosen.has(sequences[row]!));
  const likelihood = (scaleType: ComparedScale): number => {
    const batched = batches && correctBatches({ sequences, batches, values: exact, scaleType });
    const values = batched?.values ?? exact;
    const ownValues = Float64Array.from(rows, (row) => values[row]!);
    const compared = rows.map((row) => sequences[row]!);
    return logDensity({ reference: data.reference, sequences: compared, values: ownValues }, scaleType);
  };
  const gain = likelihood("MULTIPLICATIVE") - likelihood("ADDITIVE");
  return gain > 0 ? { better: "MULTIPLICATIVE", gain } : { better: "ADDITIVE", gain: -gain };
}

/** Returns the cross-validated log density of the mean values of the sequences. */
function logDensity(
  { reference, sequences, values }: Pick<ScaledValues, "reference" | "sequences" | "values">,
  scale_type: ComparedScale,
): number {
  const assays = [{ assay_id: "value", scale_type }];
  const plan = planScorer({ reference, sequences, assays, values: [values], sampler: null, seed: "scale" });
  const { context } = plan;
  const [assay] = plan.assays;
  const { transform, targets, counts } = assay!;
  const rows = mutationRows(trainingVariants(plan, assay!).sequences, context.reference);
  const known = { rows, values: targets, counts };
  const parameters = fitGpHyperparameters(context, known);
  const slope = targets.reduce((sum, target) => {
    const value = invertTransform(transform, target);
    return sum - (transform.kind === "log" ? Math.log(value + transform.offset) : 0);
  }, -targets.length * Math.log(transform.scale));
  return leaveOneOutDensity(context, parameters, known) + slope;
}
