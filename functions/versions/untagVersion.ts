import * as v from "valibot";
import { TagName, unknownTag, VersionTag } from "#shared/domain/loads/versionTag.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { deleteTag } from "#shared/store/versionTags.ts";

export const untagVersion = operation(
  {
    summary: "Remove a name from a data version",
    description:
      "The version itself remains. Queries and views that use the name fail until it is assigned to another version. Returns the removed tag.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/version:untag",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    body: v.object({ name: TagName }),
    response: VersionTag,
    errors: [404, 409],
    examples: { errors: { 404: unknownTag("paper-2026") } },
  },
  async ({ workspace, body }) => deleteTag(workspace, body.name),
);
