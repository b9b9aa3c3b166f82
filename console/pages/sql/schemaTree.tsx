import { quoteName, quoteReference } from "#client/requests/sqlNames.ts";
import type { Table } from "#client/resources.ts";
import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Icon } from "../../parts/icon.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";
import { insertIntoEditor } from "./insertions.ts";

const PLAIN_NAME = /^[a-z_][a-z0-9_]*$/;

/** Tables and their columns, next to the editor. Clicking a column inserts its name into the query. */
export function SchemaTree() {
  const workspace = useWorkspace();
  const read = useResource(`tables ${workspace.name}`, () => take(workspace.tables()));
  return (
    <section aria-label="Tables and columns">
      <h2>Tables</h2>
      <Reading of={read} label="Reading the tables">
        {(tables) =>
          tables.length === 0 ? (
            <p class="small muted">
              No tables yet. <a href={pathIn(workspace, "import")}>Import a file</a>.
            </p>
          ) : (
            <ul class="plain">
              {tables.map((table) => (
                <TableNode key={table.id} table={table} isOpen={tables.length === 1} />
              ))}
            </ul>
          )
        }
      </Reading>
    </section>
  );
}

function TableNode({ table, isOpen }: { table: Table; isOpen: boolean }) {
  const workspace = useWorkspace();
  const { reference, kind, columns } = table;
  const isPlain = reference.split(".").every((part) => PLAIN_NAME.test(part));
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <Icon name={kind === "VIEW" ? "sql" : "tables"} class="small" />
          <span>{reference}</span>
        </summary>
        <div class="row">
          <button
            type="button"
            class="small"
            onClick={() => insertIntoEditor(isPlain ? reference : quoteReference(reference))}
          >
            Insert name
          </button>
          <a class="button small" href={pathIn(workspace, "tables", reference)}>
            Open
          </a>
        </div>
        <ul class="plain">
          {columns.map(({ name, type }) => (
            <li key={name}>
              <button
                type="button"
                class="quiet small"
                title={`Insert ${name} into the query`}
                onClick={() => insertIntoEditor(PLAIN_NAME.test(name) ? name : quoteName(name))}
              >
                <span>{name}</span>
                <span class="muted">{type}</span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
