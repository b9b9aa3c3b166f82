import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { Erasure } from "#shared/domain/erasures/erasure.ts";
import { confirmErasure as confirmed, shownErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { ErasureId, EXAMPLE_ID } from "#shared/domain/id.ts";
import { startErasure } from "#shared/history/erasure/startErasure.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { now, stampOf } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import { changeErasure } from "#shared/store/erasures.ts";

export const confirmErasure = operation(
  {
    summary: "Confirm the erasure of rows",
    description:
      "Starts an erasure planned with `data:prepareErasure`. It removes the rows from every version and cannot be undone; `data:cancelErasure` stops it until it removes the first rows. Poll `data:getErasure` until `state` is no longer `ERASING`. Requires the permission `data:erase`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data:confirmErasure",
    tag: "Erasure",
    audience: "member",
    role: "manager",
    permission: "data:erase",
    needs: ["table:write", "maintenance:start"],
    query: v.object({
      plan_id: ErasureId,
      keep_texts: v.pipe(
        QueryBoolean,
        v.description("Keep the `texts` of the plan, which are replaced otherwise"),
      ),
    }),
    response: Erasure,
    errors: [404, 409],
    examples: {
      response: { state: "ERASING", progress: { phase: "WAITING", done: 0, total: 1 } },
      errors: {
        409: conflict(
          "erasure_confirmed",
          `The erasure ${EXAMPLE_ID.erasure} was already confirmed at 2026-03-02T09:30:00.000Z.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = stampOf(caller);
    const erasure = await changeErasure(workspace, query.plan_id, (before) =>
      confirmed(before, stamp, query.keep_texts),
    );
    log().info("an erasure was confirmed", {
      audit: "erasure",
      workspace_id: workspace.id,
      erasure_id: erasure.id,
      load_id: erasure.load_id,
      table_id: erasure.table_id,
      confirmed_by: caller.userId,
    });
    await startErasure(workspace, erasure);
    return shownErasure(erasure, now());
  },
);
