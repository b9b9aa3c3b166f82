import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ExecutionRecord, RunningExecution } from "./records.ts";

const FILE_NAME = "executions.sqlite";
/** NORMAL: a commit does not wait for the disk, because that would block this thread; `#drain` waits instead. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS executions (arn TEXT PRIMARY KEY, status TEXT, record TEXT) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS running ON executions (arn) WHERE status = 'RUNNING';
  CREATE TABLE IF NOT EXISTS definitions (id TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID;
`;

interface Pending {
  arn: string;
  status: string;
  json: string;
  settle: (error?: unknown) => void;
}

/**
 * Stores executions and definitions durably in an SQLite database. Executions saved during a write share the next transaction
 * and its fsync. Only one process at a time may use a directory.
 */
export class Journal {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  /** SQLite's write-ahead log, which contains all commits since the last checkpoint. */
  readonly #log: FileHandle;
  #pending: Pending[] = [];
  #draining: Promise<void> | undefined;

  private constructor(database: DatabaseSync, log: FileHandle) {
    this.#database = database;
    this.#put = database.prepare("INSERT OR REPLACE INTO executions VALUES (?, ?, ?)");
    this.#log = log;
  }

  /** Opens the journal of a directory, which is created if it does not exist. */
  static async open(directory: string): Promise<Journal> {
    await mkdir(directory, { recursive: true });
    const path = join(directory, FILE_NAME);
    const database = new DatabaseSync(path);
    database.exec(SCHEMA);
    return new Journal(database, await open(`${path}-wal`, "r+"));
  }

  /** Returns an execution as last saved; undefined if there is none. */
  execution(arn: string): ExecutionRecord | undefined {
    const row = this.#database.prepare("SELECT record FROM executions WHERE arn = ?").get(arn);
    return row && (JSON.parse(String(row.record)) as ExecutionRecord);
  }

  running(): { arn: string; record: RunningExecution }[] {
    const rows = this.#database.prepare("SELECT arn, record FROM executions WHERE status = 'RUNNING'").all();
    return rows.map(({ arn, record }) => ({ arn: String(arn), record: JSON.parse(String(record)) }));
  }

  /** Saves the current state of an execution. Resolves when it and every execution saved before it are on disk. */
  save(arn: string, record: ExecutionRecord): Promise<void> {
    return new Promise((done, fail) => {
      const settle = (error?: unknown) => (error === undefined ? done() : fail(error));
      this.#pending.push({ arn, status: record.status, json: JSON.stringify(record), settle });
      this.#draining ??= Promise.resolve().then(() => this.#drain());
    });
  }

  definition(id: string): string | undefined {
    return this.#database.prepare("SELECT text FROM definitions WHERE id = ?").get(id)?.text?.toString();
  }

  saveDefinition(id: string, text: string): void {
    this.#database.prepare("INSERT OR REPLACE INTO definitions VALUES (?, ?)").run(id, text);
  }

  /** Waits until everything saved is on disk; accepts nothing further. */
  async close(): Promise<void> {
    await this.#draining;
    await this.#log.close();
    this.#database.close();
  }

  async #drain(): Promise<void> {
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      try {
        this.#commit(batch);
        await this.#log.datasync();
        for (const { settle } of batch) settle();
      } catch (error) {
        for (const { settle } of batch) settle(error);
      }
    }
    // Set here rather than when the promise settles, so that later saves start a new write.
    this.#draining = undefined;
  }

  #commit(batch: readonly Pending[]): void {
    this.#database.exec("BEGIN");
    try {
      for (const { arn, status, json } of batch) this.#put.run(arn, status, json);
      this.#database.exec("COMMIT");
    } catch (error) {
      // On a full disk, SQLite may already have rolled back the transaction.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}
