import type { Context, ContextFilter } from "#shared/domain/context.ts";
import { sortableId } from "#shared/domain/id.ts";

/**
 * Key of an item: `pk` names a list, `sk` a position in it. Ids are padded, so that key order matches id order.
 */
export interface Key {
  pk: string;
  sk: string;
}

/** Returns the key of a list entry. */
export function at(pk: string, id: string): Key {
  return { pk, sk: sortableId(id) };
}

/** List of one project's entities, which is part of a workspace's list of these entities. */
export const ofProject = (list: string, projectId: string): string => `${list}#P#${projectId}`;
/** List of one round's entities, which is part of a workspace's list of these entities. */
export const ofRound = (list: string, roundId: string): string => `${list}#R#${roundId}`;

/** Returns the keys of an entity in the lists of its project and its round. */
export function contextKeys(list: string, context: Context, id: string): Key[] {
  if (context.kind === "WORKSPACE") return [];
  const project = at(ofProject(list, context.project_id), id);
  return context.kind === "PROJECT" ? [project] : [project, at(ofRound(list, context.round_id), id)];
}

/** Returns the part of a workspace's list that belongs to a round or project; the whole list if neither is given. */
export function listInContext(list: string, { projectId, roundId }: ContextFilter): string {
  if (roundId !== null) return ofRound(list, roundId);
  return projectId === null ? list : ofProject(list, projectId);
}
