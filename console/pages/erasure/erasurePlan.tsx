import type { Erasure } from "#client/erasureHandle.ts";

/** Lists what an erasure would erase, and what it would not. */
export function ErasurePlan({ plan }: { plan: Erasure["plan"] }) {
  const counts: [number, string][] = [
    [plan.task_count, "tasks lose their inputs and results"],
    [plan.artifact_count, "models and reports are deleted"],
    [plan.upload_count, "uploaded files are deleted as a whole"],
    [plan.result_count, "stored results of queries are deleted"],
  ];
  return (
    <>
      <ul>
        {plan.tables.map(({ table_id, reference, rows, version_count }) => (
          <li key={table_id}>
            {rows.toLocaleString("en")} rows of {reference}, in {version_count.toLocaleString("en")} versions
          </li>
        ))}
        {plan.tables.length === 0 && <li>No row meets this.</li>}
        {counts.map(
          ([count, words]) => count > 0 && <li key={words}>{`${count.toLocaleString("en")} ${words}`}</li>,
        )}
      </ul>
      {plan.unread_loads.length > 0 && (
        <p>Not searched, since they never became rows: the imports {plan.unread_loads.join(", ")}.</p>
      )}
      {plan.views.length > 0 && (
        <p>
          {plan.views.length} views name a value that only these rows have. They are not changed: edit or
          archive them.
        </p>
      )}
    </>
  );
}
