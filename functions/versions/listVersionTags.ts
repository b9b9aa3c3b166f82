import * as v from "valibot";
import { VersionTag } from "#shared/domain/loads/versionTag.ts";
import { Order } from "#shared/domain/page.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { listTags } from "#shared/store/versionTags.ts";

export const listVersionTags = operation(
  {
    summary: "List named data versions",
    description: "Lists all tags in the workspace in case-insensitive order.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/version:listTags",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      ...pageQuery,
      order: v.pipe(v.optional(Order, "ASC"), v.description("Order of the names")),
    }),
    response: pageOf(VersionTag),
  },
  async ({ workspace, query }) => listTags(workspace, query),
);
