import { ApiError, type LoadView } from "../../examples/apiClient.ts";
import { checkTable } from "./checkTable.ts";
import { type Journal, rowsLeft } from "./journal.ts";
import type { MortalPlatform } from "./mortalPlatform.ts";

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
  readonly #platform: MortalPlatform;
  readonly #journal: Journal;
  readonly #table: string;
  readonly #random: () => number;
  readonly #erasing: { busy: boolean };
  #number = 0;

  /** `erasing` is shared by all actors: a workspace runs one erasure at a time. */
  constructor(
    platform: MortalPlatform,
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
      else if (chance < 0.92) await this.#erase();
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
