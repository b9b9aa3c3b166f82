import { conflict } from "@pdp/basics/errors";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { redo } from "#shared/domain/loads/loadTransitions.ts";
import { changeInBackground } from "#shared/history/startLoad.ts";
import { loadActionContract } from "#shared/http/operations/loadActionContract.ts";
import { operation } from "#shared/http/operations/operation.ts";

export const redoLoad = operation(
  {
    summary: "Redo a data load",
    description:
      "Restores the rows of an undone load. `is_active` becomes true when the operation completes.",
    ...loadActionContract(
      "redo",
      { state: "LOADING", is_active: false },
      conflict("load_active", `The load ${EXAMPLE_ID.load} is active: only an undone load can be redone.`),
    ),
  },
  ({ workspace, caller, query }) => changeInBackground(workspace, caller, query.id, redo),
);
