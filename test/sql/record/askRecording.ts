import type { Recorded } from "#test/shared/trino/sameAsTrino.ts";
import type { Recording } from "#test/sql/recording.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";

/** Returns Trino's response to a query, or the name of its error. */
export async function askRecording(
  url: string,
  query: string,
  place: { catalog: string; schema: string },
): Promise<Recording> {
  try {
    const { columns, rows } = await askTrino(url, query, place);
    const names = columns.map(({ name }) => name);
    const arePlain = names.every((name, index) => name === `_col${index}`);
    return {
      query,
      ...(!arePlain && { names }),
      types: columns.map(({ type }) => type),
      rows: rows as Recorded[][],
    };
  } catch (error) {
    const [, name] = /^([A-Z][A-Z_]+):/.exec((error as Error).message) ?? [];
    if (name === undefined) throw error;
    return { query, error: name };
  }
}
