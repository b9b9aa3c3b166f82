import { controlViews, findControls } from "#client/controlViews.ts";
import { putView } from "#client/putView.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";

/** Creates views that compare values with the controls of their plate on request, or reports that they are possible. */
export async function viewControls(
  cli: Cli,
  workspace: Workspace,
  into: string,
  isWanted: boolean,
): Promise<void> {
  if (!cli.waits) return;
  // The import has succeeded: without --controls, a failure to look for them does not concern it.
  const proposed = await controlsOf(workspace, into).catch((error: unknown) => {
    if (isWanted) throw error;
    return null;
  });
  if (proposed === null || proposed.views.length === 0) {
    if (isWanted) cli.say(`! ${into} has no rows with a sample named WT or blank, or no values to compare.`);
    return;
  }
  const { views, controls } = proposed;
  const { column, wildType, blank } = controls;
  const names = [wildType, blank].filter((name) => name !== null).join(" or ");
  if (!isWanted) {
    const shown = views.map(({ reference }) => reference).join(", ");
    cli.say(`! ${column} is ${names} in some rows. --controls creates the views ${shown}.`);
    return;
  }
  for (const { reference, query, formula } of views) {
    if (await putView(workspace, reference, query)) cli.say(`The view ${reference} has ${formula}.`);
    else cli.say(`! "${reference}" is in use: create a view with the query ${query}`);
  }
}

async function controlsOf(workspace: Workspace, reference: string) {
  const table = await workspace.table(reference);
  const controls = await findControls(workspace, table);
  return controls === null ? null : { controls, views: controlViews(table, controls) };
}
