import { type Counted, type MeasuredVariant, RESIDUES, type Substitutions } from "./substitutions.ts";

/** Heatmap cell, described by its substitution. */
export interface ChosenCell {
  /** Index in the reference. */
  index: number;
  residue: string;
  /** Such as `V29A`. */
  code: string;
}

/** Returns the cell at a visible position, from the heatmap with all positions. */
export function chosenCell(
  whole: Pick<Substitutions, "reference" | "numbers">,
  shown: Pick<Substitutions, "numbers">,
  position: number,
  residueIndex: number,
): ChosenCell | null {
  const number = shown.numbers[position];
  const index = number === undefined ? -1 : whole.numbers.indexOf(number);
  const residue = RESIDUES[residueIndex];
  if (index < 0 || residue === undefined) return null;
  return { index, residue, code: `${whole.reference[index]}${number}${residue}` };
}

/** Returns the rows averaged in a cell. */
export function rowsBehind(
  variants: readonly MeasuredVariant[],
  reference: string,
  counted: Counted,
  { index, residue }: ChosenCell,
): MeasuredVariant[] {
  const single = `${reference.slice(0, index)}${residue}${reference.slice(index + 1)}`;
  return variants.filter(({ sequence }) => {
    if (counted === "single" || reference[index] === residue) return sequence === single;
    return sequence.length === reference.length && sequence[index] === residue;
  });
}
