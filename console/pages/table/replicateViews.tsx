import type { components } from "#client/schema.ts";
import { findReplicates, replicateViews } from "#shared/proposals/replicateColumns.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Card } from "../../parts/card.tsx";
import { say } from "../../parts/toast.tsx";
import { readAgain } from "../../resource.ts";
import { makeReplicateViews } from "../makeReplicateViews.ts";

/** Offers views for the table columns that look like replicates. */
export function ReplicateViews({ table }: { table: components["schemas"]["Table"] }) {
  const workspace = useWorkspace();
  const groups = findReplicates(table.columns);
  if (groups.length === 0) return null;
  const make = async () => {
    const made = await makeReplicateViews(workspace, table.reference);
    readAgain();
    say(
      made.length === 0
        ? "These names are already in use. Rename the tables or views that use them."
        : `Views created: ${made.join(", ")}.`,
    );
  };
  return (
    <Card
      title="Replicates"
      id="replicates"
      note={groups
        .map(({ assay, columns }) => `${columns.join(", ")} look like replicates of ${assay}`)
        .join("; ")}
    >
      <ul>
        {replicateViews(table.reference, table.columns).map(({ reference, holds }) => (
          <li key={reference}>
            <code>{reference}</code>: {holds}
          </li>
        ))}
      </ul>
      <div>
        <ActionButton busy="Making views…" run={make}>
          Create these views
        </ActionButton>
      </div>
    </Card>
  );
}
