import * as v from "valibot";
import { LoadId } from "#shared/domain/id.ts";
import { Load, type LoadState } from "#shared/domain/loads/load.ts";
import { tableNotes } from "#shared/history/tableNotes.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { getLoad as readLoad } from "#shared/store/loads.ts";
import { withFiles } from "#shared/store/shownLoads.ts";

export const getLoad = operation(
  {
    summary: "Get a data load",
    description:
      "Poll until `state` is `COMPLETED` or `FAILED`. Until then, `progress` is present; afterwards, `errors` explains a failure. With `wait_seconds`, the response is sent as soon as the load is neither `LOADING` nor `DELETING`, or after that time, or after one second if 50 requests from the workspace are already waiting. While the load is `PENDING`, `warnings` lists possible mistakes: files without a table, repeated files and misspelled references.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:get",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      id: LoadId,
      wait_seconds: waitSeconds("the current work on the load"),
    }),
    response: Load,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const look = () => readLoad(workspace, query.id);
    const load = await lookUntil(workspace, look, isAtRest, query.wait_seconds, signal, query.id);
    if (load.state !== "PENDING") return withFiles(workspace, load);
    // Tables may have been created or renamed since the load.
    return withFiles(workspace, { ...load, ...(await tableNotes(workspace, load.tables)) });
  },
);

function isAtRest({ state }: { state: LoadState }): boolean {
  return state !== "LOADING" && state !== "DELETING";
}
