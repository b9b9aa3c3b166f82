import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { siteKernelWasm } from "./siteKernelWasm.ts";

/** Data and penalties for fitting the couplings of all sites. Arrays are shared with other threads. */
export interface SiteProblem {
  readonly sites: number;
  readonly rows: number;
  /** Rows × sites; residue indices, 20 for a gap. */
  readonly residues: Uint8Array;
  /** Weight of each row. */
  readonly weights: Float64Array;
  /** Sites × 20: logarithms of the prior probabilities. */
  readonly prior: Float64Array;
  /** λ of the penalty λ/2 Σ J². */
  readonly couplingPenalty: number;
  /** λ of the penalty λ/2 Σ v² of the deviations v from the prior. */
  readonly fieldPenalty: number;
  /** Order in which rows are visited: consecutive permutations, starting over from the first when all have been used. */
  readonly orders: Uint32Array;
  readonly maxRounds: number;
  /** Convergence threshold of a site: squared residual of its dual variables, relative to the squared size of their targets. */
  readonly tolerance: number;
}

/** Fitter of one site: `couplings[(j * 20 + b) * 20 + a]` is J(a at the site, b at site j); zeros for j = the site. */
export interface SiteFitter {
  fit(site: number, couplings: Float32Array, fields: Float64Array): void;
}

const PAGE_BYTES = 65_536;

/**
 * Creates a fitter that fits the conditional distribution of one site after another, given all others: P(a | x) ∝ exp(prior(a)
 * + v(a) + Σ_j J(a, x_j)). It uses weighted likelihood with Gaussian penalties, in which gaps at other sites add nothing and
 * rows with a gap at the site are excluded (pseudo-likelihood: Ekeberg et al. 2013, Phys Rev E 87:012707; 2014, J Comput Phys
 * 276:341). The problem is convex and is solved by stochastic dual coordinate ascent, which needs no step size (Shalev-Shwartz
 * & Zhang 2013, JMLR 14:567, option V). The result therefore depends only on the problem.
 */
export function createSiteFitter(problem: SiteProblem): SiteFitter {
  const { sites, rows, residues, weights, prior, couplingPenalty, fieldPenalty, orders } = problem;
  const letters = AMINO_ACID_COUNT;
  const groupBytes = 4 * letters;
  const groups = sites * letters;
  const listBytes = (groups + 2) * groupBytes;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((listBytes + 2 * rows * sites) / PAGE_BYTES) });
  const { buffer } = memory;
  const module = new WebAssembly.Module(Buffer.from(siteKernelWasm, "base64"));
  const exported = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as {
    gather: (from: number, to: number, out: number) => void;
    scatter: (from: number, to: number, added: number) => void;
  };
  const numbers = new Float32Array(buffer, 0, groups * letters);
  // After the groups, the buffer contains one group for the sum of a row, one group that is added to all groups of a row, and
  // then the lists.
  const gathered = new Float32Array(buffer, groups * groupBytes, letters);
  const added = new Float32Array(buffer, (groups + 1) * groupBytes, letters);
  const lists = new Uint16Array(buffer, listBytes, rows * sites);
  const lengths = new Uint32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    for (let site = 0; site < sites; site += 1) {
      const residue = residues[row * sites + site]!;
      if (residue >= letters) continue;
      lists[row * sites + lengths[row]!] = site * letters + residue;
      lengths[row] = lengths[row]! + 1;
    }
  }
  const dual = new Float32Array(rows * letters);
  const probabilities = new Float64Array(letters);
  /** Square of a constant feature that gives the fields their penalty. */
  const constant = couplingPenalty / fieldPenalty;

  function softmax(site: number, fields: Float64Array): void {
    let largest = Number.NEGATIVE_INFINITY;
    for (let a = 0; a < letters; a += 1) {
      const score = prior[site * letters + a]! + fields[a]! + gathered[a]!;
      probabilities[a] = score;
      if (score > largest) largest = score;
    }
    let total = 0;
    for (let a = 0; a < letters; a += 1) {
      const power = Math.exp(probabilities[a]! - largest);
      probabilities[a] = power;
      total += power;
    }
    for (let a = 0; a < letters; a += 1) probabilities[a] = probabilities[a]! / total;
  }

  /** Moves the dual variables of one row towards their optimum. Returns the squared distance to it. */
  function visit(site: number, row: number, residue: number, fields: Float64Array): number {
    const weight = weights[row]!;
    const from = listBytes + 2 * row * sites;
    const to = from + 2 * lengths[row]!;
    exported.gather(from, to, groups * groupBytes);
    softmax(site, fields);
    // The loss is 1/2-smooth; the residue at the site itself is in the list but has no coupling.
    const square = lengths[row]! - 1 + constant;
    const step = 1 / (1 + (weight * square) / (2 * couplingPenalty));
    let distance = 0;
    for (let a = 0; a < letters; a += 1) {
      const at = row * letters + a;
      const gap = weight * ((a === residue ? 1 : 0) - probabilities[a]!) - dual[at]!;
      distance += gap * gap;
      dual[at] = dual[at]! + step * gap;
      const change = (step * gap) / couplingPenalty;
      added[a] = change;
      fields[a] = fields[a]! + constant * change;
    }
    exported.scatter(from, to, (groups + 1) * groupBytes);
    const offset = (site * letters + residue) * letters;
    numbers.fill(0, offset, offset + letters);
    return distance / weight;
  }

  function fit(site: number, couplings: Float32Array, fields: Float64Array): void {
    numbers.fill(0);
    dual.fill(0);
    fields.fill(0);
    let first = 0;
    for (let round = 0; round < problem.maxRounds; round += 1) {
      const order = (round * rows) % orders.length;
      let distance = 0;
      for (let index = 0; index < rows; index += 1) {
        const row = orders[order + index]!;
        const residue = residues[row * sites + site]!;
        if (residue < letters) distance += visit(site, row, residue, fields);
      }
      // In the first round, the dual variables start from zero, so the distance is the size of their targets.
      if (round === 0) first = distance;
      else if (distance <= problem.tolerance * first) break;
    }
    couplings.set(numbers);
    for (let a = 0; a < letters; a += 1) fields[a] = fields[a]! + prior[site * letters + a]!;
  }

  return { fit };
}
