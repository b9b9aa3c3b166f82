import { conflict } from "@pdp/basics/errors";
import {
  findReference,
  MAX_REFERENCES,
  ProjectReference,
  type ReferencesUpdate,
  storedReference,
} from "@pdp/basics/proteins";
import { absentOrNull, Description, optional, ShownText, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { type AuditStamp, applyChanges, entityFields, newAuthored } from "./fields.ts";

const Antibody = v.object({
  kind: v.literal("ANTIBODY"),
  numbering_scheme: v.pipe(
    v.optional(v.nullable(v.picklist(["IMGT", "KABAT"])), null),
    v.description("Numbering scheme for positions in variable domains"),
    v.examples(["IMGT"]),
  ),
});
const Enzyme = v.object({ kind: v.literal("ENZYME") });
const Peptide = v.object({ kind: v.literal("PEPTIDE") });
const Other = v.object({ kind: v.literal("OTHER") });

export const Modality = v.pipe(
  v.variant("kind", [Enzyme, Peptide, Other, Antibody]),
  v.description("Type of protein in the project"),
);

const MAX_NAME_LENGTH = 64;

/** Name of a project: 1 to 64 characters without whitespace. */
export const ProjectName = v.pipe(
  text(1, MAX_NAME_LENGTH),
  v.check(
    (name) => !/\s/.test(name),
    ({ input }) => `String should have non-whitespace characters only${proposal(input)}`,
  ),
  v.metadata({ jsonSchema: { type: "string", minLength: 1, maxLength: MAX_NAME_LENGTH, pattern: "^\\S+$" } }),
  v.description("1 to 64 characters without whitespace"),
  v.examples(["PETase-thermostability"]),
);

/**
 * Returns the part of a message that proposes a name with hyphens instead of whitespace; "" if the name would be empty or too
 * long.
 */
function proposal(name: string): string {
  if (name.length > 2 * MAX_NAME_LENGTH) return "";
  const proposed = name.trim().replace(/\s+/g, "-");
  return v.is(text(1, MAX_NAME_LENGTH), proposed) ? `, for example "${proposed}"` : "";
}

export const Project = v.object({
  ...entityFields,
  name: v.string(),
  description: ShownText,
  modality: v.nullable(Modality),
  references: v.pipe(
    v.optional(v.array(ProjectReference)),
    v.description(
      "Reference sequences for the project's variants, with their residue numbering; absent if there are none",
    ),
  ),
});
export type Project = v.InferOutput<typeof Project>;

/** Project that was just created. */
export const CreatedProject = v.object({
  ...Project.entries,
  warnings: v.pipe(
    v.optional(v.array(v.string())),
    v.description("Present if another active project has the same name"),
  ),
});

/** Returns a warning about a name that active projects already have; empty if it is new. */
export function nameWarnings({ id, name }: Project, others: readonly Project[]): string[] {
  const same = others.filter((other) => other.id !== id && other.name === name && other.archived_at === null);
  const [first] = same;
  if (!first) return [];
  return [
    `Another project is named "${name}" (${first.id}). Rename one of them so that people can tell them apart.`,
  ];
}

const ABOUT = "Keep PETase active at 65 °C";

export const ProjectCreate = v.object({
  name: ProjectName,
  description: v.pipe(optional(Description), v.examples([ABOUT])),
  modality: optional(Modality),
});

export const ProjectUpdate = v.object({
  name: absentOrNull(ProjectName),
  description: v.pipe(absentOrNull(Description), v.examples([ABOUT])),
  modality: absentOrNull(Modality),
});

export function createProject(
  id: string,
  fields: v.InferOutput<typeof ProjectCreate>,
  stamp: AuditStamp,
): Project {
  return { ...newAuthored(id, stamp), archived_at: null, archived_by: null, ...fields };
}

/** Updates a project. An omitted field stays unchanged; null clears a nullable field and leaves the name unchanged. */
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

/** Replaces the references of a project. */
export function setReferences(
  { references: _, ...project }: Project,
  { references }: v.InferOutput<typeof ReferencesUpdate>,
  stamp: AuditStamp,
): Project {
  const changed: Project = applyChanges<Project>(project, {}, stamp);
  return references.length > 0 ? { ...changed, references: references.map(storedReference) } : changed;
}

/**
 * Adds a reference to a project, or changes the numbering of the existing one with the same name. Raises a 409 if its sequence
 * differs.
 */
export function withReference(project: Project, reference: ProjectReference, stamp: AuditStamp): Project {
  const { references = [] } = project;
  const before = findReference(references, reference.name);
  if (before && before.monomer !== reference.monomer) {
    throw conflict(
      "reference_exists",
      `The project already has a reference "${before.name}" with a different sequence. Choose another name.`,
    );
  }
  if (!before && references.length >= MAX_REFERENCES) {
    throw conflict(
      "too_many_references",
      `The project already has the maximum of ${MAX_REFERENCES} references. Remove one first.`,
    );
  }
  const added = before
    ? references.map((entry) =>
        entry === before ? { ...reference, description: before.description } : entry,
      )
    : [...references, reference];
  return applyChanges<Project>(project, { references: added }, stamp);
}
