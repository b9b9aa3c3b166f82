import { conflict } from "@pdp/basics/errors";
import { Erasure, ErasureRequest } from "#shared/domain/erasures/erasure.ts";
import {
  type ErasureTarget,
  prepareErasure as prepared,
  shownErasure,
} from "#shared/domain/erasures/erasureTransitions.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { planRowErasure } from "#shared/jobs/planRowErasure.ts";
import { now, stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { createErasureRecord } from "#shared/store/erasures.ts";
import { getLoad } from "#shared/store/loads.ts";
import { tableByReference } from "#shared/store/tables.ts";

export const prepareErasure = operation(
  {
    summary: "Prepare the erasure of rows",
    description:
      "Plans a compliance hard deletion: lists the rows in each version, and the tasks, models, reports and uploaded files to be deleted with them. Specify either `load_id`, or `reference` and `where`. Nothing is deleted before `data:confirmErasure`. Requires the permission `data:erase`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data:prepareErasure",
    tag: "Erasure",
    audience: "member",
    role: "manager",
    permission: "data:erase",
    needs: ["table:write", "lake:read", "results", "duckdb"],
    body: ErasureRequest,
    response: Erasure,
    errors: [400, 404, 409, 429],
    examples: {
      body: { load_id: EXAMPLE_ID.load, reason: "Consent withdrawn, ticket 4711" },
      errors: {
        409: conflict("load_state", `The load ${EXAMPLE_ID.load} is PENDING: delete it with load:delete.`),
      },
    },
  },
  async ({ workspace, caller, body, signal }) => {
    const target = await targetOf(workspace, body);
    const plan = await runJob(planRowErasure, workspace, target, signal);
    const erasure = await withNewId(async (id) => {
      const record = prepared(id, target, body.reason ?? null, plan, stampOf(caller));
      await createErasureRecord(workspace, record);
      return record;
    });
    return shownErasure(erasure, now());
  },
);

async function targetOf(workspace: WorkspaceScope, body: ErasureRequest): Promise<ErasureTarget> {
  const { load_id = null, reference = null, where = null } = body;
  if (load_id !== null) {
    const load = await getLoad(workspace, load_id);
    if (load.is_erased)
      throw conflict("load_erased", `The rows of the load ${load.id} have already been erased.`);
    if (load.action !== null || !load.committed) {
      const advice = load.action === null ? "delete it with load:delete" : "wait until it has settled";
      throw conflict("load_state", `The load ${load.id} is ${load.state}: ${advice}.`);
    }
    return { load_id, reference: null, table_id: null, where: null };
  }
  const table = await tableByReference(workspace, reference ?? "");
  if (table.kind === "VIEW") {
    throw conflict(
      "table_is_view",
      `"${table.reference}" is a view: erase rows from the tables that it reads.`,
    );
  }
  return { load_id: null, reference: table.reference, table_id: table.id, where };
}
