/** How the residues of a protein are numbered: consecutively from the first residue's number, or each by its own number. */
export interface NumberingStated {
  first_position?: number | null | undefined;
  positions?: readonly number[] | null | undefined;
}

/** Numbers of residues as records and answers have them: one of the two is null. */
export interface StoredNumbering {
  first_position: number | null;
  positions: number[] | null;
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
    const { positions, indices } = this;
    if (positions === null || indices === null || position < this.firstPosition)
      return position - this.firstPosition;
    const last = positions.length - 1;
    const beyond = position - this.positionAt(last);
    return beyond > 0 ? last + beyond : (indices.get(position) ?? -1);
  }

  /** Returns the number of a residue. Before the first and after the last residue, numbers are consecutive. */
  positionAt(index: number): number {
    const { positions, firstPosition } = this;
    if (positions === null || index < 0) return firstPosition + index;
    return positions[index] ?? (positions.at(-1) ?? firstPosition) + index - positions.length + 1;
  }

  /** Says how residues are numbered, such as `numbered from 24 to 290`. */
  describe(length: number): string {
    return `numbered from ${this.range(length)}`;
  }

  /** Names the first and the last number, such as `24 to 290`. */
  range(length: number): string {
    const [from, to] = [this.positionAt(0), this.positionAt(length - 1)];
    return `${from} to ${to}${this.countedFrom() === null ? " with gaps" : ""}`;
  }

  /** Returns the numbers as a record states them; null if they count from 1. */
  stated(): StoredNumbering | null {
    const counted = this.countedFrom();
    if (counted === 1) return null;
    return counted === null
      ? { first_position: null, positions: [...(this.positions ?? [])] }
      : { first_position: counted, positions: null };
  }

  /** Says which numbers the positions of a protein have, as the end of a sentence that begins with "positions". */
  wording(length: number): string {
    return this.countedFrom() === 1 ? "count from 1" : `are ${this.describe(length)}, as in the reference`;
  }

  /** Returns the number of the first residue if the numbers are consecutive; null if they have gaps. */
  countedFrom(): number | null {
    const { firstPosition, positions } = this;
    const isCounted = positions?.every((position, index) => position === firstPosition + index) ?? true;
    return isCounted ? firstPosition : null;
  }
}

/** Returns the numbers of residues: as stated, or consecutively from that of the first one. */
export function numberingFrom(numbering: Numbering | number): Numbering {
  return typeof numbering === "number" ? new Numbering({ first_position: numbering }) : numbering;
}

/** Numbers that count from 1. */
export const FROM_ONE = new Numbering();
