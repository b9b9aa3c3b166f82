import { conflict } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { requestDeletion } from "#shared/domain/loads/loadTransitions.ts";
import { requireAuthorOrManager } from "#shared/domain/role.ts";
import { changeInBackground } from "#shared/history/startLoad.ts";
import { loadActionContract } from "#shared/http/operations/loadActionContract.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const deleteLoad = operation(
  {
    summary: "Delete a data load that never completed",
    description:
      "Asynchronous and irreversible: the load is `DELETING` until it has been removed. A load that has ever completed can only be undone. Only a manager can delete the load of another member.",
    ...loadActionContract(
      "delete",
      { state: "DELETING" },
      conflict(
        "load_committed",
        `The load ${EXAMPLE_ID.load} is COMPLETED and part of the history: it can be undone but not deleted.`,
      ),
    ),
  },
  ({ workspace, caller, query }) =>
    changeInBackground(workspace, caller, query.id, (load, stamp) => {
      requireAuthorOrManager(caller, "delete", "load", load);
      return requestDeletion(load, stamp);
    }),
);
