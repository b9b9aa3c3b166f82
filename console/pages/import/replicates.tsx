import type { TableConfig } from "#client/importFiles.ts";
import { findReplicates, replicateViews } from "#shared/proposals/replicateColumns.ts";
import { Card } from "../../parts/card.tsx";
import { Checkbox } from "../../parts/form.tsx";

interface ReplicatesProps {
  config: TableConfig;
  into: string;
  isWanted: boolean;
  onWanted: (isWanted: boolean) => void;
}

/** Shows which columns look like replicates of one measurement, and offers views of them. */
export function Replicates({ config, into, isWanted, onWanted }: ReplicatesProps) {
  const groups = findReplicates(config.columns);
  if (groups.length === 0) return null;
  return (
    <Card title="Replicates" id="replicates" note="All columns are imported unchanged">
      {groups.map(({ assay, columns, mean, sd }) => (
        <p key={assay}>
          {columns.join(", ")} look like {columns.length} replicates of <strong>{assay}</strong>
          {[mean, sd].some((name) => name !== null) &&
            `, summarized in ${[mean, sd].filter((name) => name !== null).join(" and ")}`}
          .
        </p>
      ))}
      <Checkbox checked={isWanted} onChange={onWanted}>
        Create views of them, which training runs and queries can read like tables
      </Checkbox>
      <ul>
        {replicateViews(into, config.columns).map(({ reference, holds }) => (
          <li key={reference}>
            <code>{reference}</code>: {holds}
          </li>
        ))}
      </ul>
    </Card>
  );
}
