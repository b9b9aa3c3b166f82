import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { openInBrowser } from "../../session/browserSignIn.ts";
import { taskIdOf } from "../../session/latestId.ts";

interface Options {
  open?: boolean;
  output?: string;
}

/** Prints the findings of a task or writes its report as a page. */
export const report: CliCommand<Options> = {
  arguments: [["<task>", "id of a completed task, or latest"]],
  options: [
    ["--open", "open the report in a browser"],
    ["-o, --output <file.html>", "write the report as an HTML page"],
  ],
  run: async (cli, { open = false, output }, stated: string) => {
    const workspace = await cli.workspace();
    const id = await taskIdOf(workspace, stated);
    const handle = workspace.task(id);
    if (open || output !== undefined) {
      const path = output ?? join(await mkdtemp(join(tmpdir(), "pdp-")), `report-${id}.html`);
      await writeFile(path, await handle.report());
      cli.say(`✓ ${path}`);
      if (open) openInBrowser(path, cli.env);
      return;
    }
    const { result, state, erased_at: erasedAt } = await handle.get();
    if (erasedAt !== undefined)
      throw new UsageError(`The report of task ${id} was deleted with rows that were erased at ${erasedAt}.`);
    if (result && !("report" in result))
      throw new UsageError(`Task ${id} has no report because it only selected sequences.`);
    if (!result) throw new UsageError(`Task ${id} has no report. Its state is ${state.toLowerCase()}.`);
    const params = { path: { workspace: workspace.name }, query: { id: result.report.artifact_id } };
    const artifact = await dataOf(
      workspace.raw.GET("/v2/workspace/{workspace}/data/artifact:get", { params }),
    );
    const { summary } = artifact.data as { summary?: string };
    if (cli.json) cli.print(`${JSON.stringify(artifact.data, null, 2)}\n`);
    else cli.print(`${summary ?? "The report has no summary."}\n`);
  },
};
