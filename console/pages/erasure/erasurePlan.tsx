import type { Erasure } from "#client/erasureHandle.ts";
import { plural } from "../../parts/format.ts";

/** Lists what an erasure would and would not erase. */
export function ErasurePlan({ plan }: { plan: Erasure["plan"] }) {
  const counts: [number, string, string][] = [
    [plan.task_count, "task loses its inputs and results", "tasks lose their inputs and results"],
    [plan.artifact_count, "model or report is deleted", "models and reports are deleted"],
    [plan.order_count, "order loses its layout", "orders lose their layouts"],
    [plan.upload_count, "uploaded file is deleted entirely", "uploaded files are deleted entirely"],
    [plan.result_count, "stored query result is deleted", "stored query results are deleted"],
    [
      plan.text_count,
      "name or description contains a value of these rows",
      "names and descriptions contain a value of these rows",
    ],
  ];
  return (
    <>
      <ul>
        {plan.tables.map(({ table_id, reference, rows, version_count }) => (
          <li key={table_id}>
            {plural(rows, "row")} of {reference}, in {plural(version_count, "version")}
          </li>
        ))}
        {plan.tables.length === 0 && <li>No row matches.</li>}
        {counts.map(
          ([count, singular, many]) => count > 0 && <li key={singular}>{plural(count, singular, many)}</li>,
        )}
      </ul>
      {plan.unread_loads.length > 0 && (
        <p>
          Not searched, because their files were never loaded: the imports {plan.unread_loads.join(", ")}.
        </p>
      )}
      {plan.views.length > 0 && (
        <p>
          {plural(plan.views.length, "view names", "views name")} a value that only these rows contain. An
          erasure does not change views: edit or archive them.
        </p>
      )}
      {plan.named_tables.length > 0 && (
        <p>
          {plural(plan.named_tables.length, "table has", "tables have")} a name, or a column with a name, that
          contains a value of these rows. An erasure does not rename tables.
        </p>
      )}
    </>
  );
}
