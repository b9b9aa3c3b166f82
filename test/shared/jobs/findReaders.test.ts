import { expect, test } from "vitest";
import { findReaders } from "#shared/jobs/findReaders.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

test("an unreadable view causes an error that asks for a retry", () => {
  const error = findReaders.stopped("time", {} as WorkspaceScope);
  expect(error).toMatchObject({ kind: "unavailable", code: "views_not_read" });
});
