import { useState } from "preact/hooks";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { deleteText, MAX_NAME_LENGTH, savedTexts, saveText } from "../../parts/savedTexts.ts";
import { say } from "../../parts/toast.tsx";
import { address, navigate } from "../../router.ts";
import { SaveAsView } from "../sql/saveAsView.tsx";
import { viewQueryOf, viewsList } from "./savedViews.ts";

interface ViewsMenuProps {
  tableId: string;
  /** Query string of the rows that are shown. */
  sql: string;
}

/** Button with a dialog for the saved views of a table: named filters, sort order and columns. */
export function ViewsMenu({ tableId, sql }: ViewsMenuProps) {
  const { name: workspace } = useWorkspace();
  const [dialog, setDialog] = useState<"views" | "share" | null>(null);
  const [name, setName] = useState("");
  const { pathname, searchParams } = address.value;
  const now = viewQueryOf(searchParams);
  const list = viewsList(workspace, tableId);
  const views = savedTexts(list);
  const save = async () => {
    saveText(list, { name: name.trim(), text: now });
    say(`The view “${name.trim()}” is saved in this browser.`);
    setName("");
    setDialog(null);
  };
  if (dialog === "share") return <SaveAsView sql={sql} onClose={() => setDialog(null)} />;
  return (
    <>
      <button type="button" class="small" onClick={() => setDialog("views")}>
        <Icon name="save" class="small" />
        Views{views.length > 0 && ` (${views.length})`}
      </button>
      {dialog === "views" && (
        <Dialog label="Saved views" onClose={() => setDialog(null)}>
          <h2>Saved views</h2>
          {views.length === 0 && (
            <p class="muted">
              No saved views yet. A view saves the filters, sort order and columns under a name.
            </p>
          )}
          <ul class="plain arrange">
            {views.map((view) => (
              <li key={view.name} class="row">
                <a
                  class="button quiet"
                  href={`${pathname}?${view.text}`}
                  aria-current={view.text === now ? "true" : undefined}
                  onClick={() => setDialog(null)}
                >
                  {view.name}
                </a>
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={`Delete the view ${view.name}`}
                  onClick={() => deleteText(list, view.name)}
                >
                  <Icon name="delete" />
                </button>
              </li>
            ))}
          </ul>
          <TextField
            id="view"
            label="Name of this view"
            maxLength={MAX_NAME_LENGTH}
            value={name}
            onChange={setName}
          />
          <div class="row">
            <ActionButton class="primary" run={save} disabled={name.trim() === ""}>
              Save in this browser
            </ActionButton>
            <button type="button" onClick={() => setDialog("share")}>
              Save for everyone as a table view
            </button>
            {now !== "" && (
              <button
                type="button"
                onClick={() => {
                  navigate(pathname);
                  setDialog(null);
                }}
              >
                Show all rows
              </button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}
