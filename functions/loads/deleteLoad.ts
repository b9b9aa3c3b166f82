import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { requestDeletion } from "#shared/domain/loads/loadTransitions.ts";
import { startLoad } from "#shared/history/startLoad.ts";
import { now } from "#shared/runtime/ids.ts";
import { withFiles } from "#shared/store/loads.ts";
import { beginLoadWork } from "#shared/store/underWay.ts";

export const deleteLoad = operation(
  {
    summary: "Delete a data load that was never completed",
    description:
      "Asynchronous and irreversible: the load is `DELETING` until it is gone. A load that was completed once can only be undone.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:delete",
    tag: "Data loads",
    audience: "member",
    needs: ["table:write", "load:start"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404, 409, 429],
    examples: {
      response: { state: "DELETING" },
      errors: {
        409: conflict(
          "load_committed",
          `The load ${EXAMPLE_ID.load} is COMPLETED and part of the history: it can be undone, not deleted.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    const load = await beginLoadWork(workspace, query.id, (before) => requestDeletion(before, stamp));
    await startLoad(workspace, load);
    return withFiles(workspace, load);
  },
);
