import type { WorkspaceScope } from "#shared/runtime/scope.ts";

export type Read<Result> = (scope: WorkspaceScope) => Promise<Result>;

/**
 * Starts a read before its commit has its turn, unless `first` is already reading. The first call returns that result, and
 * later calls read again: the writes of a commit are conditional on what it read, so an outdated result fails the transaction,
 * and the commit is built again.
 */
export function readAhead<Result>(
  scope: WorkspaceScope,
  read: Read<Result>,
  first: Promise<Result> = read(scope),
): Read<Result> {
  let started: Promise<Result> | null = first;
  started.catch(() => undefined);
  return (current) => {
    const result = started ?? read(current);
    started = null;
    return result;
  };
}
