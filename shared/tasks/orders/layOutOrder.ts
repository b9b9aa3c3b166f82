import { randomUUID } from "node:crypto";
import { DataProblem, invalidField } from "@pdp/basics/errors";
import { isUnlike } from "@pdp/basics/proteins";
import { formatCount } from "@pdp/basics/wording";
import type { Context } from "#shared/domain/context.ts";
import type { OrderFields, PlateFields } from "#shared/domain/orders/order.ts";
import {
  type Ordered,
  type OrderWell,
  type PlatePlan,
  plateLayout,
} from "#shared/domain/orders/plateLayout.ts";
import type { StoredLayout } from "#shared/history/orderLayouts.ts";
import { summarizeProject } from "#shared/history/summary/summarizeProject.ts";
import { queryStopped } from "#shared/jobs/queryStopped.ts";
import { orderLayoutKey, orderSnapshotKey } from "#shared/objects/keys.ts";
import { putJson } from "#shared/objects/objects.ts";
import type { Job, WorkspaceScope } from "#shared/runtime/scope.ts";
import { CONTROL_NAMES, readDesigns } from "./readDesigns.ts";

export interface LayOutInput {
  orderId: string;
  context: Context;
  seed: string;
  request: Pick<OrderFields, "project_id" | "designs" | "plates">;
}

/** Stored layout with its figures. */
export interface LaidOut {
  key: string;
  wells: OrderWell[];
  design_count: number;
  plate_count: number;
}

/** Reads the designs of an order, places them on plates with their controls, and stores the layout. */
export const layOutOrder: Job<LayOutInput, LaidOut> = {
  name: "layOutOrder",
  kind: "query",
  run: async (scope, { orderId, context, seed, request }, signal) => {
    const { designs, parents, snapshot } = await designsOf(scope, context, request, signal);
    const [first = null, ...others] = parents;
    const parent = others.length === 0 ? first : null;
    const best = await bestOf(scope, request, signal);
    const compared = parent ?? designs[0]?.sequence ?? null;
    const isOther = best !== null && compared !== null && isUnlike(best, compared);
    const known = { parent, best, isOther };
    const plans = request.plates.map((fields, index) => planOf(fields, index, known));
    requireOneSequenceEach(plans);
    const layout = plateLayout(designs, plans, seed);
    if ("problem" in layout) {
      const at = Math.min(layout.plate, plans.length) - 1;
      throw invalidField(["body", "plates", at, "controls"], layout.problem);
    }
    const { wells } = layout;
    const key = orderLayoutKey(scope.id, orderId, randomUUID());
    // An erasure of these rows finds the order by its snapshot, so the snapshot is written first.
    if (snapshot) await putJson(scope, orderSnapshotKey(key), snapshot);
    const stored: StoredLayout = { wells, parent };
    await putJson(scope, key, stored);
    const plate_count = Math.max(0, ...wells.map(({ plate }) => plate ?? 0));
    return { key, wells, design_count: designs.length, plate_count };
  },
  stopped: queryStopped,
};

async function designsOf(
  scope: WorkspaceScope,
  context: Context,
  { designs }: LayOutInput["request"],
  signal: AbortSignal,
): ReturnType<typeof readDesigns> {
  try {
    return await readDesigns({ scope, task: { context }, what: "order", signal }, designs);
  } catch (error) {
    if (error instanceof DataProblem) throw invalidField(["body", "designs"], error.message);
    throw error;
  }
}

/** Returns the best measured sequence of the project, if a control requires it. */
async function bestOf(
  scope: WorkspaceScope,
  { project_id, plates }: LayOutInput["request"],
  signal: AbortSignal,
): Promise<string | null> {
  const isNeeded = plates.some(({ controls }) =>
    controls.some(({ kind, sequence }) => kind === "BEST" && sequence === null),
  );
  if (!isNeeded) return null;
  const { assays } = await summarizeProject(scope, project_id, signal);
  const measured = assays.filter(({ best_sequence: best }) => best !== null);
  const primary = measured.find(({ direction }) => direction !== null) ?? measured[0];
  return primary?.best_sequence ?? null;
}

/** Wells with one name contain one protein: a kind of control has the same sequence on every plate. */
function requireOneSequenceEach(plans: readonly PlatePlan[]): void {
  const sequences = new Map<string, string | null>();
  for (const [index, { controls }] of plans.entries()) {
    for (const [at, { control }] of controls.entries()) {
      const { role, name, sequence } = control;
      if (sequences.has(role) && sequences.get(role) !== sequence)
        throw invalidField(
          ["body", "plates", index, "controls", at],
          `All wells named "${name}" must contain the same protein, but plates state different sequences for ${role}. State one sequence, or create one order for each`,
        );
      sequences.set(role, sequence);
    }
  }
}

function planOf(
  { format, controls, layout, keep_edges_free: keepEdgesFree }: PlateFields,
  index: number,
  known: { parent: string | null; best: string | null; isOther: boolean },
): PlatePlan {
  const kinds = new Set<string>();
  const planned = controls.map(({ kind, replicates, sequence: given }, at) => {
    const loc = ["body", "plates", index, "controls", at];
    if (kinds.has(kind))
      throw invalidField(loc, `The plate has two controls of the kind ${kind}. Use replicates`);
    kinds.add(kind);
    const defaults = { PARENT: known.parent, BEST: known.best, NEGATIVE: null, BLANK: null };
    const sequence = given ?? defaults[kind];
    if (sequence === null && kind === "PARENT")
      throw invalidField(
        loc,
        "The designs have no column `parent`, or several parents. State the sequence of the parent",
      );
    if (sequence === null && kind === "BEST")
      throw invalidField(
        loc,
        "No sequence of this project has been measured. State the sequence of the control",
      );
    if (given === null && kind === "BEST" && known.isOther)
      throw invalidField(
        loc,
        `The best measured sequence of this project, with ${formatCount(sequence?.length ?? 0, "residue")}, is a different protein than the designs. State the sequence of the control`,
      );
    if (given !== null && kind === "BLANK") throw invalidField(loc, "A blank has no sequence. Remove it");
    const control: Ordered = { name: CONTROL_NAMES[kind], role: kind, mutations: "", sequence };
    return { control, replicates };
  });
  return { format, controls: planned, layout, keepEdgesFree };
}
