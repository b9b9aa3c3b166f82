import { execFile } from "node:child_process";
import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { median } from "@pdp/basics/statistics";
import { bundleCli } from "#build/bundleCli.ts";
import { generateVariants, toCsv } from "#examples/variants.ts";
import type { Benchmark, Say } from "../support/benchmark.ts";
import type { Figure } from "../support/figure.ts";
import { inTurns, measureTime } from "../support/inTurns.ts";
import { withFolder } from "../support/withCleanup.ts";
import { type ConsoleLab, withConsole } from "./consoleLab.ts";

const FILE_BYTES = 100_000_000;
const RUNS = 3;
const run = promisify(execFile);
/** A module that prints its process's CPU time, in milliseconds, when the process exits. */
const REPORT_PROCESSOR_TIME =
  "data:text/javascript,process.on('exit',()=>{const{user,system}=process.cpuUsage();process.stderr.write('\\n'+(user+system)/1000)})";

export const consoleFile: Benchmark = {
  summary:
    "a 100 MB CSV file: preview and check in the console, and check on the command line; startup of the command line",
  run: (say) =>
    withFolder(async (folder) => {
      const path = join(folder, "large.csv");
      await writeLarge(path);
      say(`the file has ${((await stat(path)).size / 1e6).toFixed(0)} MB`);
      return [
        ...(await withConsole(
          async () => undefined,
          (site) => preview(site, path),
        )),
        ...(await commandLine(folder, path, say)),
      ];
    }),
};

/** Writes the variant rows repeatedly, with different IDs. */
async function writeLarge(path: string): Promise<void> {
  const [header = "", ...rows] = toCsv(generateVariants(1_000, 1)).trimEnd().split("\n");
  const block = `${rows.join("\n")}\n`;
  await writeFile(
    path,
    `${header}\n${block.repeat(Math.floor((FILE_BYTES - header.length) / block.length))}`,
  );
}

/**
 * Selects the file in the console. Measures the time until its columns are shown and all cells have been checked, and the
 * longest task of the page.
 */
async function preview({ page, platform }: ConsoleLab, path: string): Promise<Figure[]> {
  await page.goto(`${platform.url}/w/bench/import`);
  const choose = () => page.getByLabel("Choose a file, or drop it here").setInputFiles(path);
  const columns = page.getByRole("heading", { name: "Columns" });
  await page.getByLabel("Choose a file, or drop it here").waitFor();
  await page.evaluate(
    "window.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration); }).observe({ type: 'longtask' })",
  );
  const checks: number[] = [];
  const { shown } = await inTurns(RUNS, {
    shown: async () => {
      const start = performance.now();
      await choose();
      await columns.waitFor();
      const milliseconds = performance.now() - start;
      await page.getByText("nothing to correct").waitFor();
      checks.push(performance.now() - start);
      await page.getByRole("button", { name: "Another file" }).click();
      return milliseconds;
    },
  });
  const longest = await page.evaluate<number>("longest");
  return [
    {
      what: "preview of 100 MB in the console",
      value: shown,
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 1000 },
    },
    {
      what: "check of all its cells in the console",
      value: median(checks),
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 10_000 },
    },
    {
      what: "longest task of the page during the check",
      value: longest,
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 100 },
    },
  ];
}

async function commandLine(folder: string, path: string, say: Say): Promise<Figure[]> {
  const program = join(folder, "pdp.js");
  await bundleCli(program);
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const processorTime = async (...args: string[]): Promise<number> => {
    const { stderr } = await run(process.execPath, ["--import", REPORT_PROCESSOR_TIME, ...args], { env });
    return Number(stderr.split("\n").at(-1));
  };
  const times = await inTurns(RUNS, {
    help: () => processorTime(resolve(program), "--help"),
    empty: () => processorTime("-e", "0"),
    check: () =>
      measureTime(() => run(process.execPath, [resolve(program), "check", path, "--quiet"], { env })),
  });
  say("startup of pdp is CPU time, because its wall-clock time depends on other programs");
  return [
    {
      what: "pdp check of 100 MB",
      value: times.check,
      unit: "ms",
      target: { of: "value", bound: "at most", limit: 10_000 },
    },
    {
      what: "CPU time of pdp --help",
      value: times.help,
      unit: "ms",
      reference: times.empty,
      target: { of: "value", bound: "at most", limit: 120 },
    },
  ];
}
