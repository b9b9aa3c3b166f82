/** Scorer from release 0.1, as JSON: a weighted mean of a Gaussian process and other models. */
interface EarlierScorer {
  context?: { brought?: unknown };
  assays?: EarlierAssay[];
}

interface EarlierAssay {
  effects?: { knots?: unknown; slopes?: unknown; thresholds?: unknown };
  selection?: unknown;
  gp?: { mean?: unknown; parameters?: { identityLength?: unknown } };
}

const NO_EFFECTS: NonNullable<EarlierAssay["effects"]> = { knots: "", slopes: "" };
const UNCHANGED = { from: 0, slope: 1, topFrom: 0, topFactor: 1 };

/**
 * Returns a scorer from release 0.1 in the current form, with only its Gaussian processes, which predict as well as the mean
 * did. Returns null for a scorer with a mean function that has been removed.
 */
export function upgradeScorer(content: unknown): unknown {
  const { context, assays, ...rest } = content as EarlierScorer;
  if (!Array.isArray(assays)) return content;
  if (assays.some(({ gp }) => gp?.mean !== undefined && gp.mean !== null)) return null;
  return {
    ...rest,
    context: { ...context, brought: context?.brought ?? [] },
    assays: assays.map(
      ({ effects = NO_EFFECTS, selection = { high: UNCHANGED, low: UNCHANGED }, gp, ...assay }) => ({
        ...assay,
        selection,
        effects: { ...effects, thresholds: effects.thresholds ?? zerosLike(effects.knots) },
        gp: {
          ...gp,
          mean: null,
          parameters: { ...gp?.parameters, identityLength: gp?.parameters?.identityLength ?? null },
        },
      }),
    ),
  };
}

/** Returns an encoded array of the same length that contains only zeros. */
function zerosLike(encoded: unknown): unknown {
  return typeof encoded === "string"
    ? Buffer.alloc(Buffer.from(encoded, "base64").length).toString("base64")
    : encoded;
}
