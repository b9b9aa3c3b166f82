import type { components } from "#client/schema.ts";
import { typeWord } from "../../parts/columnTypes.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { TableSettings } from "./tableSettings.tsx";

type Table = components["schemas"]["Table"];

/** Columns of a table with their types and what they mean, and its name. */
export function ColumnsTab({ table }: { table: Table }) {
  return (
    <div class="content">
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
              <td>{metadata.description ?? ""}</td>
            </tr>
          ))}
        </DataTable>
      </section>
      {/* Tables of tasks keep their names. */}
      {!table.reference.includes(".") && <TableSettings key={table.reference} table={table} />}
    </div>
  );
}
