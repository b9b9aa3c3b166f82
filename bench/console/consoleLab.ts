import type { CDPSession, Page } from "playwright-core";
import { openPlainBrowser } from "#test/support/browser.ts";
import { type BenchLab, newBenchLab } from "../support/benchLab.ts";
import { type PlatformProcess, withPlatformProcess } from "../support/platformProcess.ts";
import { withCleanup } from "../support/withCleanup.ts";

/** Console in a browser, with a signed-in scientist in a lab. */
export interface ConsoleLab {
  lab: BenchLab;
  platform: PlatformProcess;
  page: Page;
  /** Connection to the page's debugger. */
  debug: CDPSession;
}

/** Page timeout, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** Opens the console on a separate platform while `work` runs. `prepare` first fills the workspace. */
export function withConsole<Result>(
  prepare: (lab: BenchLab) => Promise<void>,
  work: (site: ConsoleLab) => Promise<Result>,
): Promise<Result> {
  return withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    await prepare(lab);
    const browser = await openPlainBrowser();
    return withCleanup(
      () => browser.close(),
      async () => {
        const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const page = await context.newPage();
        page.setDefaultTimeout(TIMEOUT_MS);
        await page.goto(`${platform.url}/w/bench/tables`);
        await page.getByLabel("Email").fill("scientist@example.org");
        await page.getByRole("button", { name: "Sign in" }).click();
        await page.getByRole("heading", { name: "Tables" }).waitFor();
        const debug = await context.newCDPSession(page);
        await debug.send("Performance.enable", { timeDomain: "threadTicks" });
        return work({ lab, platform, page, debug });
      },
    );
  });
}

/** Returns the CPU time used by the page's main thread, in milliseconds. */
export async function processorTime(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send("Performance.getMetrics");
  return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
}

/** Returns the memory used by the page's objects and buffers after a garbage collection, in bytes. */
export async function memoryOf(debug: CDPSession): Promise<number> {
  await debug.send("HeapProfiler.collectGarbage");
  const used = (await debug.send("Runtime.getHeapUsage")) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  if (used.backingStorageSize === undefined)
    throw new Error("This browser does not report the size of buffers.");
  return used.usedSize + used.backingStorageSize;
}
