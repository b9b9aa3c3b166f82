import { readDesigns } from "#client/orderList/design.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { designsNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import { readDesign } from "#client/requests/earlierTask.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import { useWorkspace } from "../../../lab.ts";
import type { Better } from "../../../plots/chart.ts";
import { latestOf, useResource } from "../../../resource.ts";
import { isDesign } from "../numbering.ts";
import { DesignFindings } from "./designFindings.tsx";
import { type ReportFigures, taskFigures } from "./taskFigures.ts";

/** Returns which values of the assays a task looked for; none for targets. */
function goalsOf({ parameters }: Task): ReadonlyMap<string, Better> {
  const design = readDesign(parameters);
  const stated = design === null ? [] : [design.goal, ...design.secondary, ...design.constraints];
  return new Map(
    stated.flatMap((goal) =>
      goal === null || goal.direction === "TARGET"
        ? []
        : [[goal.assay, goal.direction === "MINIMIZE" ? "lower" : "higher"]],
    ),
  );
}

/** What a task found, above its report: the figures that matter most, and charts of its designs. */
export function Findings({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const figures = latestOf(
    useResource(`figures of ${task.id}`, async () => {
      if (!task.result || !("report" in task.result)) return [];
      const { data } = await workspace.artifact(task.result.report.artifact_id);
      return taskFigures(task, (data as { figures?: ReportFigures }).figures ?? {});
    }),
  );
  const designs = latestOf(
    useResource(`findings of ${task.id}`, async () => {
      if (!isDesign(task)) return null;
      const [table, numbering] = await Promise.all([
        workspace.task(task.id).designsTable(),
        designsNumbering(workspace, task),
      ]);
      const result = await workspace.query(`SELECT * FROM ${quoteReference(table)}`);
      const designs = readDesigns(await result.rows());
      const ordered = orderRows(designs, { numbering, written: writtenNumbering(task) });
      return {
        designs: designs.map((design, at) => ({ ...design, mutations: ordered[at]?.mutations ?? "" })),
        numbering,
        goals: goalsOf(task),
      };
    }),
  );
  return (
    <>
      {figures && figures.length > 0 && (
        <dl class="figures" aria-label="Main figures">
          {figures.map(({ label, value }) => (
            <div key={label} class="card">
              <dt class="small muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {designs && designs.designs.length > 0 && <DesignFindings {...designs} />}
    </>
  );
}
