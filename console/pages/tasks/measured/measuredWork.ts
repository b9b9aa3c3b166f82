import type { TrainedSource } from "#client/requests/earlierSource.ts";
import type { EarlierTraining } from "#client/requests/earlierTask.ts";
import type { NewTask } from "#client/requests/newTask.ts";
import { trainRequest } from "#client/requests/trainRequest.ts";
import type { Task, TaskHandle } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { chosenOwner } from "../../rounds/chosenOwner.ts";

import { type HomologsStated, withHomologs } from "../train/withHomologs.ts";
import { withStructure } from "../train/withStructure.ts";
import type { Material } from "./material.ts";
import type { FittedMutations } from "./mutationMaterial.ts";
import { plainTraining, statedTraining } from "./plainTraining.ts";

type Request = NewTask<"createTrain"> & NewTask<"createAnalyzeDataV2">;

/** Task on measured variants. */
export interface MeasuredWork {
  title: string;
  /** Label of the start button. */
  verb: string;
  /** Proposed task name for a table. */
  nameOf: (table: string) => string;
  start: (workspace: Workspace, request: Request) => Promise<TaskHandle>;
  /** True if the task also learns from related proteins and from a structure. */
  isTraining?: boolean;
}

/** Rows for a task, and the task to repeat. */
export interface MeasuredSource {
  work: MeasuredWork;
  /** Null to use the rows of the task being repeated. */
  source: TrainedSource | null;
  material: Material;
  /** Choices in the task being repeated. */
  before: EarlierTraining | null;
  task: Task | null;
}

/** Choices in the form. */
export interface MeasuredChoices {
  name: string;
  reference: string;
  assays: Material["assays"];
  /** Column of batches; null if all rows are from one batch. */
  batch: string | null;
  project: string;
  round: string;
  /** Choice of related proteins, as in `withHomologs`. */
  homologs: string;
  structure: string;
}

/** Returns the parameters of the task being repeated. The form does not show all of them. */
export function earlierParameters(task: Task | null) {
  return plainTraining(task?.parameters ?? {}) as Partial<Request["parameters"]> & {
    homologs?: HomologsStated | null;
  };
}

/** Starts the task; `fitted` are the mutations that define the sequences, if the rows contain none. */
export async function startMeasured(
  workspace: Workspace,
  { work, source, material, before, task }: MeasuredSource,
  choices: MeasuredChoices,
  fitted: FittedMutations | null,
): Promise<TaskHandle> {
  const { assays, batch, project, round, homologs, structure } = choices;
  const reference = choices.reference.trim();
  const earlier = earlierParameters(task);
  const request = trainRequest({
    ...(await chosenOwner(workspace, project, round, "LEARN")),
    table: source?.table ?? "",
    sequenceColumn: source === null ? "" : source.sequenceColumn,
    ...(fitted && "mutations" in fitted && { mutations: fitted.mutations, numbering: fitted.numbering }),
    reference,
    assays: assays.filter(({ isChosen }) => isChosen),
    batch,
    hasLoads: material.hasLoads,
    name: choices.name.trim() || null,
  });
  const { dataset, ...parameters } = request.parameters;
  const isSame = fitted === null && before?.reference === reference && earlier.reference;
  const all = {
    ...earlier,
    ...(source && { dataset }),
    ...parameters,
    // An unchanged reference keeps its residue numbers.
    ...(isSame && { reference: earlier.reference }),
  } as Request["parameters"];
  const learned = () => statedTraining(withStructure(withHomologs(all, homologs), structure));
  return work.start(workspace, { ...request, parameters: work.isTraining ? learned() : all });
}
