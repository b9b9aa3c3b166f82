import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { unarchive } from "#shared/domain/archive.ts";
import { RoundId } from "#shared/domain/id.ts";
import { Round } from "#shared/domain/round.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeRound } from "#shared/store/rounds.ts";

export const unarchiveRound = operation(
  {
    summary: "Unarchive a round",
    description: "422 if it is not archived.",
    method: "POST",
    path: "/v2/workspace/{workspace}/round:unarchive",
    tag: "Rounds",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: RoundId }),
    response: Round,
    errors: [404, 422],
  },
  async ({ workspace, caller, query }) =>
    changeRound(workspace, query.id, (round) => unarchive(round, "round", { by: caller.userId, at: now() })),
);
