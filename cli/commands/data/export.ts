import { bytesOf } from "#client/rawClient.ts";
import { startTableDownload } from "#client/startTableDownload.ts";
import type { StoredQuery } from "#client/storedQueries.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { outputFormat, servedFormat, writeResult } from "../../output/writeResult.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";
import { sayReliability } from "../task/sayReliability.ts";

interface Options {
  asOf?: string;
  format?: string;
}

/** Number of rows above which the file is stored in the background first: it may take longer than a request. */
const MAX_DIRECT_ROWS = 500_000;

/** Waits until a started download is stored. The download ends with the command. */
async function storedFile(cli: Cli, workspace: Workspace, id: string): Promise<ReadableStream<Uint8Array>> {
  const read = ({ progress: { bytes_read, bytes_total } }: StoredQuery) =>
    `${Math.floor((100 * bytes_read) / Math.max(1, bytes_total))} % read`;
  return cli.waiting(read, "Nothing was written.", (waiting) => workspace.queries.fileOrCancel(id, waiting));
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
    const { id, rows } = await workspace.table(reference);
    const version_id = options.asOf === undefined ? undefined : await versionAt(workspace, options.asOf);
    const wanted = { id, format: servedFormat(format), ...(version_id !== undefined && { version_id }) };
    const stream =
      (rows ?? 0) > MAX_DIRECT_ROWS
        ? await storedFile(cli, workspace, await startTableDownload(workspace, wanted))
        : await bytesOf(
            workspace.raw.GET("/v2/workspace/{workspace}/data/table:download", {
              params: { path: { workspace: workspace.name }, query: { ...wanted, redirect: true } },
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
