import type { Context, ContextFilter } from "#shared/domain/context.ts";
import { sortableId } from "#shared/domain/id.ts";

/**
 * Key of an item: `pk` names a list, `sk` a position in it. Ids are padded, so that the order of keys is the order of
 * ids.
 */
export interface Key {
  pk: string;
  sk: string;
}

/** Returns the key of an entry of a list. */
export function at(pk: string, id: string): Key {
  return { pk, sk: sortableId(id) };
}

/** List of the entities of one project, which is part of a workspace's list of such entities. */
export const ofProject = (list: string, projectId: string): string => `${list}#P#${projectId}`;
/** List of the entities of one round, which is part of a workspace's list of such entities. */
export const ofRound = (list: string, roundId: string): string => `${list}#R#${roundId}`;

/** Returns the keys of an entity in the lists of its project and its round. */
export function contextKeys(list: string, context: Context, id: string): Key[] {
  if (context.kind === "WORKSPACE") return [];
  const project = at(ofProject(list, context.project_id), id);
  return context.kind === "PROJECT" ? [project] : [project, at(ofRound(list, context.round_id), id)];
}

/** Returns the part of a workspace's list that is in a round or project; all of it if neither is given. */
export function listInContext(list: string, { projectId, roundId }: ContextFilter): string {
  if (roundId !== null) return ofRound(list, roundId);
  return projectId === null ? list : ofProject(list, projectId);
}
