import { createMatrix, type Matrix } from "./matrix.ts";

export interface MaternParameters {
  /** Length scale, in the unit of the distance. */
  lengthScale: number;
  /** Covariance at distance 0. */
  variance: number;
}

/**
 * Computes the Matérn covariance with smoothness 5/2 of every squared distance d²: σ² (1 + s + s²/3) e⁻ˢ with s = √5 d
 * / ℓ (Rasmussen & Williams 2006, equation 4.17).
 */
export function maternFiveHalves(squared: Matrix, { lengthScale, variance }: MaternParameters): Matrix {
  if (!(lengthScale > 0)) throw new RangeError(`A length scale must be positive, not ${lengthScale}.`);
  const covariance = createMatrix(squared.rows, squared.columns);
  const factor = 5 / (lengthScale * lengthScale);
  for (let index = 0; index < covariance.data.length; index += 1) {
    const square = factor * squared.data[index]!;
    const scaled = Math.sqrt(square);
    covariance.data[index] = variance * (1 + scaled + square / 3) * Math.exp(-scaled);
  }
  return covariance;
}
