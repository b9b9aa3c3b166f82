import { useState } from "preact/hooks";
import type { Load } from "#client/loadHandle.ts";
import { useWorkspace } from "../lab.ts";
import { readAgain } from "../resource.ts";
import { say, sayError } from "./toast.tsx";

/** The one thing that can be done with a load: undo, redo, or delete what was never loaded. */
export function LoadActions({ load }: { load: Load }) {
  const workspace = useWorkspace();
  const [isBusy, setBusy] = useState(false);
  const handle = workspace.load(load.id);
  const name = Object.keys(load.tables).join(", ");
  const run = async (work: () => Promise<unknown>, done: () => void) => {
    setBusy(true);
    try {
      await work();
      done();
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
      () => say(`The rows of ${name} are back.`),
    );
  const undo = () =>
    run(
      () => handle.undo(),
      () =>
        say(`The rows of this import are gone from ${name} from now on; versions before keep them.`, {
          label: "Redo",
          run: () => void redo(),
        }),
    );
  const remove = () =>
    run(
      () => handle.delete(),
      () => say("The import and its files were deleted."),
    );
  if (load.state === "COMPLETED" && load.is_active) {
    return (
      <button type="button" class="small" disabled={isBusy} onClick={() => void undo()}>
        Undo
      </button>
    );
  }
  if (load.state === "COMPLETED") {
    return (
      <button type="button" class="small" disabled={isBusy} onClick={() => void redo()}>
        Redo
      </button>
    );
  }
  if (load.state !== "PENDING" && load.state !== "FAILED") return null;
  return (
    <button type="button" class="small" disabled={isBusy} onClick={() => void remove()}>
      Delete
    </button>
  );
}
