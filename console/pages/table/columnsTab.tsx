import type { components } from "#client/schema.ts";

type Table = components["schemas"]["Table"];

/** Columns of a table with their types and what they mean. */
export function ColumnsTab({ table }: { table: Table }) {
  return (
    <div class="content">
      <div class="card scroll">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Missing values</th>
              <th scope="col">Description</th>
            </tr>
          </thead>
          <tbody>
            {table.columns.map(({ name, type, nullable, metadata }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <code>{type}</code>
                </td>
                <td>{nullable ? "allowed" : "not allowed"}</td>
                <td>{metadata.description ?? ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
