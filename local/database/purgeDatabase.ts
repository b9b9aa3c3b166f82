import type { DatabaseCall } from "#shared/runtime/scope.ts";
import { PURGE } from "./databaseEngine.ts";

/** Returns a function that overwrites deleted records in the files of the embedded database. */
export function purgeDatabase(call: DatabaseCall): () => Promise<void> {
  return async () => {
    const { status } = await call(PURGE, Buffer.from("{}"));
    if (status !== 200) throw new Error("The deleted records of the database could not be overwritten");
  };
}
