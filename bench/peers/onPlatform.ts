import { median } from "@pdp/basics/statistics";
import { newBenchLab, settle, stageLoad } from "../support/benchLab.ts";
import { measureTime } from "../support/inTurns.ts";
import { withPlatformProcess } from "../support/platformProcess.ts";
import { uploadFile } from "../support/uploadFile.ts";
import { folderBytes } from "./folderBytes.ts";
import { COLUMNS, medianTime, rowOfLargeLoad, type StoryFiles, type StoryTimes, TABLE } from "./story.ts";

/** Runs the story over HTTP on a separate platform. */
export function onPlatform(story: StoryFiles): Promise<StoryTimes> {
  return withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    let last = "";
    const load = async (paths: readonly string[]): Promise<void> => {
      last = await stageLoad(lab, TABLE, COLUMNS, "CSV", []);
      for (const path of paths) await uploadFile(lab, last, TABLE, path);
      await settle(lab, "finalize", last);
    };
    const table = () => lab.api.get<{ id: string; version_id: string }>(`/data/table:get?reference=${TABLE}`);
    const small: number[] = [];
    let before = "";
    for (const path of story.small) {
      before = small.length > 0 ? (await table()).version_id : "";
      small.push(await measureTime(() => load([path])));
    }
    const { id, version_id: then } = await table();
    const largeLoad = await measureTime(() => load(story.large));
    const query = (sql: string) => medianTime(() => lab.api.query(sql));
    const pointQuery = await query(`SELECT * FROM ${TABLE} WHERE id = ${rowOfLargeLoad(story)}`);
    const aggregate = await query(`SELECT plate, avg(fitness) AS mean FROM ${TABLE} GROUP BY plate`);
    const undo = await measureTime(() => settle(lab, "undo", last));
    const redo = await measureTime(() => settle(lab, "redo", last));
    const asOf = await query(`SELECT count(*) AS n FROM ${TABLE} FOR VERSION AS OF '${then}'`);
    const rowDiff = await medianTime(async () => {
      const url = `${lab.base}/data/table:rowDiff?id=${id}&from=${before}&to=${then}`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${lab.token}` } });
      const text = await response.text();
      if (!response.ok)
        throw new Error(`table:rowDiff failed with status ${response.status}: ${text.slice(0, 200)}`);
    });
    const bytes = await folderBytes(platform.dataDirectory);
    return { smallLoad: median(small), largeLoad, pointQuery, aggregate, undo, redo, asOf, rowDiff, bytes };
  });
}
