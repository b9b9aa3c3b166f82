import type { Workspace } from "#client/workspace.ts";
import { findReplicates, replicateView } from "#shared/domain/columns/replicateColumns.ts";
import type { Cli } from "../../cli.ts";
import type { KnownColumns } from "../../files/buildConfig.ts";

/** Makes the view with one row for each replicate if it is wanted, or says that there could be one. */
export async function viewReplicates(
  cli: Cli,
  workspace: Workspace,
  into: string,
  before: KnownColumns | null,
  isWanted: boolean,
): Promise<void> {
  if (!cli.waits) return;
  const { columns } = await workspace.table(into);
  const view = replicateView(into, columns);
  if (view === null) {
    if (isWanted)
      cli.say(`! ${into} has no columns that look like replicates, such as activity_rep1 and activity_rep2.`);
    return;
  }
  const groups = findReplicates(columns).map(({ assay, columns: own }) => `${own.join(", ")} (${assay})`);
  if (!isWanted) {
    cli.say(
      `! ${groups.join("; ")} look like replicates: --replicates makes the view ${view.reference} with a row for each.`,
    );
    return;
  }
  const isMade = await workspace.putView(
    view.reference,
    view.query,
    replicateView(into, before ?? [])?.query,
  );
  cli.say(
    isMade
      ? `The view ${view.reference} has one row for each replicate of ${groups.join("; ")}.`
      : `! "${view.reference}" is something else: make a view with the query ${view.query}`,
  );
}
