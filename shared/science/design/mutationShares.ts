import { mutatedPositions } from "./designSpace.ts";

/** Limit on the share of a batch that has the same substitution. */
export interface ShareLimit {
  /** Share of the wanted designs, 0 to 1. */
  readonly share: number;
  /** True if a batch stays short rather than exceeding the share; otherwise, more designs with it fill the batch. */
  readonly isFirm: boolean;
  /** Tells which designs the limit ignores. */
  readonly isExempt?: (sequence: Uint8Array) => boolean;
}

/** Counter of the substitutions in a batch. */
export interface MutationShares {
  /** Returns whether a design may join the batch. */
  allows(sequence: Uint8Array): boolean;
  add(sequence: Uint8Array): void;
}

const LETTERS = 32;

/**
 * Counts the substitutions in a batch of `wanted` designs, relative to the template. Substitutions that all candidates have do
 * not count, because no choice avoids them. Designs of another length than the template are not limited.
 */
export function mutationShares(
  limit: ShareLimit,
  wanted: number,
  template: Uint8Array,
  candidates: Iterable<Uint8Array>,
): MutationShares {
  const most = Math.max(1, Math.ceil(limit.share * wanted));
  const shared = sharedByAll(template, candidates);
  const counts = new Map<number, number>();
  const countedOf = (sequence: Uint8Array): number[] =>
    sequence.length !== template.length || limit.isExempt?.(sequence)
      ? []
      : substitutions(template, sequence).filter((key) => !shared.has(key));
  return {
    allows: (sequence) => countedOf(sequence).every((key) => (counts.get(key) ?? 0) < most),
    add: (sequence) => {
      for (const key of countedOf(sequence)) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  };
}

/** Shares that allow everything. */
export const ANY_SHARES: MutationShares = { allows: () => true, add: () => undefined };

/**
 * Returns the shares with which a batch is filled, in turn: the limit and, unless it is firm, none. Without a limit, only none.
 */
export function sharesInTurn(
  limit: ShareLimit | null,
  wanted: number,
  template: Uint8Array,
  candidates: readonly { readonly sequence: Uint8Array }[],
): MutationShares[] {
  if (limit === null) return [ANY_SHARES];
  const limited = mutationShares(
    limit,
    wanted,
    template,
    candidates.map(({ sequence }) => sequence),
  );
  return limit.isFirm ? [limited] : [limited, ANY_SHARES];
}

function substitutions(template: Uint8Array, sequence: Uint8Array): number[] {
  return mutatedPositions(template, sequence).map((position) => position * LETTERS + sequence[position]!);
}

function sharedByAll(template: Uint8Array, candidates: Iterable<Uint8Array>): Set<number> {
  let shared: Set<number> | undefined;
  for (const sequence of candidates) {
    if (sequence.length !== template.length) return new Set();
    const found = substitutions(template, sequence);
    shared = shared === undefined ? new Set(found) : new Set(found.filter((key) => shared?.has(key)));
    if (shared.size === 0) break;
  }
  return shared ?? new Set();
}
