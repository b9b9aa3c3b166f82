import type { Context } from "#shared/domain/context.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Reader of rows: a task, or another operation in a context. */
export interface RowReader {
  scope: WorkspaceScope;
  task: { context: Context };
  /** Name of an operation that is not a task, for messages. */
  what?: "order";
  signal: AbortSignal;
}
