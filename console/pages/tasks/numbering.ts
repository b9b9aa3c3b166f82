import { ApiError } from "#client/errors.ts";
import { trainingNumbering } from "#client/referenceNumbering.ts";
import { readDesign, readTraining } from "#client/requests/earlierTask.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { Numbering, type NumberingStated } from "#shared/domain/mutations/numbering.ts";
import { probableMutations } from "../columnChoices.ts";
import { firstNumberOf } from "../table/heatmap/substitutions.ts";

const MAX_ROWS = 2_000;

interface Coded {
  sequence: string;
  mutations: string;
}

/**
 * Returns the number of the first residue of a training's reference: the one that its request states, that its rows give by codes of
 * single mutations such as `V29A`, or that the project's reference of the same sequence has. 1 if nothing says so.
 */
export async function numberingOf(workspace: Workspace, task: Task): Promise<number> {
  const { parameters } = task;
  const stated = (parameters as { reference?: NumberingStated | null }).reference;
  if (stated?.first_position != null || stated?.positions != null)
    return new Numbering(stated).countedFrom() ?? 1;
  const { source, reference } = readTraining(parameters);
  const ofProject = async () => (await trainingNumbering(workspace, task)).countedFrom() ?? 1;
  if (!source || reference === "") return ofProject();
  try {
    const mutations = probableMutations(await workspace.table(source.table));
    if (mutations === undefined) return await ofProject();
    const [sequence, codes] = [quoteName(source.sequenceColumn), quoteName(mutations)];
    const result = await workspace.query<Coded>(
      `SELECT ${sequence} AS sequence, ${codes} AS mutations FROM ${quoteReference(source.table)} ` +
        `WHERE length(${sequence}) = ${reference.length} AND ${codes} IS NOT NULL LIMIT ${MAX_ROWS}`,
    );
    return firstNumberOf(await result.rows(), reference) ?? (await ofProject());
  } catch (error) {
    // The table or one of its columns is gone since then.
    if (error instanceof ApiError && error.status < 500) return ofProject();
    throw error;
  }
}

/** Returns the number that the rows behind the models of a design task give to the first residue; 1 if nothing says so. */
export async function numberingOfDesigns(workspace: Workspace, { parameters }: Task): Promise<number> {
  const design = readDesign(parameters);
  if (!design) return 1;
  const { producer } = await workspace.artifact(design.sampler);
  return await numberingOf(workspace, await workspace.task(producer.task_id).get());
}

/** Tells whether a task designs variants. */
export function isDesign({ type }: Pick<Task, "type">): boolean {
  return type === "engineer/v2" || type === "diversify/v2";
}

/** Returns the number that the rows behind a report give to the first residue of its reference; 1 if nothing says so. */
export function numberingOfReport(workspace: Workspace, task: Task): Promise<number> {
  return isDesign(task) ? numberingOfDesigns(workspace, task) : numberingOf(workspace, task);
}
