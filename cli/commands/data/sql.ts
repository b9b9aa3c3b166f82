import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { outputFormat } from "../../output/writeResult.ts";
import { findProject } from "../../session/findContext.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";
import { runQuery, SHOWN_ROWS } from "./runQuery.ts";

interface Options {
  file?: string;
  command?: string;
  asOf?: string;
  output?: string;
  format?: string;
  csv?: boolean;
  project?: string;
  cost?: boolean;
}

const HOW_TO = 'Specify one query: pdp sql "SELECT …", in a file with -f, or on stdin.';

/** Commands of other SQL shells. */
const DOT_COMMANDS: Readonly<Record<string, string>> = {
  ".tables": "pdp table list",
  ".schema": "pdp table columns TABLE",
  ".read": "pdp sql -f FILE",
  ".mode": "pdp sql --format csv",
  ".output": 'pdp sql -o FILE "SELECT …"',
  ".import": "pdp import FILE --into TABLE",
};

/** Runs one query and prints its rows, or starts a shell. */
export const sql: CliCommand<Options> = {
  arguments: [["[query]", "a single SELECT in Trino's dialect; - reads stdin; without it, a shell starts"]],
  options: [
    ["-f, --file <file>", "file that contains the query; - for stdin"],
    ["-c, --command <query>", "the query, as in other SQL shells"],
    ["--as-of <version>", `read the tables at ${VERSION_OPTION}`],
    [
      "-o, --output <file>",
      "write the complete result to a file: .csv, .tsv, .json, .ndjson, .parquet, .xlsx or .arrow",
    ],
    ["--csv", "print CSV, as with --format csv"],
    ["--format <name>", "format of the output: csv, tsv, json, ndjson, parquet, xlsx or arrow"],
    ["-p, --project <name>", "include only rows from this project and its rounds"],
    ["--cost", "report how many files and bytes the query reads"],
  ],
  notes: `Prints the first ${SHOWN_ROWS} rows to a terminal, or all rows to a pipe or file.
Without a query, a shell reads queries that end with ";" and keeps their history; .help lists its commands.`,
  run: async (cli, options, stated: string | undefined) => {
    const query = await queryOf(stated, options);
    if (query !== null) refuseDotCommand(query);
    const workspace = await cli.workspace();
    const project = options.project === undefined ? undefined : await findProject(workspace, options.project);
    const asOf = options.asOf === undefined ? undefined : await versionAt(workspace, options.asOf);
    const chosen =
      outputFormat(options.format ?? (options.csv ? "csv" : undefined), options.output) ??
      (cli.json ? "JSON" : null);
    const reading = {
      ...(asOf !== undefined && { asOf }),
      ...(project && { project: project.id }),
      isCostShown: options.cost === true,
      format: chosen,
      output: options.output,
    };
    if (query !== null) return runQuery(cli, workspace, query, { ...reading, signal: cli.signal });
    const { sqlShell } = await import("./sqlShell.ts");
    await sqlShell(cli, workspace, reading);
  },
};

function refuseDotCommand(query: string): void {
  const [, word] = /^\s*(\.[a-z]+)\b/.exec(query) ?? [];
  if (word !== undefined)
    throw new UsageError(`${word} is not SQL. Run: ${DOT_COMMANDS[word] ?? "pdp help sql"}`);
}

/** Returns the query to run; null for a shell, if there is a terminal to type on. */
async function queryOf(
  stated: string | undefined,
  { file, command, output }: Options,
): Promise<string | null> {
  const given = [stated, file, command].filter((source) => source !== undefined);
  if (given.length > 1) throw new UsageError(`${HOW_TO} Several were given.`);
  if (given.length === 0 && process.stdin.isTTY) {
    if (output === undefined) return null;
    throw new UsageError(HOW_TO);
  }
  if (command !== undefined) return command;
  if (stated !== undefined && /^\S+\.sql$/.test(stated))
    throw new UsageError(`To run the query in a file: pdp sql -f ${stated}`);
  if (stated !== undefined && stated !== "-") return stated;
  if (file !== undefined && file !== "-")
    return readFile(file, "utf8").catch(() => {
      throw new UsageError(`File not found: ${file}.`);
    });
  const query = await text(process.stdin);
  if (query.trim() === "") throw new UsageError(HOW_TO);
  return query;
}
