import { ATOMS, cross } from "./backbone.ts";

type Point = [number, number, number];

/** Writes the direction of an atom in the frame of a residue's N, CA and C: cosine and sine of two angles. */
export function writeDirection(
  target: Float32Array,
  at: number,
  atoms: Float64Array,
  residue: number,
  positions: Float64Array,
  atom: number,
): void {
  const point = (values: Float64Array, start: number): Point => [
    values[start]!,
    values[start + 1]!,
    values[start + 2]!,
  ];
  const ca = point(atoms, residue + 3 * ATOMS.ca);
  const e1 = unit(minus(point(atoms, residue + 3 * ATOMS.n), ca));
  const v2 = minus(point(atoms, residue + 3 * ATOMS.c), ca);
  const along = dot(e1, v2);
  const e2 = unit(v2.map((value, axis) => value - e1[axis]! * along) as Point);
  const direction = minus(point(positions, atom), ca);
  const [x, y, z] = [dot(e1, direction), dot(e2, direction), dot(cross(e1, e2), direction)];
  const flat = Math.sqrt(x * x + y * y + 1e-8);
  const length = Math.sqrt(x * x + y * y + z * z) + 1e-8;
  target.set([x / flat, y / flat, flat / length, z / length], at);
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(a: Point): Point {
  const length = Math.max(Math.sqrt(dot(a, a)), 1e-12);
  return [a[0] / length, a[1] / length, a[2] / length];
}
