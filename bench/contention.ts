import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { median, quantile } from "@pdp/basics/statistics";
import { loadsOf as loadsOfFile } from "#shared/domain/loads/manifest.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { listAll } from "#shared/store/dynamodb/items.ts";
import { versions } from "#shared/store/dynamodb/keys.ts";
import { putIngested } from "#shared/store/ingested.ts";
import { findTable } from "#shared/store/tables.ts";
import { getHead } from "#shared/store/versions.ts";
import { commitGrowth } from "./commitGrowth.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure, Target } from "./support/figure.ts";
import {
  createIngestedLoad,
  type HistoryLab,
  type IngestedLoad,
  newHistory,
  TABLE,
  withHistoryLab,
} from "./support/historyLab.ts";
import { type CommitLoad, fromQueue } from "./support/queuedCommits.ts";
import { SimulatedAws, type Traffic } from "./support/simulatedAws.ts";

/** Number of writers at each level, and number of sequential commits per writer; at the last levels, each writer commits once. */
const LEVELS = [1, 2, 4, 8, 16, 32, 64]
  .map((writers) => ({ writers, each: Math.max(2, 32 / writers) }))
  .concat([16, 64].map((writers) => ({ writers, each: 1 })));
/** Number of writers in one process at each level, as on a platform that runs on a single machine. */
const LEVELS_OF_ONE_PROCESS = [8, 16, 64].map((writers) => ({ writers, each: Math.max(2, 128 / writers) }));
/** Number of writers at each level that send their commits to a queue. With fewer than ten, a batch is not full. */
const LEVELS_OF_QUEUE = [16, 64].map((writers) => ({ writers, each: 256 / writers }));
/**
 * Minimum number of commits per second in one process and from a queue, and maximum duration of the slowest commit as a
 * multiple of the median.
 */
const MIN_RATE = 50;
const MAX_SLOWEST = 3;
/** Writers in separate processes, in one process, or in separate processes that send to a queue. */
type Mode = "processes" | "one process" | "queue";
const LEVELS_OF: Record<Mode, readonly { writers: number; each: number }[]> = {
  processes: LEVELS,
  "one process": LEVELS_OF_ONE_PROCESS,
  queue: LEVELS_OF_QUEUE,
};
const ALL_MODES = Object.keys(LEVELS_OF) as Mode[];
/** Interval between a reader's queries, in milliseconds. */
const PAUSE_MS = 20;
/** Interval of the timer that measures the lag of this process, in milliseconds; the measured lag includes it. */
const RESOLUTION = 5;

export const contention: Benchmark = {
  summary: "1 to 64 concurrent writers in one workspace, with simulated AWS latencies and conflicts",
  run: (say) => {
    const factor = latencyFactor(process.env.BENCH_LATENCY ?? "1");
    return withHistoryLab(async (lab) => {
      const modes = modesIn(process.env.BENCH_MODES ?? "");
      const growth = modes.length === ALL_MODES.length ? await commitGrowth(lab, say) : [];
      say(
        `concurrent commits: AWS latencies (× ${factor}) and conflicts are simulated, everything else is the platform`,
      );
      say(HEADINGS.join("  "));
      const figures: Figure[] = [];
      for (const mode of modes) {
        say(`writers: ${mode}`);
        for (const { writers, each } of LEVELS_OF[mode]) {
          figures.push(...(await level(lab, factor, writers, each, say, mode)));
        }
      }
      return [...growth, ...figures];
    });
  },
};

/** Parses the factor by which all durations are multiplied. */
function latencyFactor(text: string): number {
  const factor = Number(text);
  if (text.trim() !== "" && Number.isFinite(factor) && factor >= 0) return factor;
  throw new Error(`BENCH_LATENCY is "${text}". Use a number of at least 0, such as 1 or 0.5.`);
}

/** Parses the modes to run, separated by commas; all if empty. */
function modesIn(text: string): Mode[] {
  const wanted = text.split(",").filter((mode) => mode !== "");
  const unknown = wanted.find((mode) => !ALL_MODES.some((known) => known === mode));
  if (unknown !== undefined)
    throw new Error(`BENCH_MODES contains "${unknown}". Use ${ALL_MODES.join(", ")}.`);
  return ALL_MODES.filter((mode) => wanted.length === 0 || wanted.includes(mode));
}

interface Outcome {
  /** Duration in milliseconds of each successful commit. */
  times: number[];
  failures: string[];
  committed: string[];
  seconds: number;
}

/** Measures one row of the table, with its targets. */
async function level(
  lab: HistoryLab,
  factor: number,
  writers: number,
  each: number,
  say: Say,
  mode: Mode,
): Promise<Figure[]> {
  const aws = new SimulatedAws(factor, `contention ${writers} ${each}`);
  const { scope } = lab.open(newId(), new SimulatedAws(0, ""));
  await newHistory(scope);
  const only = lab.open(scope.id, aws);
  // With a queue, state machines send messages, and only its receiver opens the stores.
  const isAlone = mode !== "processes";
  const processes = Array.from({ length: writers }, () => (isAlone ? only : lab.open(scope.id, aws)));
  const commit = mode === "queue" ? fromQueue(aws, only.scope) : directly;
  const loads = await Promise.all(processes.map(() => loadsOf(scope, each)));
  const reader = startReader(lab.open(scope.id, aws));
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION });
  lag.enable();
  const outcome = await race(
    processes.map((process, index) => ({ ...process, loads: loads[index] ?? [] })),
    commit,
  );
  lag.disable();
  const queries = await reader.stop();
  const wrong = await faultsOf(lab.open(scope.id, aws).scope, outcome.committed);
  const traffic = [...new Set(processes)].map((process) => process.traffic);
  say(line(writers, each, outcome, traffic, queries));
  const late = lag.percentile(95) / 1e6 - RESOLUTION;
  if (late > LATE)
    say(`${" ".repeat(9)}this process lagged by ${late.toFixed(0)} ms, so the times are too long`);
  const failures = [...outcome.failures, ...queries.failures];
  for (const failure of new Set(failures)) say(`${" ".repeat(9)}${failure}`);
  const none: Target = { of: "value", bound: "at most", limit: 0 };
  const modeText = { processes: "", "one process": " in one process", queue: " with a queue" }[mode];
  const name = `${writers} writers${modeText}, ${each} each`;
  const slowest = Math.max(...outcome.times) / median(outcome.times);
  const fast: Target = { of: "value", bound: "at least", limit: MIN_RATE };
  const fair: Target = { of: "value", bound: "at most", limit: MAX_SLOWEST };
  return [
    {
      what: `${name}: commits per second`,
      value: rate(outcome),
      unit: "",
      ...(isAlone && { target: fast }),
    },
    {
      what: `${name}: slowest / median`,
      value: slowest,
      unit: "",
      ...(isAlone && { target: fair }),
    },
    { what: `${name}: lost, duplicated or out of order`, value: wrong, unit: "", target: none },
    { what: `${name}: errors`, value: failures.length, unit: "", target: none },
  ];
}

const rate = ({ times, seconds }: Outcome): number => times.length / seconds;

const HEADINGS = [
  "writers",
  "each",
  "commits/s",
  "median ms",
  "p95 ms",
  "slowest ms",
  "attempts",
  "clashes",
  "failed",
];

function line(
  writers: number,
  each: number,
  outcome: Outcome,
  traffic: readonly Traffic[],
  queries: { sent: number; clashes: number },
): string {
  const { times, failures } = outcome;
  const isEmpty = times.length === 0;
  const cells = [
    String(writers),
    String(each),
    rate(outcome).toFixed(1),
    isEmpty ? "–" : median(times).toFixed(0),
    isEmpty ? "–" : quantile(times, 0.95).toFixed(0),
    isEmpty ? "–" : Math.max(...times).toFixed(0),
    isEmpty ? "–" : (sum(traffic, writtenBy) / OBJECTS / times.length).toFixed(1),
    String(sum(traffic, ({ clashes }) => clashes)),
    String(failures.length),
  ];
  const aligned = cells.map((cell, column) => cell.padStart(HEADINGS[column]?.length ?? 0)).join("  ");
  return `${aligned}  ${queries.sent} queries, ${queries.clashes} clashes`;
}

const writtenBy = ({ calls }: Traffic): number => calls.PutObjectCommand ?? 0;

/** Number of objects that one attempt writes: a segment, the manifest, and the list for undo. */
const OBJECTS = 3;
/** Maximum timer lag, in milliseconds; above it, the figures describe this machine rather than AWS. */
const LATE = 20;

/** Loads whose outcomes are stored, as after their ingestion. */
async function loadsOf(scope: WorkspaceScope, count: number): Promise<IngestedLoad[]> {
  const loads: IngestedLoad[] = [];
  for (let made = 0; made < count; made += 1) {
    const load = await createIngestedLoad(scope);
    await putIngested(scope, load.id, load.attempt, load.outcome);
    loads.push(load);
  }
  return loads;
}

const directly: CommitLoad = (load, scope) => load.commit(scope);

interface Writer {
  scope: WorkspaceScope;
  loads: IngestedLoad[];
}

/** Starts all writers at the same time; each commits its loads sequentially. */
async function race(writers: readonly Writer[], commit: CommitLoad): Promise<Outcome> {
  const outcome: Outcome = { times: [], failures: [], committed: [], seconds: 0 };
  const start = performance.now();
  await Promise.all(
    writers.map(async ({ scope, loads }) => {
      for (const load of loads) {
        const begin = performance.now();
        try {
          await commit(load, scope);
          outcome.times.push(performance.now() - begin);
          outcome.committed.push(load.id);
        } catch (error) {
          outcome.failures.push(String(error));
        }
      }
    }),
  );
  outcome.seconds = (performance.now() - start) / 1000;
  return outcome;
}

/** Repeatedly resolves a query's table, which is the first step of `data:query`. */
function startReader({ scope, traffic }: { scope: WorkspaceScope; traffic: Traffic }) {
  const failures: string[] = [];
  let sent = 0;
  let goesOn = true;
  const reading = (async () => {
    while (goesOn) {
      sent += 1;
      await relationsOf(scope, () => true)(TABLE, undefined).catch((error: unknown) => {
        failures.push(`A query failed: ${error}`);
      });
      await sleep(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      goesOn = false;
      await reading;
      return { sent, failures, clashes: traffic.clashes };
    },
  };
}

/**
 * Counts lost, duplicated and reordered commits. Each commit must have exactly one version, IDs must increase, the head must
 * be the last version, and the table must contain exactly the files of these loads.
 */
async function faultsOf(scope: WorkspaceScope, committed: readonly string[]): Promise<number> {
  const history = await listAll<Version>(workspaceDatabase(scope), versions(scope.id));
  const [first, ...others] = history;
  const counts = new Map(committed.map((id) => [id, 0]));
  for (const { load_id = "" } of others) counts.set(load_id, (counts.get(load_id) ?? 0) + 1);
  const miscounted = [...counts.values()].filter((count) => count !== 1).length;
  const unordered = history.filter(
    ({ id }, index) => index > 0 && Number(id) <= Number(history[index - 1]?.id),
  );
  const isHead = (await getHead(scope)).version_id === history.at(-1)?.id;
  const table = await findTable(scope, TABLE);
  const files = await filesOf(scope, await readManifest(scope, table?.manifest_key ?? ""));
  const kept = new Set(files.flatMap((file) => loadsOfFile(file).map(({ load_id }) => load_id)));
  const missing = [first?.load_id ?? "", ...committed].filter((id) => !kept.has(id)).length;
  const surplus = Math.abs(files.length - history.length);
  return miscounted + unordered.length + (isHead ? 0 : 1) + missing + surplus;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
