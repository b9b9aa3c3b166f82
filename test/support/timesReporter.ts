import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { isNightly } from "./byNight.ts";

/** Report of the last run, and the files whose time has a reason. */
const TIMES = ".ci/times.json";
const SLOW_FILES = ".ci/slowFiles.json";
/** A file is slow if it takes this many times the median, in processor time. */
const SLOW_FACTOR = 10;
const MIN_SLOW_MS = 10_000;
const SHOWN_FOLDERS = 12;
const LONGER_BY_NIGHT = /\.(?:sampled|nightly)\.test\.ts$/;

interface FileTime {
  file: string;
  processorMs: number;
  cases: number;
}

/**
 * Writes the processor time of each test file to `.ci/times.json`, prints it by folder, and names slow files without a reason
 * in `.ci/slowFiles.json`. At night, such a file fails the run, unless its name states that it then has more cases. The shared platform's process is not included.
 */
// Vitest reads a reporter from a default export.
// biome-ignore lint/style/noDefaultExport: see above
export default class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module): FileTime => {
        const file = relative(process.cwd(), module.moduleId);
        const cases = [...module.children.allTests()].length;
        return { file, processorMs: Math.round(module.meta().processorMs ?? 0), cases };
      })
      .toSorted((one, other) => other.processorMs - one.processorMs);
    const totalMs = files.reduce((sum, { processorMs }) => sum + processorMs, 0);
    const medianMs = files[Math.floor(files.length / 2)]?.processorMs ?? 0;
    // One file of a run that was asked for says nothing about the others.
    if (files.length < SLOW_FACTOR) return;
    writeFileSync(TIMES, `${JSON.stringify({ totalMs, medianMs, files }, null, 2)}\n`);
    console.log(byFolder(files));
    const reasons = JSON.parse(readFileSync(SLOW_FILES, "utf8")) as Record<string, string>;
    const bound = Math.max(MIN_SLOW_MS, medianMs * SLOW_FACTOR);
    const slow = files.filter(
      ({ file, processorMs }) =>
        processorMs > bound && !Object.hasOwn(reasons, file) && !(isNightly && LONGER_BY_NIGHT.test(file)),
    );
    for (const { file, processorMs } of slow) {
      console.log(
        `${file} takes ${seconds(processorMs)} of processor time: shorten it, or add a reason to ${SLOW_FILES}`,
      );
    }
    if (slow.length > 0 && isNightly) process.exitCode = 1;
  }
}

function byFolder(files: readonly FileTime[]): string {
  const folders = Map.groupBy(files, ({ file }) =>
    file
      .split("/")
      .slice(0, 3)
      .join("/")
      .replace(/\/[^/]*\.ts$/, ""),
  );
  const lines = [...folders]
    .map(([folder, own]) => ({
      folder,
      ms: own.reduce((sum, { processorMs }) => sum + processorMs, 0),
      cases: own.reduce((sum, { cases }) => sum + cases, 0),
    }))
    .toSorted((one, other) => other.ms - one.ms);
  const total = lines.reduce((sum, { ms }) => sum + ms, 0);
  const shown = lines
    .slice(0, SHOWN_FOLDERS)
    .map(({ folder, ms, cases }) => `  ${seconds(ms)}  ${folder} (${cases} cases)`);
  return [`Processor time of the tests, ${seconds(total)}:`, ...shown].join("\n");
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
