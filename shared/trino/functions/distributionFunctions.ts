import { bindSql } from "../types/bindSql.ts";
import { type FunctionTable, failSql, scalar } from "./functionKinds.ts";

export const DISTRIBUTION_SIGNATURES = `
beta_cdf inverse_normal_cdf normal_cdf:double,double,double:double
`;

type Context = { inTry: boolean };

/** Coefficients of the rational approximations of erf and erfc (Cody 1969, Math. Comp. 23, 631), highest power first. */
const SMALL = {
  above: [0.18577770618460315, 3.1611237438705655, 113.86415415105016, 377.485237685302, 3209.3775891384694],
  below: [1, 23.601290952344122, 244.02463793444417, 1282.6165260773723, 2844.236833439171],
};
const MIDDLE = {
  above: [
    2.1531153547440383e-8, 0.5641884969886701, 8.883149794388377, 66.11919063714163, 298.6351381974001,
    881.952221241769, 1712.0476126340707, 2051.0783778260716, 1230.3393547979972,
  ],
  below: [
    1, 15.744926110709835, 117.6939508913125, 537.1811018620099, 1621.3895745666903, 3290.7992357334597,
    4362.619090143247, 3439.3676741437216, 1230.3393548037495,
  ],
};
const LARGE = {
  above: [
    0.016315387137302097, 0.30532663496123236, 0.36034489994980445, 0.12578172611122926, 0.016083785148742275,
    0.0006587491615298378,
  ],
  below: [
    1, 2.568520192289822, 1.8729528499234673, 0.5279051029514285, 0.06051834131244132, 0.0023352049762686918,
  ],
};

function double(value: number): string {
  return `${value}::DOUBLE`;
}

function polynomial(coefficients: number[], x: string): string {
  return coefficients.map(double).reduce((sum, coefficient) => `(${sum} * ${x} + ${coefficient})`);
}

function ratio({ above, below }: typeof SMALL, x: string): string {
  return `(${polynomial(above, x)} / ${polynomial(below, x)})`;
}

/** Writes the complementary error function. */
function erfc(sql: string): string {
  return bindSql([sql], (x) =>
    bindSql([`abs(${x})`], (y) => {
      const cut = `(trunc(${y} * 16) / 16)`;
      const exponential = `(exp(-${cut} * ${cut}) * exp(-(${y} - ${cut}) * (${y} + ${cut})))`;
      const tail = bindSql(
        [`1 / (${y} * ${y})`],
        (z) => `(${double(1 / Math.sqrt(Math.PI))} - ${z} * ${ratio(LARGE, z)}) / ${y}`,
      );
      const positive = `${exponential} * CASE WHEN ${y} <= 4 THEN ${ratio(MIDDLE, y)} ELSE ${tail} END`;
      const small = bindSql([`${x} * ${x}`], (z) => `1 - ${x} * ${ratio(SMALL, z)}`);
      // Also covers infinities, for which the polynomials are NaN. This far out, the value is below the smallest DOUBLE.
      const isFar = `${y} > 30 AND NOT isnan(${y})`;
      return `CASE WHEN ${y} <= 0.46875 THEN ${small} WHEN ${isFar} THEN CASE WHEN ${x} < 0 THEN 2 ELSE 0 END WHEN ${x} < 0 THEN 2 - ${positive} ELSE ${positive} END`;
    }),
  );
}

/** Writes the inverse error function: an estimate (Winitzki 2008) refined by Halley's method. */
function inverseErf(sql: string): string {
  const a = 0.147;
  return bindSql([sql], (x) =>
    bindSql([`1 - abs(${x})`, `ln((1 - ${x}) * (1 + ${x}))`], (q, logarithm) => {
      const b = `(${double(2 / (Math.PI * a))} + ${logarithm} / 2)`;
      let y = `sqrt(greatest(sqrt(${b} * ${b} - ${logarithm} / ${double(a)}) - ${b}, 0))`;
      for (let step = 0; step < 3; step += 1) {
        y = bindSql([y], (z) =>
          bindSql(
            [`(${erfc(z)} - ${q}) / (${double(2 / Math.sqrt(Math.PI))} * exp(-${z} * ${z}))`],
            (error) => `${z} + ${error} / (1 + ${z} * ${error})`,
          ),
        );
      }
      return `CASE WHEN ${x} = 0 THEN 0 ELSE sign(${x}) * ${y} END`;
    }),
  );
}

/**
 * Writes the regularized incomplete beta function as its continued fraction (DLMF 8.17.22), evaluated from the tail with a
 * fixed number of terms.
 */
function betaCdf(a: string, b: string, x: string): string {
  const terms = 400;
  const fraction = (p: string, q: string, z: string): string => {
    const even = `("__m" * (${q} - "__m") * ${z}) / ((${p} + 2 * "__m" - 1) * (${p} + 2 * "__m"))`;
    const odd = `(-(${p} + "__m") * (${p} + ${q} + "__m") * ${z}) / ((${p} + 2 * "__m") * (${p} + 2 * "__m" + 1))`;
    const start = `1 + (-(${p}) * (${p} + ${q}) * ${z}) / (${p} * (${p} + 1))`;
    const inner = `list_reduce(list_transform(range(0, ${terms}), lambda "__n": CASE WHEN "__n" = 0 THEN 1::DOUBLE ELSE (${terms} - "__n")::DOUBLE END), lambda "__f", "__m": 1 + (${even}) / (1 + (${odd}) / "__f"))`;
    const front = `exp(lgamma(${p} + ${q}) - lgamma(${p}) - lgamma(${q}) + ${p} * ln(${z}) + ${q} * ln(1 - ${z})) / ${p}`;
    return bindSql([inner], (f) => `${front} / (1 + (${start} - 1) / ${f})`);
  };
  const direct = fraction(a, b, x);
  const mirrored = bindSql([`1 - ${x}`], (y) => `1 - ${fraction(b, a, y)}`);
  return `CASE WHEN ${x} <= 0 THEN 0 WHEN ${x} >= 1 THEN 1 WHEN ${x} <= (${a} + 1) / (${a} + ${b} + 2) THEN ${direct} ELSE ${mirrored} END`;
}

function checked(
  values: string[],
  rules: [isBroken: string, sentence: string][],
  context: Context,
  sql: string,
): string {
  const isMissing = values.map((value) => `${value} IS NULL`).join(" OR ");
  const tests = rules.map(([isBroken, sentence]) => `WHEN ${isBroken} THEN ${failSql(sentence, context)}`);
  return `CASE WHEN ${isMissing} THEN NULL ${tests.join(" ")} ELSE ${sql} END`;
}

export const distributionFunctions: FunctionTable = {
  beta_cdf: scalar(3, 3, (values, _, context) =>
    bindSql(values, (a = "", b = "", x = "") =>
      checked(
        [a, b, x],
        [
          [`NOT (${a} > 0 AND ${b} > 0)`, "The shape parameters of beta_cdf must be greater than 0"],
          [`NOT (${x} BETWEEN 0 AND 1)`, "The value of beta_cdf must be from 0 to 1"],
          [
            `${a} > 500 OR ${b} > 500`,
            "beta_cdf supports shape parameters up to 500. Use normal_cdf for larger ones",
          ],
        ],
        context,
        betaCdf(a, b, x),
      ),
    ),
  ),
  inverse_normal_cdf: scalar(3, 3, (values, _, context) =>
    bindSql(values, (mean = "", deviation = "", p = "") =>
      checked(
        [mean, deviation, p],
        [
          [`NOT (${deviation} > 0) OR isnan(${deviation})`, "The standard deviation must be greater than 0"],
          [`NOT (${p} > 0 AND ${p} < 1)`, "The probability must be between 0 and 1"],
        ],
        context,
        `${mean} + ${deviation} * ${double(Math.SQRT2)} * ${inverseErf(`2 * ${p} - 1`)}`,
      ),
    ),
  ),
  normal_cdf: scalar(3, 3, (values, _, context) =>
    bindSql(values, (mean = "", deviation = "", x = "") =>
      checked(
        [mean, deviation, x],
        [[`NOT (${deviation} > 0) OR isnan(${deviation})`, "The standard deviation must be greater than 0"]],
        context,
        // Computed as 1 + erf(z), which loses its digits far below the mean, as in Trino.
        bindSql(
          [`(${x} - ${mean}) / (${deviation} * ${double(Math.SQRT2)})`],
          (z) => `0.5::DOUBLE * (1 + CASE WHEN ${z} < 0 THEN -1 ELSE 1 END * (1 - ${erfc(`abs(${z})`)}))`,
        ),
      ),
    ),
  ),
};
