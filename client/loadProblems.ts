import { unguardFormula } from "@pdp/basics/wording";
import { dataOf, type RawClient } from "./rawClient.ts";

/** One problem in a load, in a cell, a row, or a whole file. */
export interface LoadProblem {
  /** Null for a problem with the whole load, such as a duplicate key. */
  file: string | null;
  line: number | null;
  column: string | null;
  value: string | null;
  /** What is wrong with the value, such as `is not a number`, and what to do; a clause that omits the value. */
  reason: string;
}

/** Cells of a row as written by the service: bare, or in quotes, with inner quotes doubled. */
const CELLS = /(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/g;

/** Reads at most `limit` of a load's problems; a load may have millions. */
export async function readLoadProblems(
  raw: RawClient,
  params: { path: { workspace: string }; query: { id: string } },
  limit: number,
): Promise<LoadProblem[]> {
  const body = await dataOf(
    raw.GET("/v2/workspace/{workspace}/data/load:downloadErrors", { params, parseAs: "stream" }) as Promise<{
      data?: ReadableStream<Uint8Array> | null;
    }>,
  );
  if (body === null) return [];
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>;
  const problems: LoadProblem[] = [];
  let rest = "";
  let isHeader = true;
  try {
    while (problems.length < limit) {
      const { done, value = "" } = await reader.read();
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (!isHeader && problems.length < limit) problems.push(problemOf(line));
        isHeader = false;
      }
      if (done) return problems;
    }
    return problems;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function problemOf(row: string): LoadProblem {
  const cells = [...row.matchAll(CELLS)].map(([, quoted, bare]) =>
    quoted === undefined ? bare || null : unguardFormula(quoted.replaceAll('""', '"')),
  );
  const [file = null, line = null, column = null, value = null, reason] = cells;
  return {
    file: file || null,
    line: line === null ? null : Number(line),
    column,
    value,
    reason: reason ?? "",
  };
}
