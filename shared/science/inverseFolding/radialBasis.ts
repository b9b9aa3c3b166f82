/** Number of radial basis functions. */
export const BASES = 16;
const NEAREST = 2;
const FARTHEST = 22;
const WIDTH = (FARTHEST - NEAREST) / BASES;

/** Writes Gaussians of a distance (angstrom) around 16 centers from 2 to 22 Å. */
export function writeRadialBasis(target: Float32Array, at: number, distance: number): void {
  for (let i = 0; i < BASES; i += 1) {
    const center = NEAREST + ((FARTHEST - NEAREST) * i) / (BASES - 1);
    target[at + i] = Math.exp(-(((distance - center) / WIDTH) ** 2));
  }
}
