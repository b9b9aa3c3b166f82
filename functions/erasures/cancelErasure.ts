import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { Erasure } from "#shared/domain/erasures/erasure.ts";
import { cancelErasure as cancelled, shownErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { ErasureId, EXAMPLE_ID } from "#shared/domain/id.ts";
import { releaseErasure } from "#shared/history/erasure/releaseErasure.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { erasureExecution, stopOutdatedExecution } from "#shared/runtime/executions.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeErasure } from "#shared/store/erasures.ts";

export const cancelErasure = operation(
  {
    summary: "Cancel an erasure or its plan",
    description:
      "The erasure becomes CANCELLED and has changed nothing. Cancelling it again has no effect. 409 once it has started to remove rows (`erasure_writing`), or if it has ended (`erasure_ended`). Requires the permission `data:erase`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data:cancelErasure",
    tag: "Erasure",
    audience: "member",
    role: "manager",
    permission: "data:erase",
    needs: ["table:write", "maintenance:start"],
    query: v.object({ id: ErasureId }),
    response: Erasure,
    errors: [404, 409],
    examples: {
      response: { state: "CANCELLED", expires_at: null },
      errors: {
        409: conflict(
          "erasure_writing",
          `The erasure ${EXAMPLE_ID.erasure} has started to remove rows and can no longer be cancelled. Wait until it has ended.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    const at = now();
    const erasure = await changeErasure(workspace, query.id, (before) => cancelled(before, at));
    const { id, attempt } = erasure;
    if (attempt > 0) {
      await stopOutdatedExecution(workspace, erasureExecution(workspace, id, attempt - 1));
      // The sweeper repeats this, because a step that is still running may mark another table.
      await releaseErasure(workspace, id);
    }
    return shownErasure(erasure, at);
  },
);
