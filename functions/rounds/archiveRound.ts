import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { archive } from "#shared/domain/archive.ts";
import { Id } from "#shared/domain/id.ts";
import { Round } from "#shared/domain/round.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeRound } from "#shared/store/rounds.ts";

export const archiveRound = operation(
  {
    summary: "Archive a round",
    description: "Its data stays available; nothing new can be created in it.",
    method: "POST",
    path: "/v2/workspace/{workspace}/round:archive",
    tag: "Rounds",
    audience: "member",
    needs: ["table:write"],
    query: v.object({ id: Id }),
    response: Round,
    errors: [404, 409],
  },
  async ({ workspace, caller, query }) =>
    changeRound(workspace, query.id, (round) => archive(round, "round", { by: caller.userId, at: now() })),
);
