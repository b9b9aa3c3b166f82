import { setTimeout as sleep } from "node:timers/promises";
import type { Lab } from "./lab.ts";
import { REFERENCE } from "./taskLab.ts";

interface Phased {
  state: string;
  progress: { phase: string; step: number | null } | null;
}

/** Training phases that can be interrupted. */
export const PHASES: Record<string, (task: Phased) => boolean> = {
  "before it starts": () => true,
  "while its data is pinned": ({ state }) => state === "INIT",
  "as the sampler is fitted": ({ progress }) => progress?.phase === "SAMPLER",
  "as the scorer is fitted": ({ progress }) => progress?.phase === "SCORER",
  "half-way through the scorer": ({ progress }) => progress?.phase === "SCORER" && (progress.step ?? 0) >= 5,
  "as its report is made": ({ progress }) => progress?.phase === "REPORT",
};

/** Waits until a task has reached or passed a phase. */
export async function untilPhase(
  { api }: Lab,
  id: string,
  isThere: (task: Phased) => boolean,
): Promise<void> {
  for (;;) {
    const task = await api.get<Phased>(`/task:get?id=${id}`);
    if (isThere(task) || !["INIT", "EXECUTING"].includes(task.state)) return;
    await sleep(5);
  }
}

export function trainingBody({ projectId }: Pick<Lab, "projectId">): Record<string, unknown> {
  return {
    context: { kind: "PROJECT", project_id: projectId },
    parameters: {
      dataset: { kind: "TABLE", table: "variants" },
      reference: { monomer: REFERENCE },
      assays: [{ assay_id: "activity", scale_type: "ADDITIVE" }],
      seed: 1,
    },
  };
}
