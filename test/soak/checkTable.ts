import { type ExpectedRows, type Journal, rowsLeft, sumLeft } from "./journal.ts";
import type { MortalWorkspace } from "./mortalPlatform.ts";

/** Difference between the service and the journal. */
export class Lost extends Error {
  override readonly name = "Lost";
}

/** Compares the present of a table, one of its versions and the difference of two of them with the journal. */
export async function checkTable(
  platform: MortalWorkspace,
  journal: Journal,
  table: string,
  random: () => number,
): Promise<void> {
  const own = journal.table(table);
  const { versions } = own;
  if (versions.size === 0) return;
  await compare(platform, table, null, own.current);
  const known = [...versions.keys()];
  const pick = (): Version => {
    const version = known[Math.floor(random() * known.length)] as string;
    return [version, own.at(version)];
  };
  const [version, rows] = pick();
  await compare(platform, table, version, rows);
  const [from, to] = [pick(), pick()].toSorted(([a], [b]) => Number(a) - Number(b)) as [Version, Version];
  await compareDiff(platform, table, from, to);
}

/** Compares everything in the journal with the service: every table, version and tag. */
export async function checkAll(
  workspaceOf: (table: string) => MortalWorkspace,
  journal: Journal,
): Promise<number> {
  let compared = 0;
  for (const name of journal.tables) {
    const table = journal.table(name);
    const platform = workspaceOf(name);
    const { versions, tags } = table;
    if (versions.size === 0) continue;
    await compare(platform, name, null, table.current);
    for (const version of versions.keys()) await compare(platform, name, version, table.at(version));
    for (const [tag, version] of tags) await compare(platform, name, `'${tag}'`, table.at(version));
    compared += 1 + versions.size + tags.size;
  }
  return compared;
}

async function compare(
  platform: MortalWorkspace,
  table: string,
  version: string | null,
  expected: ExpectedRows,
): Promise<void> {
  const asOf = version === null ? "" : ` FOR VERSION AS OF ${version}`;
  const sql = `SELECT "$load_id" AS load, count(*) AS rows, sum(n) AS total FROM ${table}${asOf} GROUP BY 1`;
  const found = (await platform.ask((api) => api.query(sql))).toArray() as Record<string, bigint | number>[];
  const shown = found.map(({ load, rows, total }) => `${load}: ${rows} rows, sum ${total}`).toSorted();
  const wanted = [...expected]
    .map(([load, rows]) => `${load}: ${rowsLeft(rows)} rows, sum ${sumLeft(rows)}`)
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
  platform: MortalWorkspace,
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
    [...rows].reduce((sum, [load, own]) => sum + (others.has(load) ? 0 : rowsLeft(own)), 0);
  const [added, removed] = [without(to[1], from[1]), without(from[1], to[1])];
  if (count("ADDED") === added && count("REMOVED") === removed && lines.length === added + removed) return;
  throw new Lost(
    `${table} from ${from[0]} to ${to[0]}: expected ${added} rows added and ${removed} removed, not ${count("ADDED")} and ${count("REMOVED")} of ${lines.length}`,
  );
}
