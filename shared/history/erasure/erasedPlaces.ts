import {
  type Cleaned,
  cleanFile,
  cleanLoad,
  cleanOrder,
  cleanProject,
  cleanRound,
  cleanTable,
  cleanTag,
  cleanTask,
  type ErasedText,
  type HasErased,
} from "#shared/domain/erasures/erasedText.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeLoadFile, filesOfLoad } from "#shared/store/loadFiles.ts";
import { changeLoad } from "#shared/store/loads.ts";
import { allOrders, changeOrder } from "#shared/store/orders.ts";
import { allProjects, changeProject } from "#shared/store/projects.ts";
import { allRounds, changeRound } from "#shared/store/rounds.ts";
import { allTableRecords } from "#shared/store/tableLists.ts";
import { changeTableRecord } from "#shared/store/tables.ts";
import { changeTask } from "#shared/store/tasks.ts";
import { allTags, renameTag } from "#shared/store/versionTags.ts";
import type { ErasureSearch } from "./searchedTable.ts";

/** Resource with texts that contain an erased value. */
export interface ErasedPlace {
  texts: ErasedText[];
  /** Replaces the texts. Can be repeated. */
  replace: () => Promise<unknown>;
}

/** Finds the names and descriptions in a workspace that contain an erased value. Changes nothing. */
export async function erasedPlaces(scope: WorkspaceScope, search: ErasureSearch): Promise<ErasedPlace[]> {
  const { texts, loads, tasks } = search;
  if (texts.size === 0) return [];
  const has: HasErased = (text) => texts.areInName(text);
  const places: ErasedPlace[] = [];
  const add = <T>(
    kind: ErasedText["kind"],
    id: string,
    { fields }: Cleaned<T>,
    replace: () => Promise<unknown>,
  ) => {
    if (fields.length > 0) places.push({ texts: fields.map((field) => ({ kind, id, field })), replace });
  };
  const [projects, rounds, tables, tags] = await Promise.all([
    allProjects(scope),
    allRounds(scope),
    allTableRecords(scope),
    allTags(scope),
  ]);
  for (const project of projects) {
    const { id } = project;
    add("PROJECT", id, cleanProject(project, has), () =>
      changeProject(scope, id, (current) => cleanProject(current, has).item),
    );
  }
  for (const round of rounds) {
    const { id } = round;
    add("ROUND", id, cleanRound(round, has), () =>
      changeRound(scope, id, (current) => cleanRound(current, has).item),
    );
  }
  for (const order of await allOrders(scope)) {
    const { id } = order;
    add("ORDER", id, cleanOrder(order, has), () =>
      changeOrder(scope, id, (current) => cleanOrder(current, has).item),
    );
  }
  for (const table of tables) {
    const { id } = table;
    add("TABLE", id, cleanTable(table, has), () =>
      changeTableRecord(scope, id, (current) => cleanTable(current, has).item),
    );
  }
  for (const tag of tags) {
    const cleaned = cleanTag(tag, has, `erased-${newId()}`);
    add("TAG", tag.version_id, cleaned, () => renameTag(scope, tag, cleaned.item.name));
  }
  for (const { task } of tasks) {
    const { id } = task;
    add("TASK", id, cleanTask(task, has), () =>
      changeTask(scope, id, (current) => cleanTask(current, has).item),
    );
  }
  for (const load of loads.values()) {
    const { id } = load;
    add("LOAD", id, cleanLoad(load, has), () =>
      changeLoad(scope, id, (current) => cleanLoad(current, has).item),
    );
  }
  await inParallel(loads.keys(), async (loadId) => {
    for (const file of await filesOfLoad(scope, loadId)) {
      add("FILE", file.id, cleanFile(file, has), () =>
        changeLoadFile(scope, loadId, file.id, (current) => cleanFile(current, has).item),
      );
    }
  });
  return places;
}
