import { DataTable } from "./dataTable.tsx";
import { Dialog } from "./dialog.tsx";

const SHORTCUTS: readonly [keys: string, what: string][] = [
  ["Ctrl K", "go to a page, table, project or task by name; find a variant by its mutations"],
  ["Ctrl Enter", "in the SQL editor: run the query"],
  ["Ctrl Space", "in the SQL editor: suggest tables, columns and functions"],
  ["Arrows, Page Up, Page Down, Home, End", "in a grid and a heatmap: move; with Ctrl to the edge"],
  ["Shift with these", "in a grid: select cells"],
  ["Ctrl C", "in a grid: copy the selected cells for a spreadsheet"],
  ["Enter", "in the rows of a table: show the whole row"],
  ["Esc", "close this, or anything else that is open"],
  ["F1", "show these shortcuts"],
];

/** Dialog with all keyboard shortcuts of the console. On a Mac, they use ⌘. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const isMac = navigator.platform.startsWith("Mac");
  return (
    <Dialog label="Keys" onClose={onClose}>
      <div class="row">
        <h2>Keys</h2>
        <button type="button" class="small" onClick={onClose}>
          Close
        </button>
      </div>
      <DataTable columns={["Keys", "Action"]}>
        {SHORTCUTS.map(([keys, what]) => (
          <tr key={keys}>
            <th scope="row">{isMac ? keys.replace(/Ctrl(?! Space)/, "⌘") : keys}</th>
            <td>{what}</td>
          </tr>
        ))}
      </DataTable>
    </Dialog>
  );
}
