import { useState } from "preact/hooks";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { NameField } from "../../parts/form.tsx";
import { problemOfName, TABLE_NAME } from "../../parts/names.ts";
import { readAgain } from "../../resource.ts";
import { navigate } from "../../router.ts";

/** Dialog that saves a query under a name that other queries can use to read its result. */
export function SaveAsView({ sql, onClose }: { sql: string; onClose: () => void }) {
  const workspace = useWorkspace();
  const [name, setName] = useState("");
  const problem = problemOfName(TABLE_NAME, name);
  const save = async () => {
    await workspace.createView(name, sql);
    readAgain();
    onClose();
    navigate(pathIn(workspace, "tables", name));
  };
  return (
    <Dialog label="Save as view" onClose={onClose}>
      <h2>Save as view</h2>
      <p>A view is a named query. It can be read like a table and always shows current data.</p>
      <NameField
        id="view-name"
        label="Name"
        rule={TABLE_NAME}
        maxLength={128}
        value={name}
        onChange={setName}
      />
      <div class="row">
        <ActionButton class="primary" busy="Saving…" run={save} disabled={problem !== null}>
          Save
        </ActionButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
