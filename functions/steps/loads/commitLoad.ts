import { commitAttempt } from "#shared/history/commitAttempt.ts";
import { commitMessages } from "#shared/history/commitMessages.ts";
import { MessageBatch } from "#shared/http/operations/messageBatch.ts";
import { LoadCommit, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { reportTask } from "#shared/runtime/reportTask.ts";

/**
 * Makes all rows of a load visible at once in all its tables, or marks the load as failed and leaves no trace; or undoes or
 * redoes a load. Requests a key comparison first if rows appear in a table with a key and have not been compared with its
 * current state.
 */
export const commitLoad = step(
  {
    summary: "Commit an ingested load, its undo or its redo",
    location: "region",
    needs: ["table:write", "lake:write"],
    input: LoadCommit,
  },
  ({ input, settings }) => commitAttempt(workspaceOfExecution(settings, input.workspace_id), input),
);

/**
 * Commits the loads, undos and redos whose messages wait in the queue of commits, several in one transaction. Each state
 * machine waits for the result of its message.
 */
export const commitQueuedLoads = step(
  {
    summary: "Commit loads whose messages wait in the queue",
    location: "region",
    needs: ["table:write", "lake:write", "commits:take"],
    input: MessageBatch,
  },
  async ({ input, settings }) => {
    const unreported = await commitMessages(
      input.Records,
      (workspaceId) => workspaceOfExecution(settings, workspaceId),
      (load) => commitLoad.run(load, settings),
      reportTask,
    );
    return { batchItemFailures: unreported.map((id) => ({ itemIdentifier: id })) };
  },
);
