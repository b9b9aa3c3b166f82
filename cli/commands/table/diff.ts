import type { CliCommand } from "../../command.ts";
import { outputFormat, servedFormat, writeResult } from "../../output/writeResult.ts";
import { findProject } from "../../session/findContext.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";

interface Options {
  key?: string;
  project?: string;
  output?: string;
  format?: string;
}

/** Writes the rows of a table that were added, removed or changed between two versions. */
export const diff: CliCommand<Options> = {
  arguments: [
    ["<table>", "reference of a table"],
    ["<from>", VERSION_OPTION],
    ["[to]", "the later version; defaults to the latest"],
  ],
  options: [
    [
      "--key <columns>",
      "comma-separated columns that identify a row, or * to compare whole rows; defaults to the table's key",
    ],
    ["-p, --project <name>", "include only rows from this project and its rounds"],
    ["-o, --output <file>", "output file: .csv, .tsv, .json, .ndjson, .parquet, .xlsx or .arrow"],
    ["--format <name>", "format of the output: csv, tsv, json, ndjson, parquet, xlsx or arrow"],
  ],
  notes:
    "$change is ADDED or REMOVED, or CHANGED_FROM and CHANGED_TO for rows with the same key. $rows is the number of identical rows.",
  run: async (cli, options, reference: string, from: string, to: string | undefined) => {
    const workspace = await cli.workspace();
    const format = outputFormat(options.format, options.output) ?? (cli.json ? "JSON" : "TSV");
    const { id } = await workspace.table(reference);
    const project = options.project === undefined ? undefined : await findProject(workspace, options.project);
    const stream = await workspace.rowDiff(
      {
        id,
        from: await versionAt(workspace, from),
        ...(to !== undefined && { to: await versionAt(workspace, to) }),
        ...(options.key !== undefined && { key: options.key }),
        ...(project && { project_id: project.id }),
        format: servedFormat(format),
      },
      cli.signal,
    );
    await writeResult(stream, format, options.output);
    if (options.output !== undefined) cli.say(`✓ ${options.output}`);
  },
};
