import * as v from "valibot";
import { Timestamp } from "./fields.ts";
import { IdString } from "./id.ts";
import { ShownText } from "./textFields.ts";

const count = (description: string) => v.pipe(v.number(), v.description(description));

const figures = {
  loads: count("Active loads of files: `COMPLETED` and not undone"),
  rows: count("Rows that these loads brought"),
  tasks: v.pipe(
    v.object({
      pending: count("`INIT` or `EXECUTING`"),
      completed: count("`COMPLETED`"),
      failed: count("`FAILED`"),
      cancelled: count("`CANCELLED`"),
    }),
    v.description("Number of tasks without archived ones"),
  ),
  designs: count(
    "Distinct sequences that completed diversify and engineer tasks selected: the lists that are ordered. The service does not see orders",
  ),
  designs_measured: count("Of these, those with a value of an assay in `assays` that has no `problem`"),
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
    v.description("The latest completed analysis or training of the assay, whose table or query is read"),
  ),
  direction: v.pipe(
    v.nullable(v.picklist(["MAXIMIZE", "MINIMIZE", "TARGET"])),
    v.description("That of the latest task with this assay as its primary objective; null if there is none"),
  ),
  target: v.pipe(
    v.nullable(v.number()),
    v.description("Value that a TARGET aims at; null if it is the prediction for a sequence"),
  ),
  best_value: v.pipe(
    v.nullable(v.number()),
    v.description(
      "The best mean of a sequence: the lowest for MINIMIZE, the closest to the target for TARGET, otherwise the highest; null if nothing is measured, or the target is null",
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
  rounds: v.pipe(v.array(RoundSummary), v.description("Its rounds, the oldest first")),
  outside_rounds: v.pipe(
    Figures,
    v.description("Loads, tasks and designs of the project that are in no round"),
  ),
  assays: v.pipe(v.array(AssaySummary), v.description("Assays of its analyses and trainings, by id")),
  is_complete: v.pipe(
    v.boolean(),
    v.description(
      "False if it has more than 1,000 loads or tasks, 200 rounds, 50 tasks that designed, 32 assays or 5 sources of measurements: only the latest ones count then",
    ),
  ),
});
export type ProjectSummary = v.InferOutput<typeof ProjectSummary>;
