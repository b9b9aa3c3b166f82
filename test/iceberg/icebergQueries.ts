/**
 * Queries that read a table through the catalog `lab` in Spark and Trino: one per version, then four filters of the latest
 * version, the tag `paper`, and one that must fail. `compareRows.py` expects this order.
 */
export function icebergQueries(table: string, versions: readonly string[]): string[] {
  const all = `SELECT * FROM lab.main.${table}`;
  return [
    ...versions.map((version) => `${all} FOR VERSION AS OF ${version}`),
    `${all} WHERE whole = 9223372036854775807`,
    `${all} WHERE id > 9`,
    `${all} WHERE text IS NULL`,
    `${all} WHERE day = DATE '2026-02-28'`,
    `${all} FOR VERSION AS OF 'paper'`,
    `DROP TABLE lab.main.${table}`,
  ];
}
