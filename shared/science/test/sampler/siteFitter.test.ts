import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { ROWS, SITES, siteProblem } from "../../../../test/shared/science/sampler/siteProblem.ts";
import { minimize } from "../../optimization/lbfgs.ts";
import { fitSites } from "../../sampler/fitSites.ts";
import { createSiteFitter, type SiteProblem } from "../../sampler/siteFitter.ts";

const LETTERS = 20;

function fitSite(given: SiteProblem, site: number): { couplings: Float32Array; fields: Float64Array } {
  const couplings = new Float32Array(SITES * LETTERS * LETTERS);
  const fields = new Float64Array(LETTERS);
  createSiteFitter(given).fit(site, couplings, fields);
  return { couplings, fields };
}

/** Penalized likelihood of one site, written out in full: first the couplings, then the deviations of the fields. */
function objective({ residues, weights, prior, couplingPenalty, fieldPenalty }: SiteProblem, site: number) {
  const fieldsAt = SITES * LETTERS * LETTERS;
  return (x: Float64Array, gradient: Float64Array): number => {
    let value = 0;
    for (const [index, element] of x.entries()) {
      const penalty = index < fieldsAt ? couplingPenalty : fieldPenalty;
      value += (penalty / 2) * element ** 2;
      gradient[index] = penalty * element;
    }
    for (let row = 0; row < ROWS; row += 1) {
      const residue = residues[row * SITES + site]!;
      if (residue === 20) continue;
      const starts = [fieldsAt];
      for (let other = 0; other < SITES; other += 1) {
        const residue = residues[row * SITES + other]!;
        if (other !== site && residue < 20) starts.push((other * LETTERS + residue) * LETTERS);
      }
      const scores = Array.from({ length: LETTERS }, (_, a) =>
        starts.reduce((sum, start) => sum + x[start + a]!, prior[site * LETTERS + a]!),
      );
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
      value -= weights[row]! * (scores[residue]! - Math.log(total));
      for (let a = 0; a < LETTERS; a += 1) {
        const slope = weights[row]! * (Math.exp(scores[a]!) / total - (a === residue ? 1 : 0));
        for (const start of starts) gradient[start + a] = gradient[start + a]! + slope;
      }
    }
    return value;
  };
}

describe("fitting the couplings of one site", () => {
  it("the optimum matches that of L-BFGS on the likelihood", () => {
    const given = siteProblem();
    for (const site of [0, 2]) {
      const size = SITES * LETTERS * LETTERS;
      const expected = minimize(objective(given, site), new Float64Array(size + LETTERS), {
        iterations: 2_000,
        valueTolerance: 0,
      }).x;
      const { couplings, fields } = fitSite(given, site);
      for (const [index, coupling] of couplings.entries()) expect(coupling).toBeCloseTo(expected[index]!, 4);
      for (const [a, field] of fields.entries()) {
        expect(field - given.prior[site * LETTERS + a]!).toBeCloseTo(expected[size + a]!, 4);
      }
    }
  });

  it("large penalties keep the fit at the prior", () => {
    const given = siteProblem({ couplingPenalty: 1e7, fieldPenalty: 1e7 });
    const { couplings, fields } = fitSite(given, 1);
    expect(Math.max(...couplings.map(Math.abs))).toBeLessThan(1e-5);
    expect([...fields]).toEqual(
      [...given.prior.subarray(LETTERS, 2 * LETTERS)].map((p) => expect.closeTo(p, 4)),
    );
  });

  it("any number of threads produces the same numbers", async () => {
    const given = siteProblem({ maxRounds: 5 });
    const [singleThread, three] = await Promise.all([fitSites(given, 1), fitSites(given, 3)]);
    expect(three).toEqual(singleThread);
    const { couplings } = fitSite(given, 3);
    expect(singleThread.couplings.slice(3 * couplings.length)).toEqual(couplings);
  });

  it("fitting runs on worker threads", async () => {
    const exits: number[] = [];
    const listen = (worker: Worker) => worker.on("exit", (code) => exits.push(code));
    process.on("worker", listen);
    const given = siteProblem({ maxRounds: 5 });
    await fitSites(given, 3);
    process.off("worker", listen);
    expect(exits).toEqual([0, 0, 0]);
  });

  it("an impossible number of threads is refused", async () => {
    await expect(fitSites(siteProblem(), 0)).rejects.toThrow(RangeError);
  });
});
