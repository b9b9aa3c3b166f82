import { conflict } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { retry } from "#shared/domain/loads/loadTransitions.ts";
import { startIngestion } from "#shared/history/startIngestion.ts";
import { loadActionContract } from "#shared/http/operations/loadActionContract.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const retryLoad = operation(
  {
    summary: "Retry a failed data load with the same files",
    description:
      "Use this if the files did not cause the failure, for example after changing a table, exceeding a limit, or an internal error. The load becomes `LOADING` again and follows the rules of `load:finalize`. Its rows are added to the tables that currently have its references. 409 in an archived project or round.",
    ...loadActionContract(
      "retry",
      { state: "LOADING" },
      conflict("load_state", `The load ${EXAMPLE_ID.load} is COMPLETED: only a FAILED load can be retried.`),
    ),
  },
  ({ workspace, caller, query }) => startIngestion(workspace, caller, query.id, "FAILED", retry),
);
