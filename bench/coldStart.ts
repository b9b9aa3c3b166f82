import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { bundle, type ScriptBundle } from "#infra/bundle.ts";
import { readEnvironment } from "#infra/config.ts";
import { functionEnvironment } from "#infra/constructs/functionEnvironment.ts";
import type { Access } from "#infra/constructs/permissions/grants.ts";
import { operationsOf, stepsOf } from "#infra/constructs/placedFunctions.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { median } from "./support/quantile.ts";
import { withFolder } from "./support/withCleanup.ts";

const run = promisify(execFile);

/** Number of passes through all functions, one at a time; the first pass is not counted. */
const TURNS = 6;
const SLOWEST = 5;
const MAX_LISTED = 3;
const MAX_PARTS = 6;
const MAX_MEDIAN_MS = 150;
/** The operation with the largest script, and the maximum CPU time for importing it, in milliseconds. */
const LARGEST = "runQuery";
const MAX_LARGEST_CPU_MS = 250;
/** Timeout of one process, in milliseconds. */
const START_TIMEOUT_MS = 60_000;

type Kind = "JSON operations" | "streams and uploads" | "steps";

interface Started {
  name: string;
  kind: Kind;
  bundle: ScriptBundle;
  environment: Record<string, string>;
  /**
   * Times of each run, in milliseconds: the import, its CPU time, and the time from process start to the end of the import.
   */
  imports: number[];
  processor: number[];
  sinceStart: number[];
}

export const coldStart: Benchmark = {
  summary: "the import of each function's bundle in a fresh process",
  run: (say) =>
    withFolder(async (directory) => {
      const functions = await bundleFunctions(directory);
      say(
        `${functions.length} functions, each in ${TURNS - 1} processes of its own, with the environment it has on AWS`,
      );
      const bare = await startInTurns(functions);
      printLargest(say, functions);
      return figures(functions, bare);
    }),
};

/** Bundles all functions in the same way as a deployment with the settings in `config/example.json`. */
async function bundleFunctions(directory: string): Promise<Started[]> {
  const config = readEnvironment("example");
  const bundles = await bundle(directory);
  const started = (name: string, kind: Kind, access: Access): Started[] => {
    const found = bundles[name];
    // An operation without a bundle only returns a file.
    if (!found) return [];
    const environment = functionEnvironment(config, name, access);
    return [{ name, kind, bundle: found, environment, imports: [], processor: [], sinceStart: [] }];
  };
  return (["platform", "EU"] as const).flatMap((place) => [
    ...operationsOf(config, place).flatMap((placed) => {
      const { transport = "json" } = placed.operation.contract;
      const isJson = transport === "json" || transport === "raw";
      return started(placed.name, isJson ? "JSON operations" : "streams and uploads", placed);
    }),
    ...stepsOf(place).flatMap((placed) => started(placed.name, "steps", placed)),
  ]);
}

/** Starts one process at a time. Returns the time of a process that imports nothing, in milliseconds. */
async function startInTurns(functions: readonly Started[]): Promise<number> {
  const bare: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const started of functions) {
      const [imported = Number.NaN, whole = Number.NaN, processor = Number.NaN] = await start(started);
      if (turn === 0) continue;
      started.imports.push(imported);
      started.processor.push(processor);
      started.sinceStart.push(whole);
    }
    const [, whole = Number.NaN] = await start(null);
    if (turn > 0) bare.push(whole);
  }
  return median(bare);
}

/** Returns the import time, the time since process start, and the CPU time of the import, in milliseconds. */
async function start(started: Started | null): Promise<number[]> {
  const script = started ? JSON.stringify(join(started.bundle.directory, "index.mjs")) : null;
  // Lambda's runtime defines this object before it imports a function.
  const code = `globalThis.awslambda = { streamifyResponse: (handler) => handler };
    const cpu = process.cpuUsage();
    const from = performance.now();
    ${script ? `const { handler } = await import(${script});` : ""}
    const to = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    process.stdout.write(JSON.stringify([to - from, to, (user + system) / 1000]));
    ${script ? "if (typeof handler !== 'function') process.exit(1);" : ""}`;
  const env = started?.environment ?? {};
  const options = { env, cwd: "/", timeout: START_TIMEOUT_MS };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], options).catch(
    (cause) => {
      const what = cause.killed ? `did not end within ${START_TIMEOUT_MS / 1000} s` : "failed";
      throw new Error(`The process that imports ${started?.name ?? "nothing"} ${what}`, { cause });
    },
  );
  return JSON.parse(stdout) as number[];
}

function figures(functions: readonly Started[], bare: number): Figure[] {
  const all: Figure[] = [];
  for (const kind of ["JSON operations", "streams and uploads", "steps"] as const) {
    const ofKind = functions.filter((one) => one.kind === kind);
    const imports = ofKind.map((one) => median(one.imports));
    const what = `${ofKind.length} ${kind}, median`;
    const target = { of: "value", bound: "at most", limit: MAX_MEDIAN_MS } as const;
    all.push({ what, unit: "ms", value: median(imports), ...(kind === "JSON operations" ? { target } : {}) });
    const slowest = ofKind.toSorted((a, b) => median(b.imports) - median(a.imports)).slice(0, SLOWEST);
    all.push(
      ...slowest.map((one): Figure => ({ what: `  ${one.name}`, unit: "ms", value: median(one.imports) })),
    );
  }
  const largest = functions.find(({ name }) => name === LARGEST);
  all.push({
    what: `${LARGEST}, processor time`,
    unit: "ms",
    value: median(largest?.processor ?? []),
    target: { of: "value", bound: "at most", limit: MAX_LARGEST_CPU_MS },
  });
  const sinceStart = functions
    .filter(({ kind }) => kind === "JSON operations")
    .map((one) => median(one.sinceStart));
  const what = "JSON operations, from the start of the process; a process that imports nothing";
  return [...all, { what, unit: "ms", value: median(sinceStart), reference: bare }];
}

function printLargest(say: Say, functions: readonly Started[]): void {
  const sayThese = (title: string, these: readonly Started[]): void => {
    say(`the largest ${title}:`);
    const bySize = these.toSorted((a, b) => b.bundle.size - a.bundle.size);
    for (const { name, bundle } of bySize.slice(0, MAX_LISTED)) {
      const parts = Object.entries(bundle.parts).toSorted(([, a], [, b]) => b - a);
      const shown = parts.slice(0, MAX_PARTS).map(([part, bytes]) => `${part} ${kilobytes(bytes)}`);
      say(`  ${name} ${kilobytes(bundle.size)} KB, of that ${shown.join(", ")}`);
    }
  };
  sayThese("functions", functions);
  const json = functions.filter(({ kind }) => kind === "JSON operations");
  sayThese("JSON operations", json);
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(0);
}
