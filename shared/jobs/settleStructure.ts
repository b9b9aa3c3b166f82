import { projectOf } from "#shared/domain/context.ts";
import { type ArtifactRecord, STRUCTURE } from "#shared/domain/tasks/artifact.ts";
import { artifactUploadKey } from "#shared/objects/keys.ts";
import { deleteObject, isStored } from "#shared/objects/objects.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeArtifact, getArtifact } from "#shared/store/artifacts.ts";
import { getProject } from "#shared/store/projects.ts";
import { UncheckableFile } from "./checkUpload.ts";
import { describeStructure, type StructureOutcome } from "./describeStructure.ts";

/** State of a structure: its file is not here yet, has been read, or cannot be used. */
export type StructureState = "WAITING_FOR_FILE" | "READY" | "UNREADABLE";

/**
 * Reads the file of a structure if it has been uploaded since the last look, and stores what it contains. Returns other artifacts as
 * they are.
 */
export async function settleStructure(
  scope: WorkspaceScope,
  artifact: ArtifactRecord,
  signal: AbortSignal,
): Promise<ArtifactRecord> {
  const { id, type, data, context } = artifact;
  if (type !== STRUCTURE || data.state !== ("WAITING_FOR_FILE" satisfies StructureState)) return artifact;
  const upload = artifactUploadKey(scope.id, id);
  if (!(await isStored(scope, upload))) return artifact;
  const project = projectOf(context);
  const references = project === null ? [] : ((await getProject(scope, project)).references ?? []);
  const outcome = await describe(scope, id, references, signal);
  if (outcome === "GONE") return getArtifact(scope, id);
  const settled = await changeArtifact(scope, id, (current) => withOutcome(current, outcome));
  await deleteObject(scope, upload);
  return settled ?? artifact;
}

async function describe(
  scope: WorkspaceScope,
  artifactId: string,
  references: readonly { name: string; monomer: string }[],
  signal: AbortSignal,
): Promise<StructureOutcome> {
  const compared = references.map(({ name, monomer }) => ({ name, monomer }));
  try {
    return await runJob(describeStructure, scope, { artifactId, references: compared }, signal);
  } catch (error) {
    if (!(error instanceof UncheckableFile)) throw error;
    return {
      problem: "Reading the structure takes too much time or memory. Keep the protein and its surroundings.",
    };
  }
}

function withOutcome(artifact: ArtifactRecord, outcome: Exclude<StructureOutcome, "GONE">): ArtifactRecord {
  const { name } = artifact.data;
  if (artifact.data.state !== "WAITING_FOR_FILE") return artifact;
  if ("problem" in outcome)
    return { ...artifact, data: { name, state: "UNREADABLE", problem: outcome.problem } };
  const { summary, key, filename, bytes } = outcome;
  return {
    ...artifact,
    data: { name, state: "READY", num_bytes: bytes, ...summary },
    payloads: { structure: { key, filename, content_type: "text/plain; charset=utf-8" } },
  };
}
