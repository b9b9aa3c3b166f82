import { conflict } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { undo } from "#shared/domain/loads/loadTransitions.ts";
import { requireAuthorOrManager } from "#shared/domain/role.ts";
import { changeInBackground } from "#shared/history/startLoad.ts";
import { loadActionContract } from "#shared/http/operations/loadActionContract.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const undoLoad = operation(
  {
    summary: "Undo a data load",
    description:
      "Removes the load's rows from new versions of its tables. Later loads remain, and older versions still contain the rows. Only a manager can undo the load of another member. `is_active` becomes false when the operation completes.",
    ...loadActionContract(
      "undo",
      { state: "LOADING" },
      conflict("load_undone", `The load ${EXAMPLE_ID.load} has already been undone.`),
    ),
  },
  ({ workspace, caller, query }) =>
    changeInBackground(workspace, caller, query.id, (load, stamp) => {
      requireAuthorOrManager(caller, "undo", "load", load);
      return undo(load, stamp);
    }),
);
