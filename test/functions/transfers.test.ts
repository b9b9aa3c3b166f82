import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { steps } from "#functions/steps.ts";
import {
  failTransfer,
  type ImportRecord,
  newExport,
  startImport,
} from "#shared/domain/transfers/transfer.ts";
import { runExport } from "#shared/history/transfers/runExport.ts";
import { runImport } from "#shared/history/transfers/runImport.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact } from "#shared/store/dynamodb/items.ts";
import { importingWrite, markImporting } from "#shared/store/freezes.ts";
import { changeTransfer, createTransfer, getExport } from "#shared/store/transfers.ts";
import { request } from "#test/support/http.ts";
import { type Lab, newEmptyLab, newLab, scalar, staffToken, startCsvLoad } from "#test/support/lab.ts";
import { type OwnPlatform, startOwnPlatform } from "#test/support/ownPlatform.ts";
import { analysis, waitForTask } from "#test/support/taskLab.ts";
import {
  type ExportFiles,
  exportedFiles,
  exportFile,
  exportOf,
  Importer,
  listedFiles,
  sha256,
} from "#test/support/transferring.ts";
import { ApiClient } from "../../examples/apiClient.ts";

const COLUMNS = [
  { name: "sequence", type: "STRING", nullable: false },
  { name: "tm", type: "FLOAT64" },
];
const SECRET = "MSECRETSEQWENCE";

interface Entity {
  id: string;
  kind: string;
}

/** Everything that a reader sees of a workspace's tables. */
interface Content {
  history: Entity[];
  /** Rows as text and as Arrow, with their types, of each table at each version. */
  tables: Record<string, unknown>;
}

let own: OwnPlatform;
let lab: Lab;
let taskId: string;
let files: ExportFiles;
let before: Content;
/** Export from before an erasure. */
let withdrawn: string;

async function load(csv: string): Promise<string> {
  const id = await startCsvLoad(lab, "variants", COLUMNS, csv);
  await loaded(id);
  return id;
}

const stateOf = async (path: string): Promise<string> => (await lab.api.get<{ state: string }>(path)).state;

function until(work: () => Promise<boolean>): Promise<void> {
  return vi.waitFor(async () => expect(await work()).toBe(true), { timeout: 60_000, interval: 50 });
}

function loaded(id: string): Promise<void> {
  return until(async () => (await stateOf(`/data/load:get?id=${id}`)) === "COMPLETED");
}

async function act(verb: "undo" | "redo", id: string): Promise<void> {
  await lab.api.post(`/data/load:${verb}?id=${id}`);
  await loaded(id);
}

async function items<T>({ api }: Lab, path: string): Promise<T[]> {
  return (await api.get<{ items: T[] }>(`${path}${path.includes("?") ? "" : "?"}limit=1000`)).items;
}

async function contentOf(of: Lab): Promise<Content> {
  const history = await items<Entity>(of, "/data/version:list");
  const tables = [
    ...(await items<Entity>(of, "/data/table:list")),
    ...(await items<Entity>(of, "/data/table:listArchived?reference=gone&")),
  ].filter(({ kind }) => kind === "TABLE");
  const content: Content = { history, tables: {} };
  for (const { id } of tables)
    for (const version of history) {
      const read = async (format: string): Promise<string> => {
        const path = `data/table:download?id=${id}&version_id=${version.id}&format=${format}`;
        const answer = await fetch(`${of.regionUrl}/v2/workspace/${of.name}/${path}`, {
          headers: { authorization: `Bearer ${of.token}` },
        });
        return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString("latin1") : `${answer.status}`;
      };
      content.tables[`${id}@${version.id}`] = [await read("NDJSON"), await read("ARROW")];
    }
  return content;
}

async function scopeOf(of: Lab): Promise<WorkspaceScope> {
  const id = await new Importer(of, own.addresses).workspaceId();
  return { settings: own.platform.settings.EU, id, region: "EU" };
}

/** Returns a value with all ids moved by an offset. */
function moved<T>(value: T, offset: number): T {
  const shift = (id: string): string => String(Number(id) + offset);
  return JSON.parse(JSON.stringify(value).replace(/(?<![0-9.])[0-9]{15}(?![0-9.])/g, shift)) as T;
}

/** Returns the loads and files of the rows of a table, which data files and their names contain. */
function origins(of: Lab): Promise<unknown> {
  const parts = ["min", "max", "sum"].flatMap((sum) =>
    ["$load_id", "$file_id"].map((name) => `CAST(${sum}(DISTINCT "${name}") AS VARCHAR)`),
  );
  return scalar(of, `SELECT concat_ws(' ', ${parts.join(", ")}) FROM proteins`);
}

beforeAll(async () => {
  own = await startOwnPlatform({ COMPACTION_MIN_FILES: "2", COMPACTION_MIN_AGE_SECONDS: "0" });
  lab = await newLab(own.addresses);
  const { api } = lab;
  await load("sequence,tm\nMKTAYIAK,50.5\nMKTAYIAR,51\n");
  const second = await load(`sequence,tm\nMKTAYIAL,52\n${SECRET},53\n`);
  const third = await load("sequence,tm\nMKTAYIAV,54\n");
  await act("undo", second);
  await act("redo", second);
  await act("undo", third);
  const { columns } = await api.get<{ columns: object[] }>("/data/table:get?reference=variants");
  await api.post("/data/table:update?reference=variants", {
    columns: [...columns, { name: "plate", type: "STRING" }],
  });
  await api.post("/data/table:rename?reference=variants", { new_reference: "proteins" });
  const query = "SELECT sequence, tm FROM proteins WHERE tm > 51";
  await api.post("/data/table:create", { kind: "VIEW", reference: "hot", query });
  await api.post("/data/table:create", { kind: "TABLE", reference: "gone", columns: COLUMNS });
  await api.post("/data/table:archive?reference=gone");
  const workspace_id = await new Importer(lab, own.addresses).workspaceId();
  const table = await api.get<Entity>("/data/table:get?reference=proteins");
  const merged = await steps.compactTableFiles.run(
    { workspace_id, table_id: table.id },
    own.platform.settings.EU,
  );
  expect(merged).toMatchObject({ merged: 1 });
  withdrawn = (await exportOf(lab)).id;
  const staff = new ApiClient(`${lab.regionUrl}/v2/workspace/${lab.name}`, await staffToken(own.addresses));
  const plan = await staff.post<Entity>("/data:prepareErasure", {
    reference: "proteins",
    where: `sequence = '${SECRET}'`,
  });
  await staff.post(`/data:confirmErasure?plan_id=${plan.id}`);
  const erasure = () => staff.get<{ state: string }>(`/data:getErasure?id=${plan.id}`);
  await until(async () => (await erasure()).state === "COMPLETED");
  await load("sequence,tm\nMKTAYIAF,55\n");
  const task = await api.post<Entity>(
    "/task/analyze.data/v2:create",
    analysis(lab, {
      dataset: { kind: "QUERY", query: "SELECT sequence, tm FROM proteins" },
      reference: { monomer: "MKTAYIAK" },
      assays: [{ assay_id: "tm", name: "Tm", unit: "°C", scale_type: "ADDITIVE" }],
    }),
  );
  taskId = task.id;
  expect((await waitForTask(lab, task.id)).state).toBe("COMPLETED");
  const [latest] = await items<Entity>(lab, "/data/version:list");
  await api.post("/data/version:tag", { version_id: latest?.id, name: "paper" });
  files = await exportedFiles(lab);
  before = await contentOf(lab);
}, 240_000);
afterAll(() => own.close());

describe("an exported workspace", () => {
  it("has a checksum for each file, a list for each table, and no erased value", () => {
    const listed = listedFiles(files);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed.filter(({ path }) => path.includes("/merged/"))).toHaveLength(1);
    for (const { path, bytes, sha256: digest } of listed) {
      const content = files.get(path) as Buffer;
      expect([path, content.length, sha256(content)]).toEqual([path, bytes, digest]);
    }
    const tables = [...files.keys()].filter((path) => /^tables\/[0-9]+\.jsonl$/.test(path));
    expect(tables.length).toBeGreaterThanOrEqual(3);
    for (const [path, content] of files) expect([path, content.includes(SECRET)]).toEqual([path, false]);
  });

  it("can be downloaded only when it is complete, and until rows are erased", async () => {
    const codeOf = async (id: string) => (await (await exportFile(lab, id, "files.jsonl")).json()).code;
    expect(await codeOf(withdrawn)).toBe("export_file_not_found");
    const failed = failTransfer(newExport(newId(), lab.name, { by: "nobody", at: now() }), ["no"], now());
    await createTransfer(await scopeOf(lab), failed);
    expect(await codeOf(failed.id)).toBe("export_not_completed");
  });

  it("continues after each object and each batch of records", async () => {
    const scope = await scopeOf(lab);
    const slice = { deadline: 0, signal: new AbortController().signal };
    const record = newExport(newId(), lab.name, { by: "nobody", at: now() });
    await createTransfer(scope, record);
    let slices = 0;
    for (let ended = false; !ended; slices += 1) ended = (await runExport(scope, record.id, 1, slice)).ended;
    expect(slices).toBeGreaterThan(20);
    const found = await getExport(scope, record.id);
    expect(found).toMatchObject({ state: "COMPLETED", export: { version_id: before.history.at(-1)?.id } });

    const target = await newEmptyLab(own.addresses);
    const importer = new Importer(target, own.addresses);
    await importer.close();
    const id = await importer.uploadAll(files);
    const into = await scopeOf(target);
    await changeTransfer<ImportRecord>(into, { id, kind: "IMPORT" }, startImport);
    slices = 0;
    for (let ended = false; !ended; slices += 1) ended = (await runImport(into, id, 1, slice)).ended;
    expect(slices).toBeGreaterThan(40);
    await importer.manage("unfreeze");
    expect(await contentOf(target)).toEqual(before);
  }, 120_000);

  it("stays closed while its records are written", async () => {
    const target = await newEmptyLab(own.addresses);
    const importer = new Importer(target, own.addresses);
    const scope = await scopeOf(target);
    await expect(markImporting(scope, "17")).rejects.toThrow("is not closed");
    await importer.close();
    await markImporting(scope, "17");
    const readOnly = { mode: "READ_ONLY", reason: "To look at it" };
    for (const refused of [await importer.manage("unfreeze"), await importer.manage("freeze", readOnly)])
      expect([refused.status, refused.body.code]).toEqual([409, "import_running"]);
    const { status } = await request(
      "GET",
      `${target.regionUrl}/v2/workspace/${target.name}/project:list`,
      target,
    );
    expect(status).toBe(423);
    await transact(workspaceDatabase(scope), [await importingWrite(scope, null)]);
    expect((await importer.manage("unfreeze")).status).toBe(200);
  });

  it.each(["SAME", "NEW"] as const)(
    "has every version of every table after an import with the %s ids",
    async (ids) => {
      const target = await newEmptyLab(own.addresses);
      const importer = new Importer(target, own.addresses);
      expect((await importer.close()).status).toBe(200);
      const { state, errors, id_offset: offset } = await importer.run(await importer.uploadAll(files, ids));
      expect([state, errors]).toEqual(["COMPLETED", []]);
      expect(offset < 0).toBe(ids === "NEW");
      expect((await importer.manage("unfreeze")).status).toBe(200);

      expect(await contentOf(target)).toEqual(moved(before, offset));
      expect(await origins(target)).toEqual(await movedOrigins(offset));
      const lists = ["/project:list", "/data/load:list", "/task:list", "/data/artifact:list"];
      for (const list of [...lists, "/data/table:list", "/data/version:listTags"])
        expect([list, await items(target, list)]).toEqual([list, moved(await items(lab, list), offset)]);
      const hot = "SELECT sequence, tm FROM hot ORDER BY tm";
      expect(String(await target.api.query(hot))).toEqual(String(await lab.api.query(hot)));
      const snapshot = `SELECT count(*) FROM tasks.task_${moved(taskId, offset)}.dataset`;
      expect(await scalar(target, snapshot)).toEqual(
        await scalar(lab, `SELECT count(*) FROM tasks.task_${taskId}.dataset`),
      );
      // The history continues.
      const next = await startCsvLoad(
        { ...target, projectId: moved(lab.projectId, offset) },
        "proteins",
        [...COLUMNS, { name: "plate", type: "STRING" }],
        "sequence,tm,plate\nMKTAYIAY,60,P1\n",
      );
      await expect
        .poll(() => target.api.get(`/data/load:get?id=${next}`), { timeout: 30_000 })
        .toMatchObject({ state: "COMPLETED" });
      expect(await scalar(target, "SELECT count(*) FROM proteins")).toBe(
        ((await scalar(lab, "SELECT count(*) FROM proteins")) as bigint) + 1n,
      );
      const [first] = (await items<Entity & { is_active: boolean }>(target, "/data/load:list")).filter(
        ({ id }) => id !== next,
      );
      await target.api.post(`/data/load:undo?id=${first?.id}`);
      await expect
        .poll(() => target.api.get(`/data/load:get?id=${first?.id}`), { timeout: 30_000 })
        .toMatchObject({ state: "COMPLETED", is_active: false });
    },
    120_000,
  );

  async function movedOrigins(offset: number): Promise<unknown> {
    const [minLoad, minFile, maxLoad, maxFile, ...sums] = String(await origins(lab)).split(" ");
    const counts = await Promise.all(
      ["$load_id", "$file_id"].map((name) => scalar(lab, `SELECT count(DISTINCT "${name}") FROM proteins`)),
    );
    const shifted = [minLoad, minFile, maxLoad, maxFile].map((id) => String(Number(id) + offset));
    return [
      ...shifted,
      ...sums.map((sum, at) => String(BigInt(sum) + BigInt(offset) * (counts[at] as bigint))),
    ].join(" ");
  }
});
