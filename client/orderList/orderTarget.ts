import { currentReference } from "../currentReference.ts";
import type { Order } from "../orders.ts";
import { readTraining } from "../requests/earlierTask.ts";
import type { ProteinColumns } from "../requests/proteinColumns.ts";
import type { Workspace } from "../workspace.ts";

/** Names of columns that contain mutations. */
const MUTATIONS = /^(?:mutations?|mutants?|variants?)$/i;

/** Table for the results of an order: the one that the project's latest training or analysis read. */
export interface OrderTarget {
  /** Null if the project has not been trained on a table. */
  table: string | null;
  /** Null if the table only has mutations. */
  sequence: ProteinColumns | null;
  mutations: string;
  /** Assays that have been measured, the latest training's first. */
  assays: readonly string[];
}

/** Finds the table, its columns and the assays for the results of an order. */
export async function orderTarget(
  workspace: Workspace,
  { project_id }: Pick<Order, "project_id">,
): Promise<OrderTarget> {
  const { assays } = await workspace.projectSummary(String(project_id));
  const latest = assays.toSorted((a, b) => Number(BigInt(b.task_id) - BigInt(a.task_id)));
  const target = {
    table: null,
    sequence: "sequence",
    mutations: "mutations",
    assays: latest.map(({ assay_id }) => assay_id),
  };
  const [first] = latest;
  if (first === undefined) return target;
  const { source } = readTraining((await workspace.task(first.task_id).get()).parameters);
  const reference = source && (await currentReference(workspace, source.table));
  if (!source || !reference) return target;
  const table = await workspace.table(reference);
  if (table.kind !== "TABLE") return target;
  const named = table.columns.find(({ name, type }) => type === "STRING" && MUTATIONS.test(name))?.name;
  const codes = typeof source.mutations === "string" ? source.mutations : named;
  return {
    ...target,
    table: reference,
    sequence: source.sequenceColumn,
    mutations: codes ?? target.mutations,
  };
}
