import { putView } from "#client/putView.ts";
import type { Workspace } from "#client/workspace.ts";
import { findReplicates, replicateViews } from "#shared/proposals/replicateColumns.ts";
import type { Cli } from "../../cli.ts";
import type { KnownColumns } from "../../files/buildConfig.ts";

/** Creates replicate views on request, or reports that they are possible. */
export async function viewReplicates(
  cli: Cli,
  workspace: Workspace,
  into: string,
  before: KnownColumns | null,
  isWanted: boolean,
): Promise<void> {
  if (!cli.waits) return;
  const { columns } = await workspace.table(into);
  const groups = findReplicates(columns).map(({ assay, columns: names }) => `${names.join(", ")} (${assay})`);
  const views = replicateViews(into, columns);
  const words = views.map(({ reference, holds }) => `${reference} (${holds})`).join(" and ");
  if (views.length === 0) {
    if (isWanted)
      cli.say(`! ${into} has no columns that look like replicates, such as activity_rep1 and activity_rep2.`);
    return;
  }
  if (!isWanted) {
    cli.say(`! ${groups.join("; ")} look like replicates. --replicates creates the views ${words}.`);
    return;
  }
  const earlier = replicateViews(into, before ?? []);
  cli.say(`Views of ${groups.join("; ")}: ${words}.`);
  for (const [index, { reference, query }] of views.entries()) {
    if (await putView(workspace, reference, query, earlier[index]?.query)) continue;
    cli.say(`! "${reference}" is in use: create a view with the query ${query}`);
  }
}
