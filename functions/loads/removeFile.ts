import { conflict, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, FileId, LoadId } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/loads/load.ts";
import { removeFile as withoutFile } from "#shared/domain/loads/loadTransitions.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { uploadKey, uploadProblemsKey } from "#shared/objects/keys.ts";
import { deleteObject } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import { getLoadFile, removeLoadFile } from "#shared/store/loadFiles.ts";
import { getLoad } from "#shared/store/loads.ts";
import { withFiles } from "#shared/store/shownLoads.ts";

export const removeFile = operation(
  {
    summary: "Remove an uploaded file from a data load",
    description:
      "Allowed only while the load is `PENDING`; cannot be undone. The file's errors and warnings are also removed. 409 if another file refers to it as `source_file_id`, or in an archived project or round.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:removeFile",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write"],
    query: v.object({ id: LoadId, file_id: FileId }),
    response: Load,
    errors: [404, 409],
    examples: {
      response: { state: "PENDING", files: [] },
      errors: {
        404: notFound("file", EXAMPLE_ID.file),
        409: conflict(
          "file_in_use",
          `The file ${EXAMPLE_ID.rawFile} (plate-07.raw.xlsx) is the source of the file ${EXAMPLE_ID.file} (plate-07.csv): remove that file first.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query }) => {
    await getLoad(workspace, query.id);
    const { loadId, file } = await getLoadFile(workspace, query.file_id);
    if (loadId !== query.id) throw notFound("file", query.file_id);
    const stamp = { by: caller.userId, at: now() };
    const load = await removeLoadFile(workspace, loadId, file, (before, files) => {
      if (!files.some(({ id }) => id === file.id)) throw notFound("file", file.id);
      return withoutFile(before, file, files, stamp);
    });
    await deleteObject(workspace, uploadKey(workspace.id, loadId, file.id));
    await deleteObject(workspace, uploadProblemsKey(workspace.id, loadId, file.id));
    return withFiles(workspace, load);
  },
);
