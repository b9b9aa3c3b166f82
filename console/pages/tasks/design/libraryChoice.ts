/** Choices for a degenerate library, as in the form. */
export interface LibraryChoice {
  codons: string;
  /** Positions that an earlier task stated, zero-based. */
  positions: number[] | null;
  maxPositions: number;
  maxSize: number;
  well: number;
  oligos: number;
  gene: number;
}

export const NEW_LIBRARY: LibraryChoice = {
  codons: "ANY",
  positions: null,
  maxPositions: 4,
  maxSize: 3_000,
  well: 0,
  oligos: 0,
  gene: 0,
};

/** Returns the parameter of the request. The service validates the codon. */
export function libraryOf({ codons, positions, maxPositions, maxSize, well, oligos, gene }: LibraryChoice) {
  return {
    codons: codons.trim().toUpperCase(),
    ...(positions ? { positions } : { max_positions: maxPositions }),
    max_size: maxSize,
    ...(well + oligos + gene > 0 && { costs: { well, library: oligos, gene } }),
  };
}

interface StatedLibrary {
  codons: string;
  positions: number[] | null;
  max_positions: number | null;
  max_size: number;
  costs: { well: number; library: number; gene: number } | null;
}

/** Returns the choices in an earlier task; null if it had no library. */
export function earlierLibrary(parameters: object | undefined): LibraryChoice | null {
  const { library } = (parameters ?? {}) as { library?: StatedLibrary | null };
  if (!library) return null;
  const { codons, positions, max_positions, max_size, costs } = library;
  return {
    codons,
    positions,
    maxPositions: max_positions ?? NEW_LIBRARY.maxPositions,
    maxSize: max_size,
    well: costs?.well ?? 0,
    oligos: costs?.library ?? 0,
    gene: costs?.gene ?? 0,
  };
}
