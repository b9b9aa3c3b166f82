import { useState } from "preact/hooks";
import type { Table } from "#client/resources.ts";
import { typeWord } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { ColumnsEditor } from "./columnsEditor.tsx";
import { ControlViews } from "./controlViews.tsx";
import { NormalizeForm } from "./normalizeForm.tsx";
import { ReplicateViews } from "./replicateViews.tsx";
import { TableSettings } from "./tableSettings.tsx";
import { ViewQuery } from "./viewQuery.tsx";

/** Columns of a table with editable types and descriptions, and the table name. */
export function ColumnsTab({ table }: { table: Table }) {
  const [isEdited, setEdited] = useState(false);
  // Task tables cannot be changed.
  const isOwn = !table.reference.includes(".");
  return (
    <div class="content">
      {table.description && !isEdited && <p>{table.description}</p>}
      {isEdited ? (
        <ColumnsEditor table={table} onEnd={() => setEdited(false)} />
      ) : (
        <>
          {table.kind === "VIEW" && table.query && (
            <ViewQuery key={table.version_id} reference={table.reference} query={table.query} />
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page */}
          <section class="card scroll" aria-label="Columns" tabIndex={0}>
            <DataTable columns={["Name", "Type", "Missing values", "Description"]}>
              {table.columns.map(({ name, type, nullable, metadata }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    {typeWord(type, metadata.kind)} <code>{type}</code>
                  </td>
                  <td>{nullable ? "allowed" : "not allowed"}</td>
                  <td>
                    {metadata.description ?? ""}
                    {metadata.deprecated && <span class="muted"> (no longer used)</span>}
                  </td>
                </tr>
              ))}
            </DataTable>
          </section>
          {isOwn && (
            <div>
              <button type="button" onClick={() => setEdited(true)}>
                {table.kind === "VIEW" ? "Edit the description" : "Edit descriptions, add a column"}
              </button>
            </div>
          )}
        </>
      )}
      {isOwn && !isEdited && <ReplicateViews table={table} />}
      {isOwn && !isEdited && <ControlViews key={`controls ${table.reference}`} table={table} />}
      {isOwn && !isEdited && <NormalizeForm key={`normalize ${table.reference}`} table={table} />}
      {isOwn && !isEdited && <TableSettings key={table.reference} table={table} />}
    </div>
  );
}
