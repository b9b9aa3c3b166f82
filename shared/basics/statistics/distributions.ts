import { incompleteBeta } from "./gammaFunctions.ts";

/**
 * Computes Φ(x), with a relative error below 3e-13 on either side: Hart's rational approximation (1968, as given by
 * West 2005, "Better approximations to cumulative normal functions") in the middle, Laplace's continued fraction in the
 * tails.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  const tail = upperTail(Math.abs(x));
  return x > 0 ? 1 - tail : tail;
}

const TAIL_FROM = 3;
const FRACTION_DEPTH = 100;

function upperTail(x: number): number {
  if (x > 40) return 0;
  if (x < TAIL_FROM) return (Math.exp((-x * x) / 2) * polynomial(HART_ABOVE, x)) / polynomial(HART_BELOW, x);
  let fraction = x;
  for (let depth = FRACTION_DEPTH; depth >= 1; depth -= 1) fraction = x + depth / fraction;
  return normalDensity(x) / fraction;
}

const HART_ABOVE = [
  220.206867912376, 221.213596169931, 112.079291497871, 33.912866078383, 6.37396220353165, 0.700383064443688,
  0.0352624965998911,
];
const HART_BELOW = [
  440.413735824752, 793.826512519948, 637.333633378831, 296.564248779674, 86.7807322029461, 16.064177579207,
  1.75566716318264, 0.0883883476483184,
];

export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Computes Φ⁻¹(p) with a relative error of about 1e-16: algorithm AS 241 (PPND16) of Wichura 1988. −∞ at 0, ∞ at 1. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`A probability is between 0 and 1, not ${p}.`);
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 1) return Number.POSITIVE_INFINITY;
  const centered = p - 0.5;
  if (Math.abs(centered) <= 0.425) {
    const r = 0.180625 - centered * centered;
    return (centered * polynomial(CENTER_ABOVE, r)) / polynomial(CENTER_BELOW, r);
  }
  const depth = Math.sqrt(-Math.log(centered < 0 ? p : 1 - p));
  const size =
    depth <= 5
      ? polynomial(MIDDLE_ABOVE, depth - 1.6) / polynomial(MIDDLE_BELOW, depth - 1.6)
      : polynomial(TAIL_ABOVE, depth - 5) / polynomial(TAIL_BELOW, depth - 5);
  return centered < 0 ? -size : size;
}

const CENTER_ABOVE = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
  67265.7709270087, 33430.57558358813, 2509.0809287301227,
];
const CENTER_BELOW = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
  28729.085735721943, 5226.495278852546,
];
const MIDDLE_ABOVE = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
  0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
];
const MIDDLE_BELOW = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const TAIL_ABOVE = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 0.000027115555687434876, 2.0103343992922881e-7,
];
const TAIL_BELOW = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
  0.000018463183175100548, 1.421511758316446e-7, 2.0442631033899397e-15,
];

/**
 * Computes the probability that a value from Student's t distribution is at least as far from zero as t; accurate in the far
 * tails.
 */
export function studentTwoSided(t: number, degreesOfFreedom: number): number {
  if (Number.isNaN(t)) return Number.NaN;
  if (!(degreesOfFreedom > 0)) {
    throw new RangeError(`Student's t needs positive degrees of freedom, not ${degreesOfFreedom}.`);
  }
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  return incompleteBeta(degreesOfFreedom / (degreesOfFreedom + square), degreesOfFreedom / 2, 0.5);
}

/** Evaluates a polynomial with coefficients in ascending order, starting with the constant. */
function polynomial(coefficients: readonly number[], x: number): number {
  let value = 0;
  for (let power = coefficients.length - 1; power >= 0; power -= 1) {
    value = value * x + (coefficients[power] ?? 0);
  }
  return value;
}
