import { once } from "node:events";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { startWorker } from "../startWorker.ts";
import { threadCount } from "../threadCount.ts";
import { FREE, fitFreeSites, type SiteFits, type SiteWork, TAKEN } from "./fitFreeSites.ts";
import type { SiteProblem } from "./siteFitter.ts";

/**
 * Fits all sites in worker threads, which keeps this thread free. Only sites left over because a thread failed to start
 * or ended early are fitted in this thread. The result does not depend on the number of threads.
 */
export async function fitSites(problem: SiteProblem, threads?: number): Promise<SiteFits> {
  const { sites } = problem;
  const count = Math.min(threadCount(threads), sites);
  const blocks = sites * AMINO_ACID_COUNT * AMINO_ACID_COUNT;
  const work: SiteWork = {
    problem: inSharedMemory(problem),
    fits: {
      couplings: new Float32Array(new SharedArrayBuffer(4 * sites * blocks)),
      fields: new Float64Array(new SharedArrayBuffer(8 * sites * AMINO_ACID_COUNT)),
    },
    states: new Int32Array(new SharedArrayBuffer(4 * sites)),
  };
  await Promise.allSettled(Array.from({ length: count }, () => runWorker(work)));
  for (let site = 0; site < sites; site += 1) Atomics.compareExchange(work.states, site, TAKEN, FREE);
  fitFreeSites(work);
  return work.fits;
}

async function runWorker(work: SiteWork): Promise<void> {
  await once(startWorker("site", import.meta.url, work), "exit");
}

function inSharedMemory(problem: SiteProblem): SiteProblem {
  const copy = <Numbers extends Uint8Array | Uint32Array | Float64Array>(numbers: Numbers): Numbers => {
    const shared = new Uint8Array(new SharedArrayBuffer(numbers.byteLength));
    shared.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
    const Constructor = numbers.constructor as new (buffer: SharedArrayBuffer) => Numbers;
    return new Constructor(shared.buffer as SharedArrayBuffer);
  };
  return {
    ...problem,
    residues: copy(problem.residues),
    weights: copy(problem.weights),
    prior: copy(problem.prior),
    orders: copy(problem.orders),
  };
}
