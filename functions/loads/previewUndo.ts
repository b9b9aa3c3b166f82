import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID, LoadId } from "#shared/domain/id.ts";
import { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { previewLoadUndo } from "#shared/jobs/previewLoadUndo.ts";
import { runJob } from "#shared/runtime/runJob.ts";

export const previewUndo = operation(
  {
    summary: "Preview undoing or redoing a data load",
    description:
      "Shows what `load:undo` (for an active load) or `load:redo` (for an undone load) would change now: tables and rows, later loads that remain, tasks that have read the rows (they keep their data), and views on the tables. It makes no changes.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/load:undoPreview",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read"],
    query: v.object({ id: LoadId }),
    response: UndoPreview,
    errors: [404, 409, 429],
    examples: {
      errors: {
        409: conflict(
          "load_state",
          `The load ${EXAMPLE_ID.load} is PENDING: only a COMPLETED load can be undone.`,
        ),
      },
    },
  },
  async ({ workspace, query, signal }) => runJob(previewLoadUndo, workspace, { loadId: query.id }, signal),
);
