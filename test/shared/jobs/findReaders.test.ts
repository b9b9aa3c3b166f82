import { expect, test } from "vitest";
import { findReaders } from "#shared/jobs/findReaders.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

test("views that cannot be read in time are an error that asks to retry", () => {
  const error = findReaders.stopped("time", {} as WorkspaceScope);
  expect(error).toMatchObject({ kind: "unavailable", code: "views_not_read" });
});
