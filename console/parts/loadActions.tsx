import { useState } from "preact/hooks";
import { currentReference } from "#client/currentReference.ts";
import type { Load } from "#client/loadHandle.ts";
import type { Workspace } from "#client/workspace.ts";
import { useWorkspace } from "../lab.ts";
import { readAgain } from "../resource.ts";
import { confirmForOthers } from "./confirmForOthers.ts";
import { Icon } from "./icon.tsx";
import { say, sayError } from "./toast.tsx";

/** The action that is possible for a load: undo, redo, or delete a load that never completed. */
export function LoadActions({ load }: { load: Load }) {
  const { isBusy, undo, redo, remove } = useLoadActions(load);
  const button = (icon: "undo" | "redo" | "delete", label: string, run: () => Promise<void>) => (
    <button type="button" class="small" disabled={isBusy} onClick={() => void run()}>
      <Icon name={icon} class="small" />
      {label}
    </button>
  );
  if (load.state === "COMPLETED") {
    return load.is_active ? button("undo", "Undo", undo) : button("redo", "Redo", redo);
  }
  if (load.state !== "PENDING" && load.state !== "FAILED") return null;
  return button("delete", "Delete", remove);
}

/** Returns the actions for a load. Actions on another member's load that require a manager ask for confirmation. */
function useLoadActions(load: Load) {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const handle = workspace.load(load.id);
  const run = async (work: () => Promise<unknown>, report: (tables: string) => void) => {
    setBusy(true);
    try {
      await work();
      report(await tableNames(workspace, load));
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
      readAgain();
    }
  };
  const redo = () =>
    run(
      () => handle.redo(),
      (tables) => say(`The rows of ${tables} were restored.`),
    );
  const undo = async () => {
    if (!(await confirmForOthers(workspace, "Undo this import", load.created_by))) return;
    await run(
      () => handle.undo(),
      (tables) =>
        say(`The rows of this import were removed from ${tables}. Earlier versions still contain them.`, {
          label: "Redo",
          run: () => void redo(),
        }),
    );
  };
  const remove = async () => {
    if (!(await confirmForOthers(workspace, "Delete this import", load.created_by))) return;
    await run(
      () => handle.delete(),
      () => say("The import and its files were deleted."),
    );
  };
  return { isBusy, undo, redo, remove };
}

/** Returns the names of a load's tables, which may have been renamed since. */
async function tableNames(workspace: Workspace, { tables }: Load): Promise<string> {
  const names = Object.entries(tables).map(
    async ([reference, { table_id }]) =>
      (await currentReference(workspace, reference, table_id)) ?? reference,
  );
  return (await Promise.all(names)).join(", ");
}
