import { newAuthored } from "#shared/domain/fields.ts";
import { createLoad } from "#shared/domain/loads/loadTransitions.ts";
import type { Version } from "#shared/domain/loads/version.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import { createProject, type Project } from "#shared/domain/project.ts";
import type { Round } from "#shared/domain/round.ts";
import { createTable } from "#shared/domain/table.ts";
import type { Write } from "#shared/store/dynamodb/items.ts";
import { tableVersionKey, versionKey } from "#shared/store/dynamodb/keys.ts";
import { newLoadWrites } from "#shared/store/loads.ts";
import { newOrderWrites } from "#shared/store/orders.ts";
import { projectWrites } from "#shared/store/projects.ts";
import { roundWrites } from "#shared/store/rounds.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { tableWrites } from "#shared/store/tableWrites.ts";
import type { Lab } from "./lab.ts";
import { manyRecords, type Records } from "./manyRecords.ts";

const COUNT = 2_500;
/** Author and creation time of all stored items. */
export const ACT = { by: "user_1", at: "2025-06-01T00:00:00.000Z" };
const ARCHIVED = { archived_at: ACT.at, archived_by: ACT.by };
const ACTIVE = { archived_at: null, archived_by: null };

/** List operation with its filter, and the IDs of all its items in ascending order. */
export interface FilledList {
  name: string;
  method: "GET" | "POST";
  /** Ends with `?` or `&`. */
  path: string;
  ids: string[];
}

/** Fills all lists in a lab with 2,500 items each; about a third of the items are shown by default. */
export async function filledLists(lab: Lab): Promise<FilledList[]> {
  const records = await manyRecords(lab);
  const projects = await fillProjects(records);
  const [open, archived] = projects;
  if (!open || !archived) throw new Error("There are no projects");
  const rounds = await fillRounds(records, lab.projectId, archived.id);
  const round = rounds[0]?.id ?? "";
  const tables = await fillTables(records);
  const [versioned] = tables;
  if (!versioned) throw new Error("There are no tables");
  const loads = await fillLoads(records, lab.projectId, round, open.id);
  const orders = await fillOrders(records, lab.projectId, round);
  return [
    ...listsOfOrders(orders, lab.projectId, round),
    ...listsOfProjects(projects, lab.projectId),
    ...listsOfRounds(rounds, lab.projectId, archived.id),
    ...listsOfTables(tables),
    ...loads,
    ...(await fillVersions(records, versioned, lab.projectId, loads)),
  ];
}

function idsOf<T extends { id: string }>(
  items: readonly T[],
  shown: (item: T) => boolean = () => true,
): string[] {
  return items.filter(shown).map(({ id }) => id);
}

const places = Array.from({ length: COUNT }, (_, place) => place);
const isActive = ({ archived_at }: { archived_at: string | null }): boolean => archived_at === null;
const get = (name: string, path: string, ids: string[]): FilledList => ({ name, method: "GET", path, ids });

/** The first is active, the second archived. */
async function fillProjects({ scope, newId, store }: Records): Promise<Project[]> {
  const all = places.map((place) => ({
    ...createProject(newId(), { name: "p", description: null, modality: null }, ACT),
    ...(place % 3 === 0 ? ACTIVE : ARCHIVED),
  }));
  await store(all.map((project) => projectWrites(scope, null, project)));
  return all;
}

/** The lab's default project is the newest project. */
function listsOfProjects(all: readonly Project[], youngest: string): FilledList[] {
  return [
    get("projects", "/project:list?", [...idsOf(all, isActive), youngest]),
    get("projects and archived ones", "/project:list?include_archived=true&", [...idsOf(all), youngest]),
  ];
}

/** One third is shown, one third is archived, and one third belongs to an archived project. */
async function fillRounds({ scope, newId, store }: Records, own: string, archived: string): Promise<Round[]> {
  const all = places.map((place) => {
    const { modality: _, ...fields } = createProject(
      newId(),
      { name: "r", description: null, modality: null },
      ACT,
    );
    return {
      ...fields,
      ...(place % 3 === 1 ? ARCHIVED : ACTIVE),
      project_id: place % 3 === 2 ? archived : own,
    };
  });
  await store(all.map((round) => roundWrites(scope, null, round)));
  return all;
}

function listsOfRounds(all: readonly Round[], own: string, archived: string): FilledList[] {
  const isOwn = ({ project_id }: Round): boolean => project_id === own;
  const isShown = (round: Round): boolean => isOwn(round) && isActive(round);
  const ofOwn = `/round:list?project_id=${own}&`;
  const ofArchived = `/round:list?project_id=${archived}&`;
  const hiddenToo = "include_archived=true&";
  return [
    get("rounds", "/round:list?", idsOf(all, isShown)),
    get("rounds and hidden ones", `/round:list?${hiddenToo}`, idsOf(all)),
    get("rounds of a project", ofOwn, idsOf(all, isShown)),
    get("rounds of a project and archived ones", `${ofOwn}${hiddenToo}`, idsOf(all, isOwn)),
    get("rounds of an archived project", ofArchived, []),
    get(
      "rounds of an archived project and hidden ones",
      `${ofArchived}${hiddenToo}`,
      idsOf(all, (r) => !isOwn(r)),
    ),
  ];
}

/** One third is active, one third archived, and one third active in a round. */
async function fillOrders(
  { scope, newId, store }: Records,
  project: string,
  round: string,
): Promise<OrderRecord[]> {
  const all = places.map((place) => ({
    ...newAuthored(newId(), ACT),
    ...(place % 3 === 1 ? ARCHIVED : ACTIVE),
    project_id: project,
    round_id: place % 3 === 2 ? round : null,
    name: "o",
    design_count: 1,
    plate_count: 0,
    seed: "1",
    erased_at: null,
    layout_key: null,
  }));
  await store(all.map((order) => newOrderWrites(scope, order)));
  return all;
}

function listsOfOrders(all: readonly OrderRecord[], project: string, round: string): FilledList[] {
  const ofRound = idsOf(all, ({ round_id }) => round_id === round);
  return [
    get("orders", "/project/order:list?", idsOf(all, isActive)),
    get("orders and archived ones", "/project/order:list?include_archived=true&", idsOf(all)),
    get("orders of a project", `/project/order:list?project_id=${project}&`, idsOf(all, isActive)),
    get("orders of a round", `/project/order:list?round_id=${round}&`, ofRound),
  ];
}

/** One third is active, one third archived (some of them with the same reference), and one third comes from tasks. */
async function fillTables({ scope, newId, store }: Records): Promise<TableRecord[]> {
  const all = places.map((place): TableRecord => {
    const id = newId();
    const reference = ["t_", "old_", "tasks.task_1.t_"][place % 3] + id;
    const fields = { reference: place % 30 === 1 ? "same" : reference, description: null, columns: [] };
    return { ...createTable(id, newId(), fields, ACT), manifest_key: null };
  });
  const isSame = ({ reference }: TableRecord): boolean => reference === "same";
  const archived = all.map((table, place) => (place % 3 === 1 ? { ...table, ...ARCHIVED } : table));
  const born = (table: TableRecord): Write[] => tableWrites(scope, null, table);
  const archiving = (table: TableRecord): Write[] =>
    tableWrites(scope, { item: { ...table, ...ACTIVE }, revision: 1 }, table);
  await store(all.filter((table) => !isSame(table)).map(born));
  await store(archived.filter((table) => !isSame(table) && !isActive(table)).map(archiving));
  // Only one table at a time can have a given reference.
  for (const table of archived.filter(isSame)) {
    await store([born({ ...table, ...ACTIVE })]);
    await store([archiving(table)]);
  }
  return archived;
}

function listsOfTables(all: readonly TableRecord[]): FilledList[] {
  const isInternal = ({ reference }: TableRecord): boolean => reference.startsWith("tasks.");
  const isSame = ({ reference }: TableRecord): boolean => reference === "same";
  const list = "/data/table:list?";
  return [
    get(
      "tables",
      list,
      idsOf(all, (table) => isActive(table) && !isInternal(table)),
    ),
    get("tables and internal ones", `${list}include_internal=true&`, idsOf(all, isActive)),
    get(
      "tables and archived ones",
      `${list}include_archived=true&`,
      idsOf(all, (table) => !isInternal(table)),
    ),
    get("all tables", `${list}include_archived=true&include_internal=true&`, idsOf(all)),
    get("archived tables of a reference", "/data/table:listArchived?reference=SAME&", idsOf(all, isSame)),
  ];
}

/** Contexts, used in turn: the project, its round, and another project. */
async function fillLoads(
  { scope, newId, store }: Records,
  own: string,
  round: string,
  other: string,
): Promise<FilledList[]> {
  const all = places.map((place) => {
    if (place % 3 === 1)
      return createLoad(newId(), { kind: "ROUND", project_id: own, round_id: round }, {}, ACT);
    return createLoad(newId(), { kind: "PROJECT", project_id: place % 3 === 0 ? own : other }, {}, ACT);
  });
  await store(all.map((load) => newLoadWrites(scope, load)));
  const list = "/data/load:list?";
  const isOwn = ({ context }: (typeof all)[number]): boolean =>
    context.kind !== "WORKSPACE" && context.project_id === own;
  const ofRound = idsOf(all, ({ context }) => context.kind === "ROUND");
  return [
    get("loads", list, idsOf(all)),
    get("loads of a project", `${list}project_id=${own}&`, idsOf(all, isOwn)),
    get("loads of a round", `${list}round_id=${round}&`, ofRound),
    { name: "loads of a round, by POST", method: "POST", path: `${list}round_id=${round}&`, ids: ofRound },
  ];
}

/** Version that created a table, followed by one version for each load; nine out of ten changed that table. */
async function fillVersions(
  { scope, newId, store }: Records,
  { id: table_id, reference, version_id }: TableRecord,
  own: string,
  [all, ofOwn]: readonly FilledList[],
): Promise<FilledList[]> {
  const tables = [{ table_id, reference }];
  const made = { created_at: ACT.at, created_by: ACT.by };
  const versions = (all?.ids ?? []).map(
    (load_id, place): Version => ({
      ...made,
      id: newId(),
      kind: "LOAD",
      load_id,
      tables: place % 10 === 0 ? [] : tables,
    }),
  );
  versions.unshift({ ...made, id: version_id, kind: "TABLE_CREATE", tables });
  await store(
    versions.map((version): Write[] => [
      { kind: "create", key: versionKey(scope.id, version.id), item: version },
      ...version.tables.map((): Write => {
        const item = { version_id: version.id, manifest_key: null };
        return { kind: "put", key: tableVersionKey(scope.id, table_id, version.id), item };
      }),
    ]),
  );
  const ofLoads = new Set(ofOwn?.ids);
  const isOwn = ({ load_id = "" }: Version): boolean => ofLoads.has(load_id);
  const isOfTable = ({ tables }: Version): boolean => tables.length > 0;
  const list = "/data/version:list?";
  const ofTable = `${list}table_id=${table_id}&`;
  return [
    get("versions of a table", `/data/table:listVersions?id=${table_id}&`, idsOf(versions, isOfTable)),
    get("data versions", list, idsOf(versions)),
    get("data versions of a project", `${list}project_id=${own}&`, idsOf(versions, isOwn)),
    get("data versions of a table", ofTable, idsOf(versions, isOfTable)),
    get(
      "data versions of a table and a project",
      `${ofTable}project_id=${own}&`,
      idsOf(versions, (version) => isOfTable(version) && isOwn(version)),
    ),
  ];
}
