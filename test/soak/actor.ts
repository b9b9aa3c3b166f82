import { ApiError, type LoadView } from "../../examples/apiClient.ts";
import { checkExport } from "./checkExport.ts";
import { checkTable } from "./checkTable.ts";
import { type Journal, rowsLeft } from "./journal.ts";
import type { MortalWorkspace } from "./mortalPlatform.ts";

const COLUMNS = [
  { name: "k", type: "STRING", nullable: false },
  { name: "n", type: "INT64", nullable: false },
];
const SMALL_ROWS = 20;
/** Rows of a load that is ingested in several steps. */
const LARGE_ROWS = 40_000;
const LARGE_SHARE = 0.15;

interface Load extends LoadView {
  files: { id: string }[];
}

/** Client that writes to a table of its own, so that it knows what the table must contain. */
export class Actor {
  readonly #platform: MortalWorkspace;
  readonly #journal: Journal;
  readonly #table: string;
  readonly #random: () => number;
  readonly #erasing: { busy: boolean };
  #number = 0;

  /** `erasing` is shared by all actors: a workspace runs one erasure at a time. */
  constructor(
    platform: MortalWorkspace,
    journal: Journal,
    table: string,
    random: () => number,
    erasing: { busy: boolean },
  ) {
    this.#platform = platform;
    this.#journal = journal;
    this.#table = table;
    this.#random = random;
    this.#erasing = erasing;
  }

  /** Carries out random operations until `isOver`. */
  async act(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const chance = this.#random();
      if (chance < 0.45) await this.#load();
      else if (chance < 0.6) await this.#revise("undo");
      else if (chance < 0.7) await this.#revise("redo");
      else if (chance < 0.8) await this.#tag();
      else if (chance < 0.87) await this.#erase();
      else if (chance < 0.9) await this.#analyze();
      else if (chance < 0.93) await this.#freeze();
      else if (chance < 0.96) await this.#export();
      else await checkTable(this.#platform, this.#journal, this.#table, this.#random);
    }
  }

  async #load(): Promise<void> {
    this.#number += 1;
    const count = this.#random() < LARGE_SHARE ? LARGE_ROWS : SMALL_ROWS;
    const token = `${this.#table}-${this.#number}`;
    const lines = Array.from({ length: count }, (_, row) => `${token}-${row},${row}`);
    const csv = `k,n\n${lines.join("\n")}\n`;
    const id = await this.#platform.ask(
      async (api) =>
        (
          await api.post<{ id: string }>("/data/load:create", {
            context: { kind: "PROJECT", project_id: this.#platform.projectId },
            tables: { [this.#table]: { columns: COLUMNS, format: "CSV" } },
          })
        ).id,
    );
    await this.#platform.ask(async (api) => {
      // An upload whose response was lost may have been recorded.
      const { files } = await api.get<Load>(`/data/load:get?id=${id}`);
      if (files.length === 0) await api.upload(id, this.#table, "rows.csv", csv);
    });
    await this.#platform.ask(async (api) => {
      const { state } = await api.get<Load>(`/data/load:get?id=${id}`);
      if (state === "PENDING") await api.post(`/data/load:finalize?id=${id}`);
    });
    const load = await this.#settled(id);
    if (load.state === "COMPLETED") {
      this.#journal.add({ kind: "load", table: this.#table, load: id, rows: count });
      await this.#noteVersion();
    } else this.#journal.note(`load ${id} failed: ${load.errors.join(" ")}`);
  }

  async #revise(kind: "undo" | "redo"): Promise<void> {
    const { loads } = this.#journal.table(this.#table);
    const able = [...loads].filter(([, load]) => load.isActive === (kind === "undo") && rowsLeft(load) > 0);
    const [id] = able[Math.floor(this.#random() * able.length)] ?? [];
    if (id === undefined) return;
    await this.#platform.ask(async (api) => {
      const { state, is_active } = await api.get<Load>(`/data/load:get?id=${id}`);
      if (state === "COMPLETED" && is_active === (kind === "undo"))
        await api.post(`/data/load:${kind}?id=${id}`);
    });
    const { is_active, errors } = await this.#settled(id);
    if (is_active === (kind === "undo")) {
      this.#journal.note(`${kind} of ${id} failed: ${errors.join(" ")}`);
      return;
    }
    this.#journal.add({ kind, table: this.#table, load: id });
    await this.#noteVersion();
  }

  async #tag(): Promise<void> {
    const { versions, tags } = this.#journal.table(this.#table);
    const version = [...versions.keys()].at(-1);
    if (version === undefined) return;
    const name = `${this.#table}-tag-${tags.size + 1}`;
    const isTagged = await this.#platform.ask(async (api) => {
      try {
        await api.post("/data/version:tag", { version_id: version, name });
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.status === 409) return false;
        throw error;
      }
    });
    if (isTagged) this.#journal.add({ kind: "tag", table: this.#table, name, version });
  }

  /** Erases a whole load, or one of its rows by a condition. */
  async #erase(): Promise<void> {
    const { loads } = this.#journal.table(this.#table);
    const able = [...loads].filter(([, rows]) => rowsLeft(rows) > 0);
    const [load, found] = able[Math.floor(this.#random() * able.length)] ?? [];
    if (load === undefined || found === undefined || this.#erasing.busy) return;
    this.#erasing.busy = true;
    try {
      const isWhole = this.#random() < 0.5;
      const row = isWhole ? null : Math.floor(this.#random() * found.count);
      if (row !== null && found.erased.has(row)) return;
      const request =
        row === null
          ? { load_id: load }
          : { reference: this.#table, where: `n = ${row} AND k LIKE '${await this.#tokenOf(load)}-%'` };
      const state = await this.#finishErasure(request);
      if (state === "COMPLETED") this.#journal.add({ kind: "erase", table: this.#table, load, row });
      else this.#journal.note(`erasure of ${load} ended ${state}`);
    } finally {
      this.#erasing.busy = false;
    }
  }

  async #finishErasure(request: object): Promise<string> {
    const { id } = await this.#platform.ask((api) =>
      api.post<{ id: string }>("/data:prepareErasure", request),
    );
    for (;;) {
      const { state } = await this.#platform.ask(async (api) => {
        const erasure = await api.get<{ state: string }>(`/data:getErasure?id=${id}&wait_seconds=5`);
        if (erasure.state === "PREPARED") await api.post(`/data:confirmErasure?plan_id=${id}`);
        return erasure;
      });
      if (state !== "PREPARED" && state !== "ERASING") return state;
    }
  }

  /** Runs a task that reads the table. It fails only if its rows are erased meanwhile. */
  async #analyze(): Promise<void> {
    if (this.#journal.table(this.#table).current.size === 0) return;
    const query = `SELECT CASE n % 2 WHEN 0 THEN 'MKTAYIAK' ELSE 'MKTAYIAR' END AS sequence, CAST(n AS DOUBLE) AS n FROM ${this.#table} WHERE n < 20`;
    this.#number += 1;
    const key = `${this.#table}-${this.#number}`;
    const { id } = await this.#platform.ask((api) =>
      api.post<{ id: string }>("/task/analyze.data/v2:create", {
        context: { kind: "PROJECT", project_id: this.#platform.projectId },
        idempotency_key: key,
        parameters: {
          dataset: { kind: "QUERY", query },
          reference: { monomer: "MKTAYIAK" },
          assays: [{ assay_id: "n", name: "N", unit: "1", scale_type: "ADDITIVE" }],
        },
      }),
    );
    for (;;) {
      const path = `/task:get?id=${id}&wait_seconds=5`;
      const { state, errors } = await this.#platform.ask((api) =>
        api.get<{ state: string; errors: string[] }>(path),
      );
      if (state === "COMPLETED") return this.#journal.add({ kind: "task", table: this.#table, id });
      if (state !== "INIT" && state !== "EXECUTING")
        return this.#journal.note(`task ${id} is ${state}: ${errors.join(" ")}`);
    }
  }

  /** Freezes the workspace, checks that it refuses a change, and unfreezes it. Other actors there wait meanwhile. */
  async #freeze(): Promise<void> {
    if (this.#erasing.busy) return;
    this.#erasing.busy = true;
    try {
      const { askStaff, name } = this.#platform;
      const { id } = await askStaff((api) => api.get<{ id: string }>(`/v2/workspace:get?name=${name}`));
      const body = { mode: "READ_ONLY", reason: "A soak" };
      await askStaff((api) => api.post(`/v2/workspace:freeze?id=${id}`, body));
      const status = await this.#platform.ask((api) =>
        api.post("/project:create", { name: "refused" }).then(
          () => 200,
          (error: unknown) => {
            if (error instanceof ApiError && error.status < 500) return error.status;
            throw error;
          },
        ),
      );
      await askStaff((api) =>
        api.post(`/v2/workspace:unfreeze?id=${id}`).catch((error: unknown) => {
          // A response that was lost had unfrozen it.
          if (!(error instanceof ApiError && error.status === 409)) throw error;
        }),
      );
      if (status !== 423) throw new Error(`A frozen workspace answered ${status}`);
      this.#journal.add({ kind: "freeze", table: this.#table, id });
    } finally {
      this.#erasing.busy = false;
    }
  }

  /** Exports the workspace, and checks the export. It fails only if rows are erased, or the history never stands still. */
  async #export(): Promise<void> {
    const outcome = await checkExport(this.#platform, this.#random);
    if (outcome.problem === null) this.#journal.add({ kind: "export", table: this.#table, id: outcome.id });
    else this.#journal.note(`export ${outcome.id}: ${outcome.problem}`);
  }

  /** Prefix of the keys of a load; its rows may all be hidden, so it is read from any version that has them. */
  async #tokenOf(load: string): Promise<string> {
    const { versions } = this.#journal.table(this.#table);
    const version = [...versions].findLast(([, ids]) => ids.includes(load))?.[0] ?? "0";
    const sql = `SELECT min(k) AS k FROM ${this.#table} FOR VERSION AS OF ${version} WHERE "$load_id" = ${load}`;
    const table = await this.#platform.ask((api) => api.query(sql));
    return String(table.getChildAt(0)?.at(0)).replace(/-\d+$/, "");
  }

  /** Waits for a load whose work may be continued by the sweeper after a restart. */
  async #settled(id: string): Promise<Load> {
    for (;;) {
      const load = await this.#platform.ask((api) => api.get<Load>(`/data/load:get?id=${id}&wait_seconds=5`));
      if (load.state === "COMPLETED" || load.state === "FAILED") return load;
    }
  }

  /** Records the rows of the table's latest version, which only this actor changes. */
  async #noteVersion(): Promise<void> {
    const path = `/data/table:get?reference=${this.#table}`;
    const { version_id } = await this.#platform.ask((api) => api.get<{ version_id: string }>(path));
    this.#journal.add({ kind: "version", table: this.#table, version: version_id });
  }
}
