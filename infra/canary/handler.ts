import { cachedSettings } from "#shared/runtime/cachedSettings.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import { log } from "#shared/runtime/log.ts";
import { type CanaryMachine, runCanary } from "./runCanary.ts";

/** Maximum run time, in milliseconds: less than the function's timeout. */
const TIMEOUT_MS = 240_000;

/** Environment of the canary: `PLATFORM_URL`, `CANARY_WORKSPACE`, and the secret `CANARY_MACHINE`, which is JSON. */
const settings = cachedSettings(process.env, settingsOf);

function settingsOf({ PLATFORM_URL, CANARY_WORKSPACE, CANARY_MACHINE }: Environment) {
  if (!PLATFORM_URL || !CANARY_WORKSPACE || !CANARY_MACHINE)
    throw new Error("The canary's environment is incomplete");
  return {
    url: PLATFORM_URL,
    workspace: CANARY_WORKSPACE,
    machine: JSON.parse(CANARY_MACHINE) as CanaryMachine,
  };
}

/**
 * Lambda handler called by a schedule. Fails if a run fails, so that the alarm counts the failure; the log contains the
 * message.
 */
export async function handler(): Promise<void> {
  const start = performance.now();
  await runCanary({ ...(await settings()), signal: AbortSignal.timeout(TIMEOUT_MS) });
  log().info("canary is well", { milliseconds: Math.round(performance.now() - start) });
}
