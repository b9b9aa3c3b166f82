import { conflict, invalidField } from "@pdp/basics/errors";
import { type Archivable, type AuditStamp, type Authored, applyChanges } from "./fields.ts";

export interface ArchivableResource extends Authored, Archivable {}

/** Archives a project or a round. */
export function archive<T extends ArchivableResource>(
  resource: T,
  what: "project" | "round" | "task" | "order",
  stamp: AuditStamp,
): T {
  if (resource.archived_at !== null) {
    throw conflict(`${what}_archived`, `The ${what} ${resource.id} is already archived.`);
  }
  return applyChanges(resource, { archived_at: stamp.at, archived_by: stamp.by } as Partial<T>, stamp);
}

/** Unarchives a resource. Raises a 422 if the resource is not archived. */
export function unarchive<T extends ArchivableResource>(
  resource: T,
  what: "project" | "round" | "task" | "order",
  stamp: AuditStamp,
): T {
  if (resource.archived_at === null) {
    throw invalidField(["query", "id"], `The ${what} ${resource.id} is not archived.`, resource.id);
  }
  return applyChanges(resource, { archived_at: null, archived_by: null } as Partial<T>, stamp);
}
