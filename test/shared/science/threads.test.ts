import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  addToDiagonal,
  cholesky,
  choleskyInverse,
  copyMatrix,
  type Matrix,
  multiplyTransposed,
  openThreads,
  solveLowerRows,
  type Threads,
} from "@pdp/science/linearAlgebra";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleScripts } from "#infra/bundle.ts";
import { normalMatrix } from "#test/shared/science/normalMatrix.ts";

let threads: Threads;

beforeAll(async () => {
  threads = await openThreads(3);
});

afterAll(() => threads.close());

const FACTOR = normalMatrix(500, 400, "threads");

function definiteMatrix(): Matrix {
  const matrix = multiplyTransposed(FACTOR, FACTOR);
  addToDiagonal(matrix, 50);
  return matrix;
}

describe("several threads", () => {
  it("several threads compute bit-identical results", () => {
    const matrix = definiteMatrix();
    const { lower } = cholesky(matrix);
    expect(multiplyTransposed(FACTOR, FACTOR, threads).data).toEqual(multiplyTransposed(FACTOR, FACTOR).data);
    expect(cholesky(matrix, threads).lower.data).toEqual(lower.data);
    expect(choleskyInverse(lower, threads).data).toEqual(choleskyInverse(lower).data);
    const [alone, together] = [copyMatrix(matrix), copyMatrix(matrix)];
    solveLowerRows(lower, alone);
    solveLowerRows(lower, together, threads);
    expect(together.data).toEqual(alone.data);
  });

  it("repeated calls give the same result", () => {
    const expected = Buffer.from(multiplyTransposed(FACTOR, FACTOR).data.buffer);
    for (let call = 0; call < 50; call += 1) {
      const { data } = multiplyTransposed(FACTOR, FACTOR, threads);
      expect(expected.equals(Buffer.from(data.buffer))).toBe(true);
    }
  });

  it("several pools can be open at a time", async () => {
    const others = await openThreads(2);
    const expected = multiplyTransposed(FACTOR, FACTOR, others).data;
    await others.close();
    expect(multiplyTransposed(FACTOR, FACTOR, threads).data).toEqual(expected);
  });

  it("a matrix that is not positive definite is detected", () => {
    const matrix = definiteMatrix();
    matrix.data[499 * 500 + 499] = -1;
    expect(() => cholesky(matrix, threads)).toThrow(RangeError);
  });

  it("a failed task is reported, and the threads keep working", () => {
    const data = new Float64Array(new SharedArrayBuffer(8));
    const block = { data, offset: 0, rowStep: 1, columnStep: 1, rows: 1, columns: 1 };
    // No caller of these functions can request a block without data.
    const broken = { ...block, data: undefined as unknown as Float64Array };
    expect(() => threads.run([{ operation: "solveLower", arguments: [broken, block] }])).toThrow("failed");
    expect(multiplyTransposed(FACTOR, FACTOR, threads).data[0]).toBeGreaterThan(0);
  });

  it("one thread is enough", async () => {
    const single = await openThreads(1);
    expect(multiplyTransposed(FACTOR, FACTOR, single).data).toEqual(multiplyTransposed(FACTOR, FACTOR).data);
    await single.close();
  });

  it("threads can be closed twice and reject work afterwards", async () => {
    const closed = await openThreads(2);
    await Promise.all([closed.close(), closed.close()]);
    expect(() => multiplyTransposed(FACTOR, FACTOR, closed)).toThrow("have been closed");
  });

  it.each([0, -1, 1.5])("the number of threads cannot be %s", async (count) => {
    await expect(openThreads(count)).rejects.toThrow(RangeError);
  });
});

const SCIENCE = join(process.cwd(), "shared/science");
/** Prints the number of threads, whether the results match those of one thread, and the exit codes of all workers. */
const PROGRAM = `
  import { multiplyTransposed } from "${SCIENCE}/linearAlgebra/products.ts";
  import { openThreads } from "${SCIENCE}/linearAlgebra/threads.ts";
  import { fitFreeSites } from "${SCIENCE}/sampler/fitFreeSites.ts";
  import { fitSites } from "${SCIENCE}/sampler/fitSites.ts";
  import { normalMatrix } from "#test/shared/science/normalMatrix.ts";
  import { siteProblem } from "#test/shared/science/sampler/siteProblem.ts";
  const exits = [];
  process.on("worker", (worker) => worker.on("exit", (code) => exits.push(code)));
  const threads = await openThreads(2);
  const factor = normalMatrix(500, 400, "threads");
  const product = multiplyTransposed(factor, factor, threads);
  const alone = multiplyTransposed(factor, factor);
  const problem = siteProblem({ maxRounds: 5 });
  const fits = await fitSites(problem, 2);
  const work = { problem, fits: structuredClone(fits), states: new Int32Array(problem.sites) };
  fitFreeSites(work);
  const same = Buffer.from(product.data.buffer).equals(Buffer.from(alone.data.buffer))
    && fits.couplings.every((coupling, at) => coupling === work.fits.couplings[at]);
  process.once("beforeExit", () => console.log(threads.count, same, exits.join()));`;

describe("a bundled program", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "threads-"));
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Returns the output of a script that must exit by itself even though it does not close its threads. */
  async function output(script: string): Promise<string> {
    return (await promisify(execFile)(process.execPath, [script], { timeout: 30_000 })).stdout;
  }

  it("a bundled program runs threads from adjacent script files", async () => {
    const entry = join(folder, "program.ts");
    await writeFile(entry, PROGRAM.replaceAll('"#', `"${process.cwd()}/`));
    await bundleScripts(join(folder, "bundles"), { program: entry });
    expect(await output(join(folder, "bundles/program/index.mjs"))).toBe("2 true 0,0\n");
  });

  it("without its worker scripts, a bundled program computes the same result on one thread", async () => {
    const outfile = join(folder, "program.mjs");
    const stdin = { contents: PROGRAM, resolveDir: process.cwd(), loader: "ts" as const };
    await build({ stdin, bundle: true, platform: "node", format: "esm", outfile });
    expect(await output(outfile)).toBe("1 true 1,1,1\n");
  });
});
