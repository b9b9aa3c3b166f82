import { text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { TaskContext } from "#shared/domain/context.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { Artifact, type ArtifactRecord, STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { artifactUploadKey } from "#shared/objects/keys.ts";
import { presignedUpload } from "#shared/objects/presignedUrl.ts";
import { now } from "#shared/runtime/ids.ts";
import { createArtifactRecord } from "#shared/store/artifacts.ts";
import { activeContext } from "#shared/store/contexts.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";

/** Time during which a file may be uploaded, in seconds. */
const UPLOAD_SECONDS = 3_600;

const EXAMPLE_CONTEXT = { kind: "PROJECT", project_id: EXAMPLE_ID.project } as const;

export const createArtifact = operation(
  {
    summary: "Add a protein structure",
    description:
      "Upload the file in PDB or mmCIF format, optionally compressed with gzip, to `upload_url` with PUT within an hour; it must not exceed 64 MB, 500,000 atoms and 200 chains. The next `artifact:get` reads it: `data.state` becomes `READY`, with the chains, ligands and differences from the project's references, or `UNREADABLE`, with the `problem`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/artifact:create",
    tag: "Artifacts",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write"],
    body: v.object({
      type: v.pipe(v.literal(STRUCTURE), v.description("Type of the artifact")),
      context: TaskContext,
      name: v.pipe(text(1, 255), v.description("Name of the structure"), v.examples(["2QMT, chain A"])),
    }),
    response: v.object({
      ...Artifact.entries,
      upload_url: v.pipe(
        v.string(),
        v.description("Address to which the file is written with PUT, valid for an hour"),
      ),
    }),
    errors: [404, 409],
    examples: {
      body: { type: STRUCTURE, context: EXAMPLE_CONTEXT, name: "2QMT, chain A" },
      response: {
        id: EXAMPLE_ID.structure,
        created_at: "2026-03-02T09:30:00.000Z",
        created_by: "user_2f9c",
        context: EXAMPLE_CONTEXT,
        type: STRUCTURE,
        data: { name: "2QMT, chain A", state: "WAITING_FOR_FILE" },
        producer: { kind: "USER", user_id: "user_2f9c" },
        upload_url:
          "https://example-lake.s3.eu-central-1.amazonaws.com/ws/1/artifacts/1/upload?X-Amz-Signature=…",
      },
    },
  },
  async ({ workspace, caller, body }) => {
    const { type, name } = body;
    const context = await activeContext(workspace, body.context, "a structure");
    const artifact = await withNewId(async (id) => {
      const created: ArtifactRecord = {
        id,
        created_at: now(),
        created_by: caller.userId,
        context,
        type,
        data: { name, state: "WAITING_FOR_FILE" },
        producer: { kind: "USER", user_id: caller.userId },
        payloads: {},
      };
      await createArtifactRecord(workspace, created);
      return created;
    });
    const key = artifactUploadKey(workspace.id, artifact.id);
    return { ...artifact, upload_url: await presignedUpload(workspace, key, UPLOAD_SECONDS) };
  },
);
