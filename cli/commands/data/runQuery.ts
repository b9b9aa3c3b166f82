import { ApiError } from "#client/errors.ts";
import type { QueryCost } from "#client/queryResult.ts";
import type { Workspace } from "#client/workspace.ts";
import type { Cli } from "../../cli.ts";
import { readCsv } from "../../output/csvReader.ts";
import { tableText } from "../../output/tableText.ts";
import { type OutputFormat, servedFormat, writeResult } from "../../output/writeResult.ts";

/** Number of result rows shown on a terminal. */
export const SHOWN_ROWS = 200;

/** How a query reads the tables, and where its result goes. */
export interface QueryReading {
  /** Version of the tables; defaults to the latest. */
  asOf?: string;
  /** ID of the project whose rows are read; defaults to all. */
  project?: string;
  isCostShown: boolean;
  /** Null for a table on a terminal, and TSV in a pipe. */
  format: OutputFormat | null;
  output: string | undefined;
}

/** Runs one query and prints its rows. A query that takes too long for a request starts over as a long query. */
export async function runQuery(
  cli: Cli,
  workspace: Workspace,
  query: string,
  { asOf, project, isCostShown, format: chosen, output, signal }: QueryReading & { signal: AbortSignal },
): Promise<void> {
  const isShown = chosen === null && output === undefined && process.stdout.isTTY;
  const format = chosen ?? "TSV";
  const wanted = {
    signal,
    ...(asOf !== undefined && { asOf }),
    ...(project !== undefined && { project }),
    // A result from the object store does not include the cost.
    ...(isCostShown && { streamed: true, onCost: (cost: QueryCost) => cli.say(costWords(cost)) }),
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
  else await writeResult(stream, format, output);
  if (output !== undefined) cli.say(`✓ ${output}`);
}

/** Returns a description of the query cost. */
function costWords({ files, bytes_read }: QueryCost): string {
  return `The query reads ${files} ${files === 1 ? "file" : "files"} with ${bytes_read.toLocaleString("en-US")} bytes.`;
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
