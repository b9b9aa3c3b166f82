import { steps } from "#functions/steps.ts";
import { settingsFrom } from "#shared/runtime/environment.ts";
import type { StepAnswer, StepRequest } from "./stepThreads.ts";

/** A process in which long steps run, one at a time. It ends with the platform, however that ends. */
process.once("disconnect", () => process.exit());

process.on("message", async (request: Extract<StepRequest, { name: string }>) => {
  const { id, name, payload, environment } = request;
  try {
    const output = await steps[name as keyof typeof steps].run(payload, settingsFrom(environment));
    answer({ id, output });
  } catch (error) {
    const { name: errorName, message } = error instanceof Error ? error : new Error(String(error));
    answer({ id, error: { name: errorName, message } });
  }
});

function answer(message: StepAnswer): void {
  process.send?.(message);
}
