import type { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { previewUndo } from "#shared/history/previewUndo.ts";
import type { Job } from "#shared/runtime/scope.ts";
import { queryStopped } from "./queryStopped.ts";

/** Finds what an undo or a redo of a load would change. It parses the queries of views. */
export const previewLoadUndo: Job<{ loadId: string }, UndoPreview> = {
  name: "previewLoadUndo",
  kind: "query",
  run: (scope, { loadId }) => previewUndo(scope, loadId),
  stopped: queryStopped,
};
