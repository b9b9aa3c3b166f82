import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, RoundId } from "#shared/domain/id.ts";
import { updateRound as applyUpdate, Round, RoundUpdate } from "#shared/domain/round.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeRound } from "#shared/store/rounds.ts";

export const updateRound = operation(
  {
    summary: "Update a round's name and description",
    description:
      "If `description` is omitted, it keeps its value; `null` clears it. A round cannot be moved to another project.",
    method: "POST",
    path: "/v2/workspace/{workspace}/round:update",
    tag: "Rounds",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    query: v.object({ id: RoundId }),
    body: RoundUpdate,
    response: Round,
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "round_project_fixed",
          `The round ${EXAMPLE_ID.round} belongs to project ${EXAMPLE_ID.project} and cannot be moved to another project.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query, body }) =>
    changeRound(workspace, query.id, (round) => applyUpdate(round, body, stampOf(caller))),
);
