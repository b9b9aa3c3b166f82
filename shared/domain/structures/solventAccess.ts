import type { Structure, StructureResidue } from "@pdp/formats/proteins";

/** Radius of a water molecule, in angstrom. */
const PROBE = 1.4;
/** Radii of atoms by their number, in angstrom (Bondi, J. Phys. Chem. 68, 441, 1964). */
const RADII = new Map([
  [6, 1.7],
  [7, 1.55],
  [8, 1.52],
  [15, 1.8],
  [16, 1.8],
  [34, 1.9],
]);
const OTHER_RADIUS = 1.8;
const LARGEST_RADIUS = 1.9;
/** Surface of each amino acid between two glycines, in square angstrom (Tien et al., PLoS ONE 8, e80635, 2013; theoretical). */
const LARGEST_SURFACE: Record<string, number> = {
  ...{ A: 129, R: 274, N: 195, D: 193, C: 167, Q: 225, E: 223, G: 104, H: 224, I: 197 },
  ...{ L: 201, K: 236, M: 224, F: 240, P: 159, S: 155, T: 172, W: 285, Y: 263, V: 174 },
};
const POINTS = spherePoints(300);
/** Edge of a cell, so that everything that can cover an atom is in its cell or the 26 around it. */
const CELL = 2 * (LARGEST_RADIUS + PROBE);

interface Atoms {
  /** Three numbers for each atom. */
  at: number[];
  /** Radius of each atom with the probe. */
  reach: number[];
}

/**
 * Returns the part of each residue's surface that water can touch, from 0 (buried) to about 1, by rolling a probe over it (Shrake and
 * Rupley, J. Mol. Biol. 79, 351, 1973). Everything but water covers it: other chains, ligands, nucleic acids. NaN for a residue
 * without a known letter.
 */
export function solventAccess(structure: Structure, residues: readonly StructureResidue[]): number[] {
  const all = atomsOf(structure);
  const cells = cellsOf(all);
  return residues.map((residue) => {
    const atoms = { at: [...residue.atoms], reach: residue.elements.map(reachOf) };
    const surface = atoms.reach.reduce((sum, _, atom) => sum + openSurface(atoms, atom, all, cells), 0);
    return surface / (LARGEST_SURFACE[residue.letter] ?? Number.NaN);
  });
}

function atomsOf({ residues, others }: Structure): Atoms {
  const atoms: Atoms = { at: [], reach: [] };
  for (const residue of residues) {
    for (const number of residue.atoms) atoms.at.push(number);
    for (const element of residue.elements) atoms.reach.push(reachOf(element));
  }
  for (const { at, element } of others) {
    atoms.at.push(...at);
    atoms.reach.push(reachOf(element));
  }
  return atoms;
}

function reachOf(element: number): number {
  return (RADII.get(element) ?? OTHER_RADIUS) + PROBE;
}

/** Returns the surface of an atom that no other atom covers, in square angstrom. */
function openSurface(atoms: Atoms, atom: number, all: Atoms, cells: ReadonlyMap<string, number[]>): number {
  const reach = atoms.reach[atom]!;
  const [x, y, z] = [atoms.at[3 * atom]!, atoms.at[3 * atom + 1]!, atoms.at[3 * atom + 2]!];
  const near = cellsAround(x, y, z).flatMap((cell) => cells.get(cell) ?? []);
  const covering = near.filter((other) => {
    const apart = Math.hypot(all.at[3 * other]! - x, all.at[3 * other + 1]! - y, all.at[3 * other + 2]! - z);
    // The atom itself is at distance 0.
    return apart > 0 && apart < reach + all.reach[other]!;
  });
  let open = 0;
  for (let point = 0; point < POINTS.length; point += 3) {
    const [px, py, pz] = [
      x + reach * POINTS[point]!,
      y + reach * POINTS[point + 1]!,
      z + reach * POINTS[point + 2]!,
    ];
    const isCovered = covering.some((other) => {
      const [dx, dy, dz] = [
        all.at[3 * other]! - px,
        all.at[3 * other + 1]! - py,
        all.at[3 * other + 2]! - pz,
      ];
      return dx * dx + dy * dy + dz * dz < all.reach[other]! ** 2;
    });
    if (!isCovered) open += 1;
  }
  return (4 * Math.PI * reach ** 2 * open) / (POINTS.length / 3);
}

function cellsOf({ at, reach }: Atoms): Map<string, number[]> {
  const cells = new Map<string, number[]>();
  for (const atom of reach.keys()) {
    const cell = cellName(at[3 * atom]!, at[3 * atom + 1]!, at[3 * atom + 2]!);
    const known = cells.get(cell);
    if (known) known.push(atom);
    else cells.set(cell, [atom]);
  }
  return cells;
}

function cellName(x: number, y: number, z: number): string {
  return `${Math.floor(x / CELL)} ${Math.floor(y / CELL)} ${Math.floor(z / CELL)}`;
}

function cellsAround(x: number, y: number, z: number): string[] {
  const steps = [-CELL, 0, CELL];
  return steps.flatMap((dx) => steps.flatMap((dy) => steps.map((dz) => cellName(x + dx, y + dy, z + dz))));
}

/** Returns points spread evenly over a sphere of radius 1, along a spiral. */
function spherePoints(count: number): Float64Array {
  const points = new Float64Array(3 * count);
  const turn = Math.PI * (3 - Math.sqrt(5));
  for (let point = 0; point < count; point += 1) {
    const height = 1 - (2 * point + 1) / count;
    const radius = Math.sqrt(1 - height ** 2);
    points.set([radius * Math.cos(point * turn), radius * Math.sin(point * turn), height], 3 * point);
  }
  return points;
}
