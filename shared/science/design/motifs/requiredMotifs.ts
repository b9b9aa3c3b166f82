/** Motifs; at least one of them must occur. */
export type RequiredMotifs = readonly RequiredMotif[];

export interface RequiredMotif {
  readonly motif: Uint8Array;
  /** Allowed start positions, in ascending order. */
  readonly starts: readonly number[];
}

export function requiredMotif(
  motif: Uint8Array,
  ranges: readonly (readonly [number, number])[],
): RequiredMotif {
  const starts = new Set<number>();
  for (const [from, to] of ranges) {
    for (let start = from; start + motif.length <= to; start += 1) starts.add(start);
  }
  return { motif, starts: [...starts].sort((a, b) => a - b) };
}

export function hasRequired(required: RequiredMotifs, sequence: Uint8Array): boolean {
  return required.some(({ motif, starts }) => starts.some((start) => occursAt(motif, sequence, start)));
}

function occursAt(motif: Uint8Array, sequence: Uint8Array, start: number): boolean {
  for (let index = 0; index < motif.length; index += 1) {
    if (sequence[start + index] !== motif[index]) return false;
  }
  return true;
}
