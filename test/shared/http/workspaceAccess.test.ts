import { expect, test } from "vitest";
import { createWorkspace } from "#shared/domain/workspace.ts";
import { workspaceNotReady } from "#shared/http/workspaceAccess.ts";

test("a workspace that is not ready is rejected with its state", () => {
  const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };
  const created = createWorkspace(
    "1",
    { name: "lab", display_name: "Lab", region: "EU", capabilities: null },
    stamp,
  );
  expect(workspaceNotReady(created)).toMatchObject({ kind: "conflict", code: "workspace_provisioning" });
  expect(workspaceNotReady({ ...created, state: "FAILED" })).toMatchObject({ code: "workspace_failed" });
});
