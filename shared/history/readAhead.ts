import type { WorkspaceScope } from "#shared/runtime/scope.ts";

type Read<Result> = (scope: WorkspaceScope) => Promise<Result>;

/**
 * Starts a read before its commit has its turn. The first call returns that result, and later calls read again: the writes of
 * a commit are conditional on what it read, so an outdated result fails the transaction, and the commit is built again.
 */
export function readAhead<Result>(scope: WorkspaceScope, read: Read<Result>): Read<Result> {
  let started: Promise<Result> | null = read(scope);
  started.catch(() => undefined);
  return (current) => {
    const result = started ?? read(current);
    started = null;
    return result;
  };
}
