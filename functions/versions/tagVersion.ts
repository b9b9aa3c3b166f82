import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { TagName, tagTaken, VersionName, VersionTag } from "#shared/domain/loads/versionTag.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { createTag, versionIdOf } from "#shared/store/versionTags.ts";

export const tagVersion = operation(
  {
    summary: "Name a data version",
    description:
      "SQL can then read it with `FOR VERSION AS OF 'name'`. A version can have at most 20 tags. 409 if another version already has the name. Repeating a request has no effect.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/version:tag",
    tag: "Tables and views",
    audience: "member",
    role: "scientist",
    needs: ["table:write"],
    body: v.object({ version_id: VersionName, name: TagName }),
    response: VersionTag,
    errors: [404, 409],
    examples: {
      errors: {
        409: tagTaken({
          name: "paper-2026",
          version_id: EXAMPLE_ID.earlierVersion,
          created_at: "2026-04-20T16:00:00.000Z",
          created_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ",
        }),
      },
    },
  },
  async ({ workspace, caller, body }) => {
    const { by, at } = stampOf(caller);
    const version_id = await versionIdOf(workspace, body.version_id);
    return createTag(workspace, { ...body, version_id, created_at: at, created_by: by });
  },
);
