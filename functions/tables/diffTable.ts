import { conflict } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, TableId } from "#shared/domain/id.ts";
import { TableDiff } from "#shared/domain/loads/tableDiff.ts";
import { VersionName } from "#shared/domain/loads/versionTag.ts";
import { diffTable as compareVersions } from "#shared/history/diffTable.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

export const diffTable = operation(
  {
    summary: "Compare two versions of a table",
    description:
      "Lists the loads and changes between the two versions, and how many rows each load added or removed, without comparing rows. `from` and `to` are workspace versions; `from` is the earlier one. `to` defaults to the latest.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:diff",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lake:read"],
    query: v.object({ id: TableId, from: VersionName, to: optional(VersionName) }),
    response: TableDiff,
    errors: [404, 409],
    examples: {
      query: { from: EXAMPLE_ID.earlierVersion },
      errors: { 409: conflict("table_is_view", '"best" is a view and has no stored rows to compare.') },
    },
  },
  async ({ workspace, query }) => {
    const to = query.to === null ? null : await versionIdOf(workspace, query.to);
    return compareVersions(workspace, query.id, await versionIdOf(workspace, query.from), to);
  },
);
