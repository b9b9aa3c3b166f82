/** Scorer from an earlier version, as JSON. In release 0.1, it was a weighted mean of a Gaussian process and other models. */
interface EarlierScorer {
  context?: { brought?: unknown };
  assays?: EarlierAssay[];
}

interface EarlierAssay {
  hurdle?: unknown;
  gp?: { mean?: unknown; parameters?: { identityLength?: unknown; kmerVariance?: unknown } };
}

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
    assays: assays.map(({ gp, ...assay }) => ({
      ...assay,
      gp: {
        ...gp,
        mean: null,
        parameters: { ...gp?.parameters, identityLength: gp?.parameters?.identityLength ?? null },
      },
    })),
  };
}

/**
 * Returns a scorer unchanged; null if one of its Gaussian processes needs a part that has been removed: a hurdle for dead
 * variants, or k-mers. Corrections of predictions that have been removed are ignored.
 */
export function currentScorer(content: unknown): unknown {
  const { assays } = content as EarlierScorer;
  if (!Array.isArray(assays)) return content;
  const isKnown = ({ hurdle, gp }: EarlierAssay): boolean =>
    (hurdle ?? null) === null && (gp?.parameters?.kmerVariance ?? null) === null;
  return assays.every((assay) => typeof assay !== "object" || assay === null || isKnown(assay))
    ? content
    : null;
}
