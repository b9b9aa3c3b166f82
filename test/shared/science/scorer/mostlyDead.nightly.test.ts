import { afterAll, expect, it } from "vitest";
import { openThreads } from "#shared/science/linearAlgebra/threads.ts";
import { type DeadOutcome, runDeadLandscape } from "../../../../bench/mostlyDead.ts";

const threads = await openThreads(1);
afterAll(() => threads.close());

const SEEDS = 20;
const ROWS = 1_000;

it("mostly dead landscapes are usable, and the interval of the best-predicted design holds in nine of ten", async () => {
  const found: DeadOutcome[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1)
    found.push(await runDeadLandscape({ seed, rows: ROWS, scale: "MULTIPLICATIVE", threads }));
  const count = (holds: (one: DeadOutcome) => boolean): number => found.filter(holds).length;
  expect(count((one) => one.isUsable)).toBe(SEEDS);
  expect(count((one) => one.bestHolds)).toBeGreaterThanOrEqual(0.9 * SEEDS);
  // Without a hurdle, the best-predicted design is often dead, and the bounds are a hundredfold apart.
  expect(count((one) => one.bestValue > 1)).toBeGreaterThanOrEqual(0.9 * SEEDS);
  expect(count((one) => one.bounds[1] < 30 * one.bounds[0])).toBeGreaterThanOrEqual(0.9 * SEEDS);
}, 1_800_000);
