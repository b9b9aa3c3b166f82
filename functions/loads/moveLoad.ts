import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { RoundMove } from "#shared/domain/round.ts";
import { moveLoad as moved } from "#shared/history/moveLoad.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { withFiles } from "#shared/store/shownLoads.ts";

export const moveLoad = operation(
  {
    summary: "Move a data load to another round",
    description:
      "The load belongs to another round of its project from now on, or to none (null). Its rows do not change. This creates a version: earlier versions show the earlier round. 409 while the load is being changed, or while a task reads it.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:move",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:read"],
    query: v.object({ id: LoadId }),
    body: RoundMove,
    response: Load,
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "load_in_use",
          `The task ${EXAMPLE_ID.task} is reading the load ${EXAMPLE_ID.load}: wait until it has finished, or cancel it.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query, body }) =>
    withFiles(workspace, await moved(workspace, query.id, body.round_id, stampOf(caller))),
);
