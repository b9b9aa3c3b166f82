import { useState } from "preact/hooks";
import { currentReference } from "#client/currentReference.ts";
import type { Load } from "#client/loadHandle.ts";
import { useWorkspace } from "../lab.ts";
import { readAgain } from "../resource.ts";
import { confirmForOthers } from "./confirmForOthers.ts";
import { Icon } from "./icon.tsx";
import { say, sayError } from "./toast.tsx";

/** The action that is possible for a load: undo, redo, or delete a load that never completed. */
export function LoadActions({ load }: { load: Load }) {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const handle = workspace.load(load.id);
  /** Names of its tables, which may have been renamed since. */
  const names = async () => {
    const found = Object.entries(load.tables).map(([reference, { table_id }]) =>
      currentReference(workspace, reference, table_id).then((now) => now ?? reference),
    );
    return (await Promise.all(found)).join(", ");
  };
  /** Runs work that only a manager may do for the load of another member. */
  const runConfirmed = async (
    change: string,
    work: () => Promise<unknown>,
    done: (names: string) => void,
  ) => {
    if (await confirmForOthers(workspace, change, load.created_by)) await run(work, done);
  };
  const run = async (work: () => Promise<unknown>, done: (names: string) => void) => {
    setBusy(true);
    try {
      await work();
      done(await names());
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
  const undo = () =>
    runConfirmed(
      "Undo this import",
      () => handle.undo(),
      (tables) =>
        say(`The rows of this import were removed from ${tables}. Earlier versions still contain them.`, {
          label: "Redo",
          run: () => void redo(),
        }),
    );
  const remove = () =>
    runConfirmed(
      "Delete this import",
      () => handle.delete(),
      () => say("The import and its files were deleted."),
    );
  if (load.state === "COMPLETED" && load.is_active) {
    return (
      <button type="button" class="small" disabled={isBusy} onClick={() => void undo()}>
        <Icon name="undo" class="small" />
        Undo
      </button>
    );
  }
  if (load.state === "COMPLETED") {
    return (
      <button type="button" class="small" disabled={isBusy} onClick={() => void redo()}>
        <Icon name="redo" class="small" />
        Redo
      </button>
    );
  }
  if (load.state !== "PENDING" && load.state !== "FAILED") return null;
  return (
    <button type="button" class="small" disabled={isBusy} onClick={() => void remove()}>
      <Icon name="delete" class="small" />
      Delete
    </button>
  );
}
