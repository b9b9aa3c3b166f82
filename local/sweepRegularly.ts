import { steps } from "#functions/steps.ts";
import { log } from "#shared/runtime/log.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { Place } from "./localEnvironment.ts";

/** Sweeper interval, in milliseconds. */
const SWEEP_INTERVAL_MS = 30_000;
/** Interval of object sweeps, in milliseconds; each workspace is swept once a day. */
const OBJECT_SWEEP_INTERVAL_MS = 3_600_000;

/** Sweepers for each region, in the order in which they run. */
const REGIONAL = [
  "sweepLoads",
  "sweepTasks",
  "sweepQueries",
  "sweepCompactions",
  "sweepErasures",
  "sweepTransfers",
] as const;

/** Runs a sweeper and returns whether it succeeded. The other sweepers run even if it fails. */
async function runs(
  name: (typeof REGIONAL)[number] | "startObjectSweeps" | "sweepWorkspaces",
  settings: Settings,
): Promise<boolean> {
  try {
    await steps[name].run({}, settings);
    return true;
  } catch (error) {
    log().warn("a sweep failed and will be retried", { sweep: name, error: error as Error });
    return false;
  }
}

/** Runs the sweepers at regular intervals, as a schedule on AWS does. Returns a function that stops them. */
export function sweepRegularly(settings: Record<Place, Settings>): () => Promise<void> {
  let objectsSweptAt = Number.NEGATIVE_INFINITY;
  const sweep = async (): Promise<void> => {
    if (performance.now() - objectsSweptAt > OBJECT_SWEEP_INTERVAL_MS) {
      if (await runs("startObjectSweeps", settings.platform)) objectsSweptAt = performance.now();
    }
    await runs("sweepWorkspaces", settings.platform);
    for (const region of ["EU", "US"] as const) {
      for (const name of REGIONAL) await runs(name, settings[region]);
    }
  };
  let last = sweep();
  const timer = setInterval(() => {
    last = sweep();
  }, SWEEP_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
