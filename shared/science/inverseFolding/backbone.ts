/** Numbers for the position of an atom. */
const AXES = 3;

/** Residues of a structure with all four atoms of their backbone, in the order of the file. */
export interface Backbone {
  /** Positions of N, CA, C and O of each residue in angstrom: 12 numbers per residue. */
  positions: Float64Array;
  /** Index of each residue's chain. */
  chains: Int32Array;
  /** Number of each residue along its chain, increasing by 1 for adjacent residues. */
  numbers: Int32Array;
}

/** Atoms that do not belong to the residues of proteins or to water. */
export interface ContextAtoms {
  /** Positions in angstrom: 3 numbers per atom. */
  positions: Float64Array;
  /** Atomic number of each atom, at least 2. */
  elements: Int32Array;
}

/** Atoms of a residue, in this order: those of the file, and CB at its ideal position. */
export const ATOMS = { n: 0, ca: 1, c: 2, o: 3, cb: 4 } as const;
/** Numbers for the positions of a residue's five atoms. */
export const RESIDUE = 15;

/** Returns the positions of N, CA, C, O and the ideal CB of each residue: 15 numbers per residue. */
export function withIdealCb({ positions }: Backbone): Float64Array {
  const residues = positions.length / 12;
  const result = new Float64Array(residues * RESIDUE);
  for (let i = 0; i < residues; i += 1) {
    const atoms = positions.subarray(12 * i, 12 * i + 12);
    result.set(atoms, RESIDUE * i);
    result.set(idealCb(atoms), RESIDUE * i + AXES * ATOMS.cb);
  }
  return result;
}

/** Position of CB from N, CA and C, with the coefficients that the networks were trained with. */
function idealCb(atoms: Float64Array): number[] {
  const b = [0, 1, 2].map((axis) => atoms[AXES + axis]! - atoms[axis]!) as [number, number, number];
  const c = [0, 1, 2].map((axis) => atoms[2 * AXES + axis]! - atoms[AXES + axis]!) as [
    number,
    number,
    number,
  ];
  const a = cross(b, c);
  return [0, 1, 2].map(
    (axis) => -0.58273431 * a[axis]! + 0.56802827 * b[axis]! - 0.54067466 * c[axis]! + atoms[AXES + axis]!,
  );
}

/** Cross product. */
export function cross(
  [a0, a1, a2]: readonly [number, number, number],
  [b0, b1, b2]: readonly [number, number, number],
): [number, number, number] {
  return [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0];
}

/** Distance between two points, never exactly zero, as the networks were trained with. */
export function distance(a: Float64Array, atA: number, b: Float64Array, atB: number): number {
  const x = a[atA]! - b[atB]!;
  const y = a[atA + 1]! - b[atB + 1]!;
  const z = a[atA + 2]! - b[atB + 2]!;
  return Math.sqrt(x * x + y * y + z * z + 1e-6);
}
