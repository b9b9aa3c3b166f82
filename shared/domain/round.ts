import { conflict } from "@pdp/basics/errors";
import { absentOrNull, Description, optional, ShownText, text } from "@pdp/basics/schemas";
import * as v from "valibot";
import { type AuditStamp, applyChanges, entityFields, newAuthored } from "./fields.ts";
import { EXAMPLE_ID, IdString, ProjectId, RoundId } from "./id.ts";
import type { Project } from "./project.ts";

export const Round = v.object({
  ...entityFields,
  project_id: IdString,
  name: v.string(),
  description: ShownText,
});
export type Round = v.InferOutput<typeof Round>;

const RoundName = v.pipe(text(1, 64), v.examples(["Round 1: site saturation"]));
const ABOUT = "All single substitutions at 14 positions near the active site";

export const RoundFields = v.object({
  project_id: ProjectId,
  name: RoundName,
  description: v.pipe(optional(Description), v.examples([ABOUT])),
});
type RoundFields = v.InferOutput<typeof RoundFields>;

export function createRound(id: string, project: Project, fields: RoundFields, stamp: AuditStamp): Round {
  requireActiveProject(project, "a round");
  return { ...newAuthored(id, stamp), archived_at: null, archived_by: null, ...fields };
}

export const RoundUpdate = v.object({
  project_id: ProjectId,
  name: RoundName,
  description: v.pipe(absentOrNull(Description), v.examples([ABOUT])),
});

/** Round to which a load or task moves. */
export const RoundMove = v.object({
  round_id: v.pipe(
    v.nullable(RoundId),
    v.description("Round of the same project; null for none"),
    v.examples([EXAMPLE_ID.round]),
  ),
});

/** Updates the name and description of a round; its project cannot change. */
export function updateRound(
  round: Round,
  fields: v.InferOutput<typeof RoundUpdate>,
  stamp: AuditStamp,
): Round {
  if (fields.project_id !== round.project_id) {
    throw conflict(
      "round_project_fixed",
      `The round ${round.id} belongs to project ${round.project_id} and cannot be moved to another project.`,
    );
  }
  const description = fields.description === undefined ? round.description : fields.description;
  return applyChanges(round, { name: fields.name, description }, stamp);
}

/** Raises an error if the project is archived, because nothing can be created in an archived project. */
export function requireActiveProject(project: Project, what: string): void {
  if (project.archived_at === null) return;
  throw conflict(
    "project_archived",
    `The project ${project.id} is archived: unarchive it before you create ${what} in it.`,
  );
}

export function requireActiveRound(round: Round, what: string): void {
  if (round.archived_at === null) return;
  throw conflict(
    "round_archived",
    `The round ${round.id} is archived: unarchive it before you create ${what} in it.`,
  );
}
