import { pathIn, useWorkspace } from "../lab.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Icon } from "../parts/icon.tsx";
import { readAgain } from "../resource.ts";
import { navigate } from "../router.ts";
import { EXAMPLE_TABLE, loadExample } from "./import/exampleData.ts";

/** Shown in a workspace without tables: ways to create the first one. */
export function EmptyWorkspace() {
  const workspace = useWorkspace();
  const tryOut = async () => {
    await loadExample(workspace);
    readAgain();
    navigate(pathIn(workspace, "tables", EXAMPLE_TABLE));
  };
  return (
    <div class="card empty">
      <Icon name="tables" />
      <p>No tables yet. Import a file, or paste cells.</p>
      <div class="row">
        <a class="button primary" href={pathIn(workspace, "import")}>
          Import a file
        </a>
        <ActionButton busy="Loading…" run={tryOut}>
          Load example data
        </ActionButton>
      </div>
      <p class="small muted">
        The example contains a thousand invented variants of an invented enzyme, with activity and
        thermostability.
      </p>
    </div>
  );
}
