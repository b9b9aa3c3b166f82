import * as v from "valibot";
import { RoundId } from "#shared/domain/id.ts";
import { Round } from "#shared/domain/round.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { getRound as readRound } from "#shared/store/rounds.ts";

export const getRound = operation(
  {
    summary: "Get a round",
    method: "GET",
    path: "/v2/workspace/{workspace}/round:get",
    tag: "Rounds",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ id: RoundId }),
    response: Round,
    errors: [404],
  },
  async ({ workspace, query }) => readRound(workspace, query.id),
);
