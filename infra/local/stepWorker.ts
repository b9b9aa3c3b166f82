import { parentPort } from "node:worker_threads";
import { type StepName, steps } from "#functions/steps.ts";
import { type Environment, type Settings, settingsFrom } from "#shared/runtime/environment.ts";
import type { StepAnswer, StepRequest } from "./stepThreads.ts";

/** The thread in which steps run that keep a processor busy: the API goes on answering meanwhile. */
const running = new Map<number, AbortController>();
const known = new Map<string, Settings>();

function settingsOf(environment: Environment): Settings {
  const key = JSON.stringify(environment);
  const settings = known.get(key) ?? settingsFrom(environment);
  known.set(key, settings);
  return settings;
}

async function run({ id, name, payload, environment }: Extract<StepRequest, { name: string }>) {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const step = steps[name as StepName];
    const output = await step.run(payload, settingsOf(environment), controller.signal);
    answer({ id, output });
  } catch (error) {
    const { name: errorName, message } = error instanceof Error ? error : new Error(String(error));
    answer({ id, error: { name: errorName, message } });
  } finally {
    running.delete(id);
  }
}

function answer(message: StepAnswer): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (request: StepRequest) => {
  if ("cancel" in request) running.get(request.cancel)?.abort();
  else void run(request);
});
