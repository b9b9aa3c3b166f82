import type { CliCommand } from "../../command.ts";
import { type ConfirmOptions, confirmForOthers, YES } from "../../session/confirmForOthers.ts";
import { loadIdOf, projectOfLatest } from "../../session/latestId.ts";
import { progressWords } from "./progressWords.ts";

/** Returns the command that undoes or redoes a load. */
export function changeLoad(action: "undo" | "redo"): CliCommand<ConfirmOptions> {
  return {
    arguments: [["<load>", "id of a load, or latest"]],
    ...(action === "undo" && { options: [YES] }),
    run: async (cli, options, stated: string) => {
      const workspace = await cli.workspace();
      const project = await projectOfLatest(cli, workspace, stated);
      const id = await loadIdOf(workspace, stated, project);
      const load = workspace.load(id);
      if (action === "undo")
        await confirmForOthers(cli, `The load ${id}`, (await load.get()).created_by, options);
      if (!cli.waits) {
        await load.start(action);
        cli.done(await load.get(), `The ${action} is running: pdp load show ${id}`);
        return;
      }
      const onwards = `The ${action} continues: pdp load show ${id}`;
      const done = await cli.waiting(progressWords, onwards, (waiting) => load[action](waiting));
      const counts = Object.values(done.tables).map(({ rows }) => rows);
      const sum = counts.reduce<number>((total, rows) => total + (rows ?? 0), 0);
      // Loads created by tasks do not state their row counts.
      const rows = counts.includes(undefined) ? "The rows" : `${sum.toLocaleString("en-US")} rows`;
      const words =
        action === "undo"
          ? `✓ ${rows} were removed from the latest version; earlier versions still contain them    (restore them with: pdp load redo ${id})`
          : `✓ ${rows} were restored`;
      cli.done(done, words);
    },
  };
}
