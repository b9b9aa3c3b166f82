import { setTimeout as sleep } from "node:timers/promises";
import type { BenchLab } from "./benchLab.ts";

const POLL = 100;

interface TaskView<Result> {
  state: string;
  errors: string[];
  result: Result;
}

/** Creates a task of the lab's project and waits for its result. Throws what it says when it does not complete. */
export async function finishedTask<Result>(
  { api, projectId }: BenchLab,
  type: string,
  parameters: object,
): Promise<Result> {
  const context = { kind: "PROJECT", project_id: projectId };
  const { id } = await api.post<{ id: string }>(`/task/${type}:create`, { context, parameters });
  for (;;) {
    const { state, errors, result } = await api.get<TaskView<Result>>(`/task:get?id=${id}`);
    if (state === "COMPLETED") return result;
    if (state !== "INIT" && state !== "EXECUTING") throw new Error(`${type}: ${errors.join(" ")}`);
    await sleep(POLL);
  }
}
