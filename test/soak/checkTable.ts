import type { ExpectedRows, Journal } from "./journal.ts";
import type { MortalPlatform } from "./mortalPlatform.ts";

/** Difference between the service and the journal. */
export class Lost extends Error {
  override readonly name = "Lost";
}

/** Compares the present of a table, one of its versions and the difference of two of them with the journal. */
export async function checkTable(
  platform: MortalPlatform,
  journal: Journal,
  table: string,
  random: () => number,
): Promise<void> {
  const { current, versions } = journal.table(table);
  if (versions.size === 0) return;
  await compare(platform, table, null, current);
  const known = [...versions];
  const pick = () => known[Math.floor(random() * known.length)] as [string, Map<string, Set<number>>];
  const [version, rows] = pick();
  await compare(platform, table, version, rows);
  const [from, to] = [pick(), pick()].toSorted(([a], [b]) => Number(a) - Number(b)) as [
    ReturnType<typeof pick>,
    ReturnType<typeof pick>,
  ];
  await compareDiff(platform, table, from, to);
}

/** Compares everything in the journal with the service: every table, version and tag. */
export async function checkAll(platform: MortalPlatform, journal: Journal): Promise<number> {
  let compared = 0;
  for (const name of journal.tables) {
    const { current, versions, tags } = journal.table(name);
    if (versions.size === 0) continue;
    await compare(platform, name, null, current);
    for (const [version, rows] of versions) await compare(platform, name, version, rows);
    for (const [tag, version] of tags) {
      await compare(platform, name, `'${tag}'`, versions.get(version) ?? new Map());
    }
    compared += 1 + versions.size + tags.size;
  }
  return compared;
}

async function compare(
  platform: MortalPlatform,
  table: string,
  version: string | null,
  expected: ExpectedRows,
): Promise<void> {
  const asOf = version === null ? "" : ` FOR VERSION AS OF ${version}`;
  const sql = `SELECT "$load_id" AS load, count(*) AS rows, sum(n) AS total FROM ${table}${asOf} GROUP BY 1`;
  const found = (await platform.ask((api) => api.query(sql))).toArray() as Record<string, bigint | number>[];
  const shown = found.map(({ load, rows, total }) => `${load}: ${rows} rows, sum ${total}`).toSorted();
  const wanted = [...expected]
    .map(([load, rows]) => `${load}: ${rows.size} rows, sum ${[...rows].reduce((sum, n) => sum + n, 0)}`)
    .toSorted();
  if (shown.join("\n") === wanted.join("\n")) return;
  const missing = wanted.filter((line) => !shown.includes(line));
  const surplus = shown.filter((line) => !wanted.includes(line));
  throw new Lost(
    `${table}${asOf}: missing ${missing.join("; ") || "nothing"}, unexpected ${surplus.join("; ") || "nothing"}`,
  );
}

type Version = [version: string, rows: ExpectedRows];

async function compareDiff(
  platform: MortalPlatform,
  table: string,
  from: Version,
  to: Version,
): Promise<void> {
  const { id } = await platform.ask((api) => api.get<{ id: string }>(`/data/table:get?reference=${table}`));
  const path = `/data/table:rowDiff?id=${id}&from=${from[0]}&to=${to[0]}&key=k&format=NDJSON`;
  const text = Buffer.from(await platform.ask((api) => api.download(path))).toString();
  const lines = text.split("\n").filter((line) => line !== "");
  const count = (change: string) => lines.filter((line) => line.includes(`"$change":"${change}"`)).length;
  const without = (rows: ExpectedRows, others: ExpectedRows) =>
    [...rows].reduce((sum, [load, own]) => sum + [...own].filter((n) => !others.get(load)?.has(n)).length, 0);
  const [added, removed] = [without(to[1], from[1]), without(from[1], to[1])];
  if (count("ADDED") === added && count("REMOVED") === removed && lines.length === added + removed) return;
  throw new Lost(
    `${table} from ${from[0]} to ${to[0]}: expected ${added} rows added and ${removed} removed, not ${count("ADDED")} and ${count("REMOVED")} of ${lines.length}`,
  );
}
