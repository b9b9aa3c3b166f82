import type { CodonRequest } from "#shared/domain/orders/codonFields.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { usesOfDesigns } from "../datasetUses.ts";
import { requireDatasets } from "../requireDatasets.ts";
import { orderContext } from "./orderContext.ts";

/** Checks that the coding sequences of a request exist, if it names any. Throws 404 or 422 otherwise. */
export async function requireCodonSource(
  scope: WorkspaceScope,
  order: Pick<OrderRecord, "project_id" | "round_id">,
  { coding_sequences }: Pick<CodonRequest, "coding_sequences">,
): Promise<void> {
  if (coding_sequences === null) return;
  const uses = usesOfDesigns(coding_sequences, ["body", "coding_sequences"]);
  await requireDatasets(scope, orderContext(order), uses);
}
