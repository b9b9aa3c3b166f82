import { formatCount, type Problem, problemSentence } from "@pdp/basics/wording";
import { isSameKey, type TableKey } from "#shared/domain/tableKey.ts";

/** Rows with duplicate keys: the first few, and their total number. */
export interface DuplicateKeys {
  listed: Problem[];
  count: number;
}

/** Comparison, by key, of the rows that a load adds to a table: with each other, and with the table's existing rows. */
export interface KeyCheck {
  /** Manifest of the table at the time of the comparison. */
  manifest_key: string;
  key: string[];
  duplicates: DuplicateKeys;
}

/** Comparisons of one load, by table id. */
export type KeyChecks = Record<string, KeyCheck>;

/**
 * Error for rows that have not been compared with the current rows of their table; they must be compared before they are
 * committed.
 */
export class KeyCheckNeeded extends Error {
  override readonly name = "KeyCheckNeeded";
}

/** Error for rows rejected by a table with a key. */
export class KeyViolated extends Error {
  override readonly name = "KeyViolated";
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences[0] ?? "Duplicate key");
    this.sentences = sentences;
  }
}

/** Table with a key to check. */
type CheckedTable = TableKey & { id: string; reference: string; manifest_key: string | null };

/**
 * Returns the warnings about the keys of the rows that a load adds to these tables. Throws `KeyViolated` if a table rejects
 * them, and `KeyCheckNeeded` if they have not been compared with a table's current state.
 */
export function applyKeys(tables: readonly CheckedTable[], checks: KeyChecks): string[] {
  const errors: string[] = [];
  const warnings: string[] = [];
  for (const table of tables) {
    if (!table.key) continue;
    const check = checks[table.id];
    if (check?.manifest_key !== table.manifest_key || !isSameKey(check.key, table.key)) {
      throw new KeyCheckNeeded(`The rows for the table ${table.id} were not compared with it`);
    }
    if (check.duplicates.count === 0) continue;
    (table.key_rule === "WARN" ? warnings : errors).push(...keySentences(table, check.duplicates));
  }
  if (errors.length > 0) throw new KeyViolated(errors);
  return warnings;
}

function keySentences(
  { reference, key = [], key_rule }: CheckedTable,
  { listed, count }: DuplicateKeys,
): string[] {
  const columns = key.join(", ");
  const more = count - listed.length;
  const rest = more > 0 ? [`… and ${formatCount(more, "more row")}.`] : [];
  const advice =
    key_rule === "WARN"
      ? `Rows of "${reference}" have the same key (${columns}). They were loaded because the key rule is WARN.`
      : `Each row of "${reference}" needs a unique key (${columns}): correct the files, undo the load that added the other rows, or change the table's key.`;
  return [...listed.map(problemSentence), ...rest, advice];
}
