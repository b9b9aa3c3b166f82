import type { MutationContext } from "./mutationContext.ts";

/** Kind of prior knowledge, whose benefit the cross-validation measures. */
export interface PriorPart {
  /** Homologs, a structure, one user-supplied score or vector by its index, or all of them if there are several. */
  part: "HOMOLOGS" | "STRUCTURE" | "ALL_SCORES" | number;
  /** The context without it. */
  without: MutationContext;
}

/** Lists the kinds of prior knowledge in a context. */
export function priorParts(context: MutationContext): PriorPart[] {
  const { brought } = context;
  const none = new Float64Array(0);
  const parts: PriorPart[] = brought.map((_, part) => ({
    part,
    without: { ...context, brought: brought.filter((_changes, index) => index !== part) },
  }));
  if (brought.length > 1) parts.push({ part: "ALL_SCORES", without: { ...context, brought: [] } });
  if (context.structure.length > 0)
    parts.push({ part: "STRUCTURE", without: { ...context, structure: none, places: none } });
  if (context.scores.length === 0) return parts;
  const without = { ...context, scores: none, siteMeans: none, siteEntropies: none };
  return [...parts, { part: "HOMOLOGS", without }];
}
