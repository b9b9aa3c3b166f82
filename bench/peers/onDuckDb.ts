import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { median } from "@pdp/basics/statistics";
import { measureTime } from "../support/inTurns.ts";
import { readCsvSql } from "../support/rawDuckDb.ts";
import { folderBytes } from "./folderBytes.ts";
import { COLUMNS, medianTime, rowOfLargeLoad, type StoryFiles, type StoryTimes } from "./story.ts";

/** Runs the story on a DuckDB file in this process, with a load column and a load log that are maintained manually. */
export async function onDuckDb(story: StoryFiles, folder: string): Promise<StoryTimes> {
  const instance = await DuckDBInstance.create(join(folder, "peer.duckdb"), { threads: "2" });
  const connection = await instance.connect();
  try {
    const run = (sql: string) => connection.run(sql);
    await run("CREATE TABLE log (load BIGINT, hidden BOOLEAN)");
    await run("CREATE TABLE t (load BIGINT, id BIGINT, mutations VARCHAR, fitness DOUBLE, plate VARCHAR)");
    let loads = 0;
    const load = async (paths: readonly string[]): Promise<void> => {
      await run("BEGIN");
      for (const path of paths)
        await run(`INSERT INTO t SELECT ${loads}, * FROM ${readCsvSql(path, COLUMNS)}`);
      await run(`INSERT INTO log VALUES (${loads}, false)`);
      await run("COMMIT");
      loads += 1;
    };
    const repeated = (sql: string): Promise<number> =>
      medianTime(async () => (await connection.runAndReadAll(sql)).getRows());
    const small: number[] = [];
    for (const path of story.small) small.push(await measureTime(() => load([path])));
    const largeLoad = await measureTime(() => load(story.large));
    const rows = "(SELECT t.* FROM t JOIN log USING (load) WHERE NOT hidden)";
    const pointQuery = await repeated(`SELECT * FROM ${rows} WHERE id = ${rowOfLargeLoad(story)}`);
    const aggregate = await repeated(`SELECT plate, avg(fitness) AS mean FROM ${rows} GROUP BY plate`);
    const last = loads - 1;
    const undo = await measureTime(() => run(`UPDATE log SET hidden = true WHERE load = ${last}`));
    const redo = await measureTime(() => run(`UPDATE log SET hidden = false WHERE load = ${last}`));
    const asOf = await repeated(`SELECT count(*) FROM ${rows} WHERE load < ${last}`);
    const rowDiff = await repeated(`SELECT * FROM ${rows} WHERE load = ${last - 1}`);
    await run("CHECKPOINT");
    const bytes = await folderBytes(folder);
    return { smallLoad: median(small), largeLoad, pointQuery, aggregate, undo, redo, asOf, rowDiff, bytes };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
