import type { TaskRecord } from "./task.ts";

/** Columns with the heavy and the light chains; null for a chain that the rows do not have. */
export interface ChainColumns {
  vh: string | null;
  vl: string | null;
}

/** Rows that can still be read today, and the location of their sequences. */
export type CurrentSource = ({ kind: "TABLE"; table: string } | { kind: "QUERY"; query: string }) & {
  /** Column selected for the sequences, or those for both chains of an antibody; null if none was selected. */
  sequenceColumn: string | ChainColumns | null;
  /** True if mutation columns were selected instead of sequences. */
  hasMutations: boolean;
};

/** Assay and the rows from which a task read it. */
export interface MeasuredAssay {
  assay_id: string;
  name: string | null;
  unit: string | null;
  task_id: string;
  source: CurrentSource;
}

/** Direction in which a task improves an assay. */
export interface AssayGoal {
  assay_id: string;
  direction: "MAXIMIZE" | "MINIMIZE" | "TARGET";
  /** Target value; null for other directions, and if the target is the prediction for a sequence. */
  target: number | null;
}

/**
 * Returns the assays of an analysis or training task that reads rows from a table or a query. Accepts parameters in any form
 * that a release of the service has stored.
 */
export function measuredAssays({ id, parameters }: Pick<TaskRecord, "id" | "parameters">): MeasuredAssay[] {
  const source = sourceOf(fieldOf(parameters, "dataset") ?? fieldOf(fieldOf(parameters, "data"), "dataset"));
  const assays = fieldOf(parameters, "assays");
  if (!source || !Array.isArray(assays)) return [];
  return assays.flatMap((assay: unknown) => {
    const assay_id = textOf(assay, "assay_id");
    if (assay_id === null) return [];
    return [{ assay_id, name: textOf(assay, "name"), unit: textOf(assay, "unit"), task_id: id, source }];
  });
}

/** Returns the primary objective of a training or design task, or null. */
export function goalOf({ parameters }: Pick<TaskRecord, "parameters">): AssayGoal | null {
  const designed = fieldOf(fieldOf(fieldOf(parameters, "ranker"), "primary_objective"), "measure");
  const goal = designed ?? fieldOf(parameters, "primary_objective");
  const [assay_id, direction] = [textOf(goal, "assay_id"), textOf(goal, "direction")];
  if (assay_id === null) return null;
  if (direction === "MAXIMIZE" || direction === "MINIMIZE") return { assay_id, direction, target: null };
  if (direction !== "TARGET") return null;
  const level = fieldOf(fieldOf(fieldOf(parameters, "ranker"), "primary_objective"), "reference");
  return { assay_id, direction, target: typeof level === "number" ? level : null };
}

/** Returns the table that contains the selected sequences of a design task, or null. */
export function designsTable({ result }: Pick<TaskRecord, "result">): string | null {
  const selected = fieldOf(result, "selected_assemblies") ?? fieldOf(result, "selected_sequences");
  return textOf(selected, "table");
}

function sourceOf(dataset: unknown): CurrentSource | null {
  const [table, query] = [textOf(dataset, "table"), textOf(dataset, "query")];
  const kind = textOf(dataset, "kind");
  const sequenceColumn = textOf(dataset, "sequence_column") ?? chainsOf(dataset);
  const hasMutations = sequenceColumn === null && (fieldOf(dataset, "mutations") ?? null) !== null;
  const choice = { sequenceColumn, hasMutations };
  if (kind === "TABLE" && table !== null) return { kind, table, ...choice };
  return kind === "QUERY" && query !== null ? { kind, query, ...choice } : null;
}

function chainsOf(dataset: unknown): ChainColumns | null {
  const stated = fieldOf(dataset, "sequence_column");
  const [vh, vl] = [textOf(stated, "vh"), textOf(stated, "vl")];
  return vh === null && vl === null ? null : { vh, vl };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textOf(value: unknown, name: string): string | null {
  const text = fieldOf(value, name);
  return typeof text === "string" && text !== "" ? text : null;
}
