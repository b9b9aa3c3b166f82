import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { archive } from "#shared/domain/archive.ts";
import { RoundId } from "#shared/domain/id.ts";
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
    query: v.object({ id: RoundId }),
    response: Round,
    errors: [404, 409],
    examples: {
      response: { archived_at: "2026-04-20T16:00:00.000Z", archived_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ" },
    },
  },
  async ({ workspace, caller, query }) =>
    changeRound(workspace, query.id, (round) => archive(round, "round", { by: caller.userId, at: now() })),
);
