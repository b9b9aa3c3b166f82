import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Times in milliseconds: the median of five after a warm-up. */
export interface OpenBlasTimes {
  cholesky: number;
  product: number;
}

const SCRIPT = `
import json, statistics, sys, time
import numpy
rows = int(sys.argv[1])
factor = numpy.random.default_rng(1).normal(size=(rows, 100))
matrix = factor @ factor.T + 100 * numpy.eye(rows)
other = matrix.copy()
def median(work):
    work()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        work()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)
print(json.dumps({
    "cholesky": median(lambda: numpy.linalg.cholesky(matrix)),
    "product": median(lambda: matrix @ other.T) if rows <= 1000 else 0,
}))
`;

/**
 * Measures OpenBLAS, called from numpy, for matrices with this many rows. Returns null if the program named by `BENCH_PYTHON`
 * (defaults to python3) is missing or does not have numpy. Throws its error output if it fails for another reason.
 */
export async function measureOpenBlas(rows: number, threads: number): Promise<OpenBlasTimes | null> {
  const python = process.env.BENCH_PYTHON ?? "python3";
  const env = { ...process.env, OPENBLAS_NUM_THREADS: String(threads) };
  try {
    const { stdout } = await promisify(execFile)(python, ["-c", SCRIPT, String(rows)], { env });
    return JSON.parse(stdout) as OpenBlasTimes;
  } catch (error) {
    const { code, stderr = "" } = error as { code?: unknown; stderr?: string };
    if (code === "ENOENT" || /^ModuleNotFoundError: .*'numpy'/m.test(stderr)) return null;
    throw new Error(`${python}: ${stderr.trim().split("\n").at(-1) || error}`);
  }
}
