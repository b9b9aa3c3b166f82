import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyStores } from "#test/support/historyStores.ts";
import { HistoryLab, type LoadPlan, REFERENCES } from "./model/historyLab.ts";
import type { CrashPoint } from "./model/storeCrashes.ts";

/** Total number of operations for all histories: MODEL_OPERATIONS, or 18. */
const OPERATIONS = Number(process.env.MODEL_OPERATIONS ?? "20");
const HISTORY_LENGTH = Math.min(30, OPERATIONS);
const SEED = Number(process.env.MODEL_SEED ?? "1");

const stores = historyStores();

type Step =
  | { kind: "load"; plan: LoadPlan; crash: CrashPoint | null }
  | { kind: "revise"; load: number; crash: CrashPoint | null }
  | { kind: "compact"; table: number; crash: CrashPoint | null }
  | { kind: "erase"; load: number; isWhole: boolean; crash: CrashPoint | null }
  | { kind: "compactDuring"; table: number; load: number }
  | { kind: "rename"; table: number; reference: string }
  | { kind: "archive"; table: number }
  | { kind: "sweep"; isDaily: boolean; crash: CrashPoint | null };

const reference = fc.constantFrom("a", "a", "a", ...REFERENCES.slice(1));
const index = fc.nat(50);
const crashUpTo = (calls: number) =>
  fc.option(fc.record({ call: fc.integer({ min: 1, max: calls }), isAfter: fc.boolean() }), { freq: 2 });

const loadStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant("load" as const),
  plan: fc.record({
    references: fc.array(reference, { minLength: 1, maxLength: 2 }),
    files: fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }),
    columns: fc.subarray(["x", "y", "z"]),
    project: fc.constantFrom(0, 0, 0, 1),
    isInSteps: fc.boolean(),
  }),
  crash: crashUpTo(25),
});
const otherStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("revise" as const), load: index, crash: crashUpTo(12) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ kind: fc.constant("compact" as const), table: index, crash: crashUpTo(12) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("compactDuring" as const), table: index, load: index }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("erase" as const),
      load: index,
      isWhole: fc.boolean(),
      crash: crashUpTo(250),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rename" as const), table: index, reference }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("archive" as const), table: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("sweep" as const),
      isDaily: fc.constantFrom(true, true, false),
      crash: crashUpTo(30),
    }),
  },
);
const ofA: LoadPlan = { references: ["a"], files: [2, 1], columns: ["x"], project: 0 };
/** Initial steps of every history, so that their results always exist. */
const BEGINNING: readonly Step[] = [
  { kind: "load", plan: ofA, crash: null },
  { kind: "load", plan: { ...ofA, files: [3] }, crash: null },
  { kind: "compact", table: 0, crash: null },
  { kind: "sweep", isDaily: true, crash: null },
  { kind: "revise", load: 0, crash: null },
  { kind: "compact", table: 0, crash: { call: 9, isAfter: true } },
  { kind: "sweep", isDaily: true, crash: null },
  { kind: "erase", load: 1, isWhole: false, crash: { call: 60, isAfter: true } },
  { kind: "rename", table: 0, reference: "b" },
];
const later = fc.array(fc.oneof({ weight: 2, arbitrary: loadStep }, { weight: 3, arbitrary: otherStep }), {
  minLength: HISTORY_LENGTH - BEGINNING.length,
  maxLength: HISTORY_LENGTH - BEGINNING.length,
  size: "max",
});
const history = later.map((steps) => [...BEGINNING, ...steps]);

async function perform(lab: HistoryLab, step: Step): Promise<void> {
  switch (step.kind) {
    case "load":
      return lab.load(step.plan, step.crash);
    case "revise":
      return lab.revise(step.load, step.crash);
    case "compact":
      return lab.compact(step.table, step.crash);
    case "compactDuring":
      return lab.compactDuring(step.table, step.load);
    case "erase":
      return lab.erase(step.load, step.isWhole, step.crash);
    case "rename":
      return lab.rename(step.table, step.reference);
    case "archive":
      return lab.archive(step.table);
    case "sweep":
      return lab.sweep(step.isDaily, step.crash);
  }
}

describe("a history of loads, undos, redos, compactions, erasures, renamed and archived tables, new columns, sweeps and crashes", () => {
  it(
    "every version matches a simple model, and no orphans remain after a sweep",
    async () => {
      const property = fc.asyncProperty(history, async (steps) => {
        const lab = await HistoryLab.open(
          await stores.lake.workspace({ LAKE_DIRECTORY: stores.lake.objects, ERASURE_SETTLE_SECONDS: "0" }),
          stores.connection,
        );
        for (const [index, step] of steps.entries()) {
          await perform(lab, step);
          await lab.check(true);
          await lab.checkSnapshots(true);
          // Pairs of versions, both close together and far apart, spread over the history.
          await lab.checkDiff(index, 2 * index + 1);
          await lab.checkDiff(lab.model.versions.length - 1, 7 * index);
          if (index === HISTORY_LENGTH / 2) await lab.checkHolders();
        }
        await lab.sweep(true, null);
        await lab.sweep(false, null);
        await lab.check();
        await lab.checkSnapshots();
        await lab.checkHolders();
        for (const [what, count] of lab.happened) happened.set(what, (happened.get(what) ?? 0) + count);
      });
      const happened = new Map<string, number>();
      const numRuns = Math.max(1, Math.round(OPERATIONS / HISTORY_LENGTH));
      await fc.assert(property, {
        numRuns,
        seed: SEED,
        endOnFailure: process.env.MODEL_SHRINK === undefined,
      });
      // Otherwise, the test would prove little.
      for (const what of [
        "merge",
        "hidden load",
        "crash",
        "removed orphan",
        "orphan removed by a daily sweep",
        "given up reference",
        "part of a merged file",
        "erased row",
        "snapshot",
      ]) {
        expect(happened.get(what) ?? 0, what).toBeGreaterThan(0);
      }
      if (process.env.MODEL_OPERATIONS) console.log(`MODEL_SEED=${SEED}`, Object.fromEntries(happened));
    },
    180_000 + OPERATIONS * 2_000,
  );
});
