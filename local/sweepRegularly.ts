import { steps } from "#functions/steps.ts";
import { log } from "#shared/runtime/log.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import type { Place } from "./localEnvironment.ts";

/** Interval of the sweepers, in milliseconds. */
const SWEEP_INTERVAL_MS = 30_000;
/** Interval of object sweeps, in milliseconds; each workspace has one a day. */
const OBJECT_SWEEP_INTERVAL_MS = 3_600_000;

/** Runs the sweepers regularly, like a schedule on AWS. Returns a function that stops them. */
export function sweepRegularly(settings: Record<Place, Settings>): () => Promise<void> {
  let objectsSweptAt = Number.NEGATIVE_INFINITY;
  const sweep = async (): Promise<void> => {
    try {
      if (performance.now() - objectsSweptAt > OBJECT_SWEEP_INTERVAL_MS) {
        await steps.startObjectSweeps.run({}, settings.platform);
        objectsSweptAt = performance.now();
      }
      await steps.sweepWorkspaces.run({}, settings.platform);
      for (const place of ["EU", "US"] as const) {
        await steps.sweepLoads.run({}, settings[place]);
        await steps.sweepTasks.run({}, settings[place]);
        await steps.sweepQueries.run({}, settings[place]);
        await steps.sweepCompactions.run({}, settings[place]);
        await steps.sweepErasures.run({}, settings[place]);
      }
    } catch (error) {
      log().warn("a sweep failed and will be tried again", { error: error as Error });
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
