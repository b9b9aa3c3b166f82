import type { Problem } from "#shared/domain/problem.ts";
import { isSameKey, type TableKey } from "#shared/domain/tableKey.ts";
import { problemSentence } from "#shared/domain/wording/problemSentences.ts";
import { formatCount } from "#shared/domain/wording/wording.ts";

/** Rows whose key another row also has: the first ones, and their total number. */
export interface DuplicateKeys {
  listed: Problem[];
  count: number;
}

/** Comparison of the rows that a load brings to a table with each other and with the table's rows, by its key. */
export interface KeyCheck {
  /** Manifest of the table at the comparison. */
  manifest_key: string;
  key: string[];
  duplicates: DuplicateKeys;
}

/** Comparisons of one load, by table id. */
export type KeyChecks = Record<string, KeyCheck>;

/** Error for rows that were not compared with the present rows of their table; they must be compared and then committed. */
export class KeyCheckNeeded extends Error {
  override readonly name = "KeyCheckNeeded";
}

/** Error for rows that a table with a key does not accept. */
export class KeyViolated extends Error {
  override readonly name = "KeyViolated";
  readonly sentences: string[];

  constructor(sentences: string[]) {
    super(sentences[0] ?? "Duplicate key");
    this.sentences = sentences;
  }
}

/** Table whose key is checked. */
type CheckedTable = TableKey & { id: string; reference: string; manifest_key: string | null };

/**
 * Returns the warnings about the keys of the rows that a load brings to these tables. Throws `KeyViolated` if a table does not
 * accept them, and `KeyCheckNeeded` if they were not compared with a table's present state.
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
