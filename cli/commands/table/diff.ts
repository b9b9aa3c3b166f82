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

/** Writes added, removed and changed rows of a table between two versions. */
export const diff: CliCommand<Options> = {
  arguments: [
    ["<table>", "reference of a table"],
    ["<from>", VERSION_OPTION],
    ["[to]", "a later one; defaults to the latest version"],
  ],
  options: [
    [
      "--key <columns>",
      "comma-separated columns that identify a row; * compares whole rows; defaults to the table's key",
    ],
    ["-p, --project <name>", "only rows of this project and its rounds"],
    ["-o, --output <file>", "file to write: .csv, .tsv, .json, .ndjson, .parquet, .xlsx or .arrow"],
    ["--format <name>", "format of the output: csv, tsv, json, ndjson, parquet, xlsx or arrow"],
  ],
  notes:
    "$change is ADDED or REMOVED; rows with the same key are CHANGED_FROM and CHANGED_TO. $rows counts equal rows.",
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
