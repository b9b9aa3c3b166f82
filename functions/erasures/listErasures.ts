import * as v from "valibot";
import { Erasure } from "#shared/domain/erasures/erasure.ts";
import { shownErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { now } from "#shared/runtime/ids.ts";
import { listErasures as list } from "#shared/store/erasures.ts";

export const listErasures = operation(
  {
    summary: "List the erasures of the workspace",
    description: "Includes plans that have not been confirmed. Requires the permission `data:erase`.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data:listErasures",
    tag: "Erasure",
    audience: "member",
    role: "reader",
    permission: "data:erase",
    needs: ["table:read"],
    query: v.object(pageQuery),
    response: pageOf(Erasure),
  },
  async ({ workspace, query }) => {
    const at = now();
    return list(workspace, (erasure) => shownErasure(erasure, at), query);
  },
);
