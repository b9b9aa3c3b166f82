import type { StoredQuery } from "#client/storedQueries.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";

/** Progress of a query that continues after the user leaves the page, with a button that cancels it. */
export function StoredProgress({ query }: { query: StoredQuery }) {
  const workspace = useWorkspace();
  const { bytes_read, bytes_total } = query.progress;
  const percent = bytes_total === 0 ? 0 : Math.round((100 * bytes_read) / bytes_total);
  return (
    <>
      <span class="muted">
        {query.state === "QUEUED" ? "Waiting for its turn." : `${percent} % read.`} You can leave this page:
        the query continues.
      </span>
      <progress max={100} value={percent} aria-label="Progress of the query" />
      <ActionButton busy="Cancelling…" run={() => workspace.queries.cancel(query.id)}>
        Cancel
      </ActionButton>
    </>
  );
}
