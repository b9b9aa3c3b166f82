import { expect, test } from "vitest";
import {
  createWorkspace,
  deleteWorkspace,
  purgeWorkspace,
  restoreWorkspace,
} from "#shared/domain/workspace.ts";

const stamp = { by: "user_1", at: "2026-01-01T00:00:00.000Z" };

test("a deleted workspace can be restored until its purge begins", () => {
  const created = createWorkspace(
    "1",
    { name: "lab", display_name: "Lab", region: "EU", capabilities: null },
    stamp,
  );
  const deleted = deleteWorkspace(created, 3600, stamp);
  expect(restoreWorkspace(deleted, stamp).state).toBe("PROVISIONING");
  expect(purgeWorkspace(deleted, deleted.attempt, stamp.at)).toBeNull();
  const purging = purgeWorkspace(deleted, deleted.attempt, "2027-01-01T00:00:00.000Z");
  if (!purging) throw new Error("The retention has ended");
  expect(() => restoreWorkspace(purging, stamp)).toThrow(
    expect.objectContaining({ code: "workspace_purging" }),
  );
});
