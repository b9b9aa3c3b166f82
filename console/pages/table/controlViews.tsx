import { controlViews, findControls, measuredColumn } from "#client/controlViews.ts";
import type { components } from "#client/schema.ts";
import { useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { makeView } from "./makeView.ts";

/** Views that subtract blanks and compare with the wild type; nothing for a table without such rows. */
export function ControlViews({ table }: { table: components["schemas"]["Table"] }) {
  const workspace = useWorkspace();
  const controls = latestOf(
    useResource(`controls of ${workspace.name} ${table.reference} ${table.version_id}`, () =>
      findControls(workspace, table),
    ),
  );
  const views = controls ? controlViews(table, controls) : [];
  if (!controls || views.length === 0) return null;
  const names = [controls.wildType, controls.blank].filter((name) => name !== null);
  return (
    <section class="card" aria-labelledby="control-views">
      <header>
        <h2 id="control-views">Controls</h2>
        <span class="small muted">
          {controls.column} is {names.join(" or ")} in some rows. A view compares{" "}
          {measuredColumn(table.columns)} with them on the same plate; the measured values remain unchanged.
        </span>
      </header>
      <ul class="body plain">
        {views.map((view) => (
          <li key={view.reference} class="row">
            <ActionButton busy="Saving…" run={() => makeView(workspace, view)}>
              Make the view {view.reference}
            </ActionButton>
            <code>{view.formula}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
