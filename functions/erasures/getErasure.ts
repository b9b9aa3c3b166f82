import * as v from "valibot";
import { Erasure } from "#shared/domain/erasures/erasure.ts";
import { shownErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { ErasureId } from "#shared/domain/id.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { waitSeconds } from "#shared/http/operations/pageQuery.ts";
import { now } from "#shared/runtime/ids.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { getErasure as read } from "#shared/store/erasures.ts";

export const getErasure = operation(
  {
    summary: "Get an erasure or its plan",
    description:
      "Returns its plan, state and progress. With `wait_seconds`, the response is sent once the erasure is no longer `ERASING`, or after that time. Requires the permission `data:erase`.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data:getErasure",
    tag: "Erasure",
    audience: "member",
    role: "reader",
    permission: "data:erase",
    needs: ["table:read"],
    query: v.object({
      id: ErasureId,
      wait_seconds: waitSeconds("the erasure"),
    }),
    response: Erasure,
    errors: [404],
  },
  async ({ workspace, query, signal }) => {
    const look = () => read(workspace, query.id);
    const isAtRest = ({ state }: { state: string }): boolean => state !== "ERASING";
    return shownErasure(await lookUntil(workspace, look, isAtRest, query.wait_seconds, signal), now());
  },
);
