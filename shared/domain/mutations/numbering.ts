/** How the residues of a protein are numbered: from the first one's number on, or each by a number of its own. */
export interface NumberingStated {
  first_position?: number | null | undefined;
  positions?: readonly number[] | null | undefined;
}

/** Numbers of the residues of one protein. Indices count from 0. */
export class Numbering {
  private readonly firstPosition: number;
  private readonly positions: readonly number[] | null;
  private readonly indices: ReadonlyMap<number, number> | null;

  constructor({ first_position: first, positions }: NumberingStated = {}) {
    this.positions = positions ?? null;
    this.firstPosition = positions?.[0] ?? first ?? 1;
    this.indices = positions ? new Map(positions.map((position, index) => [position, index])) : null;
  }

  /** Returns the index of the residue with a number; negative or beyond the end if there is none. */
  indexOf(position: number): number {
    return this.indices === null ? position - this.firstPosition : (this.indices.get(position) ?? -1);
  }

  /** Returns the number of a residue. */
  positionAt(index: number): number {
    return this.positions?.[index] ?? this.firstPosition + index;
  }

  /** Says how residues are numbered, such as `numbered from 24 to 290`. */
  describe(length: number): string {
    const [from, to] = [this.positionAt(0), this.positionAt(length - 1)];
    return this.positions === null || to - from === length - 1
      ? `numbered from ${from} to ${to}`
      : `numbered from ${from} to ${to} with gaps`;
  }
}

/** Numbers that count from 1. */
export const FROM_ONE = new Numbering();
