import { ApiError } from "#client/errors.ts";
import { knownNumbering } from "#client/referenceNumbering.ts";
import { readDesign, readTraining } from "#client/requests/earlierTask.ts";
import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { FROM_ONE, type Numbering, numberingFrom } from "#shared/domain/mutations/numbering.ts";
import { probableMutations } from "../columnChoices.ts";
import { firstNumberOf } from "../table/heatmap/substitutions.ts";

const MAX_ROWS = 2_000;

interface Coded {
  sequence: string;
  mutations: string;
}

/**
 * Returns the numbers of the residues of a training's reference, or of another sequence in its project: those that its request
 * states, or that the project's reference of the same sequence has, or from the number on that its rows give the first residue by
 * codes of single mutations such as `V29A`. They count from 1 if nothing says so.
 */
export async function numberingOf(workspace: Workspace, task: Task, sequence?: string): Promise<Numbering> {
  const known = await knownNumbering(workspace, task, sequence);
  if (known !== null) return known;
  // The rows number the reference of the training alone.
  if (sequence !== undefined && sequence !== readTraining(task.parameters).reference) return FROM_ONE;
  const first = await firstNumberInRows(workspace, task);
  return first === null ? FROM_ONE : numberingFrom(first);
}

async function firstNumberInRows(workspace: Workspace, { parameters }: Task): Promise<number | null> {
  const { source, reference } = readTraining(parameters);
  if (!source || reference === "") return null;
  try {
    const mutations = probableMutations(await workspace.table(source.table));
    if (mutations === undefined) return null;
    const [sequence, codes] = [quoteName(source.sequenceColumn), quoteName(mutations)];
    const result = await workspace.query<Coded>(
      `SELECT ${sequence} AS sequence, ${codes} AS mutations FROM ${quoteReference(source.table)} ` +
        `WHERE length(${sequence}) = ${reference.length} AND ${codes} IS NOT NULL LIMIT ${MAX_ROWS}`,
    );
    return firstNumberOf(await result.rows(), reference);
  } catch (error) {
    // The table or one of its columns is gone since then.
    if (error instanceof ApiError && error.status < 500) return null;
    throw error;
  }
}

/** Returns the numbers of the residues of the protein that a task designed from, as those of its training are found. */
export async function numberingOfDesigns(workspace: Workspace, { parameters }: Task): Promise<Numbering> {
  const design = readDesign(parameters);
  if (!design) return FROM_ONE;
  const { producer } = await workspace.artifact(design.sampler);
  return numberingOf(workspace, await workspace.task(producer.task_id).get(), design.reference);
}

/** Tells whether a task designs variants. */
export function isDesign({ type }: Pick<Task, "type">): boolean {
  return type === "engineer/v2" || type === "diversify/v2";
}

/** Returns the numbers of the residues of a report's reference. */
export function numberingOfReport(workspace: Workspace, task: Task): Promise<Numbering> {
  return isDesign(task) ? numberingOfDesigns(workspace, task) : numberingOf(workspace, task);
}
