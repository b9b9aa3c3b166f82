import type { Design } from "#client/orderList/design.ts";
import type { Order } from "#client/orders.ts";
import { kindOf } from "#client/requests/assembly.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { OrderCreate } from "#client/resources.ts";
import type { components } from "#client/schema.ts";
import type { Workspace } from "#client/workspace.ts";
import type { OrderChoices } from "../designs/orderChoices.ts";

/** Designs of a task that are ordered. */
interface ChosenDesigns {
  task: components["schemas"]["Task"];
  /** Table of the task with the designs. */
  table: string;
  name: string;
  designs: readonly Design[];
  choices: OrderChoices;
  /** Best measured protein, for its control; null if there is none. */
  best: string | null;
}

/** Composes a request for an order of designs. The rows are read from the table, so that an erasure of its rows finds the order. */
export function orderRequest({ task, table, name, designs, choices, best }: ChosenDesigns): OrderCreate {
  const { context } = task;
  if (context.kind === "WORKSPACE")
    throw new Error(
      "The task does not belong to a project, and orders do. Design the variants in a project.",
    );
  const ranks = designs.map(({ rank }) => rank).join(", ");
  const named = `concat('${choices.prefix}', lpad(CAST(rank AS varchar), greatest(3, length(CAST(rank AS varchar))), '0'))`;
  const hasChains = designs.some(({ sequence }) => kindOf(sequence) === "VHVL");
  const columns = hasChains ? "vh, vl, mutations, parent_vh, parent_vl" : "sequence, mutations, parent";
  // The rank in the order is the place among the chosen designs, which may be chosen by something else.
  const query = `SELECT ${named} AS name, array_position(ARRAY[${ranks}], rank) AS rank, ${columns} FROM ${quoteReference(table)} WHERE rank IN (${ranks})`;
  const { controls, controlWells: replicates } = choices;
  const isWanted = (which: string): boolean => controls === "both" || controls === which;
  return {
    project_id: String(context.project_id),
    ...(context.kind === "ROUND" && { round_id: String(context.round_id) }),
    name: name.slice(0, 64),
    designs: { kind: "QUERY", query },
    plates: [
      {
        format: Number(choices.size) === 384 ? 384 : 96,
        layout: "ROWS",
        keep_edges_free: choices.freeEdge,
        controls: [
          ...(isWanted("reference") ? [{ kind: "PARENT" as const, replicates }] : []),
          ...(isWanted("best") && best !== null
            ? [{ kind: "BEST" as const, replicates, sequence: best }]
            : []),
        ],
      },
    ],
  };
}

/** Stores an order of designs. */
export function storeOrder(workspace: Workspace, chosen: ChosenDesigns): Promise<Order> {
  return workspace.orders.create(orderRequest(chosen));
}
