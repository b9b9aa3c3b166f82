import { setTimeout as sleep } from "node:timers/promises";
import type { ApiClient } from "../../examples/apiClient.ts";

const MIN_PAUSE_MS = 10;
const MAX_PAUSE_MS = 1_000;

export interface WorkspaceView {
  id: string;
  state: "PROVISIONING" | "READY" | "FAILED" | "DELETING";
  errors: string[];
}

/** Waits until a new workspace is READY, and returns its ID. Throws if it gets another state, or takes too long. */
export async function waitUntilReady(
  staff: ApiClient,
  name: string,
  { seconds = 180, signal }: { seconds?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = MIN_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.2)) {
    const { id, state, errors } = await staff.get<WorkspaceView>(`/v2/workspace:get?name=${name}`);
    if (state === "READY") return id;
    if (state !== "PROVISIONING") throw new Error(`The workspace ${name} is ${state}: ${errors.join(" ")}`);
    if (performance.now() > deadline)
      throw new Error(`The workspace ${name} is not READY after ${seconds} s`);
    await sleep(pause, undefined, { signal });
  }
}
