import { conflict, notFound } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { createRound as newRound, Round, RoundFields } from "#shared/domain/round.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { getProject } from "#shared/store/projects.ts";
import { createRoundRecord } from "#shared/store/rounds.ts";

export const createRound = operation(
  {
    summary: "Create a round",
    description: "A round groups experiments within a project.",
    method: "POST",
    path: "/v2/workspace/{workspace}/round:create",
    tag: "Rounds",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    body: RoundFields,
    response: Round,
    errors: [404, 409],
    examples: {
      errors: {
        404: notFound("project", EXAMPLE_ID.project),
        409: conflict(
          "project_archived",
          `The project ${EXAMPLE_ID.project} is archived: unarchive it before you create a round in it.`,
        ),
      },
    },
  },
  async ({ workspace, caller, body }) => {
    const project = await getProject(workspace, body.project_id);
    return withNewId(async (id) => {
      const round = newRound(id, project, body, stampOf(caller));
      await createRoundRecord(workspace, round);
      return round;
    });
  },
);
