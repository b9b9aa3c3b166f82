import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { tableNotes } from "#shared/history/tableNotes.ts";
import { getLoad as readLoad } from "#shared/store/loads.ts";
import { withFiles } from "#shared/store/shownLoads.ts";

export const getLoad = operation(
  {
    summary: "Get a data load",
    description:
      "Poll this until `state` is `COMPLETED` or `FAILED`; `progress` says how far it is, `errors` what went wrong. While it is `PENDING`, `warnings` says what may not be meant: files without a table, the same file twice, misspelt references.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:get",
    tag: "Data loads",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404],
  },
  async ({ workspace, query }) => {
    const load = await readLoad(workspace, query.id);
    if (load.state !== "PENDING") return withFiles(workspace, load);
    // Tables may have been created or renamed since the load was.
    return withFiles(workspace, { ...load, ...(await tableNotes(workspace, load.tables)) });
  },
);
