/**
 * Numbering of the residues of a protein: consecutive from the number of the first residue, or an explicit number for each
 * residue.
 */
export interface NumberingStated {
  first_position?: number | null | undefined;
  positions?: readonly number[] | null | undefined;
}

/** Residue numbers as used in records and responses: one of the two fields is null. */
export interface StoredNumbering {
  first_position: number | null;
  positions: number[] | null;
}

/** Residue numbers of one protein. Indices are zero-based. */
export class Numbering {
  private readonly firstPosition: number;
  private readonly positions: readonly number[] | null;
  private readonly indices: ReadonlyMap<number, number> | null;

  constructor({ first_position: first, positions }: NumberingStated = {}) {
    this.positions = positions ?? null;
    this.firstPosition = positions?.[0] ?? first ?? 1;
    this.indices = positions ? new Map(positions.map((position, index) => [position, index])) : null;
  }

  /** Returns the index of the residue with the given number; negative or beyond the end if no residue has that number. */
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

  /** Describes the numbering of the residues, such as `numbered from 24 to 290`. */
  describe(length: number): string {
    return `numbered from ${this.range(length)}`;
  }

  /** Returns the first and last number as text, such as `24 to 290`. */
  range(length: number): string {
    const [from, to] = [this.positionAt(0), this.positionAt(length - 1)];
    return `${from} to ${to}${this.countedFrom() === null ? " with gaps" : ""}`;
  }

  /** Returns the numbers in the form used in records; null if they count from 1. */
  stated(): StoredNumbering | null {
    const counted = this.countedFrom();
    if (counted === 1) return null;
    return counted === null
      ? { first_position: null, positions: [...(this.positions ?? [])] }
      : { first_position: counted, positions: null };
  }

  /** Describes the numbers of a protein's positions, as the rest of a sentence that begins with "positions". */
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

/** Returns the residue numbers: either as given, or consecutive from the given first number. */
export function numberingFrom(numbering: Numbering | number): Numbering {
  return typeof numbering === "number" ? new Numbering({ first_position: numbering }) : numbering;
}

/** Numbering that counts from 1. */
export const FROM_ONE = new Numbering();
