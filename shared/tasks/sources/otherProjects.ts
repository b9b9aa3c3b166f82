import { joinNames } from "@pdp/basics/wording";
import { projectOf, visibleInTask } from "#shared/domain/context.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import { projectsById } from "#shared/store/projects.ts";
import { findTable } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import type { RowReader } from "../rowReader.ts";

const NAMES_SHOWN = 5;

/**
 * Reports that the rows of tables, given by version, belong to projects other than the task's; undefined if the task may read
 * some of these rows, or if the tables have no rows.
 */
export async function otherProjectsSentence(
  { scope, task, what }: Omit<RowReader, "signal">,
  tables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const isVisible = visibleInTask(task.context);
  const hidden = new Set<string>();
  let rows = 0;
  for (const [reference, version] of Object.entries(tables)) {
    const table = await findTable(scope, reference);
    const at = table && (await tableVersionAt(scope, table.id, version));
    if (!at?.manifest_key) continue;
    for (const { context, ...file } of await filesOf(scope, await readManifest(scope, at.manifest_key))) {
      if (isVisible(context)) return undefined;
      hidden.add(projectOf(context) ?? "");
      rows += file.rows;
    }
  }
  if (hidden.size === 0) return undefined;
  const projects = await projectsById(scope, [...hidden]);
  const names = joinNames(
    [...projects.values()].map(({ name }) => `"${name}"`),
    NAMES_SHOWN,
  );
  const [owned, theirs] =
    rows === 1 ? ["Its row belongs", "it"] : [`Its ${rows.toLocaleString("en-US")} rows belong`, "them"];
  const owner = projects.size === 1 ? `the project ${names}` : `other projects: ${names}`;
  const advice = what === "order" ? "Create the order" : "Start the task";
  return `${owned} to ${owner}. ${advice} there or in the context of the workspace, or load ${theirs} into this project, too.`;
}
