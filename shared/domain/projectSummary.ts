import { ShownText } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { IdString } from "./id.ts";

const count = (description: string) => v.pipe(v.number(), v.description(description));

const figures = {
  loads: count("Number of active file loads: `COMPLETED` and not undone"),
  rows: count("Number of rows added by these loads"),
  tasks: v.pipe(
    v.object({
      pending: count("`INIT` or `EXECUTING`"),
      completed: count("`COMPLETED`"),
      failed: count("`FAILED`"),
      cancelled: count("`CANCELLED`"),
    }),
    v.description("Number of tasks, excluding archived tasks"),
  ),
  designs: count(
    "Number of distinct sequences selected by completed diversify and engineer tasks. The service does not know which ones were ordered",
  ),
  designs_measured: count(
    "Number of these sequences with a value for an assay in `assays` that has no `problem`",
  ),
};
const Figures = v.object(figures);
export type Figures = v.InferOutput<typeof Figures>;

export const RoundSummary = v.object({
  round_id: IdString,
  name: v.string(),
  archived_at: v.nullable(Timestamp),
  ...figures,
});

export const AssaySummary = v.object({
  assay_id: v.string(),
  name: ShownText,
  unit: ShownText,
  task_id: v.pipe(
    IdString,
    v.description("Latest completed analysis or training task for the assay; its table or query is read"),
  ),
  direction: v.pipe(
    v.nullable(v.picklist(["MAXIMIZE", "MINIMIZE", "TARGET"])),
    v.description(
      "Direction in the latest task with this assay as its primary objective; null if there is none",
    ),
  ),
  target: v.pipe(
    v.nullable(v.number()),
    v.description("Value to reach with TARGET; null if it is the prediction for a sequence"),
  ),
  best_value: v.pipe(
    v.nullable(v.number()),
    v.description(
      "Best mean of any sequence: lowest for MINIMIZE, closest to the target for TARGET, otherwise highest; null if nothing has been measured or the target is null",
    ),
  ),
  best_sequence: v.pipe(v.nullable(v.string()), v.description("A sequence with that mean")),
  sequences: count("Distinct sequences with a value"),
  values: count("Values of all rows"),
  problem: v.pipe(
    v.nullable(v.string()),
    v.description("Reason why the assay cannot be read now; null if it can"),
  ),
});
export type AssaySummary = v.InferOutput<typeof AssaySummary>;

/** State of a project. */
export const ProjectSummary = v.object({
  project_id: IdString,
  rounds: v.pipe(v.array(RoundSummary), v.description("Rounds of the project, oldest first")),
  outside_rounds: v.pipe(Figures, v.description("Loads, tasks and designs of the project outside any round")),
  assays: v.pipe(v.array(AssaySummary), v.description("Assays of its analysis and training tasks, by id")),
  is_complete: v.pipe(
    v.boolean(),
    v.description(
      "False if it has more than 1,000 loads or tasks, 200 rounds, 50 design tasks, 50 assays or 5 measurement sources; in that case, only the latest ones are counted",
    ),
  ),
});
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>;
