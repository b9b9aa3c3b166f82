/** Amino acid of a chain. */
export interface StructureResidue {
  chain: string;
  /** Number in the file, with its insertion code: `100`, `100A`. */
  position: string;
  number: number;
  /** Name in the file, such as `MSE`. */
  name: string;
  /** One letter; that of the parent if the residue is modified. */
  letter: string;
  /** Positions of N, CA, C and O in angstrom, three numbers each; null if one of them is missing. */
  backbone: readonly number[] | null;
  /** Positions of all its atoms but hydrogen, three numbers each. */
  atoms: readonly number[];
  /** Atomic number of each of these atoms; 0 if it is unknown. */
  elements: readonly number[];
  /** B-factor of CA; in predicted structures, the confidence. */
  confidence: number;
}

/** Atom of a ligand, a metal or a nucleic acid. */
export interface StructureAtom {
  chain: string;
  /** Name of its residue or ligand. */
  residue: string;
  position: string;
  /** Atomic number; 0 if it is unknown. */
  element: number;
  at: readonly [number, number, number];
}

/** First model of a structure: atoms in angstrom. */
export interface Structure {
  id: string;
  title: string;
  /** True if a program predicted the structure, so that B-factors are confidences. */
  isPredicted: boolean;
  residues: StructureResidue[];
  /** Atoms that are neither in amino acids nor in water, without hydrogen. */
  others: StructureAtom[];
  waters: number;
  models: number;
}
