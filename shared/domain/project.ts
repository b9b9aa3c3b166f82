import * as v from "valibot";
import {
  type AuditStamp,
  applyChanges,
  Description,
  entityFields,
  newAuthored,
  optional,
  text,
} from "./fields.ts";

export const Modality = v.pipe(
  v.object({ kind: v.picklist(["ENZYME", "ANTIBODY", "PEPTIDE", "OTHER"]) }),
  v.description("Kind of protein of the project"),
);

/** Name of a project. "1 to 64 characters, non-whitespace characters only": a name of white space alone is rejected. */
export const ProjectName = v.pipe(
  text(1, 64),
  v.check((name) => name.trim() !== "", "String should not consist of white space only"),
  v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: 64, pattern: "\\S" } }),
  v.examples(["PETase thermostability"]),
);

export const Project = v.object({
  ...entityFields,
  name: v.string(),
  description: v.nullable(v.string()),
  modality: v.nullable(Modality),
});
export type Project = v.InferOutput<typeof Project>;

const ABOUT = "Keep PETase active at 65 °C";

export const ProjectCreate = v.object({
  name: ProjectName,
  description: v.pipe(optional(Description), v.examples([ABOUT])),
  modality: optional(Modality),
});

export const ProjectUpdate = v.object({
  name: v.optional(v.nullable(ProjectName)),
  description: v.pipe(v.optional(v.nullable(Description)), v.examples([ABOUT])),
  modality: v.optional(v.nullable(Modality)),
});

export function createProject(
  id: string,
  fields: v.InferOutput<typeof ProjectCreate>,
  stamp: AuditStamp,
): Project {
  return { ...newAuthored(id, stamp), archived_at: null, archived_by: null, ...fields };
}

/** Updates a project. An omitted field stays; null clears a nullable field and leaves the name unchanged. */
export function updateProject(
  project: Project,
  fields: v.InferOutput<typeof ProjectUpdate>,
  stamp: AuditStamp,
): Project {
  return applyChanges(
    project,
    {
      name: fields.name ?? project.name,
      description: fields.description === undefined ? project.description : fields.description,
      modality: fields.modality === undefined ? project.modality : fields.modality,
    },
    stamp,
  );
}
