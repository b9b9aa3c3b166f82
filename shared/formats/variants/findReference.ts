import type { DuckDBConnection } from "@duckdb/node-api";
import { isProtein } from "#shared/domain/aminoAcids.ts";
import type { SequenceFrom } from "#shared/domain/loads/sequenceFrom.ts";
import { readMutations } from "#shared/domain/mutations/readMutations.ts";
import { MAX_SEQUENCE_LENGTH } from "#shared/domain/tasks/sequence.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { UnreadableText } from "#shared/formats/text/unreadableText.ts";

/**
 * Returns the reference of a rule: its own, or the sequence of the row of the wild type in a column of the file, or the one
 * that all rows have there. Throws `UnreadableText` if the file has none.
 */
export async function findReference(
  connection: DuckDBConnection,
  { reference, mutations }: SequenceFrom,
  path: string,
): Promise<string> {
  const { monomer, column } = reference;
  if (monomer !== undefined) return monomer;
  if (column === undefined) throw new Error("The reference of the project was not read");
  const rows = `FROM read_parquet(${literal(path)}) WHERE ${identifier(column)} <> ''`;
  const counted = await connection.runAndReadAll(
    `SELECT min(${identifier(column)}) AS one, min(${identifier(column)}) = max(${identifier(column)}) AS same ${rows}`,
  );
  const [{ one = null, same = null } = {}] = counted.getRowObjectsJson();
  const found = same === true ? String(one) : await wildTypeRow(connection, mutations, column, rows);
  if (found === undefined) {
    throw new UnreadableText(
      `the column "${column}" has several sequences, and no row of the wild type tells which one is the reference; give the reference itself`,
    );
  }
  if (found.length > MAX_SEQUENCE_LENGTH || !isProtein(found)) {
    throw new UnreadableText(
      `the column "${column}" has no reference: a sequence of at most ${MAX_SEQUENCE_LENGTH} amino acids is needed`,
    );
  }
  return found;
}

async function wildTypeRow(
  connection: DuckDBConnection,
  mutations: SequenceFrom["mutations"],
  column: string,
  rows: string,
): Promise<string | undefined> {
  if (typeof mutations !== "string") return undefined;
  const short = `length(${identifier(mutations)}) <= 60`;
  const result = await connection.stream(
    `SELECT ${identifier(mutations)} AS code, ${identifier(column)} AS sequence ${rows} AND ${short}`,
  );
  for await (const chunk of result.yieldRowsJson()) {
    for (const [code, sequence] of chunk) {
      const read = readMutations(String(code ?? ""));
      if ("changes" in read && read.changes.length === 0) return String(sequence);
    }
  }
  return undefined;
}
