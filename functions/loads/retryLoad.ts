import { loadActionContract } from "#shared/api/loadActionContract.ts";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { retry } from "#shared/domain/loads/loadTransitions.ts";
import { startIngestion } from "#shared/history/startIngestion.ts";

export const retryLoad = operation(
  {
    summary: "Retry a data load that failed, with its files as they are",
    description:
      "For a load whose cause of failure lay outside its files: a table that was changed since, a limit, an internal error. It is `LOADING` again, by the rules of `load:finalize`: its tables are those that have its references now. 409 in an archived project or round.",
    ...loadActionContract(
      "retry",
      { state: "LOADING" },
      conflict("load_state", `The load ${EXAMPLE_ID.load} is COMPLETED: only a FAILED load can be retried.`),
    ),
  },
  ({ workspace, caller, query }) => startIngestion(workspace, caller, query.id, "FAILED", retry),
);
