import type { DuckDBConnection } from "@duckdb/node-api";
import type { Column } from "@pdp/basics/columns";
import type { ExecutableQuery } from "@pdp/trino/relations";
import { expect } from "vitest";
import { commitLoad } from "#functions/steps/loads/commitLoad.ts";
import { ingestLoadFiles } from "#functions/steps/loads/ingestLoadFiles.ts";
import { planLoad } from "#functions/steps/loads/planLoad.ts";
import { eraseRows } from "#functions/steps/maintenance/eraseRows.ts";
import { boundColumns } from "#shared/domain/columns/loadColumns.ts";
import type { Context } from "#shared/domain/context.ts";
import { confirmErasure, prepareErasure } from "#shared/domain/erasures/erasureTransitions.ts";
import { applyChanges } from "#shared/domain/fields.ts";
import { ingestBatches } from "#shared/domain/loads/ingestBatches.ts";
import { addFile, createLoad, finalize, redo, undo } from "#shared/domain/loads/loadTransitions.ts";
import { createProject } from "#shared/domain/project.ts";
import { archiveTable, unarchiveTable } from "#shared/domain/table.ts";
import { executableSql, relationSql } from "#shared/engines/duckdb/relationSql.ts";
import { compactTable } from "#shared/history/compactTable.ts";
import { planErasure } from "#shared/history/erasure/planErasure.ts";
import { holderAt } from "#shared/history/relations/holderAt.ts";
import { relationsOf } from "#shared/history/relations/relations.ts";
import { rowDiff } from "#shared/history/rowDiff.ts";
import { removeOrphans } from "#shared/history/sweep/removeOrphans.ts";
import { SWEEP_GROUPS, sweepRecent } from "#shared/history/sweep/sweepRecent.ts";
import { commitTableEdit } from "#shared/history/tableCommits.ts";
import { uploadKey } from "#shared/objects/keys.ts";
import { holdDataFile } from "#shared/objects/locate.ts";
import { putBytes } from "#shared/objects/objects.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { changeErasure, createErasureRecord, getErasure } from "#shared/store/erasures.ts";
import { addLoadFile, filesOfLoad } from "#shared/store/loadFiles.ts";
import { changeLoad, getLoad, newLoadWrites } from "#shared/store/loads.ts";
import { createProjectRecord } from "#shared/store/projects.ts";
import { findTable, readTable } from "#shared/store/tables.ts";
import { getHead, getVersion } from "#shared/store/versions.ts";
import { column as columnOf } from "#test/shared/engines/parquetLake.ts";
import { HistoryModel, type ModelRow } from "./historyModel.ts";
import { checkSnapshot, completeMetadata, requireNoValues, withoutDerived } from "./icebergCheck.ts";
import { reachableObjects, storedObjects } from "./reachableObjects.ts";
import { type CrashPoint, StoreCrashes } from "./storeCrashes.ts";

/** References assigned to tables. */
export const REFERENCES = ["a", "b", "c"];
const BY = "user_1";
const RULES = { minFiles: 2, minAgeMs: 0, targetBytes: 1 << 20 };
const stamp = () => ({ by: BY, at: now() });
const column = (name: string): Column => ({ ...columnOf(name, "INT64"), nullable: name !== "n" });

/** Load of some files into some tables, by their references. */
export interface LoadPlan {
  references: readonly string[];
  /** Row counts of the files for each table. */
  files: readonly number[];
  /** Columns in addition to `n`. */
  columns: readonly string[];
  project: number;
  /** True if it goes through the steps of a large load. */
  isInSteps?: boolean;
}

/** Real history of a workspace with its model. Every operation is applied to both. */
export class HistoryLab {
  readonly model = new HistoryModel();
  /** Number of occurrences of each notable case. */
  readonly happened = new Map<string, number>();
  readonly #scope: WorkspaceScope;
  readonly #connection: DuckDBConnection;
  readonly #crashes: StoreCrashes;
  readonly #projects: string[];

  private constructor(scope: WorkspaceScope, connection: DuckDBConnection, projects: string[]) {
    this.#scope = scope;
    this.#connection = connection;
    this.#projects = projects;
    this.#crashes = new StoreCrashes(scope);
  }

  static async open(scope: WorkspaceScope, connection: DuckDBConnection): Promise<HistoryLab> {
    const projects = [newId(), newId()];
    for (const id of projects) {
      const fields = { name: `p${id}`, description: null, modality: null };
      await createProjectRecord(scope, createProject(id, fields, stamp()));
    }
    return new HistoryLab(scope, connection, projects);
  }

  /** Loads rows; its steps die at the crash point and are then repeated. */
  async load(plan: LoadPlan, crash: CrashPoint | null): Promise<void> {
    const { model } = this;
    const scope = this.#scope;
    const context: Context = { kind: "PROJECT", project_id: this.#projects[plan.project] ?? "" };
    const references = [...new Set(plan.references)];
    const columns = ["n", ...plan.columns].map(column);
    const bound = await this.#bind(references, columns);
    const load = createLoad(newId(), context, bound, stamp());
    await transact(workspaceDatabase(scope), newLoadWrites(scope, load));
    const rowsOf = new Map<string, ModelRow[]>(references.map((reference) => [reference, []]));
    for (const reference of references) {
      for (const count of plan.files) {
        const file = newId();
        const rows = Array.from({ length: count }, (_, index) =>
          this.#row(load.id, file, index + 2, context, plan.columns),
        );
        rowsOf.get(reference)?.push(...rows);
        await this.#upload(load.id, file, reference, csvOf(plan.columns, rows));
      }
    }
    const { attempt } = await changeLoad(scope, load.id, (before) =>
      finalize(before, { tables: bound, filesOfTables: 1, warnings: [] }, stamp()),
    );
    const input = { workspace_id: scope.id, load_id: load.id, attempt };
    const work = async (): Promise<void> => {
      // A small load is processed in one step; every other small load goes through the steps of a large load.
      const { batches } = plan.isInSteps
        ? { batches: await this.#batchesOf(load.id) }
        : ((await planLoad.run(input, scope.settings)) as { batches: string[][] });
      for (const file_ids of batches) await ingestLoadFiles.run({ ...input, file_ids }, scope.settings);
      await commitLoad.run(input, scope.settings);
    };
    await this.#untilDone(crash, work, async () => (await getLoad(scope, load.id)).action === null);
    const { state, errors, tables } = await getLoad(scope, load.id);
    expect({ state, errors }).toEqual({ state: "COMPLETED", errors: [] });
    const rows = new Map<string, ModelRow[]>();
    for (const [reference, { table_id }] of Object.entries(tables)) {
      const id = table_id ?? "";
      const before = model.tables.get(id) ?? { reference, archived: false, columns: [] };
      const added = ["n", ...plan.columns].filter((name) => !before.columns.includes(name));
      model.tables.set(id, { ...before, columns: [...before.columns, ...added] });
      rows.set(id, rowsOf.get(reference) ?? []);
    }
    model.loads.set(load.id, { rows, active: true });
    await this.#note();
  }

  /** Undoes an active load or redoes an undone one. */
  async revise(index: number, crash: CrashPoint | null): Promise<void> {
    const [id, load] = this.#pick(this.model.loads, index) ?? [];
    if (id === undefined || !load || load.erased) return;
    const scope = this.#scope;
    const rule = load.active ? undo : redo;
    const { attempt } = await changeLoad(scope, id, (before) => rule(before, stamp()));
    const input = { workspace_id: scope.id, load_id: id, attempt };
    const work = () => commitLoad.run(input, scope.settings);
    await this.#untilDone(crash, work, async () => (await getLoad(scope, id)).action === null);
    load.active = !load.active;
    await this.#note();
  }

  /** Merges files of a table; if the process dies, nothing is repeated. */
  async compact(index: number, crash: CrashPoint | null): Promise<void> {
    const [id] = this.#pick(this.model.tables, index) ?? [];
    if (id === undefined) return;
    const deadline = Date.now() + 60_000;
    const died = await this.#crashes.run(crash, async () => {
      this.#happens("merge", (await compactTable(this.#scope, id, RULES, deadline)).merged);
    });
    this.#happens("crash", died ? 1 : 0);
    await this.#note();
  }

  /** Merges files of a table while a load is undone or redone. */
  async compactDuring(table: number, load: number): Promise<void> {
    const [id] = this.#pick(this.model.tables, table) ?? [];
    if (id === undefined) return;
    const deadline = Date.now() + 60_000;
    const [one, other] = await Promise.all([
      compactTable(this.#scope, id, RULES, deadline),
      compactTable(this.#scope, id, RULES, deadline),
      this.revise(load, null),
    ]);
    this.#happens("merge", one.merged + other.merged);
  }

  /** Erases all rows of a load, or every third row in one of its tables, regardless of the load to which the row belongs. */
  async erase(index: number, isWhole: boolean, crash: CrashPoint | null): Promise<void> {
    const [loadId, load] = this.#pick(this.model.loads, index) ?? [];
    const [tableId] = this.#pick(load?.rows ?? new Map<string, ModelRow[]>(), index) ?? [];
    if (loadId === undefined || !load || load.erased || tableId === undefined) return;
    const scope = this.#scope;
    const reference = this.model.tables.get(tableId)?.reference ?? "";
    const rest = index % 3;
    const target = isWhole
      ? { load_id: loadId, reference: null, table_id: null, where: null }
      : { load_id: null, reference, table_id: tableId, where: `n % 3 = ${rest} -- each third row` };
    const isErased = (row: ModelRow, id: string): boolean =>
      isWhole ? row.load === loadId : id === tableId && row.n % 3 === rest;
    const erased = [...this.model.loads.values()].flatMap(({ rows }) =>
      [...rows].flatMap(([id, ofTable]) => ofTable.filter((row) => isErased(row, id)).map(({ n }) => n)),
    );
    const plan = await planErasure(scope, target, AbortSignal.timeout(60_000));
    expect(plan.tables.reduce((sum, { rows }) => sum + rows, 0)).toBe(erased.length);
    const prepared = prepareErasure(newId(), target, null, plan, stamp());
    await createErasureRecord(scope, prepared);
    await changeErasure(scope, prepared.id, (before) => confirmErasure(before, stamp()));
    const input = { workspace_id: scope.id, erasure_id: prepared.id, attempt: 1 };
    const work = async (): Promise<void> => {
      for (let ended = false; !ended; ) {
        ended = ((await eraseRows.run(input, scope.settings)) as { ended: boolean }).ended;
      }
    };
    await this.#untilDone(crash, work, async () => (await getErasure(scope, prepared.id)).phase === "DONE");
    this.model.erase(isErased);
    if (isWhole) Object.assign(load, { erased: true, active: false });
    this.#happens("erased row", erased.length);
    await this.#note();
    await this.#requireGone(new Set(erased));
  }

  /** Searches every stored data file and manifest, including unreachable ones, for rows. */
  async #requireGone(erased: ReadonlySet<number>): Promise<void> {
    const objects = await storedObjects(this.#scope);
    await requireNoValues(this.#scope, objects, erased);
    for (const key of objects) {
      if (!key.endsWith(".parquet")) continue;
      const { path } = await holdDataFile(this.#scope, key);
      const reader = await this.#connection.runAndReadAll(`SELECT n FROM read_parquet('${path}')`);
      const left = reader.getRowObjectsJson().filter(({ n }) => erased.has(Number(n)));
      expect(left, key).toEqual([]);
    }
  }

  async rename(index: number, reference: string): Promise<void> {
    const [id, table] = this.#pick(this.model.tables, index) ?? [];
    if (id === undefined || !table || table.archived || this.model.holder(reference) !== undefined) return;
    await this.#edit("TABLE_RENAME", id, (before) => applyChanges(before, { reference }, stamp()));
    table.reference = reference;
    await this.#note();
  }

  /** Archives a table, or unarchives it if its reference is free. */
  async archive(index: number): Promise<void> {
    const [id, table] = this.#pick(this.model.tables, index) ?? [];
    if (id === undefined || !table) return;
    if (table.archived && this.model.holder(table.reference) !== undefined) return;
    const rule = table.archived ? unarchiveTable : archiveTable;
    await this.#edit(table.archived ? "TABLE_UNARCHIVE" : "TABLE_ARCHIVE", id, (before) =>
      rule(before, stamp()),
    );
    table.archived = !table.archived;
    await this.#note();
  }

  /**
   * Removes unreachable objects, of all versions or only recent ones; afterward, no unreachable objects remain, and all required
   * objects exist.
   */
  async sweep(isDaily: boolean, crash: CrashPoint | null): Promise<void> {
    const sweep = async (): Promise<void> => {
      const options = { minAgeMs: 0, marginMs: 0, sliceMs: 60_000 };
      const deadline = Date.now() + 60_000;
      const { orphans } = isDaily
        ? await sweepRecent(this.#scope, SWEEP_GROUPS, options)
        : await removeOrphans(this.#scope, { dryRun: false, minAgeMs: 0, deadline });
      this.#happens("removed orphan", orphans);
      if (isDaily) this.#happens("orphan removed by a daily sweep", orphans);
    };
    const died = await this.#crashes.run(crash, sweep);
    this.#happens("crash", died ? 1 : 0);
    if (died) await sweep();
    const isData = (key: string): boolean => !/\/report-[^/]+$/.test(key);
    const reachable = await reachableObjects(this.#scope);
    const stored = withoutDerived([...(await storedObjects(this.#scope))].filter(isData), reachable);
    expect(stored.toSorted()).toEqual([...reachable].toSorted());
  }

  /** Compares every table at every version with the model; if `few` is set, only at the latest version. */
  async check(few = false): Promise<void> {
    if (!few) await this.#checkCounts();
    for (const version of few ? this.model.versions.slice(-1) : this.model.versions) {
      for (const reference of REFERENCES) {
        const id = version.holders.get(reference) ?? this.model.holder(reference);
        if (id === undefined) await this.#checkNoTable(reference, version.id);
        else await this.#checkTable(id, reference, version.id, version.tables.get(id));
      }
    }
  }

  /** Compares the rows of Iceberg snapshots with the model: for every version, or only for the latest one if `few` is set. */
  async checkSnapshots(few = false): Promise<void> {
    const { versions, tables } = this.model;
    for (const id of tables.keys()) {
      const metadata = await completeMetadata(this.#scope, id);
      for (const version of few ? versions.slice(-1) : versions) {
        const rows = version.tables.get(id)?.rows;
        if (!rows) continue;
        const numbers = rows.map(({ n }) => n);
        await checkSnapshot(this.#scope, this.#connection, metadata, version.id, numbers);
        this.#happens("snapshot", 1);
      }
    }
  }

  /** Compares the row counts in the records of all versions with the model. */
  async #checkCounts(): Promise<void> {
    for (const { id, tables } of this.model.versions) {
      if (Number(id) === 0) continue;
      for (const { table_id, rows } of (await getVersion(this.#scope, id)).tables) {
        expect(rows).toBe(tables.get(table_id)?.rows.length);
      }
    }
  }

  /** For every version, checks against the model which table had each reference. */
  async checkHolders(): Promise<void> {
    for (const { id, holders } of this.model.versions) {
      for (const reference of REFERENCES) {
        const { holder, isPast } = await holderAt(this.#scope, reference, id);
        const then = holders.get(reference);
        const today = this.model.holder(reference);
        if (then !== undefined && then !== today) this.#happens("given up reference", 1);
        const expected = [then ?? today, then !== undefined];
        expect([holder?.table_id, isPast]).toEqual(expected);
      }
    }
  }

  /** For pairs of versions, compares the changed rows of each table with the model. */
  async checkDiff(one: number, other: number): Promise<void> {
    const [from, to] = [one, other]
      .map((index) => index % this.model.versions.length)
      .sort((a, b) => a - b)
      .map((index) => this.model.versions[index]);
    for (const [tableId, before] of from?.tables ?? []) {
      const after = to?.tables.get(tableId);
      if (!after || !from || !to) continue;
      for (const project of [null, 0]) {
        const projectId = project === null ? null : (this.#projects[project] ?? "");
        const query = await rowDiff(this.#scope, {
          ...{ tableId, from: from.id, to: to.id },
          ...{ key: null, projectId },
        });
        const isShown = ({ context }: ModelRow): boolean =>
          projectId === null || (context.kind === "PROJECT" && context.project_id === projectId);
        const [gone, came] = [without(before.rows, after.rows), without(after.rows, before.rows)];
        const expected = [
          ...gone.filter(isShown).map(({ n }) => [n, "REMOVED", 1]),
          ...came.filter(isShown).map(({ n }) => [n, "ADDED", 1]),
        ];
        const found = await this.#rowsOf(query);
        const shown = found.map(({ n, $change, $rows }) => [Number(n), $change, Number($rows)]);
        expect(shown).toEqual(expected.toSorted(([a], [b]) => Number(a) - Number(b)));
        // Rows that both versions contain are not read, even if they are in different files.
        const read = query.relations.flatMap(({ files }) => files.map(({ rows }) => rows));
        expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(expected.length);
        for (const { files } of query.relations)
          this.#happens("part of a merged file", files.filter(({ only_loads }) => only_loads).length);
      }
    }
  }

  async #rowsOf({ sql, relations }: ExecutableQuery): Promise<Record<string, unknown>[]> {
    const paths = new Map<string, string>();
    for (const { key } of relations.flatMap(({ files }) => files))
      paths.set(key, (await holdDataFile(this.#scope, key)).path);
    const pathsOf = ({ files }: ExecutableQuery["relations"][number]): string[] =>
      files.map(({ key }) => paths.get(key) ?? "");
    const reader = await this.#connection.runAndReadAll(executableSql(sql, relations, pathsOf));
    return reader.getRowObjectsJson();
  }

  async #checkNoTable(reference: string, version: string): Promise<void> {
    const resolved = relationsOf(this.#scope, () => true)(reference, version);
    await expect(resolved).rejects.toMatchObject({ code: "unknown_table" });
  }

  async #checkTable(
    id: string,
    reference: string,
    version: string,
    expected: { columns: string[]; rows: ModelRow[] } | undefined,
  ): Promise<void> {
    const resolve = (project: number | null) =>
      relationsOf(
        this.#scope,
        (context) =>
          project === null || (context.kind === "PROJECT" && context.project_id === this.#projects[project]),
      )(reference, version);
    if (!expected) {
      await expect(resolve(null)).rejects.toMatchObject({ code: "unknown_table" });
      return;
    }
    for (const project of [null, 0, 1]) {
      const relation = await resolve(project);
      if (relation.kind !== "TABLE") throw new Error(`The table ${id} is a view`);
      expect(relation.id).toBe(id);
      const { columns, files } = relation;
      expect(columns.map(({ name }) => name)).toEqual(expected.columns);
      for (const { key, statistics, rows } of files) {
        // File statistics may contain values that an erasure has removed from the file.
        if (key.includes("/erased-")) {
          expect(statistics).toBeUndefined();
          continue;
        }
        expect(statistics?.columns.n).toMatchObject({ nulls: 0 });
        expect(statistics?.rows).toBeGreaterThanOrEqual(rows);
      }
      const paths = await Promise.all(
        files.map(async ({ key }) => (await holdDataFile(this.#scope, key)).path),
      );
      const shown = expected.rows.filter(
        ({ context }) =>
          project === null || (context.kind === "PROJECT" && context.project_id === this.#projects[project]),
      );
      const reader = await this.#connection.runAndReadAll(
        `FROM (${relationSql({ name: "t", columns, files, showsHidden: true }, paths)}) ORDER BY n`,
      );
      const found = reader.getRowObjectsJson();
      // Files in formats that do not yet record line numbers have none.
      const lines = found.map(({ $line }) => $line !== null);
      expect(found).toEqual(
        shown.toSorted(byNumber).map((row, index) => shownRow(row, expected.columns, lines[index] === true)),
      );
      expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBe(shown.length);
      for (const { hidden_loads = [] } of files) this.#happens("hidden load", hidden_loads.length);
    }
  }

  /** Runs work until it is complete; the process dies at most once. */
  async #untilDone(
    crash: CrashPoint | null,
    work: () => Promise<unknown>,
    isDone: () => Promise<boolean>,
  ): Promise<void> {
    this.#happens("crash", (await this.#crashes.run(crash, work)) ? 1 : 0);
    if (!(await isDone())) await work();
  }

  async #batchesOf(loadId: string): Promise<string[][]> {
    const batches = ingestBatches(await filesOfLoad(this.#scope, loadId), () => "CSV");
    return batches.map((batch) => batch.map(({ id }) => id));
  }

  async #bind(references: readonly string[], columns: Column[]) {
    const bound = references.map(async (reference) => {
      const table = await findTable(this.#scope, reference);
      const own = table ? boundColumns(table.columns, columns) : columns;
      return [reference, { columns: own, format: "CSV" as const, table_id: table?.id ?? null }] as const;
    });
    return Object.fromEntries(await Promise.all(bound));
  }

  #row(load: string, file: string, line: number, context: Context, columns: readonly string[]): ModelRow {
    const n = this.model.next++;
    return {
      n,
      load,
      file,
      line,
      context,
      values: Object.fromEntries(columns.map((name) => [name, n * 10])),
    };
  }

  async #upload(loadId: string, id: string, reference: string, content: string): Promise<void> {
    const scope = this.#scope;
    await putBytes(scope, uploadKey(scope.id, loadId, id), content);
    const file = {
      ...{ id, created_at: now(), created_by: BY, filepath: `${id}.csv`, size: content.length },
      ...{ table_reference: reference, source_file_id: null, description: null },
    };
    await addLoadFile(scope, loadId, file, (before) =>
      addFile(before, { id, size: 1, errors: [], problem_count: 0 }, stamp()),
    );
  }

  async #edit(
    kind: "TABLE_RENAME" | "TABLE_ARCHIVE" | "TABLE_UNARCHIVE",
    id: string,
    rule: (table: Awaited<ReturnType<typeof readTable>>["item"]) => object,
  ): Promise<void> {
    const read = () => readTable(this.#scope, id);
    await commitTableEdit(this.#scope, kind, stamp(), read, (table) => ({
      table: rule(table) as typeof table,
    }));
  }

  #happens(what: string, count: number): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + count);
  }

  async #note(): Promise<void> {
    this.model.note((await getHead(this.#scope)).version_id);
  }

  #pick<T>(map: Map<string, T>, index: number): [string, T] | undefined {
    return [...map][index % Math.max(map.size, 1)];
  }
}

function without(rows: readonly ModelRow[], others: readonly ModelRow[]): ModelRow[] {
  const known = new Set(others.map(({ n }) => n));
  return rows.filter(({ n }) => !known.has(n));
}

const byNumber = (one: ModelRow, other: ModelRow): number => one.n - other.n;

function csvOf(columns: readonly string[], rows: readonly ModelRow[]): string {
  const lines = rows.map(({ n, values }) => [n, ...columns.map((name) => values[name])].join(","));
  return [["n", ...columns].join(","), ...lines, ""].join("\n");
}

function shownRow(
  row: ModelRow,
  columns: readonly string[],
  hasLine: boolean,
): Record<string, string | null> {
  const value = (name: string): string | null => {
    if (name === "n") return String(row.n);
    return row.values[name] === undefined ? null : String(row.values[name]);
  };
  const origin = { $load_id: row.load, $file_id: row.file, $line: hasLine ? String(row.line) : null };
  return { ...Object.fromEntries(columns.map((name) => [name, value(name)])), ...origin };
}
