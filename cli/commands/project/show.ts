import { take } from "#client/pages.ts";
import type { ProjectSummary as Summary } from "#client/resources.ts";
import { incompleteWords, readRankedValues } from "#client/rounds/rankedValues.ts";
import { gainWords, type RoundGain, roundGains } from "#client/rounds/roundGains.ts";
import { NOT_IN_A_ROUND } from "#client/rounds/roundProgress.ts";
import { roundSteps } from "#client/rounds/roundSteps.ts";
import type { Workspace } from "#client/workspace.ts";
import type { CliCommand } from "../../command.ts";
import { tableText } from "../../output/tableText.ts";
import { findProject } from "../../session/findContext.ts";

/** Maximum number of imports whose rounds are read, which is also the maximum that the service counts. */
const MAX_LOADS = 1_000;

const text = (value: string | number | null): string => (value === null ? "" : String(value));
/** Formats a computed number with the precision that a measurement justifies. */
const short = (value: number): string => String(Number(value.toPrecision(4)));

/** Summarizes a project: its rounds with their loads, tasks and designs, and the best assay values. */
export const show: CliCommand = {
  arguments: [["<project>", "project, by name or id"]],
  notes:
    "Designs are sequences selected by design tasks. The best value is the best mean of any sequence. The gain of a round is its best mean compared with the best mean measured before; its 95 % interval contains the noise of rows repeated within an import, but not differences between plates or days, nor that the best of many is partly best by chance.",
  run: async (cli, _options, wanted: string) => {
    const workspace = await cli.workspace();
    const { id } = await findProject(workspace, wanted);
    const summary = await workspace.projectSummary(id);
    const { gains, cut } = await readGains(workspace, id, summary);
    for (const [assay, count] of cut) cli.say(`! ${incompleteWords(assay, count)}`);
    if (cli.json) {
      const more = { gains: Object.fromEntries(gains), incomplete_gains: [...cut.keys()] };
      return cli.print(`${JSON.stringify({ ...summary, ...more }, null, 2)}\n`);
    }
    const rounds = [...summary.rounds, { name: `(${NOT_IN_A_ROUND})`, ...summary.outside_rounds }];
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
    if (gains.size > 0) cli.print(`\n${gainsTable(gains)}`);
    for (const { assay_id, problem } of summary.assays)
      if (problem !== null) cli.say(`! ${assay_id} cannot be read: ${problem}`);
    if (!summary.is_complete) cli.say("The project is large, so only its latest records are counted.");
  },
};

interface Gains {
  /** Gains of each assay that several rounds have measured. */
  gains: Map<string, readonly RoundGain[]>;
  /** Number of compared values of the assays that have more. */
  cut: Map<string, number>;
}

async function readGains(workspace: Workspace, projectId: string, summary: Summary): Promise<Gains> {
  const loads = await take(workspace.loads({ project_id: projectId, order: "DESC" }), MAX_LOADS);
  const steps = roundSteps(loads, summary.rounds);
  const result: Gains = { gains: new Map(), cut: new Map() };
  if (steps.filter((step) => step.loads.size > 0).length < 2) return result;
  for (const assay of summary.assays) {
    const read = assay.problem === null ? await readRankedValues(workspace, projectId, assay) : null;
    const gains = read === null ? [] : roundGains(read.values, steps, read.goal);
    if (gains.length > 1) result.gains.set(assay.assay_id, gains);
    if (read?.isComplete === false) result.cut.set(assay.assay_id, read.values.length);
  }
  return result;
}

function gainsTable(gains: ReadonlyMap<string, readonly RoundGain[]>): string {
  const rows = [...gains].flatMap(([assay, assayGains]) =>
    assayGains.map((gain) => [
      ...[assay, gain.name, text(gain.variants), short(gain.best.value)],
      ...[gain.gain === null ? "" : short(gain.gain), gain.interval?.map(short).join(" to ") ?? ""],
      gainWords(gain),
    ]),
  );
  return tableText(["assay", "round", "variants", "best", "gain", "95 % interval", "result"], rows);
}
