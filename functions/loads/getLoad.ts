import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { getLoad as readLoad, withFiles } from "#shared/store/loads.ts";

export const getLoad = operation(
  {
    summary: "Get a data load",
    description: "Poll this until `state` is `COMPLETED` or `FAILED`; `errors` says what went wrong.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:get",
    tag: "Data loads",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ id: LoadId }),
    response: Load,
    errors: [404],
  },
  async ({ workspace, query }) => withFiles(workspace, await readLoad(workspace, query.id)),
);
