import { readFile } from "node:fs/promises";
import { formatCount } from "@pdp/basics/wording";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UnfitFiles, UsageError } from "../../errors.ts";
import type { KnownColumns } from "../../files/buildConfig.ts";
import { sayWarnings } from "../../files/fileWarnings.ts";
import { IMPORT_OPTIONS, type ImportFlags } from "../../files/importFlags.ts";
import { planImport } from "../../files/planImport.ts";
import { sayLeftOut, sayNotes, showProblems } from "../../files/showProblems.ts";
import { withStdinFile } from "../../files/stdinFile.ts";

interface Options extends ImportFlags {
  into?: string;
}

/** Checks files offline against the service's rules. */
export const check: CliCommand<Options> = {
  arguments: [["<files...>", "files to read; - reads stdin"]],
  options: [
    [
      "--into <columns.json>",
      "file with the table's columns, from pdp table show NAME --json > columns.json",
    ],
    ...IMPORT_OPTIONS,
  ],
  notes:
    "Every cell is checked locally with the service's rules, and nothing is uploaded. Values in Parquet files are checked only by the service.",
  run: (cli, options, paths: string[]) =>
    withStdinFile(paths, cli.signal, (files) => checkFiles(cli, options, files)),
};

async function checkFiles(cli: Cli, options: Options, paths: readonly string[]): Promise<void> {
  const known = options.into === undefined ? null : await readColumns(options.into);
  const { config, reports, notes } = await planImport(paths, "the_table", known, options, cli.signal);
  if (reports.some(({ problems }) => problems.count > 0)) {
    showProblems(cli, reports, "", known !== null);
    if (!cli.json) sayWarnings(cli, reports);
    sayNotes(cli, notes);
    throw new UnfitFiles(
      `${paths.length === 1 ? "The file" : "These files"} cannot be loaded as ${paths.length === 1 ? "it is" : "they are"}.`,
    );
  }
  const rows = reports.reduce((sum, report) => sum + report.rows, 0);
  const warnings = reports.flatMap((report) => report.warnings);
  if (cli.json) cli.print(`${JSON.stringify({ rows, config, notes, warnings }, null, 2)}\n`);
  else {
    await cli.list(config.columns, {
      column: ({ source_name, name }) => source_name ?? name,
      name: ({ name }) => name,
      type: ({ type }) => type,
      kind: ({ metadata }) => metadata?.kind,
    });
    sayLeftOut(cli, reports);
    sayNotes(cli, notes);
    sayWarnings(cli, reports);
    cli.say(`✓ ${formatCount(rows, "row")}, nothing to correct`);
  }
}

/** Reads columns from a file that contains a list, or an object with `columns`, such as a table from the API. */
async function readColumns(path: string): Promise<KnownColumns> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new UsageError(
      `File not found: ${path}. For pdp check, --into expects a file with the output of pdp table show NAME --json.`,
    );
  });
  try {
    const value: unknown = JSON.parse(text);
    const columns: unknown = Array.isArray(value) ? value : Object(value).columns;
    if (Array.isArray(columns)) return columns;
  } catch {
    // Reported below.
  }
  throw new UsageError(`${path} has no columns. Create the file with pdp table show NAME --json.`);
}
