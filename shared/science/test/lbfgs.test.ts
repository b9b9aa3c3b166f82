import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minimize } from "../optimization/lbfgs.ts";
import type { Objective } from "../optimization/objective.ts";

/** Sum of 100 (x₂ − x₁²)² + (1 − x₁)² over neighbors; the minimum is 0 at (1, …, 1). */
const rosenbrock: Objective = (x, gradient) => {
  gradient.fill(0);
  let value = 0;
  for (let at = 0; at + 1 < x.length; at += 1) {
    const [a, b] = [x[at]!, x[at + 1]!];
    value += 100 * (b - a * a) ** 2 + (1 - a) ** 2;
    gradient[at] = gradient[at]! - 400 * a * (b - a * a) - 2 * (1 - a);
    gradient[at + 1] = 200 * (b - a * a);
  }
  return value;
};

/** Powell's singular function (1962): the Hessian at the minimum, 0 at the origin, is singular. */
const powell: Objective = (x, gradient) => {
  const [a = 0, b = 0, c = 0, d = 0] = x;
  const [r, s, t, u] = [a + 10 * b, c - d, b - 2 * c, a - d];
  gradient[0] = 2 * r + 40 * u ** 3;
  gradient[1] = 20 * r + 4 * t ** 3;
  gradient[2] = 10 * s - 8 * t ** 3;
  gradient[3] = -10 * s - 40 * u ** 3;
  return r * r + 5 * s * s + t ** 4 + 10 * u ** 4;
};

describe("minima", () => {
  it.each([
    ["two", [-1.2, 1]],
    ["a hundred", Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? -1.2 : 1))],
  ])("the minimum of Rosenbrock's function of %s variables is found", (_, start) => {
    const minimum = minimize(rosenbrock, Float64Array.from(start), { iterations: 1000, valueTolerance: 0 });
    expect(minimum.converged).toBe(true);
    for (const element of minimum.x) expect(element).toBeCloseTo(1, 5);
    expect(minimum.evaluations).toBeLessThan(700);
  });

  it("the minimum of Powell's singular function is found", () => {
    const minimum = minimize(powell, Float64Array.of(3, -1, 0, 1), { valueTolerance: 0 });
    expect(minimum.converged).toBe(true);
    expect(minimum.value).toBeLessThan(1e-7);
  });

  it("the minimum of a quadratic function is found from any start and at any scale", () => {
    const scales = fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), {
      minLength: 1,
      maxLength: 12,
    });
    const center = fc.double({ min: -100, max: 100, noNaN: true });
    fc.assert(
      fc.property(scales, center, (curvatures, target) => {
        const quadratic: Objective = (x, gradient) => {
          let value = 0;
          for (let at = 0; at < x.length; at += 1) {
            gradient[at] = curvatures[at]! * (x[at]! - target);
            value += (curvatures[at]! * (x[at]! - target) ** 2) / 2;
          }
          return value;
        };
        const { x, converged } = minimize(quadratic, new Float64Array(curvatures.length), {
          valueTolerance: 0,
          iterations: 2000,
        });
        expect(converged).toBe(true);
        for (const element of x) expect(Math.abs(element - target)).toBeLessThan(1e-3);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("a minimum next to an undefined region is found", () => {
    // x − ln x has its minimum at 1 and is undefined where x ≤ 0.
    const logarithmic: Objective = (x, gradient) => {
      gradient[0] = 1 - 1 / x[0]!;
      return x[0]! - Math.log(x[0]!);
    };
    expect(minimize(logarithmic, Float64Array.of(50)).x[0]).toBeCloseTo(1, 4);
    expect(minimize(logarithmic, Float64Array.of(1e-3)).x[0]).toBeCloseTo(1, 4);
  });
});

describe("the search", () => {
  it("the search does not modify its start point and never ends at a higher value", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -5, max: 5, noNaN: true }), { minLength: 2, maxLength: 6 }),
        (start) => {
          const from = Float64Array.from(start);
          const before = rosenbrock(from, new Float64Array(from.length));
          const { value, gradient, x } = minimize(rosenbrock, from, { iterations: 7 });
          expect([...from]).toEqual(start);
          expect(value).toBeLessThanOrEqual(before);
          const again = new Float64Array(x.length);
          expect(rosenbrock(x, again)).toBe(value);
          expect(again).toEqual(gradient);
        },
      ),
      { seed: 2, numRuns: 200 },
    );
  });

  it("the search reports when it has used all its steps", () => {
    expect(minimize(rosenbrock, Float64Array.of(-1.2, 1), { iterations: 3 })).toMatchObject({
      converged: false,
      iterations: 3,
    });
  });

  it("the search stops immediately at a minimum", () => {
    expect(minimize(rosenbrock, Float64Array.of(1, 1))).toMatchObject({ converged: true, iterations: 0 });
  });

  it("the search stops for an unbounded function or a wrong gradient", () => {
    const falling: Objective = (x, gradient) => {
      gradient[0] = 1;
      return x[0]!;
    };
    expect(minimize(falling, Float64Array.of(0)).evaluations).toBeLessThan(10_000);
    const wrong: Objective = (x, gradient) => {
      gradient[0] = -1;
      return x[0]!;
    };
    expect(minimize(wrong, Float64Array.of(0))).toMatchObject({ converged: false, value: 0 });
  });

  it("a start without a value is refused", () => {
    expect(() => minimize(() => Number.NaN, Float64Array.of(0))).toThrow(RangeError);
  });
});
