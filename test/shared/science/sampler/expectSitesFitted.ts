import { once } from "node:events";
import { expect } from "vitest";
import type { SiteWork } from "../../../../shared/science/sampler/fitFreeSites.ts";
import { fitSites } from "../../../../shared/science/sampler/fitSites.ts";
import { startWorker } from "../../../../shared/science/startWorker.ts";
import { siteProblem } from "./siteProblem.ts";

/** Expects the worker thread next to a script to fit sites as the sources do. */
export async function expectSitesFitted(script: string): Promise<void> {
  const problem = siteProblem({ maxRounds: 5 });
  const expected = await fitSites(problem);
  const { couplings, fields } = expected;
  const work: SiteWork = {
    problem,
    fits: {
      couplings: new Float32Array(new SharedArrayBuffer(couplings.byteLength)),
      fields: new Float64Array(new SharedArrayBuffer(fields.byteLength)),
    },
    states: new Int32Array(new SharedArrayBuffer(4 * problem.sites)),
  };
  expect(await once(startWorker("site", script, work), "exit")).toEqual([0]);
  expect(work.fits).toEqual(expected);
}
