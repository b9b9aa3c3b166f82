import { useState } from "preact/hooks";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { deleteText, MAX_NAME_LENGTH, savedTexts, saveText } from "../../parts/savedTexts.ts";
import { say } from "../../parts/toast.tsx";

const listOf = (workspace: string) => `saved queries ${workspace}`;

/** Named queries saved in this browser, next to the editor. */
export function SavedQueries({ tab }: { tab: number }) {
  const workspace = useWorkspace();
  const queries = savedTexts(listOf(workspace.name));
  const pathOf = (sql: string) =>
    `${pathIn(workspace, "sql")}?${new URLSearchParams({ ...(tab > 1 && { tab: String(tab) }), q: sql })}`;
  return (
    <section aria-label="Saved queries">
      <h2>Saved queries</h2>
      {queries.length === 0 && <p class="small muted">Save a query to find it here again.</p>}
      <ul class="plain">
        {queries.map(({ name, text }) => (
          <li key={name} class="saved">
            <a class="button quiet small" href={pathOf(text)} title={text}>
              <Icon name="text" class="small" />
              {name}
            </a>
            <button
              type="button"
              class="icon-button small"
              aria-label={`Delete the query ${name}`}
              onClick={() => {
                deleteText(listOf(workspace.name), name);
                say("The saved query was deleted.", {
                  label: "Undo",
                  run: () => saveText(listOf(workspace.name), { name, text }),
                });
              }}
            >
              <Icon name="close" class="small" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Dialog that saves a named query in this browser. */
export function SaveQuery({ sql, onClose }: { sql: string; onClose: () => void }) {
  const workspace = useWorkspace();
  const [name, setName] = useState("");
  const save = async () => {
    saveText(listOf(workspace.name), { name: name.trim(), text: sql });
    say(`“${name.trim()}” is saved in this browser.`);
    onClose();
  };
  return (
    <Dialog label="Save the query" onClose={onClose}>
      <h2>Save the query</h2>
      <p>Saved in this browser. To share a query with the workspace, save it as a view.</p>
      <TextField id="query-name" label="Name" maxLength={MAX_NAME_LENGTH} value={name} onChange={setName} />
      <div class="row">
        <ActionButton class="primary" run={save} disabled={name.trim() === ""}>
          Save
        </ActionButton>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
