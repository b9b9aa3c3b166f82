import { FROM_ONE } from "@pdp/basics/proteins";
import { isSameShape } from "../sequences/chainSpans.ts";
import type { CandidateSpaces } from "./candidateSpaces.ts";
import { designChanges } from "./designChanges.ts";

/** Limit on the share of a batch that has the same mutation. */
export interface ShareLimit {
  /** Share of the wanted designs, 0 to 1. */
  readonly share: number;
  /** True if a batch stays short rather than exceeding the share; otherwise, more designs with it fill the batch. */
  readonly isFirm: boolean;
  /** Tells which designs the limit ignores. */
  readonly isExempt?: (sequence: Uint8Array) => boolean;
}

/** Counter of the mutations in a batch. */
export interface MutationShares {
  /** Returns whether a design may join the batch. */
  allows(sequence: Uint8Array): boolean;
  add(sequence: Uint8Array): void;
}

/** Designs whose mutations are counted, relative to a template. */
export interface CountedDesigns {
  readonly template: Uint8Array;
  readonly candidates: readonly { readonly sequence: Uint8Array }[];
  /** Spaces of the candidates, if they may be longer or shorter than the template. */
  readonly spaces?: CandidateSpaces | undefined;
}

/**
 * Counts the mutations in a batch of `wanted` designs. Mutations that all candidates have do not count, because no choice avoids
 * them.
 */
export function mutationShares(
  { share, isExempt }: Pick<ShareLimit, "share" | "isExempt">,
  wanted: number,
  { template, candidates, spaces }: CountedDesigns,
): MutationShares {
  const maxCount = Math.max(1, Math.ceil(share * wanted));
  const changesOf = (sequence: Uint8Array): string[] =>
    designChanges(template, sequence, FROM_ONE, spaces).map(({ key }) => key);
  const shared = sharedByAll(candidates, changesOf);
  const counts = new Map<string, number>();
  const countedOf = (sequence: Uint8Array): string[] =>
    isExempt?.(sequence) ? [] : changesOf(sequence).filter((key) => !shared.has(key));
  return {
    allows: (sequence) => countedOf(sequence).every((key) => (counts.get(key) ?? 0) < maxCount),
    add: (sequence) => {
      for (const key of countedOf(sequence)) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}

/** Shares that allow everything. */
export const ANY_SHARES: MutationShares = { allows: () => true, add: () => undefined };

/** Returns shares that allow what all of the given ones allow. */
export function allShares(...shares: readonly MutationShares[]): MutationShares {
  return {
    allows: (sequence) => shares.every((limit) => limit.allows(sequence)),
    add: (sequence) => {
      for (const limit of shares) limit.add(sequence);
    },
  };
}

/**
 * Returns the shares with which a batch is filled, in turn: the limit and, unless it is firm, none. Without a limit, only none.
 */
export function sharesInTurn(
  limit: ShareLimit | undefined,
  wanted: number,
  designs: CountedDesigns,
): MutationShares[] {
  if (limit === undefined) return [ANY_SHARES];
  const limited = mutationShares(limit, wanted, designs);
  // Designs that fill a batch beyond the limit are also counted.
  return limit.isFirm ? [limited] : [limited, { allows: () => true, add: limited.add }];
}

/**
 * Returns the shares in turn for a pool of candidates, which is always filled. Designs with chains of different lengths than the template are not
 * counted, because aligning a whole pool takes long.
 */
export function poolShares(
  limit: ShareLimit | undefined,
  wanted: number,
  designs: Omit<CountedDesigns, "spaces">,
): MutationShares[] {
  if (limit === undefined) return [ANY_SHARES];
  const isExempt = (sequence: Uint8Array): boolean =>
    !isSameShape(sequence, designs.template) || limit.isExempt?.(sequence) === true;
  const candidates = designs.candidates.filter(({ sequence }) => isSameShape(sequence, designs.template));
  return sharesInTurn({ ...limit, isFirm: false, isExempt }, wanted, { ...designs, candidates });
}

function sharedByAll(
  candidates: CountedDesigns["candidates"],
  changesOf: (sequence: Uint8Array) => string[],
): Set<string> {
  let shared: Set<string> | undefined;
  for (const { sequence } of candidates) {
    const changes = changesOf(sequence);
    shared = new Set(changes.filter((key) => shared === undefined || shared.has(key)));
    if (shared.size === 0) break;
  }
  return shared ?? new Set();
}
