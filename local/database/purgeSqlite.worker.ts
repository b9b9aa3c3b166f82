import { DatabaseSync } from "node:sqlite";
import { workerData } from "node:worker_threads";

/** Maximum time to wait for a transaction of another process, in milliseconds. */
const LOCK_TIMEOUT_MS = 60_000;

const { path } = workerData as { path: string };
const database = new DatabaseSync(path, { timeout: LOCK_TIMEOUT_MS });
// New pages are zeroed, so that they do not contain remains of others. VACUUM writes all content to new pages, and drops the
// free ones. The checkpoint copies them into the file and empties the write-ahead log, if there is one.
database.exec("PRAGMA secure_delete = ON; VACUUM");
const { busy } = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get() ?? {};
database.close();
if (busy !== 0) throw new Error("The database's journal is in use and could not be emptied");
