import type { Erasure } from "#client/erasureHandle.ts";
import { plural } from "../../parts/format.ts";

/** Lists what an erasure would and would not erase. */
export function ErasurePlan({ plan }: { plan: Erasure["plan"] }) {
  const counts: [number, string, string][] = [
    [plan.task_count, "task loses its inputs and results", "tasks lose their inputs and results"],
    [plan.artifact_count, "model or report is deleted", "models and reports are deleted"],
    [plan.upload_count, "uploaded file is deleted as a whole", "uploaded files are deleted as a whole"],
    [plan.result_count, "stored result of a query is deleted", "stored results of queries are deleted"],
  ];
  return (
    <>
      <ul>
        {plan.tables.map(({ table_id, reference, rows, version_count }) => (
          <li key={table_id}>
            {plural(rows, "row")} of {reference}, in {plural(version_count, "version")}
          </li>
        ))}
        {plan.tables.length === 0 && <li>No row meets this.</li>}
        {counts.map(([count, one, many]) => count > 0 && <li key={one}>{plural(count, one, many)}</li>)}
      </ul>
      {plan.unread_loads.length > 0 && (
        <p>Not searched, since they never became rows: the imports {plan.unread_loads.join(", ")}.</p>
      )}
      {plan.views.length > 0 && (
        <p>
          {plural(plan.views.length, "view names", "views name")} a value that only these rows have. An
          erasure does not change views: edit or archive them.
        </p>
      )}
    </>
  );
}
