import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { undo } from "#shared/domain/loads/loadTransitions.ts";
import { startLoad } from "#shared/history/startLoad.ts";
import { now } from "#shared/runtime/ids.ts";
import { withFiles } from "#shared/store/loads.ts";
import { beginLoadWork } from "#shared/store/underWay.ts";

export const undoLoad = operation(
  {
    summary: "Undo a data load",
    description:
      "Removes the rows it brought from new versions of its tables; later loads stay, older versions still show the rows. `is_active` becomes false once it is done.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:undo",
    tag: "Data loads",
    audience: "member",
    needs: ["table:write", "load:start"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404, 409, 429],
    examples: {
      response: { state: "LOADING" },
      errors: { 409: conflict("load_undone", `The load ${EXAMPLE_ID.load} is undone already.`) },
    },
  },
  async ({ workspace, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    const load = await beginLoadWork(workspace, query.id, (before) => undo(before, stamp));
    await startLoad(workspace, load);
    return withFiles(workspace, load);
  },
);
