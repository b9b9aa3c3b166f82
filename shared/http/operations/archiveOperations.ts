import * as v from "valibot";
import { type ArchivableResource, archive, unarchive } from "#shared/domain/archive.ts";
import { requireAuthorOrManager } from "#shared/domain/role.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Contract } from "./contract.ts";
import { type Operation, type Output, operation } from "./operation.ts";

interface ArchivableEntity<E, R extends v.GenericSchema> {
  name: "project" | "round" | "task" | "order";
  /** Path of the operations after the workspace; defaults to the name. */
  path?: string;
  tag: string;
  id: v.GenericSchema<unknown, string>;
  response: R;
  /** Description of the archive operation. */
  description: string;
  /** Documented statuses of the unarchive operation. */
  unarchiveErrors: Contract["errors"] & {};
  change: (scope: WorkspaceScope, id: string, rule: (entity: E) => E) => Promise<E>;
  /** Returns the entity in its API representation. */
  show: (entity: E) => Output<R>;
}

/** Returns the operations that archive and unarchive entities of one kind. */
export function archiveOperations<E extends ArchivableResource, R extends v.GenericSchema>(
  entity: ArchivableEntity<E, R>,
): { archive: Operation; unarchive: Operation } {
  const { name, path = name, tag, id, response, change, show } = entity;
  const operationOf = (
    verb: "archive" | "unarchive",
    rule: typeof archive<E>,
    contract: Pick<Contract, "summary" | "description" | "errors" | "examples">,
  ) =>
    operation(
      {
        ...contract,
        method: "POST",
        path: `/v2/workspace/{workspace}/${path}:${verb}`,
        tag,
        audience: "member",
        role: "scientist",
        needs: ["table:write"],
        query: v.object({ id }),
        response,
      },
      async ({ workspace, caller, query }) => {
        const stamp = stampOf(caller);
        return show(
          await change(workspace, query.id, (record) => {
            if (verb === "archive") requireAuthorOrManager(caller, verb, name, record);
            return rule(record, name, stamp);
          }),
        );
      },
    );
  return {
    archive: operationOf("archive", archive, {
      summary: `Archive a ${name}`,
      description: `${entity.description} Only a manager can archive the ${name} of another member.`,
      errors: [404, 409],
      examples: {
        response: { archived_at: "2026-04-20T16:00:00.000Z", archived_by: "user_01KJ6Z3V8N2QX5T7WB9CDEFGHJ" },
      },
    }),
    unarchive: operationOf("unarchive", unarchive, {
      summary: `Unarchive a ${name}`,
      description: "422 if the resource is not archived.",
      errors: entity.unarchiveErrors,
    }),
  };
}
