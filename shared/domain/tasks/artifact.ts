import * as v from "valibot";
import { Context } from "#shared/domain/context.ts";
import { authored, Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";

export const STRUCTURE = "protein.structure/v1";

export const ArtifactType = v.picklist(["report/v1", "model.sampler/v1", "model.scorer/v1", STRUCTURE]);
export type ArtifactType = v.InferOutput<typeof ArtifactType>;

/** Maximum size of `data`, in bytes; the rest is stored in the payload. */
export const MAX_DATA_BYTES = 16 * 1024;

export const Artifact = v.object({
  id: authored.id,
  created_at: authored.created_at,
  created_by: authored.created_by,
  context: Context,
  type: v.pipe(ArtifactType, v.description("Type of the artifact, including its format version")),
  data: v.pipe(
    v.looseObject({}),
    v.description("Summary and key figures; use `:download` to get the complete artifact"),
  ),
  producer: v.pipe(
    v.variant("kind", [
      v.object({ kind: v.literal("TASK"), task_id: IdString }),
      v.object({ kind: v.literal("USER"), user_id: v.string() }),
    ]),
    v.description("The task that computed the artifact, or the user who added it"),
  ),
  archived_at: v.pipe(
    v.optional(Timestamp),
    v.description("Present if a user archived this structure: it is then not in regular lists or new tasks"),
  ),
  archived_by: v.pipe(v.optional(v.string()), v.description("Id of the user who archived it")),
  erased_at: v.pipe(
    v.optional(Timestamp),
    v.description("Present if the artifact was deleted because rows that it was created from were erased"),
  ),
});
export type Artifact = v.InferOutput<typeof Artifact>;

/** Format in which a payload can be downloaded. */
export interface Payload {
  key: string;
  content_type: string;
  filename: string;
}

/** Returns the task that computed an artifact. Throws if a user added it. */
export function producingTask({ id, producer }: Pick<Artifact, "id" | "producer">): string {
  if (producer.kind === "TASK") return producer.task_id;
  throw new Error(`The artifact ${id} does not come from a task`);
}

/** Stored form of an artifact; `payloads` are keyed by format, such as `json` and `html`. */
export interface ArtifactRecord extends Artifact {
  payloads: Record<string, Payload>;
}
