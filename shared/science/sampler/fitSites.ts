import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { AMINO_ACID_COUNT } from "#shared/science/sequences/aminoAcids.ts";
import { createSiteFitter, type SiteFitter, type SiteProblem } from "./siteFitter.ts";
import { siteKernelWasm } from "./siteKernelWasm.ts";

/** Fitted conditional distributions of all sites, in shared memory. */
export interface SiteFits {
  /** Sites × sites × 20 × 20: (i, j, b, a) is J(a at i, b at j) as fitted for site i. */
  couplings: Float32Array;
  /** Sites × 20, including the prior. */
  fields: Float64Array;
}

const MAX_THREADS = 4;

/**
 * Fits all sites in worker threads, which keeps this thread free. Only sites left over because a thread failed to start
 * or ended early are fitted in this thread. The result does not depend on the number of threads.
 */
export async function fitSites(
  problem: SiteProblem,
  threads = Math.min(availableParallelism(), MAX_THREADS),
): Promise<SiteFits> {
  const { sites } = problem;
  if (!(Number.isInteger(threads) && threads >= 1))
    throw new RangeError(`There cannot be ${threads} threads.`);
  const blocks = sites * AMINO_ACID_COUNT * AMINO_ACID_COUNT;
  const work: Work = {
    problem: inSharedMemory(problem),
    fits: {
      couplings: new Float32Array(new SharedArrayBuffer(4 * sites * blocks)),
      fields: new Float64Array(new SharedArrayBuffer(8 * sites * AMINO_ACID_COUNT)),
    },
    taken: new Int32Array(new SharedArrayBuffer(4 * sites)),
    module: new WebAssembly.Module(Buffer.from(siteKernelWasm, "base64")),
  };
  await Promise.allSettled(Array.from({ length: Math.min(threads, sites) }, () => runWorker(work)));
  for (let site = 0; site < sites; site += 1) Atomics.compareExchange(work.taken, site, TAKEN, FREE);
  takeSites(work, createSiteFitter);
  return work.fits;
}

interface Work {
  problem: SiteProblem;
  fits: SiteFits;
  /** State of each site: free, taken or done. */
  taken: Int32Array;
  module: WebAssembly.Module;
}

const [FREE, TAKEN] = [0, 1];

/**
 * Starts a worker from the text of functions, which survives bundling. esbuild's `keepNames` wraps functions into
 * `__name`.
 */
async function runWorker(work: Work): Promise<void> {
  const source = `const __name = (named) => named;
    (${takeSites})(require("node:worker_threads").workerData, ${createSiteFitter});`;
  const worker = new Worker(source, { eval: true, workerData: work, execArgv: [] });
  await once(worker, "exit");
}

/** Takes sites until none is free. Self-contained, like `createSiteFitter`. */
function takeSites({ problem, fits, taken, module }: Work, create: typeof createSiteFitter): void {
  const [free, underWay, done, letters] = [0, 1, 2, 20];
  const blocks = problem.sites * letters * letters;
  let fitter: SiteFitter | undefined;
  for (let site = 0; site < problem.sites; site += 1) {
    if (Atomics.compareExchange(taken, site, free, underWay) !== free) continue;
    fitter ??= create(module, problem);
    const couplings = fits.couplings.subarray(site * blocks, (site + 1) * blocks);
    fitter.fit(site, couplings, fits.fields.subarray(site * letters, (site + 1) * letters));
    Atomics.store(taken, site, done);
  }
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
