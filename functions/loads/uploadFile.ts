import { conflict, invalidField, notFound } from "@pdp/basics/errors";
import { problemSentence } from "@pdp/basics/wording";
import { statedOptions } from "@pdp/formats/options";
import * as v from "valibot";
import { EXAMPLE_ID, FileId, isId, LoadId } from "#shared/domain/id.ts";
import {
  type FileCheck,
  LoadFile,
  type LoadFileRecord,
  type LoadRecord,
  type LoadTable,
  MAX_FILE_BYTES,
  tableOf,
} from "#shared/domain/loads/load.ts";
import { addFile } from "#shared/domain/loads/loadTransitions.ts";
import { RecordUncertain, recordUpload } from "#shared/history/recordUpload.ts";
import { findSameFiles } from "#shared/history/sameFiles.ts";
import { fileTooLarge, readUpload } from "#shared/http/multipart.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { checkUpload, UncheckableFile } from "#shared/jobs/checkUpload.ts";
import { uploadKey, uploadProblemsKey } from "#shared/objects/keys.ts";
import { deleteObject } from "#shared/objects/objects.ts";
import { withProblemLogs } from "#shared/objects/problemLogs.ts";
import { storeUpload } from "#shared/objects/storeUpload.ts";
import { newId, now, stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeContext } from "#shared/store/contexts.ts";
import { filesOfLoad } from "#shared/store/loadFiles.ts";
import { getLoad } from "#shared/store/loads.ts";
import { requireRoomForBytes } from "#shared/store/stagedBytes.ts";

const Form = v.object({
  file: v.pipe(
    v.any(),
    v.metadata({ jsonSchema: { type: "string", format: "binary" } }),
    v.description("The file, at most 100 MB"),
    v.examples(["mutations,sequence,Tm (°C)\nS238A,MNFPRASRLMQ,58.9\n"]),
  ),
  table_reference: v.pipe(
    v.optional(v.string()),
    v.description("Table in the load that receives the rows. If omitted, the file is only stored"),
    v.examples(["variants"]),
  ),
  description: v.pipe(
    v.optional(v.string()),
    v.description("At most 10,000 characters"),
    v.examples(["Plate 7, melting curves evaluated"]),
  ),
  filepath: v.pipe(
    v.optional(v.string()),
    v.description(
      "File name to use in problem reports. Defaults to the form's file name. At most 4,000 characters",
    ),
    v.examples(["round1/plate-07.csv"]),
  ),
  source_file_id: v.pipe(
    v.optional(FileId),
    v.description("Source of this file: another file in the same load"),
    v.examples([EXAMPLE_ID.rawFile]),
  ),
});

/** Maximum size of multipart framing and the other form fields, in bytes. */
const MAX_FORM_BYTES = 1024 * 1024;

const MAX_PATH_CHARACTERS = 4_000;

export const uploadFile = operation(
  {
    summary: "Upload a file to a data load",
    description:
      "Streams the file to storage, at most 100 MB, without ingesting it. Header and shape are checked immediately. Problems appear in the load's `errors`; a file identical to an earlier file of the table appears in its `warnings`. The total size of files in a workspace's PENDING and FAILED loads is limited to 20 GB; beyond that, a 413 states the limit and the current size. `table_reference` specifies a table in the load; if omitted, the file is stored but not ingested (for example, a raw file that others refer to with `source_file_id`). 409 in an archived project or round.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/load:uploadFile",
    tag: "Data loads",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write"],
    query: v.object({ id: LoadId }),
    form: Form,
    response: LoadFile,
    transport: "upload",
    errors: [400, 404, 409, 413, 415],
    examples: {
      errors: {
        409: conflict(
          "load_state",
          `The load ${EXAMPLE_ID.load} is LOADING: files can only be added to a PENDING load.`,
        ),
      },
    },
  },
  async ({ workspace, caller, query, headers, stream, signal }) => {
    const room = requireRoomForBytes(workspace, leastFileBytes(headers));
    // Problems with the load are reported first.
    room.catch(() => undefined);
    const load = await getLoad(workspace, query.id);
    const id = newId();
    addFile(load, { id, size: 0, ...NO_PROBLEMS }, stampOf(caller));
    await activeContext(workspace, load.context, "a file");
    if (Number(headers["content-length"] ?? 0) > MAX_FILE_BYTES + MAX_FORM_BYTES)
      throw fileTooLarge(MAX_FILE_BYTES);
    await room;
    // The body is not read until a slot is free.
    const leave = await workspace.settings.isolation?.enter("upload", workspace, signal);
    const key = uploadKey(workspace.id, load.id, id);
    try {
      const { fields, file } = await readUpload(
        headers,
        stream,
        MAX_FILE_BYTES,
        (content) => storeUpload(workspace, key, content),
        Object.keys(Form.entries),
      );
      const uploaded: LoadFileRecord = {
        id,
        created_at: now(),
        created_by: caller.userId,
        filepath: nameOf(fields.filepath || file.filename || "file"),
        ...file.stored,
        ...(await described(workspace, load, fields)),
      };
      const finding = findSameFiles(workspace, load, [uploaded]);
      finding.catch(() => undefined);
      // The check ends first, because a failure removes what it reads and writes.
      const check = await quickCheck(workspace, load, key, uploaded, signal);
      const same = (await finding).get(uploaded);
      const record = {
        ...uploaded,
        ...(check.problem_count > 0 && { problem_count: check.problem_count }),
        ...(same && { same_as: same }),
      };
      await recordUpload(workspace, load.id, record, (current) =>
        addFile(current, { id, size: record.size, ...check }, stampOf(caller)),
      );
      return record;
    } catch (error) {
      // Without a record, the sweep removes the objects a day later.
      if (error instanceof RecordUncertain) throw error;
      await deleteObject(workspace, key);
      await deleteObject(workspace, uploadProblemsKey(workspace.id, load.id, id));
      throw error;
    } finally {
      await leave?.();
    }
  },
);

/** Returns the minimum size of the file in a request, in bytes: at least one byte, even if no length is given. */
function leastFileBytes(headers: Record<string, string | undefined>): number {
  return Math.max(1, Number(headers["content-length"] ?? 0) - MAX_FORM_BYTES);
}

const NO_PROBLEMS: FileCheck = { errors: [], problem_count: 0 };

/** Returns the file name, which every problem report about the file repeats. */
function nameOf(path: string): string {
  if (path.length <= MAX_PATH_CHARACTERS) return path;
  throw invalidField(["body", "filepath"], `String should have at most ${MAX_PATH_CHARACTERS} characters`);
}

type FileDescription = Pick<LoadFile, "table_reference" | "description" | "source_file_id">;

/** Checks the form fields against the load: the table must be one of its tables, and the source one of its files. */
async function described(
  workspace: WorkspaceScope,
  load: LoadRecord,
  fields: Record<string, string>,
): Promise<FileDescription> {
  const wanted = fields.table_reference || null;
  const table = wanted === null ? undefined : tableOf(load.tables, wanted);
  if (wanted !== null && !table) {
    const known =
      Object.keys(load.tables)
        .map((name) => `"${name}"`)
        .join(", ") || "none";
    throw invalidField(
      ["body", "table_reference"],
      `The load has no table "${wanted.slice(0, 128)}"; its tables: ${known}`,
      wanted.slice(0, 200),
    );
  }
  const source = fields.source_file_id || null;
  if (source !== null && !isId(source)) {
    throw invalidField(["body", "source_file_id"], "Input should be the id of a file", source.slice(0, 200));
  }
  if (source !== null && !(await filesOfLoad(workspace, load.id)).some((file) => file.id === source)) {
    throw notFound("file", source);
  }
  const description = fields.description || null;
  if (description !== null && description.length > 10_000) {
    throw invalidField(["body", "description"], "String should have at most 10000 characters");
  }
  return { table_reference: table?.[0] ?? null, description, source_file_id: source };
}

/** Checks header and shape; error messages match those in the load's `errors` before finalization. */
async function quickCheck(
  workspace: WorkspaceScope,
  load: LoadRecord,
  key: string,
  file: LoadFile,
  signal: AbortSignal,
): Promise<FileCheck> {
  const reference = file.table_reference;
  const table: LoadTable | undefined = reference === null ? undefined : load.tables[reference];
  if (!table || reference === null) return NO_PROBLEMS;
  const problemsKey = uploadProblemsKey(workspace.id, load.id, file.id);
  const { format, columns } = table;
  const input = {
    key,
    format,
    columns,
    name: file.filepath,
    table: reference,
    reading: statedOptions(table),
    problems_key: problemsKey,
  };
  try {
    return await runJob(checkUpload, workspace, input, signal);
  } catch (error) {
    if (!(error instanceof UncheckableFile)) throw error;
    const problem = { file: file.filepath, reason: error.reason };
    await withProblemLogs(workspace, problemsKey, 1, async ([log]) => log?.add(problem));
    return { errors: [problemSentence(problem)], problem_count: 1 };
  }
}
