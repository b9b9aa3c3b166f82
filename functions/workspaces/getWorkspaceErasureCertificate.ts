import { conflict, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, WorkspaceId } from "#shared/domain/id.ts";
import { WorkspaceCertificate } from "#shared/domain/workspace.ts";
import { USER } from "#shared/http/openapi/examples.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { readWorkspace } from "#shared/store/workspaces.ts";

export const getWorkspaceErasureCertificate = operation(
  {
    summary: "Get the certificate of an erased workspace",
    description:
      "States who deleted the workspace with `erase`, when all its data was gone, and when the last backup expires. 409 before that, or if the workspace was not deleted with `erase`.",
    method: "GET",
    path: "/v2/workspace:getErasureCertificate",
    tag: "Workspaces",
    audience: "staff",
    needs: ["platform:read"],
    query: v.object({
      id: v.pipe(WorkspaceId, v.description("Id of the workspace; its name may already belong to another")),
    }),
    response: WorkspaceCertificate,
    internal: true,
    errors: [404, 409],
    examples: {
      response: {
        workspace_id: EXAMPLE_ID.workspace,
        name: "protein-lab",
        region: "EU",
        requested_at: "2026-03-02T09:30:00.000Z",
        requested_by: USER,
        completed_at: "2026-03-09T09:31:00.000Z",
        object_count: 0,
        last_backup_expires_at: "2026-04-01T09:31:00.000Z",
      },
      errors: {
        409: conflict(
          "erasure_not_completed",
          `The workspace ${EXAMPLE_ID.workspace} has not been erased: the certificate is available once all its data is gone.`,
        ),
      },
    },
  },
  async ({ settings, query }) => {
    const stored = await readWorkspace({ settings }, query.id);
    if (!stored) throw notFound("workspace", query.id);
    const certificate = stored.item.deletion?.certificate;
    if (certificate) return certificate;
    throw conflict(
      "erasure_not_completed",
      `The workspace ${query.id} has not been erased: the certificate is available once all its data is gone.`,
    );
  },
);
