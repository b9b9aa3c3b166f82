/** Coefficients of Lanczos' approximation with g = 7 and nine terms (Godfrey 2001). */
const LANCZOS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 0.000009984369578019572, 1.5056327351493116e-7,
];

/** Computes ln Γ(x) for x > 0; the error is about 1e-15, relative in general and absolute near the zeros at 1 and 2. */
export function logGamma(x: number): number {
  if (!(x > 0))
    throw new RangeError(`The logarithm of the gamma function requires a positive number, not ${x}.`);
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  let sum = LANCZOS[0] ?? 1;
  for (let term = 1; term < LANCZOS.length; term += 1) sum += (LANCZOS[term] ?? 0) / (x - 1 + term);
  const shifted = x + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

/**
 * Computes ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b) for positive a and b. The leading terms for large arguments, which
 * would cancel, are subtracted beforehand (Didonato & Morris 1992, ACM TOMS algorithm 708).
 */
export function logBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a];
  const sum = small + large;
  if (large < STIRLING_FROM) return logGamma(small) + logGamma(large) - logGamma(sum);
  const largeTerms = stirlingCorrection(large) - stirlingCorrection(sum);
  const logShare = Math.log1p(-small / sum);
  if (small < STIRLING_FROM) {
    return logGamma(small) + largeTerms + small - small * Math.log(sum) + (large - 0.5) * logShare;
  }
  return (
    0.5 * Math.log((2 * Math.PI) / large) +
    stirlingCorrection(small) +
    largeTerms +
    (small - 0.5) * Math.log(small / sum) +
    large * logShare
  );
}

const STIRLING_FROM = 10;

/** Computes ln Γ(x) − ((x − ½) ln x − x + ½ ln 2π) for x ≥ 10 (DLMF 5.11.1). */
function stirlingCorrection(x: number): number {
  const square = 1 / (x * x);
  const coefficients = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156];
  return coefficients.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x;
}

/**
 * Computes the regularized incomplete beta function I_x(a, b) for 0 ≤ x ≤ 1 and positive a, b, with its continued fraction
 * (DLMF 8.17.22), evaluated by Lentz's method as modified by Thompson & Barnett 1986.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1 && a > 0 && b > 0)) {
    throw new RangeError(`The incomplete beta function is not defined for x = ${x}, a = ${a}, b = ${b}.`);
  }
  if (x === 0 || x === 1) return x;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

function betaFraction(x: number, a: number, b: number): number {
  let numerator = 1;
  let denominator = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = denominator;
  for (let m = 1; m <= 10_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    denominator = 1 / nonZero(1 + even * denominator);
    numerator = nonZero(1 + even / numerator);
    value *= numerator * denominator;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    denominator = 1 / nonZero(1 + odd * denominator);
    numerator = nonZero(1 + odd / numerator);
    const factor = numerator * denominator;
    value *= factor;
    if (Math.abs(factor - 1) < 1e-16) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
