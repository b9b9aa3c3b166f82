import { fullStorageOfStep, storageFullSentence } from "@pdp/basics/errors";
import * as v from "valibot";
import { exceedsLimits } from "#shared/domain/exceedsLimits.ts";
import { isCurrentAttempt } from "#shared/domain/queries/query.ts";
import { failQuery } from "#shared/domain/queries/queryTransitions.ts";
import { QueryExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { now } from "#shared/runtime/ids.ts";
import { log } from "#shared/runtime/log.ts";
import { changeQuery, findQuery } from "#shared/store/queries.ts";

const TOO_LARGE =
  "The query exceeds the maximum memory or time. Read fewer rows or columns, or split the query.";

/** Marks a query as failed after its execution failed. The user is told if limits were exceeded; other causes are only logged. */
export const failStoredQuery = step(
  {
    summary: "Mark a query as failed after its execution failed",
    location: "region",
    needs: ["table:write"],
    work: "READ",
    input: v.object({
      ...QueryExecution.entries,
      failure: v.object({ Error: v.optional(v.string()), Cause: v.optional(v.string()) }),
    }),
  },
  async ({ input, settings }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const { query_id: id, attempt, failure } = input;
    if (!(await findQuery(workspace, id))) return {};
    const execution = `query-${id}-${attempt}`;
    const storage = fullStorageOfStep(failure.Error);
    const isTooLarge = exceedsLimits(failure);
    const details = { workspace_id: workspace.id, execution, failure };
    if (isTooLarge) log().warn("a query exceeds the resource limits per query", details);
    else log().error("the execution of a query failed", details);
    const detail = isTooLarge
      ? TOO_LARGE
      : storage
        ? storageFullSentence(storage, "Start the query again when space is available.")
        : `The query failed because of an internal error (log reference ${execution}). Start it again.`;
    const code = isTooLarge ? "query_failed" : storage ? "storage_full" : "internal_error";
    await changeQuery(workspace, id, (current) =>
      isCurrentAttempt(current, attempt) ? failQuery(current, { code, detail }, now()) : current,
    );
    return {};
  },
);
