/** Result column, with Trino's name for its type. */
interface TrinoColumn {
  name: string;
  type: string;
  typeSignature: TrinoType;
}

/** Type with its parts: the type of an array's items, or the fields of a row. */
export interface TrinoType {
  rawType: string;
  arguments: { value: unknown }[];
}

export interface TrinoAnswer {
  columns: TrinoColumn[];
  rows: unknown[][];
}

interface Page {
  columns?: TrinoColumn[];
  data?: unknown[][];
  nextUri?: string;
  error?: { errorName: string; message: string };
}

/**
 * Runs one statement on a Trino server. If it fails, throws with Trino's code and message. `parse` replaces JSON.parse, for
 * example to keep integers that a number cannot contain.
 */
export async function askTrino(
  url: string,
  sql: string,
  place: { catalog: string; schema: string },
  parse: (json: string) => unknown = JSON.parse,
): Promise<TrinoAnswer> {
  const headers = {
    "X-Trino-User": "check",
    "X-Trino-Time-Zone": "UTC",
    "X-Trino-Catalog": place.catalog,
    "X-Trino-Schema": place.schema,
    "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME",
  };
  const answer: TrinoAnswer = { columns: [], rows: [] };
  let page = await read(await fetch(`${url}/v1/statement`, { method: "POST", body: sql, headers }), parse);
  for (;;) {
    if (page.error) throw new Error(`${page.error.errorName}: ${page.error.message}`);
    if (page.columns) answer.columns = page.columns;
    answer.rows.push(...(page.data ?? []));
    if (!page.nextUri) return answer;
    page = await read(await fetch(page.nextUri, { headers }), parse);
  }
}

async function read(response: Response, parse: (json: string) => unknown): Promise<Page> {
  if (!response.ok) throw new Error(`Trino answered ${response.status}: ${await response.text()}`);
  return parse(await response.text()) as Page;
}
