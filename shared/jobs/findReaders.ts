import { DomainError } from "@pdp/basics/errors";
import { type Reader, viewsThatRead } from "#shared/history/viewsThatRead.ts";
import type { Job } from "#shared/runtime/scope.ts";

/** Finds the active views that read tables. Parses the queries of views that were stored without the tables they read. */
export const findReaders: Job<{ tableIds: readonly string[] }, Reader[]> = {
  name: "findReaders",
  kind: "check",
  run: (scope, { tableIds }) => viewsThatRead(scope, new Set(tableIds)),
  stopped: () =>
    new DomainError(
      "unavailable",
      "views_not_read",
      "The queries of this workspace's views could not be read in time. Try again in a moment.",
    ),
};
