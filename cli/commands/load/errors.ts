import { bytesOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { writeResult } from "../../output/writeResult.ts";
import { loadIdOf } from "../../session/latestId.ts";

interface Options {
  output?: string;
  all?: boolean;
}

/** Prints the problems in a load's files. */
export const errors: CliCommand<Options> = {
  arguments: [["<load>", "id of a load, or latest"]],
  options: [
    ["--all", "every cell as CSV: file, line, column, value, reason"],
    ["-o, --output <file.csv>", "write all problems to a file"],
  ],
  run: async (cli, { output, all = false }, stated: string) => {
    const workspace = await cli.workspace();
    const id = await loadIdOf(workspace, stated);
    if (!all && output === undefined) {
      const { errors: sentences } = await workspace.load(id).get();
      if (cli.json) cli.print(`${JSON.stringify(sentences, null, 2)}\n`);
      else cli.print(sentences.map((sentence) => `${sentence}\n`).join(""));
      return;
    }
    const stream = await bytesOf(
      workspace.raw.GET("/v2/workspace/{workspace}/data/load:downloadErrors", {
        params: { path: { workspace: workspace.name }, query: { id } },
        parseAs: "stream",
      }),
    );
    await writeResult(stream, "CSV", output);
    if (output !== undefined) cli.say(`✓ ${output}`);
  },
};
