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
  const close = () => setDialog(null);
  const list = viewsList(workspace, tableId);
  const count = savedTexts(list).length;
  if (dialog === "share") return <SaveAsView sql={sql} onClose={close} />;
  return (
    <>
      <button type="button" class="small" onClick={() => setDialog("views")}>
        <Icon name="save" class="small" />
        Views{count > 0 && ` (${count})`}
      </button>
      {dialog === "views" && (
        <ViewsDialog
          list={list}
          name={name}
          onName={setName}
          onShare={() => setDialog("share")}
          onClose={close}
        />
      )}
    </>
  );
}

interface ViewsDialogProps {
  /** List of the saved views in this browser. */
  list: string;
  /** Name of a view that is not saved yet. */
  name: string;
  onName: (name: string) => void;
  /** Saves the rows for everyone. */
  onShare: () => void;
  onClose: () => void;
}

function ViewsDialog({ list, name, onName, onShare, onClose }: ViewsDialogProps) {
  const { pathname, searchParams } = address.value;
  const text = viewQueryOf(searchParams);
  const save = async () => {
    saveText(list, { name: name.trim(), text });
    say(`The view “${name.trim()}” is saved in this browser.`);
    onName("");
    onClose();
  };
  return (
    <Dialog label="Saved views" onClose={onClose}>
      <h2>Saved views</h2>
      <SavedViews list={list} current={text} onClose={onClose} />
      <TextField
        id="view"
        label="Name of this view"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={onName}
      />
      <div class="row">
        <ActionButton class="primary" run={save} disabled={name.trim() === ""}>
          Save in this browser
        </ActionButton>
        <button type="button" onClick={onShare}>
          Save for everyone as a table view
        </button>
        {text !== "" && (
          <button
            type="button"
            onClick={() => {
              navigate(pathname);
              onClose();
            }}
          >
            Show all rows
          </button>
        )}
      </div>
    </Dialog>
  );
}

interface SavedViewsProps extends Pick<ViewsDialogProps, "list" | "onClose"> {
  /** Query of the rows that are shown. */
  current: string;
}

function SavedViews({ list, current, onClose }: SavedViewsProps) {
  const views = savedTexts(list);
  return (
    <>
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
              href={`${address.value.pathname}?${view.text}`}
              aria-current={view.text === current ? "true" : undefined}
              onClick={onClose}
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
    </>
  );
}
