import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { redo } from "#shared/domain/loads/loadTransitions.ts";
import { startLoad } from "#shared/history/startLoad.ts";
import { now } from "#shared/runtime/ids.ts";
import { withFiles } from "#shared/store/loads.ts";
import { beginLoadWork } from "#shared/store/underWay.ts";

export const redoLoad = operation(
  {
    summary: "Redo a data load",
    description: "Brings the rows of an undone load back. `is_active` becomes true once it is done.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:redo",
    tag: "Data loads",
    audience: "member",
    needs: ["table:write", "load:start"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404, 409, 429],
    examples: {
      response: { state: "LOADING", is_active: false },
      errors: {
        409: conflict(
          "load_active",
          `The load ${EXAMPLE_ID.load} is active: only an undone load can be redone.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    const load = await beginLoadWork(workspace, query.id, (before) => redo(before, stamp));
    await startLoad(workspace, load);
    return withFiles(workspace, load);
  },
);
