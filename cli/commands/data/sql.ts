import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { ApiError } from "#client/errors.ts";
import type { QueryCost } from "#client/queryResult.ts";
import type { Cli } from "../../cli.ts";
import type { CliCommand } from "../../command.ts";
import { UsageError } from "../../errors.ts";
import { readCsv } from "../../output/csvReader.ts";
import { tableText } from "../../output/tableText.ts";
import { outputFormat, servedFormat, writeResult } from "../../output/writeResult.ts";
import { findProject } from "../../session/findContext.ts";
import { VERSION_OPTION, versionAt } from "../../session/versionAt.ts";

interface Options {
  file?: string;
  asOf?: string;
  output?: string;
  format?: string;
  project?: string;
  cost?: boolean;
}

/** Number of result rows shown on a terminal. */
const SHOWN_ROWS = 200;

/** Commands of other SQL shells. */
const DOT_COMMANDS: Readonly<Record<string, string>> = {
  ".tables": "pdp table list",
  ".schema": "pdp table columns TABLE",
  ".read": "pdp sql -f FILE",
  ".output": 'pdp sql -o FILE "SELECT …"',
  ".import": "pdp import FILE --into TABLE",
};

/** Runs one query and prints its rows. */
export const sql: CliCommand<Options> = {
  arguments: [["[query]", "a single SELECT in Trino's dialect; - reads stdin"]],
  options: [
    ["-f, --file <file>", "file that contains the query; - for stdin"],
    ["--as-of <version>", `read the tables at ${VERSION_OPTION}`],
    [
      "-o, --output <file>",
      "write the complete result to a file: .csv, .tsv, .json, .ndjson, .parquet, .xlsx or .arrow",
    ],
    ["--format <name>", "format of the output: csv, tsv, json, ndjson, parquet, xlsx or arrow"],
    ["-p, --project <name>", "include only rows from this project and its rounds"],
    ["--cost", "report how many files and bytes the query reads"],
  ],
  notes: `Prints the first ${SHOWN_ROWS} rows to a terminal, or all rows to a pipe or file.`,
  run: async (cli, options, stated: string | undefined) => {
    const query = await queryOf(stated, options);
    refuseDotCommand(query);
    const workspace = await cli.workspace();
    const project = options.project === undefined ? undefined : await findProject(workspace, options.project);
    const asOf = options.asOf === undefined ? undefined : await versionAt(workspace, options.asOf);
    const chosen = outputFormat(options.format, options.output) ?? (cli.json ? "JSON" : null);
    const isShown = chosen === null && options.output === undefined && process.stdout.isTTY;
    const format = chosen ?? "TSV";
    const wanted = {
      signal: cli.signal,
      ...(asOf !== undefined && { asOf }),
      ...(project && { project: project.id }),
      // A result from the object store does not include the cost.
      ...(options.cost && { streamed: true, onCost: (cost: QueryCost) => cli.say(costWords(cost)) }),
    };
    const served = servedFormat(format);
    const stream = await workspace.queryFile(query, served, wanted).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== "query_timeout") throw error;
      cli.say(
        "The query exceeded the time limit of a request. It is restarted as a long query and may take minutes; press Ctrl-C to cancel it.",
      );
      return workspace.longQueryFile(query, served, wanted);
    });
    if (isShown) await showRows(cli, stream);
    else await writeResult(stream, format, options.output);
    if (options.output !== undefined) cli.say(`✓ ${options.output}`);
  },
};

/** Returns a description of the query cost. */
function costWords({ files, bytes_read }: QueryCost): string {
  return `The query reads ${files} ${files === 1 ? "file" : "files"} with ${bytes_read.toLocaleString("en-US")} bytes.`;
}

function refuseDotCommand(query: string): void {
  const [, word] = /^\s*(\.[a-z]+)\b/.exec(query) ?? [];
  if (word !== undefined)
    throw new UsageError(`${word} is not SQL. Run: ${DOT_COMMANDS[word] ?? "pdp help sql"}`);
}

async function queryOf(stated: string | undefined, { file }: Options): Promise<string> {
  if ((stated === undefined) === (file === undefined)) {
    throw new UsageError('Specify one query: pdp sql "SELECT …", or in a file with -f.');
  }
  if (stated === "-" || file === "-") return text(process.stdin);
  if (stated !== undefined) return stated;
  return readFile(file ?? "", "utf8").catch(() => {
    throw new UsageError(`File not found: ${file}.`);
  });
}

async function showRows(cli: Cli, stream: ReadableStream<Uint8Array>): Promise<void> {
  const rows: string[][] = [];
  let titles: string[] | undefined;
  let isMore = false;
  for await (const record of readCsv(stream)) {
    const cells = record.map((cell) => cell ?? "");
    if (!titles) titles = cells;
    else if (rows.length < SHOWN_ROWS) rows.push(cells);
    else {
      isMore = true;
      break;
    }
  }
  cli.print(tableText(titles ?? [], rows));
  if (isMore) cli.say(`Only the first ${SHOWN_ROWS} rows are shown. To write all rows, use -o result.csv.`);
}
