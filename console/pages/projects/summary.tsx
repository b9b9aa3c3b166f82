import type { ProjectSummary as Summary } from "#client/resources.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber, formatValue } from "../../parts/format.ts";
import type { Project } from "../../parts/openProjects.ts";
import { BestSequence } from "./bestSequence.tsx";

type Figures = Summary["outside_rounds"];

/** Project summary: the contents of each round, and the best value of each assay so far. */
export function ProjectSummary({ project, summary }: { project: Project; summary: Summary }) {
  return (
    <section class="stack" aria-labelledby="summary">
      <h2 id="summary">So far</h2>
      <Rounds summary={summary} />
      <Assays project={project} summary={summary} />
      {!summary.is_complete && (
        <p class="small muted">The project is large, so only its latest records are counted.</p>
      )}
    </section>
  );
}

function Rounds({ summary: { rounds, outside_rounds: outside } }: { summary: Summary }) {
  const lines = [
    ...rounds.map((round) => ({ key: round.round_id, name: round.name, figures: round as Figures })),
    { key: "outside", name: rounds.length > 0 ? "Not in a round" : "Whole project", figures: outside },
  ];
  const numbers = ["Imports", "Rows", "Tasks", "Designs", "Designs measured"];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-label="Counts by round" tabIndex={0}>
      <DataTable columns={["Round", ...numbers.map((label) => ({ label, as: "number" as const }))]}>
        {lines.map(({ key, name, figures: { loads, rows, tasks, designs, designs_measured: measured } }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            {[loads, rows, Object.values(tasks).reduce((sum, n) => sum + n, 0), designs, measured].map(
              (count, index) => (
                <td key={numbers[index]} class="number">
                  {formatNumber(count)}
                </td>
              ),
            )}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

function Assays({ project, summary: { assays } }: { project: Project; summary: Summary }) {
  if (assays.length === 0) return null;
  return (
    <div class="card scroll">
      <DataTable
        columns={[
          "Assay",
          { label: "Best value", as: "number" },
          { label: "Sequences measured", as: "number" },
          "Best variant",
        ]}
      >
        {assays.map(
          ({ assay_id, name, unit, target, best_value, sequences, best_sequence, problem, task_id }) => (
            <tr key={assay_id}>
              <th scope="row">{name ?? assay_id}</th>
              <td class="number">
                {best_value === null ? "" : `${formatValue(best_value)}${unit ? ` ${unit}` : ""}`}
                {best_value !== null && target !== null && ` (target ${formatValue(target)})`}
              </td>
              <td class="number">{problem === null ? formatNumber(sequences) : ""}</td>
              <td class={problem === null ? "" : "danger-text"}>
                {problem ??
                  (best_sequence && (
                    <BestSequence sequence={best_sequence} project={project} taskId={task_id} />
                  ))}
              </td>
            </tr>
          ),
        )}
      </DataTable>
    </div>
  );
}
