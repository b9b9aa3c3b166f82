import { bytesOf } from "#client/rawClient.ts";
import type { CliCommand } from "../../command.ts";
import { outputFormat, servedFormat, writeResult } from "../../output/writeResult.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";
import { sayReliability } from "../task/sayReliability.ts";

interface Options {
  asOf?: string;
  format?: string;
}

/** Designs or predictions of a task. */
const RESULTS = /^tasks\.task_(\d+)\.(?:designs|predictions)$/;

/** Writes all rows of a table to a file. */
export const exportCommand: CliCommand<Options> = {
  arguments: [
    ["<table>", "reference of a table or view"],
    ["[file]", ".csv, .tsv, .json, .ndjson, .parquet, .xlsx or .arrow; defaults to stdout"],
  ],
  options: [
    ["--as-of <version>", `read the table at ${VERSION_OPTION}`],
    ["--format <name>", "format, if not implied by the file name; defaults to csv"],
  ],
  run: async (cli, options, reference: string, file: string | undefined) => {
    const workspace = await cli.workspace();
    const format = outputFormat(options.format, file) ?? "CSV";
    const { id } = await workspace.table(reference);
    const version_id = options.asOf === undefined ? undefined : await versionAt(workspace, options.asOf);
    const stream = await bytesOf(
      workspace.raw.GET("/v2/workspace/{workspace}/data/table:download", {
        params: {
          path: { workspace: workspace.name },
          query: {
            id,
            format: servedFormat(format),
            redirect: true,
            ...(version_id !== undefined && { version_id }),
          },
        },
        parseAs: "stream",
        signal: cli.signal,
      }),
    );
    await writeResult(stream, format, file);
    if (file !== undefined) cli.say(`✓ ${file}`);
    const [, task] = RESULTS.exec(reference) ?? [];
    if (task !== undefined) await sayReliability(cli, workspace, await workspace.task(task).get());
  },
};
