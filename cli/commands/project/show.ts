import type { CliCommand } from "../../command.ts";
import { tableText } from "../../output/tableText.ts";
import { findProject } from "../../session/findContext.ts";

const text = (value: string | number | null): string => (value === null ? "" : String(value));

/** Summarizes a project: its rounds with their loads, tasks and designs, and the best assay values. */
export const show: CliCommand = {
  arguments: [["<project>", "project, by name or id"]],
  notes: "Designs are sequences selected by design tasks. The best value is the best mean of any sequence.",
  run: async (cli, _options, wanted: string) => {
    const workspace = await cli.workspace();
    const { id } = await findProject(workspace, wanted);
    const summary = await workspace.projectSummary(id);
    if (cli.json) return cli.print(`${JSON.stringify(summary, null, 2)}\n`);
    const rounds = [...summary.rounds, { name: "(no round)", ...summary.outside_rounds }];
    cli.print(
      tableText(
        ["round", "loads", "rows", "tasks", "designs", "measured"],
        rounds.map(({ name, loads, rows, tasks, designs, designs_measured }) => [
          ...[name, text(loads), text(rows), text(Object.values(tasks).reduce((sum, n) => sum + n, 0))],
          ...[text(designs), text(designs_measured)],
        ]),
      ),
    );
    if (summary.assays.length > 0) {
      const rows = summary.assays.map(({ assay_id, best_value, unit, sequences, best_sequence }) => [
        ...[assay_id, text(best_value), text(unit), text(sequences), text(best_sequence)],
      ]);
      cli.print(`\n${tableText(["assay", "best", "unit", "sequences", "best sequence"], rows)}`);
    }
    for (const { assay_id, problem } of summary.assays)
      if (problem !== null) cli.say(`! ${assay_id} cannot be read: ${problem}`);
    if (!summary.is_complete) cli.say("The project is large, so only its latest records are counted.");
  },
};
