import { useMemo } from "preact/hooks";
import { readDesigns } from "#client/orderList/design.ts";
import { orderRows } from "#client/orderList/orderRows.ts";
import { designsNumbering, writtenNumbering } from "#client/referenceNumbering.ts";
import { readDesign } from "#client/requests/earlierTask.ts";
import { quoteReference } from "#client/requests/sqlNames.ts";
import type { Task } from "#client/taskHandle.ts";
import { useWorkspace } from "../../../lab.ts";
import type { Better } from "../../../plots/chart.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { latestOf, useResource } from "../../../resource.ts";
import { substitutionsTable } from "../../structures/readSubstitutions.ts";
import { TableScores } from "../../structures/scoreHeatmap.tsx";
import { isDesign } from "../numbering.ts";
import { DesignFindings } from "./designFindings.tsx";
import { reportCharts } from "./reportCharts.ts";
import { type ReportFigures, taskFigures } from "./taskFigures.ts";

/** Returns the direction of improvement that a task aimed for in each assay; omits assays with a target value. */
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

/** Findings of a task: the most important figures, a summary, and charts of its models or designs. */
export function Findings({ task }: { task: Task }) {
  const workspace = useWorkspace();
  const report = latestOf(
    useResource(`figures of ${task.id}`, async () => {
      if (!task.result || !("report" in task.result)) return null;
      // Plots are only in the complete report, which is large.
      if (task.type === "train/v2") return workspace.task(task.id).reportContent();
      const { data } = await workspace.artifact(task.result.report.artifact_id);
      return { sections: [], ...(data as { summary?: string; figures?: ReportFigures }) };
    }),
  );
  const figures = report ? taskFigures(task, report.figures ?? {}) : [];
  const charts = useMemo(() => reportCharts(report?.sections ?? []), [report]);
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
  const scores = substitutionsTable(task);
  return (
    <>
      {figures.length > 0 && (
        <dl class="figures" aria-label="Main figures">
          {figures.map(({ label, value }) => (
            <div key={label} class="card">
              <dt class="small muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {report?.summary && (
        <section aria-label="Summary" class="report-summary">
          {report.summary.split(/\n\s*\n/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      )}
      {charts.length > 0 && (
        <div class="chart-pair">
          {charts.map(({ title, chart, note }) => (
            <ChartView key={title} title={title} chart={chart} note={note} />
          ))}
        </div>
      )}
      {scores !== null && <TableScores table={scores} />}
      {designs && designs.designs.length > 0 && <DesignFindings {...designs} />}
    </>
  );
}
