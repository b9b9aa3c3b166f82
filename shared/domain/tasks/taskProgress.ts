import { DIVERSIFY_ROUNDS, ENGINEER_ROUNDS } from "@pdp/science/designs";
import * as v from "valibot";

/** Phases of a task, in the order defined by its type. */
const Phase = v.picklist([
  "QUEUED",
  "READING",
  "ANALYSIS",
  "SAMPLER",
  "SCORER",
  "SEARCH",
  "PREDICTION",
  "REPORT",
  "DONE",
]);
type Phase = v.InferOutput<typeof Phase>;

export const TaskProgress = v.object({
  fraction: v.pipe(v.number(), v.description("Estimated fraction of the work completed, from 0 to 1")),
  phase: Phase,
  step: v.pipe(
    v.nullable(v.number()),
    v.description("Completed steps of the phase; null if it has no steps"),
  ),
  num_steps: v.pipe(
    v.nullable(v.number()),
    v.description("Total number of steps in the phase; a SEARCH may finish before the last step"),
  ),
});
export type TaskProgress = v.InferOutput<typeof TaskProgress>;

/** Share of a task's work completed when each phase starts, estimated from runs with a thousand rows. */
const BEGINS: Record<Phase, number> = {
  QUEUED: 0,
  READING: 0,
  ANALYSIS: 0.1,
  SAMPLER: 0.05,
  SCORER: 0.15,
  SEARCH: 0.05,
  PREDICTION: 0.05,
  REPORT: 0.9,
  DONE: 1,
};

/** Phases that consist of steps and last until the report is written. */
const STEPPED: readonly Phase[] = ["SCORER", "SEARCH", "PREDICTION"];

/** Fields of a task that determine its progress. */
interface Work {
  type:
    | "analyze.data/v1"
    | "analyze.data/v2"
    | "train/v2"
    | "diversify/v2"
    | "engineer/v2"
    | "select/v2"
    | "predict/v1"
    | "train/v1"
    | "diversify/v1"
    | "engineer/v1"
    | "select/v1";
  state: string;
  status_details: Record<string, unknown> | null;
}

/** Returns the progress of a task; null if it has failed or been canceled. */
export function taskProgress(task: Work): TaskProgress | null {
  if (task.state === "COMPLETED") return at("DONE");
  if (task.state === "INIT") return at("QUEUED");
  if (task.state !== "EXECUTING") return null;
  const { phase, step, num_steps: steps } = task.status_details ?? {};
  switch (task.type) {
    case "analyze.data/v1":
    case "analyze.data/v2":
      return at("ANALYSIS");
    case "train/v1":
    case "train/v2":
      if (phase === "SCORER") return at("SCORER", Number(step), Number(steps));
      return at(phase === "SAMPLER" || phase === "REPORT" ? phase : "READING");
    case "diversify/v1":
    case "diversify/v2":
      return searchProgress(Number(step ?? 0), DIVERSIFY_ROUNDS);
    case "engineer/v1":
    case "engineer/v2":
      return searchProgress(Number(step ?? 0), ENGINEER_ROUNDS);
    case "select/v1":
    case "select/v2":
      return at(step === undefined ? "READING" : "SEARCH");
    case "predict/v1":
      if (phase === "PREDICTION") return at("PREDICTION", Number(step), Number(steps));
      return at(phase === "REPORT" ? "REPORT" : "READING");
  }
}

function searchProgress(step: number, rounds: number): TaskProgress {
  return step === 0 ? at("READING") : at("SEARCH", Math.min(step, rounds), rounds);
}

function at(phase: Phase): TaskProgress;
function at(phase: Phase, step: number, steps: number): TaskProgress;
function at(phase: Phase, step: number | null = null, steps: number | null = null): TaskProgress {
  const begin = BEGINS[phase];
  const share = step !== null && steps ? Math.min(1, step / steps) : 0;
  const end = STEPPED.includes(phase) ? BEGINS.REPORT : begin;
  const fraction = Math.round((begin + (end - begin) * share) * 1_000) / 1_000;
  return { fraction, phase, step, num_steps: steps };
}
