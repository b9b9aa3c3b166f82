import type { BuildOptions, BuildResult } from "esbuild";

let running = 0;

/**
 * Runs a build, and then stops the bundler process unless another build is running.
 */
export async function runEsbuild<Options extends BuildOptions>(
  options: Options,
): Promise<BuildResult<Options>> {
  const { build, stop } = await import("esbuild");
  running += 1;
  try {
    return await build(options as never);
  } finally {
    running -= 1;
    if (running === 0) await stop();
  }
}
